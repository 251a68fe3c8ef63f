import { fileURLToPath } from "node:url";

const CHEVROTAIN = /[\\/]chevrotain[\\/]/;
/** Modules that the grammar needs little of: the request, the file in `src/grammar` that replaces it, and the importer if only one counts. */
const PARTS = [
  [/^lodash-es$/, "lodash"],
  [/\/lexer_public\.js$/, "chevrotainLexer"],
  [/\/errors_public\.js$/, "chevrotainErrors", CHEVROTAIN],
  [/\/checks\.js$/, "chevrotainChecks", CHEVROTAIN],
  [
    /\/(?:recoverable|tree_builder|context_assist|perf_tracer|(?:llk_)?lookahead|follow|interpreter)\.js$/,
    "chevrotainTraits",
    CHEVROTAIN,
  ],
];

/**
 * Replaces parts of Chevrotain and lodash in the bundle of the command. Without it, `sxp check` takes 1.15 times the CPU time
 * and `sxp run` 1.1 times (Node 20, median of 12).
 */
export const grammarParts = {
  name: "grammar parts",
  setup(build) {
    for (const [filter, name, importing] of PARTS)
      build.onResolve({ filter }, ({ importer }) =>
        importing === undefined || importing.test(importer)
          ? { path: fileURLToPath(new URL(`../src/grammar/${name}.ts`, import.meta.url)) }
          : undefined,
      );
  },
};
