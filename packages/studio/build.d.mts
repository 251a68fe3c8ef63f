import type { BuildOptions, BuildResult } from "esbuild";

export declare const bundlePage: (folder?: string, options?: BuildOptions) => Promise<BuildResult<{ metafile: true }>>;
export declare const bundlePlayground: (folder?: string) => Promise<void>;
