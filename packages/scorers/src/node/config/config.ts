import { dirname, join, resolve } from "node:path";
import type { Diagnostic } from "@semantic-xpath/parser";
import { decodedJson } from "@semantic-xpath/readers";
import { readRegularFile } from "@semantic-xpath/readers/node";
import { type Budget, type ReadLimits, readLimits } from "@semantic-xpath/tree";
import type { ScorerConfig } from "../kinds.js";
import { readConfig } from "./readConfig.js";

/** Content of `sxp.config.json`, as in schema/sxp-config.json. */
export interface Config {
  readonly scorers: Readonly<Record<string, ScorerConfig>>;
  /** Settings for reading files of the folder; the first entry that matches a file counts. */
  readonly data?: readonly DataConfig[];
  /** A name of `scorers`, or a form such as `lexical`. */
  readonly defaultScorer?: string;
  /** Enables the cache of scores, by default true. Its place and size are the user's choice: a folder's file could forge or evict scores. */
  readonly cache?: { readonly enabled?: boolean };
  readonly limits?: Partial<ReadLimits & Budget>;
}

/** Settings for reading data files. */
export interface DataConfig {
  /** Matching files: a path within the folder, with `*`, `**` and `?`. */
  readonly files: string;
  /** The name of a shipped mapping, or a file of the folder. */
  readonly mapping?: string;
  /** The name of a shipped schema, or a file of the folder. */
  readonly schema?: string;
}

/** A configuration with where it was found. */
export interface LoadedConfig {
  readonly path: string;
  /** Base of its relative paths. */
  readonly folder: string;
  readonly text: string;
  /** Everything that could be read. */
  readonly config: Config;
  /** With spans into `text`. */
  readonly diagnostics: readonly Diagnostic[];
}

export const CONFIG_FILE = "sxp.config.json";

/**
 * The configuration of a folder: `sxp.config.json` in it, or in the nearest folder above; null if there is none. What is wrong in
 * it is in `diagnostics`. Rejects if a file is there and can't be read.
 */
export async function loadConfig(startFolder: string): Promise<LoadedConfig | null> {
  let folder = resolve(startFolder);
  while (true) {
    const path = join(folder, CONFIG_FILE);
    const bytes = await readRegularFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
      throw error;
    });
    if (bytes !== null) {
      const text = decodedJson(bytes, readLimits());
      return { path, folder, text, ...readConfig(text) };
    }
    const above = dirname(folder);
    if (above === folder) return null;
    folder = above;
  }
}
