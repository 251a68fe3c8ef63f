import { type Diagnostic, renderDiagnostic } from "@semantic-xpath/parser";
import type { Tree } from "@semantic-xpath/tree";
import { type CompileOptions, compile } from "./compile.js";
import type { Match } from "./match.js";
import type { RunOptions } from "./runOptions.js";

/** Thrown by `query` only: the text can't be run as it is. */
export class CompileError extends Error {
  override readonly name = "CompileError";

  constructor(
    readonly text: string,
    readonly diagnostics: readonly Diagnostic[],
  ) {
    super(diagnostics.map((diagnostic) => renderDiagnostic(text, diagnostic)).join("\n\n"));
  }
}

/**
 * Compiles and runs in one line.
 *
 * @returns the matches in the order of the result
 * @throws CompileError with all diagnostics and a caret message if the text has an error; what `CompiledQuery.run` throws
 * @example
 * const [best] = await query(tree, '//Day[avg(/POI[node =~ "museum"])]', { limit: 1 });
 */
export async function query(
  tree: Tree,
  text: string,
  options: CompileOptions & RunOptions = {},
): Promise<readonly Match[]> {
  const compiled = compile(text, options);
  const errors = compiled.diagnostics.filter((diagnostic) => diagnostic.severity === "error");
  if (errors.length > 0 || compiled.query === undefined) throw new CompileError(text, errors);
  return (await compiled.query.run(tree, options)).matches;
}
