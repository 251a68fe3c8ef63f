import type { BuildOptions, BuildResult, Plugin } from "esbuild";

export declare const bundlePage: (folder?: string, options?: BuildOptions) => Promise<BuildResult<{ metafile: true }>>;
export declare const bundlePlayground: (folder?: string) => Promise<void>;
/** Puts modules of ours in the place of packages of which a page needs little. */
export declare const smaller: Plugin;
