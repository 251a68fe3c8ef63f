import type { IToken } from "chevrotain";
import type { Span } from "../ast/span.js";
import { fix, insertion, offer } from "../diagnostics/fix.js";
import { endOf, reportLexical, type Source, spanOf, textIn } from "../source.js";
import * as T from "./tokenTypes.js";

/** Reports characters that have no meaning, a run of them once. */
export function withoutUnexpected(source: Source, lexed: readonly IToken[]): readonly IToken[] {
  if (!lexed.some(({ tokenType }) => tokenType === T.Unexpected)) return lexed;
  const runs: { readonly start: number; end: number }[] = [];
  const tokens = lexed.filter((token) => {
    if (token.tokenType !== T.Unexpected) return true;
    const span = spanOf(token);
    const run = runs.at(-1);
    if (run?.end === span.start) run.end = span.end;
    else runs.push({ ...span });
    return false;
  });
  for (const span of runs) {
    const text = textIn(source, span);
    if (text === "!") reportExclamation(source, span, tokens);
    else reportLexical(source, "SXP1001", span, { text }, [offer("Remove it", span, "")]);
  }
  return tokens;
}

/** `!` of other languages before an operand: the fix writes `not(…)` around it. */
function reportExclamation(source: Source, span: Span, tokens: readonly IToken[]): void {
  const at = firstFrom(tokens, span.end);
  const end = at === tokens.length ? null : endOfOperand(tokens, at);
  const isParenthesized = tokens[at]?.tokenType === T.LeftParenthesis;
  const edits =
    end === null ? [] : isParenthesized ? [{ span, newText: "not" }] : [{ span, newText: "not(" }, insertion(end, ")")];
  // `!@a = 1` may deny the attribute or the comparison.
  const isSafe = tokens[firstFrom(tokens, end ?? 0)]?.tokenType !== T.ComparisonSign;
  const fixes = edits.length === 0 ? [] : [{ title: "Write not(…)", edits, isSafe }];
  reportLexical(source, "SXP1010", span, { written: "!", operator: "not(…)" }, fixes);
}

/** The first token at an offset or after it. */
function firstFrom(tokens: readonly IToken[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens[middle]!.startOffset < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** An operand of more tokens has no fix, so that many a `!` before the same parentheses takes no time. */
const MAX_TOKENS = 512;

/** End of an attribute, a call, or a part in parentheses; null: something else begins at this token. */
function endOfOperand(tokens: readonly IToken[], from: number): number | null {
  let at = from;
  if (tokens[at]?.tokenType === T.At) at++;
  if (tokens[at]?.tokenType === T.Name) at++;
  const last = tokens[at - 1];
  if (tokens[at]?.tokenType !== T.LeftParenthesis) return at === from || last === undefined ? null : endOf(last);
  const stop = Math.min(tokens.length, from + MAX_TOKENS);
  for (let open = 0; at < stop; at++) {
    const token = tokens[at]!;
    if (token.tokenType === T.LeftParenthesis) open++;
    else if (token.tokenType === T.RightParenthesis && --open === 0) return endOf(token);
  }
  return null;
}

export function checkLastComment(source: Source, comment: IToken | undefined): void {
  if (comment?.payload !== true) return;
  source.isOpenEnded = true;
  const end = source.text.length;
  reportLexical(source, "SXP1003", spanOf(comment), {}, [fix("Close the comment", { start: end, end }, ":)")]);
}

/**
 * The fix closes the string before the brackets that it has swallowed at its end, and adds those that are missing:
 * `[node =~ "x]` becomes `[node =~ "x"]`.
 */
export function reportOpenString(source: Source, token: IToken, open: string): void {
  const end = endOf(token);
  const text = token.image.trimEnd();
  let swallowed = open.length;
  while (!text.endsWith(open.slice(0, swallowed))) swallowed--;
  const at = token.startOffset + text.length - swallowed;
  const quote = token.image.charAt(0);
  const edits = [insertion(at, quote), insertion(end, open.slice(swallowed))];
  reportLexical(source, "SXP1002", spanOf(token), { quote }, [
    { title: "Close the string", edits: edits.filter(({ newText }) => newText !== ""), isSafe: true },
  ]);
}

/** Reports an unterminated value in a tag, whose end is unknown. */
export function reportOpenValue(source: Source, token: IToken, end: number): void {
  const span = spanOf(token);
  reportLexical(source, "SXP1002", span, { quote: token.image }, [
    offer("Close the value", { start: end, end }, token.image),
  ]);
}

export function reportCurly(source: Source, token: IToken): void {
  const text = token.image.slice(1, -1);
  const escaped = `"${text.replaceAll('"', '""')}"`;
  reportLexical(source, "SXP1022", spanOf(token), {}, [fix(`Replace by ${escaped}`, spanOf(token), escaped)]);
}
