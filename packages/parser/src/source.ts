import type { IToken } from "chevrotain";
import type { Missing } from "./ast/nodes.js";
import type { Span } from "./ast/span.js";
import { type DiagnosticCode, type DiagnosticParameters, diagnose } from "./diagnostics/diagnose.js";
import type { Diagnostic, Fix } from "./diagnostics/diagnostic.js";

/** One text while it is parsed: what was read so far and what was found wrong. */
export interface Source {
  readonly text: string;
  /** The tokens that the grammar sees. */
  tokens: IToken[];
  /** End of the last token of the text, white space and comments aside. */
  contentEnd: number;
  /** A string or comment without end took the rest: what else is missing there is no second mistake. */
  isOpenEnded: boolean;
  /** End of the last token that the builder has taken; it only grows, so spans nest. */
  last: number;
  /** Brackets around the place that is being built that have no closer: what is astray there should stand behind one. */
  unclosed: number;
  readonly diagnostics: Diagnostic[];
  /** What was reported before the grammar, in source order. */
  readonly lexicalMistakes: Span[];
  /** Where the diagnostics start; null until there is one. */
  reported: Set<number> | null;
}

export const createSource = (text: string): Source => ({
  text,
  tokens: [],
  contentEnd: 0,
  isOpenEnded: false,
  last: 0,
  unclosed: 0,
  diagnostics: [],
  lexicalMistakes: [],
  reported: null,
});

export const endOf = (token: IToken): number => token.startOffset + token.image.length;
export const spanOf = (token: IToken): Span => ({
  start: token.startOffset,
  end: token.startOffset + token.image.length,
});

/** Takes a token: the span of every node that is still open reaches at least to its end. */
export function take(source: Source, token: IToken): Span {
  const start = token.startOffset;
  const end = start + token.image.length;
  if (end > source.last) source.last = end;
  return { start, end };
}

/** The span from `start` to the last token taken. */
export const spanFrom = (source: Source, start: number): Span => ({ start, end: source.last });

/** Adds a diagnostic about characters, words or brackets, before the grammar has seen them. */
export function reportLexical<C extends DiagnosticCode>(
  source: Source,
  code: C,
  span: Span,
  parameters: DiagnosticParameters<C>,
  fixes: readonly Fix[],
): void {
  source.lexicalMistakes.push(span);
  report(source, code, span, parameters, fixes);
}

/**
 * Adds a diagnostic, unless there is one at the same place already: the second would only repeat the first.
 */
export function report<C extends DiagnosticCode>(
  source: Source,
  code: C,
  span: Span,
  parameters: DiagnosticParameters<C>,
  fixes: readonly Fix[] = [],
): void {
  const visible = visibleSpan(source, span);
  source.reported ??= new Set();
  if (source.reported.has(visible.start)) return;
  source.reported.add(visible.start);
  source.diagnostics.push(diagnose(code, visible, parameters, fixes));
}

/** Builds what is reported as a whole: mistakes inside of it are of no interest. */
export function silently(source: Source, build: () => void): void {
  const count = source.diagnostics.length;
  build();
  for (const { span } of source.diagnostics.splice(count)) source.reported?.delete(span.start);
}

/** The one place where a span that can't be seen becomes one that can: an empty one, or the lexer's "nowhere". */
function visibleSpan({ text, contentEnd }: Source, { start, end }: Span): Span {
  if (start >= 0 && start < end) return { start, end };
  const anchor = contentEnd > 0 ? contentEnd : text.length;
  const isInside = start >= 0 && start < anchor;
  const until = isInside ? start + 1 : anchor;
  return { start: Math.max(0, until - lengthOfLastCharacter(text, until)), end: until };
}

const lengthOfLastCharacter = (text: string, end: number): number =>
  end > 1 && (text.codePointAt(end - 2) ?? 0) > 0xffff ? 2 : 1;

/** A `Missing` node behind the last token, and the diagnostic that asks for it; `insertion` is the text of its fix. */
export function missing(source: Source, expected: string, insertion: string | null = null): Missing {
  const found = tokenFrom(source, source.last);
  const isSilent = found === null && source.isOpenEnded && source.contentEnd > 0;
  if (!isSilent) {
    const span = found === null ? { start: source.contentEnd, end: source.contentEnd } : spanOf(found);
    const place = { start: source.last, end: source.last };
    const fixes = insertion === null ? [] : [fix(`Insert ${insertion}`, place, insertion)];
    report(source, "SXP1004", span, { expected, found: found?.image ?? null }, fixes);
  }
  return missingQuietly(source, expected);
}

/** The same where the mistake has been reported already. */
export const missingQuietly = (source: Source, expected: string): Missing => ({
  kind: "Missing",
  span: { start: source.last, end: source.last },
  expected,
});

/** The first token at or behind `offset`. */
export const tokenFrom = (source: Source, offset: number): IToken | null =>
  source.tokens[tokenIndexFrom(source, offset)] ?? null;

export function tokenIndexFrom({ tokens }: Source, offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens[middle].startOffset < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A fix of one edit. */
export const fix = (title: string, span: Span, newText: string): Fix => ({ title, edits: [{ span, newText }] });
