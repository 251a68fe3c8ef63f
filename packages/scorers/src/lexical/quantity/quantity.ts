import type { Span } from "@semantic-xpath/parser";
import { DAY } from "@semantic-xpath/values";
import { foldWord } from "../words.js";

/** A span of the day in minutes from midnight; `high` goes beyond 1440 where it crosses midnight. */
export interface TimeSpan {
  readonly kind: "time";
  readonly low: number;
  readonly high: number;
}

/** What is said of a day: any part may be missing. Months from 1, weekdays from 0 for Sunday. */
export interface CalendarDate {
  readonly kind: "date";
  readonly year: number | null;
  readonly month: number | null;
  readonly day: number | null;
  readonly weekday: number | null;
}

/** An amount of money; `unit` is a currency code, or empty if none is said. */
export interface Money {
  readonly kind: "money";
  readonly low: number;
  readonly high: number;
  readonly unit: string;
}

/** A number of something; `unit` is the stem of its unit or of its attribute. Durations are minutes. */
export interface Amount {
  readonly kind: "number";
  readonly low: number;
  readonly high: number;
  readonly unit: string;
}

type Quantity = TimeSpan | CalendarDate | Money | Amount;

/** What a condition wants of a quantity, with the words that want it: `satisfied` gives how well one does, in [0, 1]. */
export interface Wanted extends Span {
  readonly kind: Quantity["kind"];
  /** Whether the words mean this and nothing else ("under 30 dollars"); a word such as "morning" is looked for too. */
  readonly only: boolean;
  satisfied(quantity: Quantity): number;
}

/** A quantity found in a text, with the characters that say it. */
export interface FoundQuantity<Kind extends Quantity = Quantity> {
  readonly quantity: Kind;
  readonly text: string;
}

/** What a pattern finds; null of `read` is none. */
export const foundBy = <Kind extends Quantity>(
  pattern: RegExp,
  text: string,
  read: (match: RegExpExecArray) => Kind | null,
): FoundQuantity<Kind>[] =>
  Array.from(text.matchAll(pattern)).flatMap((match) => {
    const quantity = read(match);
    return quantity === null ? [] : [{ quantity, text: match[0].trim() }];
  });

type OfKind<Kind extends Quantity["kind"]> = Extract<Quantity, { readonly kind: Kind }>;

/** What some words want of quantities of one kind; those of another kind never satisfy it. */
export const wants = <Kind extends Quantity["kind"]>(
  kind: Kind,
  { start, end }: Span,
  only: boolean,
  grade: (quantity: OfKind<Kind>) => number,
): Wanted => ({
  ...{ kind, start, end, only },
  satisfied: (quantity) => (quantity.kind === kind ? grade(quantity as OfKind<Kind>) : 0),
});

/** Words with what they want of quantities of one kind, beside what else they mean. */
export type WantingWords<Kind extends Quantity["kind"]> = readonly [RegExp, (quantity: OfKind<Kind>) => number][];

export const wordsThatWant = <Kind extends Quantity["kind"]>(
  condition: string,
  kind: Kind,
  table: WantingWords<Kind>,
): Wanted[] =>
  table.flatMap(([pattern, grade]) =>
    Array.from(condition.matchAll(pattern), (match) => wants(kind, spanOf(match), false, grade)),
  );

export const spanOf = ({ 0: text, index }: RegExpExecArray): Span => ({ start: index, end: index + text.length });

/** Characters: more than the longest words that compare. */
const BEFORE = 24;

/**
 * The words that end where a number begins, white space aside, if they match a pattern that ends in `$`. Only the last few characters
 * are looked at, so that a condition of many numbers is not read once for each.
 */
export function wordBefore(pattern: RegExp, text: string, at: number): { word: string; start: number } | null {
  const end = text.slice(0, at).trimEnd().length;
  const from = Math.max(0, end - BEFORE);
  const match = pattern.exec(text.slice(from, end));
  return match && { word: match[0], start: from + match.index };
}

/** A full date with its weekday. */
export function calendarDate(year: number, month: number, day: number): CalendarDate {
  return { kind: "date", year, month, day, weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay() };
}

/** Days since 1970 of a full date, null if a part is missing. */
export function dayNumber({ year, month, day }: CalendarDate): number | null {
  return year === null || month === null || day === null ? null : Date.UTC(year, month - 1, day) / DAY;
}

const ASCII = /^[\0-\x7f]*$/;
/** A letter beyond ASCII, or a mark upon a letter; the mark that makes a sign an emoji is none. */
const LETTER = /(?![A-Za-z])\p{L}|(?<=\p{L}\p{M}*)\p{M}/gu;

/**
 * A text of the same length in which each letter beyond ASCII is one of ASCII: its base letter where it has just one, else "x".
 * The patterns for quantities can then tell where a word ends: `\b` and `[a-z]` know ASCII alone, and "3 marché" has no month.
 */
export function asciiLetters(text: string): string {
  if (ASCII.test(text)) return text;
  return text.replace(LETTER, (letter) => {
    const folded = foldWord(letter);
    return folded.length === letter.length && ASCII.test(folded) ? folded : "x".repeat(letter.length);
  });
}
