import type { BuildOptions, BuildResult } from "esbuild";

export declare const bundle: (options?: BuildOptions) => Promise<BuildResult<{ write: false }>>;
