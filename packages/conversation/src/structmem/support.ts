import { ENGLISH_DAYS } from "@semantic-xpath/english";
import { monthName, scanDays, weekdayName } from "@semantic-xpath/values";

/** A text with its time, as a consolidation reads it. */
export interface Evidence {
  readonly text: string;
  readonly speaker: string;
  /** Milliseconds since 1970 in UTC. */
  readonly time: number;
}

/** A date, name or number that a text cites. */
export interface Citation {
  readonly kind: "date" | "name" | "number";
  readonly text: string;
  /** UTF-16 units, end exclusive. */
  readonly start: number;
  readonly end: number;
}

const NUMBER = /(?<![\p{L}\p{N}])\d+(?:[.,:]\d+)*/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;

/**
 * Dates, names and numbers of a text, in its order. A name is a capitalised word. At the beginning of a sentence, where any word is capitalised,
 * it counts only before another capitalised word, or if it is capitalised inside another sentence. Months and weekdays outside dates are names.
 */
export function citationsOf(text: string): Citation[] {
  const citations: Citation[] = [];
  const isFree = (start: number, end: number) => citations.every((other) => end <= other.start || start >= other.end);
  const add = (kind: Citation["kind"], match: RegExpExecArray) => {
    const [start, end] = [match.index, match.index + match[0].length];
    if (isFree(start, end)) citations.push({ kind, text: match[0], start, end });
  };
  for (const { start, end } of datesOf(text))
    citations.push({ kind: "date", text: text.slice(start, end), start, end });
  for (const match of text.matchAll(NUMBER)) add("number", match);
  const capitalised = [...text.matchAll(WORD)].filter(([word]) => /^\p{Lu}/u.test(word));
  const inside = new Set(capitalised.filter(({ index }) => !beginsSentence(text, index)).map(([word]) => word));
  capitalised.forEach((match, index) => {
    const end = match.index + match[0].length;
    const isFollowed = capitalised[index + 1]?.index === end + 1 && text[end] === " ";
    if (inside.has(match[0]) || (isFollowed && match[0].length > 1)) add("name", match);
  });
  return citations.sort((left, right) => left.start - right.start);
}

/** The citations of a text that occur in none of the inputs: neither in their texts, nor in their speakers, nor in their times. */
export function unsupportedCitations(text: string, inputs: readonly Evidence[]): Citation[] {
  const support = supportOf(inputs);
  return citationsOf(text).filter((citation) => {
    if (citation.kind === "date")
      return !datesOf(citation.text).every((date) => support.dates.some((other) => sameDay(date, other)));
    const [whole, ...parts] = wordsOf(citation.text);
    return (
      !support.words.has(whole!) &&
      !(parts.length > 0 && parts.every((word) => word === "s" || support.words.has(word)))
    );
  });
}

interface Day {
  readonly day: number;
  readonly month: number;
  readonly year: number | null;
}

function supportOf(inputs: readonly Evidence[]): { words: ReadonlySet<string>; dates: readonly Day[] } {
  const words = new Set(["I", "i"]);
  const dates: Day[] = [];
  for (const { text, speaker, time } of inputs) {
    for (const word of [...wordsOf(text), ...wordsOf(speaker), ...wordsOfTime(time)]) words.add(word);
    const date = new Date(time);
    dates.push(
      { day: date.getUTCDate(), month: date.getUTCMonth() + 1, year: date.getUTCFullYear() },
      ...datesOf(text),
    );
  }
  return { words, dates };
}

/** Words and numbers by which a time may be cited apart from its day: month, weekday, year, clock. */
function wordsOfTime(time: number): string[] {
  const date = new Date(time);
  const names = [monthName(date.getUTCMonth() + 1), weekdayName(time)].map((name) => name.toLowerCase());
  const [hour, minute] = [date.getUTCHours(), String(date.getUTCMinutes()).padStart(2, "0")];
  const clocks = [hour, ((hour + 11) % 12) + 1].flatMap((name) => [
    `${name}:${minute}`,
    `${String(name).padStart(2, "0")}:${minute}`,
  ]);
  return [...names, ...names.map((name) => name.slice(0, 3)), `${names[1]}s`, String(date.getUTCFullYear()), ...clocks];
}

/** Days of a text that have a month, at their places. */
const datesOf = (text: string): (Day & { readonly start: number; readonly end: number })[] =>
  scanDays(text, ENGLISH_DAYS).flatMap(({ start, end, expression }) => {
    if (expression.kind !== "date") return [];
    const { year, month, day } = expression;
    return month === null || day === null ? [] : [{ day, month, year, start, end }];
  });

const sameDay = (left: Day, right: Day): boolean =>
  left.day === right.day &&
  left.month === right.month &&
  (left.year === null || right.year === null || left.year === right.year);

/** Words in lower case with their parts around hyphens and apostrophes, and numbers without their thousands' commas. */
function wordsOf(text: string): string[] {
  const numbers = (text.match(NUMBER) ?? []).map((number) => number.replace(/,(?=\d{3})/g, ""));
  const words = (text.match(WORD) ?? []).map((word) => word.toLowerCase());
  return [...numbers, ...words.flatMap((word) => [word, ...word.split(/['’-]/u)])];
}

function beginsSentence(text: string, index: number): boolean {
  let end = index;
  while (end > 0 && /["'“‘(\s]/u.test(text[end - 1]!) && text[end - 1] !== "\n") end--;
  return end === 0 || /[.!?:;\n•-]/u.test(text[end - 1]!);
}
