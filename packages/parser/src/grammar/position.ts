import type { IToken, TokenType } from "chevrotain";
import type { IndexLiteral, Missing, RangePosition, SiblingOffset } from "../ast/nodes.js";
import type { Span } from "../ast/span.js";
import { fix, offer, replacement } from "../diagnostics/fix.js";
import { endOf, report, type Source, textIn } from "../source.js";
import {
  Colon,
  ComparisonSign,
  DoubleDot,
  DoubleSlash,
  Minus,
  Name,
  NumberToken,
  One,
  Parameter,
  Plus,
  ProductSign,
  RightBracket,
  Slash,
  Tilde,
} from "../tokens/tokenTypes.js";

/** Tests that the tokens after a `[` begin a position: a colon, a sign, or a number or a parameter that no operator joins to anything. */
export function isPositionAt(first: IToken, second: IToken, third: IToken): boolean {
  switch (first.tokenType) {
    case NumberToken:
    case Parameter:
      return !JOINS.has(second.tokenType);
    case Minus:
      if (second.tokenType === NumberToken || second.tokenType === Parameter) return !JOINS.has(third.tokenType);
      return second.tokenType === RightBracket;
    case Colon:
    case Plus:
      return true;
    default:
      return false;
  }
}

/** Tokens that make a number or a parameter before them the start of an expression. */
const JOINS: ReadonlySet<TokenType> = new Set([Plus, Minus, ProductSign, ComparisonSign, Tilde, Slash, DoubleSlash]);

/** `"-"? Digits`; malformed it is `Missing`, so that no later check speaks about it. */
export function indexOf(source: Source, sign: IToken | null, digits: IToken | undefined): IndexLiteral | Missing {
  const span = spanOver(sign, sign, digits);
  const text = textIn(source, span);
  const slip = findSlip(sign, digits, false);
  if (slip !== null) return reportSlip(source, span, text, slip);
  checkMagnitude(source, span, text, digits);
  return { kind: "IndexLiteral", span, value: Number(text), text };
}

/** `"@" ( "+" | "-" ) Digits` */
export function siblingOffsetOf(
  source: Source,
  at: IToken,
  sign: IToken,
  digits: IToken | undefined,
): SiblingOffset | Missing {
  const span = spanOver(at, sign, digits);
  const slip = findSlip(sign, digits, true);
  if (slip !== null) return reportSlip(source, span, textIn(source, span), slip);
  const text = `@${sign.image}${digits?.image}`;
  checkMagnitude(source, span, text, digits);
  const distance = Number(digits?.image);
  return { kind: "SiblingOffset", span, offset: sign.image === "-" && distance !== 0 ? -distance : distance, text };
}

function spanOver(first: IToken | null, sign: IToken | null, digits: IToken | undefined): Span {
  const last = digits ?? sign;
  return { start: (first ?? digits)?.startOffset ?? 0, end: last === null ? 0 : endOf(last) };
}

/** Problem of a sign and digits, with the correct spelling if that is certain. */
interface Slip {
  readonly reason: string;
  readonly right: string | null;
}

const DIGITS = /^\d+$/;

function findSlip(sign: IToken | null, digits: IToken | undefined, isOffset: boolean): Slip | null {
  if (digits === undefined) return { reason: "its digits are missing", right: null };
  const digitText = digits.image;
  if (sign === null && DIGITS.test(digitText) && (digitText === "0" || !digitText.startsWith("0"))) return null;
  const shownSign = sign === null || (sign.image === "+" && !isOffset) ? "" : sign.image;
  const prefix = isOffset ? `@${shownSign}` : shownSign;
  if (digits.tokenType === Parameter) return { reason: "a parameter takes no sign", right: digitText };
  const integer = /^(\d+)\.0+$/.exec(digitText)?.[1] ?? digitText;
  const value = integer.replace(/^0+(?=\d)/, "");
  const right = DIGITS.test(value) ? `${value === "0" && !isOffset ? "" : prefix}${value}` : null;
  if (!DIGITS.test(digitText)) return { reason: "it must be a whole number, digits only", right };
  if (sign?.image === "+" && !isOffset) return { reason: 'a position has no "+"', right };
  if (sign !== null && sign.startOffset + 1 !== digits.startOffset)
    return { reason: "no space may follow its sign", right };
  if (digitText.length > 1 && digitText.startsWith("0")) return { reason: "it may not start with 0", right };
  if (sign !== null && digitText === "0" && !isOffset) return { reason: "0 has no sign", right };
  return null;
}

function reportSlip(source: Source, span: Span, text: string, { reason, right }: Slip): Missing {
  const near = /^\d+\.\d+$/.test(text) ? [Math.floor(Number(text)), Math.ceil(Number(text))] : [];
  const offers = near.filter((index) => index > 0).map((index) => replacement(String(index), span));
  report(
    source,
    "SXP1006",
    span,
    { text, reason },
    right === null ? offers : [fix(`Replace by ${right}`, span, right)],
  );
  return { kind: "Missing", span, expected: "a position" };
}

function checkMagnitude(source: Source, span: Span, text: string, digits: IToken | undefined): void {
  if (digits !== undefined && digits.image.length > 15 && Number(digits.image) > Number.MAX_SAFE_INTEGER)
    report(source, "SXP1007", span, { text });
}

/**
 * `[1-3]`, `[1..3]` and `[1 to 3]`, ranges of other languages, are read as `[1:3]`; null if the four tokens after the
 * bracket have another form.
 */
export function rangeSlipOf(source: Source, [from, separator, to, closing]: readonly IToken[]): RangePosition | null {
  const isRange =
    (from?.tokenType === One || from?.tokenType === NumberToken) &&
    (separator?.tokenType === Minus ||
      separator?.tokenType === DoubleDot ||
      (separator?.tokenType === Name && separator.image === "to")) &&
    to?.tokenType === NumberToken &&
    closing?.tokenType === RightBracket;
  if (!isRange) return null;
  const span = { start: from.startOffset, end: endOf(to) };
  const right = `${from.image}:${to.image}`;
  const text = textIn(source, span);
  // A minus may have been meant as one.
  const write = separator?.tokenType === Minus ? offer : fix;
  report(source, "SXP1006", span, { text, reason: 'a range is written with ":"' }, [
    write(`Replace by ${right}`, span, right),
  ]);
  return { kind: "RangePosition", span, from: indexOf(source, null, from), to: indexOf(source, null, to) };
}
