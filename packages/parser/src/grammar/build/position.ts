import type { IToken } from "chevrotain";
import type { Index, IndexPosition, Missing, RangePosition, SiblingOffset } from "../../ast/nodes.js";
import type { Span } from "../../ast/span.js";
import { fix, missing, report, type Source, spanFrom, spanOf, take, tokenIndexFrom } from "../../source.js";
import { DoubleDot, Minus, Name, NumberToken, One, Parameter, RightBracket } from "../../tokens/tokenTypes.js";
import type * as Cst from "../cst.js";
import { buildParameter } from "./literal.js";

export function buildPosition(source: Source, cst: Cst.Position): IndexPosition | RangePosition {
  const { from: fromCst, rangeEnd } = cst.children;
  const from = fromCst === undefined ? null : buildIndex(source, fromCst[0]);
  if (rangeEnd === undefined) {
    const index = from ?? missing(source, "a position");
    return { kind: "IndexPosition", span: index.span, index };
  }
  const { Colon, index } = rangeEnd[0].children;
  const colon = take(source, Colon[0]);
  const to = index === undefined ? null : buildIndex(source, index[0]);
  if (from === null && to === null)
    report(source, "SXP1006", colon, { text: ":", reason: "a range needs at least one end" });
  return { kind: "RangePosition", span: spanFrom(source, from?.span.start ?? colon.start), from, to };
}

function buildIndex(source: Source, { children }: Cst.Index): Index {
  const sign = children.Minus ?? children.Plus;
  const digits = children.Number ?? children.Parameter;
  if (sign === undefined && children.Parameter !== undefined) return buildParameter(source, children.Parameter[0]);
  return readIndex(source, sign?.[0] ?? null, digits?.[0]);
}

/** What is wrong with a sign and digits, and how it is written right where that is certain. */
interface Slip {
  readonly reason: string;
  readonly right: string | null;
}

function readIndex(source: Source, sign: IToken | null, digits: IToken | undefined): Index {
  const { span, text } = takeRun(source, sign, sign, digits);
  const slip = findSlip(sign, digits, false);
  if (slip !== null) return reportSlip(source, span, text, slip);
  checkMagnitude(source, span, text, digits!.image);
  return { kind: "IndexLiteral", span, value: Number(text), text };
}

/** `[@+1]`; malformed it is `Missing`, so that no later check speaks about it. */
export function buildSiblingOffset(source: Source, { children }: Cst.SiblingOffset): SiblingOffset | Missing {
  const sign = (children.Minus ?? children.Plus)![0];
  const digits = children.Number?.[0];
  const { span, text } = takeRun(source, children.SiblingAt[0], sign, digits);
  const slip = findSlip(sign, digits, true);
  if (slip !== null) return reportSlip(source, span, text, slip);
  const canonical = `@${sign.image}${digits!.image}`;
  checkMagnitude(source, span, canonical, digits!.image);
  const distance = Number(digits!.image);
  return {
    kind: "SiblingOffset",
    span,
    offset: sign.image === "-" && distance !== 0 ? -distance : distance,
    text: canonical,
  };
}

/** Takes the tokens from `first` to the last one there is. */
function takeRun(
  source: Source,
  first: IToken | null,
  sign: IToken | null,
  digits: IToken | undefined,
): { span: Span; text: string } {
  const start = (first ?? digits!).startOffset;
  if (sign !== null) take(source, sign);
  if (digits !== undefined) take(source, digits);
  return { span: spanFrom(source, start), text: source.text.slice(start, source.last) };
}

const DIGITS = /^\d+$/;

function findSlip(sign: IToken | null, digits: IToken | undefined, isOffset: boolean): Slip | null {
  const shownSign = sign === null || (sign.image === "+" && !isOffset) ? "" : sign.image;
  const prefix = isOffset ? `@${shownSign}` : shownSign;
  if (digits === undefined) return { reason: "its digits are missing", right: null };
  const written = digits.image;
  if (digits.tokenType === Parameter) return { reason: "a parameter takes no sign", right: written };
  const whole = /^(\d+)\.0+$/.exec(written)?.[1] ?? written;
  const value = whole.replace(/^0+(?=\d)/, "");
  const right = DIGITS.test(value) ? `${value === "0" && !isOffset ? "" : prefix}${value}` : null;
  if (!DIGITS.test(written)) return { reason: "it must be a whole number, digits only", right };
  if (sign?.image === "+" && !isOffset) return { reason: 'a position has no "+"', right };
  if (sign !== null && sign.startOffset + 1 !== digits.startOffset)
    return { reason: "no space may follow its sign", right };
  if (written.length > 1 && written[0] === "0") return { reason: "it may not start with 0", right };
  if (sign !== null && written === "0" && !isOffset) return { reason: "0 has no sign", right };
  return null;
}

function reportSlip(source: Source, span: Span, text: string, { reason, right }: Slip): Missing {
  report(source, "SXP1006", span, { text, reason }, right === null ? [] : [fix(`Replace by ${right}`, span, right)]);
  return { kind: "Missing", span, expected: "a position" };
}

function checkMagnitude(source: Source, span: Span, text: string, digits: string): void {
  if (digits.length > 15 && Number(digits) > Number.MAX_SAFE_INTEGER) report(source, "SXP1007", span, { text });
}

/** `[1-3]`, `[1..3]` and `[1 to 3]`, ranges of other languages, are read as `[1:3]`; null where the bracket is none of them. */
export function buildRangeSlip(source: Source): RangePosition | null {
  const at = tokenIndexFrom(source, source.last);
  const [from, separator, to, closing] = source.tokens.slice(at, at + 4);
  const isRange =
    (from.tokenType === One || from.tokenType === NumberToken) &&
    separator !== undefined &&
    (separator.tokenType === Minus ||
      separator.tokenType === DoubleDot ||
      (separator.tokenType === Name && separator.image === "to")) &&
    to?.tokenType === NumberToken &&
    closing?.tokenType === RightBracket;
  if (!isRange) return null;
  const span = { start: from.startOffset, end: spanOf(to).end };
  const right = `${from.image}:${to.image}`;
  const text = source.text.slice(span.start, span.end);
  report(source, "SXP1006", span, { text, reason: 'a range is written with ":"' }, [
    fix(`Replace by ${right}`, span, right),
  ]);
  const fromIndex = readIndex(source, null, from);
  return { kind: "RangePosition", span, from: fromIndex, to: readIndex(source, null, to) };
}
