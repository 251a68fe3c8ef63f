import { EOF, type IToken } from "chevrotain";
import type { Missing } from "./ast/nodes.js";
import type { Span } from "./ast/span.js";
import { type DiagnosticCode, type DiagnosticParameters, diagnose } from "./diagnostics/diagnose.js";
import type { Diagnostic, Fix } from "./diagnostics/diagnostic.js";
import { fix, offer } from "./diagnostics/fix.js";

/** One text while it is parsed, and what was found wrong with it. */
export interface Source {
  readonly text: string;
  /** End of the last token of the text, white space and comments aside; infinite before the last declaration of a module. */
  contentEnd: number;
  /** The first token of the next declaration; null in the last one, which the text ends. */
  following: IToken | null;
  /** True if an unterminated string or comment took the rest: missing parts there are not a second mistake. */
  isOpenEnded: boolean;
  /** Unclosed brackets around the place that is being read: what is astray there belongs after their closers. */
  unclosed: number;
  /** Square brackets around the place that is being read. */
  brackets: number;
  /** True after a record. */
  hasRecords: boolean;
  readonly diagnostics: Diagnostic[];
  /** Mistakes reported before the grammar, in source order. */
  readonly lexicalMistakes: Span[];
  /** Starts of the diagnostics; null until there is one. */
  reported: Set<number> | null;
}

export const createSource = (text: string, following: IToken | null = null): Source => ({
  text,
  contentEnd: 0,
  following,
  isOpenEnded: false,
  unclosed: 0,
  brackets: 0,
  hasRecords: false,
  diagnostics: [],
  lexicalMistakes: [],
  reported: null,
});

export const endOf = (token: IToken): number => token.startOffset + token.image.length;
export const spanOf = (token: IToken): Span => ({
  start: token.startOffset,
  end: token.startOffset + token.image.length,
});

/** A span that holds that of a part as well: what is missing may be before the token that stands in its place. */
export const around = ({ start, end }: Span, part: { readonly span: Span } | null | undefined): Span => ({
  start: Math.min(start, part?.span.start ?? start),
  end: Math.max(end, part?.span.end ?? end),
});

/** Source text of a span. */
export const textIn = ({ text }: Source, { start, end }: Span): string => text.slice(start, end);

/** A place between two tokens: where the one before ends (0: there is none), and the one after (`EOF`: there is none). */
export interface Gap {
  readonly end: number;
  readonly next: IToken;
}

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

/** Takes back the diagnostics since there were `count`, up to the `end`th: what they are about is reported as a whole. */
export function withdraw({ diagnostics, reported }: Source, count: number, end = diagnostics.length): void {
  if (end === count) return;
  for (const { span } of diagnostics.splice(count, end - count)) reported?.delete(span.start);
}

/** Withdraws those that start in a span: a more specific diagnostic follows. */
export function withdrawIn(source: Source, count: number, { start, end }: Span): void {
  const isKept = (diagnostic: Diagnostic) => diagnostic.span.start < start || diagnostic.span.start >= end;
  const retained = source.diagnostics.slice(count).filter(isKept);
  withdraw(source, count);
  for (const diagnostic of retained) source.reported?.add(diagnostic.span.start);
  source.diagnostics.push(...retained);
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

/** A `Missing` node in a gap, and the diagnostic that requires it; `insertion` is the text of its fix. */
export function missing(
  source: Source,
  gap: Gap,
  expected: string,
  insertion: string | null = null,
  offers: readonly Fix[] = [],
): Missing {
  const found = gap.next.tokenType === EOF ? source.following : gap.next;
  const isSilent = found === null && source.isOpenEnded && source.contentEnd > 0;
  const place = { start: gap.end, end: gap.end };
  if (!isSilent) {
    const span = found === null ? { start: source.contentEnd, end: source.contentEnd } : spanOf(found);
    const fixes = insertion === null ? offers : [fix(`Insert ${insertion}`, place, insertion)];
    report(source, "SXP1004", span, { expected, found: found?.image ?? null }, fixes);
  }
  return { kind: "Missing", span: place, expected };
}

/** Reports what the grammar has no place for. */
export function reportStray(source: Source, code: "SXP1001" | "SXP1005", span: Span): void {
  if (source.unclosed > 0 || isExplained(source, span)) return;
  const text = textIn(source, span);
  const key = text.startsWith("/") ? /#\d+$/.exec(source.text.slice(0, span.start))?.[0] : undefined;
  report(source, code, span, { text, ...(key !== undefined && { key }) }, removals(text, span));
}

/** An offer to remove what has no place; none if that would remove a name, a number or a text. */
export const removals = (text: string, span: Span): readonly Fix[] =>
  /[\p{L}\p{N}]/u.test(text) ? [] : [offer("Remove it", span, "")];

/** A lexical mistake inside, right before or right after already says why the rest has no place. */
function isExplained({ text, lexicalMistakes }: Source, { start, end }: Span): boolean {
  let low = 0;
  let high = lexicalMistakes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lexicalMistakes[middle]?.end ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  const next = lexicalMistakes[low];
  return next !== undefined && (next.start <= end || text.slice(end, next.start).trim() === "");
}
