import type { IToken } from "chevrotain";
import type { Comment, Declaration, Document, Import, Query } from "./ast/nodes.js";
import { byStart, type Span } from "./ast/span.js";
import type { UpdateDeclaration } from "./ast/updateNodes.js";
import type { Diagnostic } from "./diagnostics/diagnostic.js";
import { type Parts, readDocument } from "./grammar/parser.js";
import type { ParseLimits } from "./parseOptions.js";
import { endOf, report, type Source, spanOf, withdrawIn } from "./source.js";
import type { TokenPart, TokenReading } from "./tokens/readTokens.js";

/** Reads part by part; what was read of one says nothing about the next. */
export function readParts(
  source: Source,
  { parts, isModule }: Pick<TokenReading, "parts" | "isModule">,
  limits: ParseLimits,
): Parts {
  const { contentEnd, following } = source;
  const imports: Import[] = [];
  const declarations: Declaration[] = [];
  const updates: UpdateDeclaration[] = [];
  let query: Query | null = null;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    source.following = parts[i + 1]?.tokens[0] ?? following;
    source.isOpenEnded = part.isOpenEnded;
    source.contentEnd = source.following === null ? contentEnd : Number.POSITIVE_INFINITY;
    if (isOverLimit(source, part, isModule, limits)) {
      if (!isModule) query = missingQuery(source);
      continue;
    }
    const read = readDocument(source, part.tokens, isModule);
    if (!isModule) return read;
    imports.push(...read.imports);
    declarations.push(...read.declarations);
    updates.push(...read.updates);
  }
  return { imports, declarations, updates, query, update: null };
}

/** Nothing is said about a query that is over a limit, but that it is. */
function isOverLimit(
  source: Source,
  { tokens, nesting, steps, operators }: TokenPart,
  isModule: boolean,
  { maxBytes, maxNesting, maxSteps, maxOperators }: ParseLimits,
): boolean {
  const { text } = source;
  const first = tokens[0];
  const last = tokens.at(-1);
  const isPart = isModule && first !== undefined && last !== undefined;
  const span = isPart ? { start: first.startOffset, end: endOf(last) } : wholeOf(text);
  if (isModule && !isPart) return false;
  const over = (what: string, limit: number): true => {
    withdrawIn(source, 0, span);
    report(source, "SXP1009", span, { what, limit });
    return true;
  };
  if (exceedsBytes(text, span, maxBytes)) return over("bytes", maxBytes);
  if (nesting > maxNesting) return over("brackets within one another", maxNesting);
  if (steps > maxSteps) return over("steps", maxSteps);
  return operators > maxOperators && over("operators", maxOperators);
}

export function documentOf({ text }: Source, comments: readonly IToken[], parts: Parts): Document {
  const { imports, declarations, updates, query, update } = parts;
  const span = wholeOf(text);
  return { kind: "Document", span, imports, declarations, updates, query, update, comments: comments.map(commentOf) };
}

export const wholeOf = (text: string): Span => ({ start: 0, end: text.length });

const commentOf = (token: IToken): Comment => ({ kind: "Comment", span: spanOf(token), text: token.image });

/** True if a span of a text is longer in UTF-8; a surrogate alone is written as U+FFFD. */
export function exceedsBytes(text: string, { start, end }: Span, limit: number): boolean {
  const length = end - start;
  if (length > limit || length * 3 <= limit) return length > limit;
  let bytes = 0;
  for (let at = start; at < end; at++) {
    const code = text.codePointAt(at) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (code >= 0x10000) at++;
  }
  return bytes > limit;
}

export const missingQuery = ({ text }: Source): Query => {
  const span = wholeOf(text);
  return { kind: "Query", span, paths: [{ kind: "Missing", span, expected: "a query" }] };
};

export const sorted = (diagnostics: Diagnostic[]): Diagnostic[] =>
  diagnostics.length < 2 ? diagnostics : diagnostics.sort(byStart);
