import type { Document } from "./ast/nodes.js";
import type { Diagnostic } from "./diagnostics/diagnostic.js";
import { buildBareQuery, buildModule, documentOf } from "./grammar/build/document.js";
import type * as Cst from "./grammar/cst.js";
import { readTree } from "./grammar/parser.js";
import { createSource, missingQuietly, report, type Source } from "./source.js";
import { readTokens } from "./tokens/readTokens.js";
import { exceedsBytes } from "./tokens/utf8.js";

/** Limits on what is parsed: a text beyond one of them gives `SXP1009` and a query that is `Missing`. */
export interface ParseOptions {
  /** Bytes of the text in UTF-8. Default 65536. */
  readonly maxBytes?: number;
  /** Depth of brackets, parentheses and `1-` within one another. Default 200. */
  readonly maxNesting?: number;
  /** Steps of one query, those of evidence paths included. Default 256. */
  readonly maxSteps?: number;
}

export interface Parsed {
  /** Complete for every text; what the text lacks is `Missing`. */
  readonly ast: Document;
  /** In the order of their places, at most one per place. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Parses a document: one bare query, or imports and declarations. Never throws; takes time linear in the text.
 *
 * @example parse('/Plan/Day[2]').ast.query?.paths.length // 1
 */
export function parse(text: string, options: ParseOptions = {}): Parsed {
  const { maxBytes = 65536, maxNesting = 200, maxSteps = 256 } = options;
  const source = createSource(text);
  if (exceedsBytes(text, maxBytes)) return refuse(source, "bytes", maxBytes);
  const { comments, isModule, nesting, steps } = readTokens(source, maxNesting);
  if (nesting > maxNesting) return refuse(source, "brackets within one another", maxNesting);
  if (steps > maxSteps) return refuse(source, "steps", maxSteps);
  const tree = readTree(source.tokens, isModule);
  // The grammar is total: `module` gives a module, `bareQuery` a query, whatever the tokens.
  const parts = isModule ? buildModule(source, tree as Cst.Module) : buildBareQuery(source, tree as Cst.BareQuery);
  return { ast: documentOf(source, comments, parts), diagnostics: sorted(source.diagnostics) };
}

/** Nothing is said about a text that is over a limit, but that it is. */
function refuse({ text }: Source, what: string, limit: number): Parsed {
  const source = createSource(text);
  const span = { start: 0, end: text.length };
  report(source, "SXP1009", span, { what, limit });
  const path = { ...missingQuietly(source, "a query"), span };
  const query = { kind: "Query", span, paths: [path] } as const;
  return { ast: documentOf(source, [], { imports: [], declarations: [], query }), diagnostics: source.diagnostics };
}

function sorted(diagnostics: Diagnostic[]): Diagnostic[] {
  return diagnostics.length < 2 ? diagnostics : diagnostics.sort((a, b) => a.span.start - b.span.start);
}
