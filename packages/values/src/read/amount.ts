import { matchAt } from "./scan.js";

/** A number with what is before and after it: "CAD 38", "12 km". */
interface WrittenAmount {
  readonly before: string;
  readonly value: number;
  readonly after: string;
}

const DIGIT = /\d/;
const BODY = /\d[\d.,'’\s]*(?:e[+-]?\d+)?/iy;
const SIGN = /[-+−]/;
/** The sign stands outermost or right before the number. */
const BEFORE = /^([-+−]?)([^-+−]*)([-+−]?)$/;

/** The parts of a text with one number; null if it has none, or signs where none belong. */
export function splitAmount(text: string): WrittenAmount | null {
  const first = text.search(DIGIT);
  if (first < 0) return null;
  const start = text[first - 1] === "." ? first - 1 : first;
  const end = first + matchAt(BODY, text, first)![0].trimEnd().length;
  const before = BEFORE.exec(text.slice(0, start));
  if (before === null || (before[1] !== "" && before[3] !== "")) return null;
  // "KES-101" is a key: a sign after letters stands apart from them.
  if (before[3] !== "" && /\p{L}$/u.test(before[2]!)) return null;
  const value = parseAmount(text.slice(start, end));
  const after = text.slice(end).trim();
  if (Number.isNaN(value) || SIGN.test(after)) return null;
  const negative = /[-−]/.test(before[1]! + before[3]!);
  return { before: before[2]!.trim(), value: negative ? -value : value, after };
}

const PLAIN = /^(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const DECIMAL_COMMA = /^\d+,\d+$/;
const GROUPS: readonly RegExp[] = [
  /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/,
  /^[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d+)?$/,
  /^[1-9]\d{0,2}(?:['’\s]\d{3})+(?:\.\d+)?$/,
];
const POINT_GROUPS = /^[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,}|(?:['’\s]\d{3})+,\d+)$/;

/**
 * A number without sign in a usual grouping: "1,200.50", "1.200,50", "1 200", "1'200", "1,5", "12e3". A comma before exactly three
 * digits groups, except after a zero. NaN for other texts.
 */
export function parseAmount(text: string): number {
  if (PLAIN.test(text)) return Number(text);
  if (GROUPS.some((pattern) => pattern.test(text))) return Number(text.replaceAll(/[,'’\s]/g, ""));
  if (POINT_GROUPS.test(text)) return Number(text.replaceAll(/[.'’\s]/g, "").replace(",", "."));
  return DECIMAL_COMMA.test(text) ? Number(text.replace(",", ".")) : Number.NaN;
}
