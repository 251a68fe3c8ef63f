import type { Span } from "@semantic-xpath/parser";
import { amountOf, findMoney, isUnit, numberOf, sameCurrency } from "./amounts.js";
import type { Quantity, Wanted } from "./quantity.js";

/** A closed range that is asked for. */
interface Bounds {
  readonly low: number;
  readonly high: number;
}

const AT_MOST =
  /\b(?:under|below|less than|fewer than|cheaper than|shorter than|at most|up to|no more than|not more than|within|max(?:imum)?(?: of)?)\s*$/i;
const AT_LEAST =
  /\b(?:over|above|more than|at least|longer than|no less than|minimum(?: of)?|min|beyond|exceeding)\s*$/i;
const EXCLUSIVE = /^(?:under|below|less|fewer|cheaper|shorter|over|above|more|longer|beyond|exceeding)\b/i;
const ABOUT = /\b(?:about|around|roughly|approximately|some|circa|nearly|almost)\s*$/i;
const BETWEEN = /\b(?:between|from)\s*$/i;
const OR_LESS = /^\s*(?:or (?:less|under|below|cheaper|fewer)|max(?:imum)?|at most)\b/i;
const OR_MORE = /^\s*(?:or (?:more|above|over|longer|higher|better)|at least|plus)\b|^\+/i;
const SECOND = /^\s*(?:and|to|-|–)\s*[$€£¥₹]?(\d+(?:,\d{3})*(?:\.\d+)?)/i;

/** Around what "about" says, and what a bare sum leaves open. */
const TOLERANCE = 0.15;
/** Of an amount just beyond a bound: falls to 0 at a quarter more. */
const BEYOND = 0.25;
/** Where "cheap" is half true, in a currency like the dollar, and where "expensive" is. */
const CHEAP = 20;
const EXPENSIVE = 60;
/** Minutes that are half quick. */
const QUICK = 20;

/** "Under 60" leaves 60 out, "at most 60" doesn't: what is as good as the bound is then just beyond it. */
const below = (word: string): number => (EXCLUSIVE.test(word) ? 1 - 1e-9 : 1);

/** How well the range [low, high] keeps to the bounds: 1 inside, falling to 0 at a quarter beyond. */
function within(low: number, high: number, { low: least, high: most }: Bounds): number {
  const [over, under] = [Math.max(0, low - most), Math.max(0, least - high)];
  if (over === 0 && under === 0) return 1;
  const scale = BEYOND * Math.max(1e-9, Math.abs(over > 0 ? most : least));
  const share = 1 - (over + under) / scale;
  return share > 0 ? share / 2 : 0;
}

/** Sums of money and words for prices. */
export function wantedMoney(condition: string): Wanted[] {
  const found: Wanted[] = [];
  for (const { quantity, text } of findMoney(condition, false)) {
    if (quantity.kind !== "money" || quantity.unit === "") continue;
    const at = condition.indexOf(text);
    const { bounds, start, end } = boundsAround(condition, { start: at, end: at + text.length }, quantity, TOLERANCE);
    const satisfied = (of: Quantity) =>
      of.kind === "money" && sameCurrency(of.unit, quantity.unit) ? within(of.low, of.low, bounds) : 0;
    found.push({ kind: "money", start, end, only: true, satisfied });
  }
  for (const [pattern, grade] of PRICE_WORDS) {
    for (const match of condition.matchAll(pattern)) {
      const satisfied = (of: Quantity) => (of.kind === "money" ? grade(of.low) : 0);
      found.push({ kind: "money", start: match.index, end: match.index + match[0].length, only: false, satisfied });
    }
  }
  return found;
}

const PRICE_WORDS: readonly [RegExp, (amount: number) => number][] = [
  [/\b(?:cheap|inexpensive|affordable)\b/gi, (amount) => (amount <= 1.5 * CHEAP ? CHEAP / (CHEAP + amount) : 0)],
  [/\b(?:expensive|costly|pricey)\b/gi, (amount) => (amount >= EXPENSIVE / 2 ? amount / (amount + EXPENSIVE) : 0)],
  [/(?<!-)\bfree(?: of charge| entry| admission| entrance)?\b(?! time)/gi, (amount) => (amount === 0 ? 1 : 0)],
];

const NUMBERED =
  /(?<![\w.,:$€£-])(\d+(?:,\d{3})*(?:\.\d+)?|an?|half an|one|two|three|four|five|six|ten)[\s-]+([a-z]+)\b/gi;
const NAMED =
  /\b([a-z]+)\s+(?:(?:is|of|was)\s+)?(?=(?:under|below|less than|at most|up to|over|above|more than|at least|about|around|between)\s+\d)(?:[a-z ]+?)\s*(\d+(?:\.\d+)?)(?![\w:])/gi;
const NUMBER_WORDS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  ten: 10,
  "half an": 0.5,
};

/** Numbers of a unit: "under 45 minutes", "more than 400 calories", "rating above 4"; and "quick". */
export function wantedAmounts(condition: string): Wanted[] {
  const found: Wanted[] = [];
  for (const match of condition.matchAll(NUMBERED)) {
    if (!isUnit(match[2]!)) continue;
    const value = NUMBER_WORDS[match[1]!.toLowerCase()] ?? numberOf(match[1]!);
    const exactly = { low: value, high: value };
    const around = boundsAround(condition, { start: match.index, end: match.index + match[0].length }, exactly, 0.02);
    const word = NUMBER_WORDS[match[1]!.toLowerCase()] !== undefined;
    // "a museum" and "two friends" count nothing that an attribute would have.
    if (word && around.plain) continue;
    found.push(wantedAmount(match[2]!, around.bounds, around.start, around.end));
  }
  for (const match of condition.matchAll(NAMED)) {
    const value = Number(match[2]);
    // "dinner under 20 minutes": the number has a unit of its own.
    if (found.some(({ start, end }) => start < match.index + match[0].length && end > match.index)) continue;
    const numberAt = match.index + match[0].length - match[2]!.length;
    const around = boundsAround(
      condition,
      { start: numberAt, end: numberAt + match[2]!.length },
      { low: value, high: value },
      0,
    );
    found.push(wantedAmount(match[1]!, around.bounds, match.index, around.end));
  }
  for (const match of condition.matchAll(/\bquick\b/gi)) {
    const satisfied = (of: Quantity) =>
      of.kind === "number" && of.unit === "minut" && of.low <= QUICK ? QUICK / (QUICK + of.low) : 0;
    found.push({ kind: "number", start: match.index, end: match.index + 5, only: false, satisfied });
  }
  return found;
}

function wantedAmount(unit: string, bounds: Bounds, start: number, end: number): Wanted {
  const low = amountOf(bounds.low, bounds.high, unit);
  const satisfied = (of: Quantity) => (of.kind === "number" && of.unit === low.unit ? within(of.low, of.high, low) : 0);
  return { kind: "number", start, end, only: true, satisfied };
}

interface Around {
  readonly bounds: Bounds;
  readonly start: number;
  readonly end: number;
  /** Whether no word compares. */
  readonly plain: boolean;
}

/** The bounds that the words before and after a number set. */
function boundsAround(text: string, { start, end }: Span, { low, high }: Bounds, tolerance: number): Around {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const most = AT_MOST.exec(before);
  if (most !== null) return { bounds: { low: 0, high: high * below(most[0]) }, start: most.index, end, plain: false };
  const least = AT_LEAST.exec(before);
  if (least !== null) {
    return { bounds: { low: low / below(least[0]), high: Infinity }, start: least.index, end, plain: false };
  }
  const second = SECOND.exec(after);
  const between = BETWEEN.exec(before);
  if (second !== null && between !== null) {
    const bounds = { low, high: numberOf(second[1]!) };
    return { bounds, start: between.index, end: end + second[0].length, plain: false };
  }
  const less = OR_LESS.exec(after);
  if (less !== null) return { bounds: { low: 0, high }, start, end: end + less[0].length, plain: false };
  const more = OR_MORE.exec(after);
  if (more !== null) return { bounds: { low, high: Infinity }, start, end: end + more[0].length, plain: false };
  const about = ABOUT.exec(before);
  const room = about === null ? tolerance : TOLERANCE;
  const bounds = { low: low * (1 - room), high: high * (1 + room) };
  return { bounds, start: about?.index ?? start, end, plain: about === null };
}
