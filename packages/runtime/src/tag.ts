import { errorsOf } from "@semantic-xpath/parser";
import { getOrMake, type Tree } from "@semantic-xpath/tree";
import { type Compilation, type CompileOptions, compile } from "./compile.js";
import type { ArgumentValue } from "./execute/run.js";
import { CompileError } from "./query.js";
import type { RunOptions } from "./runOptions.js";
import type { RunResult } from "./runResult.js";

/** A query with its arguments, from a template. */
export interface BoundQuery {
  /** The text with a parameter in place of each hole. */
  readonly text: string;
  readonly params: Readonly<Record<string, ArgumentValue>>;
  compile(options?: CompileOptions): Compilation;
  /** Compiles (once per place in the program) and runs. Rejects with `CompileError` where the text has an error. */
  run(tree: Tree, options?: RunOptions): Promise<RunResult>;
}

const compiled = new WeakMap<TemplateStringsArray, Compilation>();

/**
 * A query as a tagged template. Holes are where a value is and become bound parameters, never text: whatever a hole
 * holds, the query keeps its structure.
 *
 * @example
 * const { matches } = await sxp`/Itinerary/Day[${day}]/POI[node =~ ${what}]`.run(tree, { limit: 3 });
 */
export function sxp(strings: TemplateStringsArray, ...values: readonly ArgumentValue[]): BoundQuery {
  const names = values.map((_, i) => holeName(strings, i));
  const text = strings.reduce((joined, part, i) => `${joined}$${names[i - 1]}${part}`);
  const params = Object.fromEntries(names.map((name, i) => [name, values[i]!]));
  return {
    text,
    params,
    compile: (options) => compile(text, options),
    async run(tree, options = {}) {
      const compilation = getOrMake(compiled, strings, () => compile(text));
      const errors = errorsOf(compilation.diagnostics);
      if (errors.length > 0 || compilation.query === undefined) throw new CompileError(text, errors);
      return compilation.query.run(tree, { ...options, params: { ...options.params, ...params } });
    },
  };
}

/** A name that the template itself does not use. */
function holeName(strings: TemplateStringsArray, index: number): string {
  let name = `hole${index + 1}`;
  while (strings.some((part) => part.includes(`$${name}`))) name = `_${name}`;
  return name;
}
