import { fileURLToPath } from "node:url";

/** A file of this package. */
export const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Packages of which a page needs little, some only for one importer: a module of ours has that with the same meaning, as tests beside the packages show. */
export const GRAMMAR = [
  [/^lodash-es$/, "src/smaller/lodash.ts"],
  [/\/lexer_public\.js$/, "src/smaller/chevrotainLexer.ts"],
  [/\/errors_public\.js$/, "src/smaller/chevrotainErrors.ts", /[\\/]chevrotain[\\/]/],
  [/\/checks\.js$/, "src/smaller/chevrotainChecks.ts", /[\\/]chevrotain[\\/]/],
  [
    /\/(?:recoverable|tree_builder|context_assist|perf_tracer|(?:llk_)?lookahead|follow|interpreter)\.js$/,
    "src/smaller/chevrotainTraits.ts",
    /[\\/]chevrotain[\\/]/,
  ],
];
export const PAGE = [
  ...GRAMMAR,
  [/^vscode-languageserver(?:\/browser)?$/, "../lsp/src/server/workerProtocol.ts"],
  [/^marked$/, "src/smaller/marked.ts"],
  [/^picomatch$/, "src/smaller/picomatch.ts"],
  [/^\.\/run\/(?:ask|keptRuns|run|schemaText)\.js$/, "src/smaller/noRequests.ts"],
];
