import type { Plugin } from "esbuild";

/** Replaces parts of Chevrotain and lodash in the bundle of the command. */
export declare const grammarParts: Plugin;
