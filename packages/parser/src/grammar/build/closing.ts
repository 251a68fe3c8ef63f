import type { IToken } from "chevrotain";
import type { Span } from "../../ast/span.js";
import type { DiagnosticCode } from "../../diagnostics/diagnose.js";
import { endOf, fix, report, type Source, spanOf, take } from "../../source.js";
import type * as Cst from "../cst.js";

/** Takes an opening bracket; gives its start. `close` takes the other one. */
export function open(source: Source, opening: IToken, closing: readonly IToken[] | undefined): number {
  if (closing === undefined) source.unclosed++;
  return take(source, opening).start;
}

/** Takes the closing bracket, or reports at the opening one that it has none. */
export function close(source: Source, opening: IToken, closing: readonly IToken[] | undefined): void {
  if (closing !== undefined) {
    take(source, closing[0]);
    return;
  }
  source.unclosed--;
  if (source.isOpenEnded && source.last >= source.contentEnd) return;
  const parameters = { opening: opening.image, closing: opening.image === "[" ? "]" : ")" };
  const end = { start: source.last, end: source.last };
  report(source, "SXP1008", spanOf(opening), parameters, [
    fix(`Insert ${parameters.closing}`, end, parameters.closing),
  ]);
}

/** Takes what the grammar found no place for, and reports it. */
export function takeStrays(source: Source, strays: Cst.Strays, code: DiagnosticCode & ("SXP1001" | "SXP1005")): void {
  const start = startOfStrays(strays);
  takeStrayTokens(source, strays);
  reportStray(source, code, { start, end: source.last });
}

export function reportStray(source: Source, code: "SXP1001" | "SXP1005", span: Span): void {
  if (source.unclosed > 0 || isExplained(source, span)) return;
  report(source, code, span, { text: source.text.slice(span.start, span.end) }, [fix("Remove it", span, "")]);
}

/** A lexical mistake inside, right before or right behind says already why the rest has no place. */
function isExplained({ text, lexicalMistakes }: Source, { start, end }: Span): boolean {
  let low = 0;
  let high = lexicalMistakes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lexicalMistakes[middle].end < start) low = middle + 1;
    else high = middle;
  }
  const next = lexicalMistakes[low];
  return next !== undefined && (next.start <= end || text.slice(end, next.start).trim() === "");
}

export function startOfStrays({ children: { token, strayGroup } }: Cst.Strays): number {
  const first = token?.[0].startOffset ?? Number.POSITIVE_INFINITY;
  return Math.min(first, strayGroup?.[0].children.opening[0].startOffset ?? first);
}

export function takeStrayTokens(source: Source, { children: { token, strayGroup } }: Cst.Strays): void {
  if (token !== undefined) take(source, token[token.length - 1]);
  if (strayGroup === undefined) return;
  const { opening, allStrays, closing } = strayGroup[strayGroup.length - 1].children;
  take(source, opening[0]);
  if (allStrays !== undefined) takeStrayTokens(source, allStrays[0]);
  if (closing !== undefined) take(source, closing[0]);
}

/** Takes and reports those of the lists that start before `limit`; gives what is left. */
export function takeStraysBefore(source: Source, strays: Cst.Strays[], limit: IToken | undefined): Cst.Strays[] {
  const end = limit?.startOffset ?? Number.POSITIVE_INFINITY;
  let taken = 0;
  while (taken < strays.length && startOfStrays(strays[taken]) < end) takeStrays(source, strays[taken++], "SXP1005");
  return strays.slice(taken);
}

/** The source text of a token range. */
export const textBetween = (source: Source, first: IToken, last: IToken): string =>
  source.text.slice(first.startOffset, endOf(last));
