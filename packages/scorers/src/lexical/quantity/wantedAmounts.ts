import type { Span } from "@semantic-xpath/parser";
import { amountOf, findMoney, isUnit, numberOf, sameCurrency } from "./amounts.js";
import { spanOf, type Wanted, type WantingWords, wants, wordBefore, wordsThatWant } from "./quantity.js";

/** A closed range that is asked for. */
interface Bounds {
  readonly low: number;
  readonly high: number;
}

const AT_MOST =
  /\b(?:under|below|less than|fewer than|cheaper than|shorter than|at most|up to|no more than|not more than|within|max(?:imum)?(?: of)?)$/i;
const AT_LEAST = /\b(?:over|above|more than|at least|longer than|no less than|minimum(?: of)?|min|beyond|exceeding)$/i;
const EXCLUSIVE = /^(?:under|below|less|fewer|cheaper|shorter|over|above|more|longer|beyond|exceeding)\b/i;
const ABOUT = /\b(?:about|around|roughly|approximately|some|circa|nearly|almost)$/i;
const BETWEEN = /\b(?:between|from)$/i;
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
  const sums = findMoney(condition, false).filter(({ quantity }) => quantity.unit !== "");
  const found = sums.map(({ quantity, text }) => {
    const start = condition.indexOf(text);
    const around = boundsAround(condition, { start, end: start + text.length }, quantity, TOLERANCE);
    return wants("money", around, true, ({ low, unit }) =>
      sameCurrency(unit, quantity.unit) ? within(low, low, around.bounds) : 0,
    );
  });
  return [...found, ...wordsThatWant(condition, "money", PRICE_WORDS)];
}

const PRICE_WORDS: WantingWords<"money"> = [
  [/\b(?:cheap|inexpensive|affordable)\b/gi, ({ low }) => (low <= 1.5 * CHEAP ? CHEAP / (CHEAP + low) : 0)],
  [/\b(?:expensive|costly|pricey)\b/gi, ({ low }) => (low >= EXPENSIVE / 2 ? low / (low + EXPENSIVE) : 0)],
  [/(?<!-)\bfree(?: of charge| entry| admission| entrance)?\b(?! time)/gi, ({ low }) => (low === 0 ? 1 : 0)],
];

const NUMBERED =
  /(?<![\w.,:$€£-])(\d+(?:,\d{3})*(?:\.\d+)?|an?|half an|one|two|three|four|five|six|ten)[\s-]+([a-z]+)\b/gi;
const NAMED =
  /\b([a-z]+)\s+(?:(?:is|of|was)\s+)?(?:under|below|less than|at most|up to|over|above|more than|at least|about|around|between)\s+(\d+(?:\.\d+)?)(?![\w:])/gi;
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
const QUICK_WORDS: WantingWords<"number"> = [
  [/\bquick\b/gi, ({ low, unit }) => (unit === "minut" && low <= QUICK ? QUICK / (QUICK + low) : 0)],
];

/** Numbers of a unit: "under 45 minutes", "more than 400 calories", "rating above 4"; and "quick". */
export function wantedAmounts(condition: string): Wanted[] {
  const found: Wanted[] = [];
  const exactly = (value: number): Bounds => ({ low: value, high: value });
  for (const match of condition.matchAll(NUMBERED)) {
    const [number, unit] = [match[1]!, match[2]!];
    if (!isUnit(unit)) continue;
    const word = NUMBER_WORDS[number.toLowerCase()];
    const around = boundsAround(condition, spanOf(match), exactly(word ?? numberOf(number)), 0.02);
    // "a museum" and "two friends" count nothing that an attribute would have.
    if (word !== undefined && around.plain) continue;
    found.push(wantedAmount(unit, around.bounds, around));
  }
  for (const match of condition.matchAll(NAMED)) {
    const [unit, number] = [match[1]!, match[2]!];
    const { start, end } = spanOf(match);
    // "dinner under 20 minutes": the number has a unit of its own.
    if (found.some((one) => one.start < end && one.end > start)) continue;
    const around = boundsAround(condition, { start: end - number.length, end }, exactly(Number(number)), 0);
    found.push(wantedAmount(unit, around.bounds, { start, end: around.end }));
  }
  return [...found, ...wordsThatWant(condition, "number", QUICK_WORDS)];
}

function wantedAmount(unit: string, bounds: Bounds, span: Span): Wanted {
  const asked = amountOf(bounds.low, bounds.high, unit);
  return wants("number", span, true, (of) => (of.unit === asked.unit ? within(of.low, of.high, asked) : 0));
}

interface Around extends Span {
  readonly bounds: Bounds;
  /** Whether no word compares. */
  readonly plain: boolean;
}

/** The bounds that the words before and after a number set. */
function boundsAround(text: string, { start, end }: Span, { low, high }: Bounds, tolerance: number): Around {
  const before = (pattern: RegExp) => wordBefore(pattern, text, start);
  const compared = (bounds: Bounds, from = start, length = 0): Around => ({
    ...{ bounds, start: from, end: end + length, plain: false },
  });
  const most = before(AT_MOST);
  if (most !== null) return compared({ low: 0, high: high * below(most.word) }, most.start);
  const least = before(AT_LEAST);
  if (least !== null) return compared({ low: low / below(least.word), high: Infinity }, least.start);
  const after = text.slice(end);
  const second = SECOND.exec(after);
  const between = before(BETWEEN);
  if (second !== null && between !== null) {
    return compared({ low, high: numberOf(second[1]!) }, between.start, second[0].length);
  }
  const less = OR_LESS.exec(after);
  if (less !== null) return compared({ low: 0, high }, start, less[0].length);
  const more = OR_MORE.exec(after);
  if (more !== null) return compared({ low, high: Infinity }, start, more[0].length);
  const about = before(ABOUT);
  const room = about === null ? tolerance : TOLERANCE;
  const bounds = { low: low * (1 - room), high: high * (1 + room) };
  return { bounds, start: about?.start ?? start, end, plain: about === null };
}
