import type { IToken } from "chevrotain";
import type { Comment, Document } from "./ast/nodes.js";
import type { Diagnostic } from "./diagnostics/diagnostic.js";
import { readDocument } from "./grammar/parser.js";
import { createSource, report, type Source, spanOf } from "./source.js";
import { readTokens } from "./tokens/readTokens.js";

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
  const { tokens, comments, isModule, nesting, steps } = readTokens(source, maxNesting);
  if (nesting > maxNesting) return refuse(source, "brackets within one another", maxNesting);
  if (steps > maxSteps) return refuse(source, "steps", maxSteps);
  const parts = readDocument(source, tokens, isModule);
  return { ast: documentOf(source, comments, parts), diagnostics: sorted(source.diagnostics) };
}

function documentOf(
  { text }: Source,
  comments: readonly IToken[],
  { imports, declarations, query }: Pick<Document, "imports" | "declarations" | "query">,
): Document {
  const span = { start: 0, end: text.length };
  return { kind: "Document", span, imports, declarations, query, comments: comments.map(commentOf) };
}

const commentOf = (token: IToken): Comment => ({ kind: "Comment", span: spanOf(token), text: token.image });

/** Whether a text is longer in UTF-8; a surrogate alone is written as U+FFFD. */
function exceedsBytes(text: string, limit: number): boolean {
  if (text.length > limit || text.length * 3 <= limit) return text.length > limit;
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes > limit;
}

/** Nothing is said about a text that is over a limit, but that it is. */
function refuse({ text }: Source, what: string, limit: number): Parsed {
  const source = createSource(text);
  const span = { start: 0, end: text.length };
  report(source, "SXP1009", span, { what, limit });
  const query = { kind: "Query", span, paths: [{ kind: "Missing", span, expected: "a query" }] } as const;
  return { ast: documentOf(source, [], { imports: [], declarations: [], query }), diagnostics: source.diagnostics };
}

function sorted(diagnostics: Diagnostic[]): Diagnostic[] {
  return diagnostics.length < 2 ? diagnostics : diagnostics.sort((a, b) => a.span.start - b.span.start);
}
