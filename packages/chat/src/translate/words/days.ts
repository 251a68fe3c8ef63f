import * as en from "chrono-node/en";
import { numberOf, ORDINAL, own, PARTS_OF_DAY, RANGES, type Said } from "./quantities.js";
import type { Word } from "./words.js";

/** The first and the last of days, as in ISO 8601. */
export interface Days {
  readonly first: string;
  readonly last: string;
}

/** All days that a request says, by the clock; those without a year or a month are in the days of the data, where they can be. */
export function daysIn(words: readonly Word[], request: string, now: string, daysOfData: () => Days | null): Said[] {
  const found = daysByClock(words, request, now);
  const isOpen = (said: Said) => said.kind === "days" && (said.weekdays === undefined || said.to - said.from > 1);
  const range = found.some(isOpen) || words.some(({ text }) => ORDINAL.test(text)) ? daysOfData() : null;
  if (range === null) return found;
  for (let at = 0; at < words.length; at++) {
    const alone = found.some(({ from, to }) => from <= at && at < to)
      ? null
      : dayOfMonthAt(words, at, today(now), true);
    if (alone?.kind === "days" && isIn(range, inData(alone, words, range))) found.push(alone);
  }
  return found.map((said) => (said.kind === "days" ? { ...said, ...inData(said, words, range) } : said));
}

const DAY = 86_400_000;
const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
export const WEEKDAYS = "sunday monday tuesday wednesday thursday friday saturday".split(" ");

/** The day of a clock where it is, as the midnight of that day in UTC. */
function today(now: string): number {
  const day = Date.parse(`${now.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(day) ? Date.parse(`${new Date().toISOString().slice(0, 10)}T00:00:00Z`) : day;
}

/** Weeks begin on Monday. */
const weekOf = (day: number): number => day - ((new Date(day).getUTCDay() + 6) % 7) * DAY;

const weekendOf = (day: number): [number, number] => [weekOf(day) + 5 * DAY, weekOf(day) + 6 * DAY];

/** Spans of days by their words. */
const STRETCHES: Readonly<Record<string, (day: number) => [number, number]>> = {
  today: (day) => [day, day],
  tonight: (day) => [day, day],
  tomorrow: (day) => [day + DAY, day + DAY],
  yesterday: (day) => [day - DAY, day - DAY],
  "this week": (day) => [weekOf(day), weekOf(day) + 6 * DAY],
  "next week": (day) => [weekOf(day) + 7 * DAY, weekOf(day) + 13 * DAY],
  "last week": (day) => [weekOf(day) - 7 * DAY, weekOf(day) - DAY],
  "this weekend": weekendOf,
  weekend: weekendOf,
  weekends: weekendOf,
  "next weekend": (day) => [weekOf(day) + 12 * DAY, weekOf(day) + 13 * DAY],
  "this month": (day) => monthOf(day, 0),
  "next month": (day) => monthOf(day, 1),
  "last month": (day) => monthOf(day, -1),
};
export const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);

function monthOf(day: number, offset: number): [number, number] {
  const date = new Date(day);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1);
  return [first, Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset + 1, 1) - DAY];
}

/** What chrono reads as a day is one where it has a name, a number of days or the form of a date. */
const NAMES_DAY =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)|\d{4}-\d|\d\/\d|\b\d+ (?:days?|weeks?|months?)\b/i;

const isIn = (range: Days, { first, last }: Days): boolean => range.first <= last && first <= range.last;

/** The same days of the month, or of the year, that is nearest to the data's first. */
function inData(said: Said & Days, words: readonly Word[], range: Days): Days {
  const texts = words.slice(said.from, said.to).map(({ text }) => text);
  const { first, last } = said;
  const isDay = texts.length === 1 && ORDINAL.test(texts[0]!);
  const hasMonth = texts.some((text) => text.length > 2 && MONTHS.some((month) => month.startsWith(text)));
  if (isIn(range, said) || !(isDay || hasMonth) || texts.some((text) => /^\d{4}/.test(text))) return { first, last };
  const from = range.first.slice(0, isDay ? 7 : 4);
  const moved = { first: from + first.slice(from.length), last: from + last.slice(from.length) };
  return isIn(range, moved) && moved.first <= moved.last ? moved : { first, last };
}

function daysByClock(words: readonly Word[], request: string, now: string): Said[] {
  const day = today(now);
  const found: Said[] = [];
  for (let at = 0; at < words.length; at++) {
    const said =
      partOfMonthAt(words, at, day) ??
      daysOfMonthAt(words, at, day) ??
      stretchAt(words, at, day) ??
      dayOfMonthAt(words, at, day);
    if (said === null) continue;
    found.push(said);
    at = said.to - 1;
  }
  const isTaken = (from: number, to: number) => found.some((each) => each.from < to && from < each.to);
  for (const result of en.casual.parse(
    request,
    { instant: new Date(day + DAY / 2), timezone: 0 },
    { forwardDate: true },
  )) {
    const { start } = result;
    if (!NAMES_DAY.test(result.text) || (!start.isCertain("day") && !start.isCertain("weekday"))) continue;
    const from = words.findIndex(({ span }) => span.end > result.index);
    const to = words.findLastIndex(({ span }) => span.start < result.index + result.text.length) + 1;
    if (from < 0 || to <= from || isTaken(from, to)) continue;
    const first = dayOf(start);
    found.push({ from, to, kind: "days", first, last: result.end == null ? first : dayOf(result.end) });
  }
  return found;
}

type Components = { get(part: "year" | "month" | "day"): number | null };
const dayOf = (part: Components): string =>
  iso(Date.UTC(part.get("year") ?? 1970, (part.get("month") ?? 1) - 1, part.get("day") ?? 1));

/** `1 and 10 October`, `1st to 10th of October`: from the one to the other, in the year that is now. */
function daysOfMonthAt(words: readonly Word[], at: number, day: number): Said | null {
  const [first, joint, last] = [words[at]!, words[at + 1], words[at + 2]];
  if (first.isQuoted || joint === undefined || last === undefined || !RANGES.has(joint.text)) return null;
  const place = words[at + 3]?.text === "of" ? at + 4 : at + 3;
  const month = MONTHS.indexOf(words[place]?.text ?? "");
  const [from, to] = [numberOf(first), numberOf(last)];
  if (month < 0 || from === null || to === null || from.value > to.value || to.value > 31) return null;
  const year = new Date(day).getUTCFullYear();
  const dayOf = ({ value }: { value: number }) => iso(Date.UTC(year, month, value));
  return { from: at, to: place + 1, kind: "days", first: dayOf(from), last: dayOf(to) };
}

const WEEK_NUMBERS: ReadonlyMap<string, number> = new Map([
  ["first", 0],
  ["second", 1],
  ["third", 2],
  ["fourth", 3],
]);
/** Parts of a month by their first and last day; 0 is the last of the month. */
const MONTH_PARTS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ["beginning", [1, 10]],
  ["start", [1, 10]],
  ["early", [1, 10]],
  ["middle", [11, 20]],
  ["end", [21, 0]],
  ["late", [21, 0]],
]);

/** "the first week of October", "the end of October". */
function partOfMonthAt(words: readonly Word[], at: number, day: number): Said | null {
  const { text, isQuoted } = words[at]!;
  const week = words[at + 1]?.text === "week" ? (text === "last" ? -1 : WEEK_NUMBERS.get(text)) : undefined;
  const part = MONTH_PARTS.get(text);
  if (isQuoted || (week === undefined && part === undefined)) return null;
  const of = at + (week === undefined ? 1 : 2);
  const place = ["of", "in"].includes(words[of]?.text ?? "") ? of + 1 : of;
  const month = MONTHS.indexOf(words[place]?.text ?? "");
  if (month < 0) return null;
  const year = new Date(day).getUTCFullYear();
  const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const [first, last] =
    week === undefined ? part! : week < 0 ? ([length - 6, length] as const) : ([week * 7 + 1, week * 7 + 7] as const);
  const dayOf = (number: number) => iso(Date.UTC(year, month, number === 0 ? length : number));
  return { from: at, to: place + 1, kind: "days", first: dayOf(first), last: dayOf(last) };
}

/** Before a day of the month that is said without its month. */
const BEFORE_DAY: ReadonlySet<string> = new Set("on by until till before after from since for to and".split(" "));

/** `on the 12th`: of the month that is now; not `the 2nd task`. */
function dayOfMonthAt(words: readonly Word[], at: number, day: number, isAlone = false): Said | null {
  const ordinal = ORDINAL.exec(words[at]!.text);
  if (ordinal === null || words[at]!.isQuoted || Number(ordinal[1]) > 31) return null;
  const before = words[at - 1]?.text === "the" ? words[at - 2]?.text : words[at - 1]?.text;
  const next = words[at + 1];
  const isEnd = next === undefined || isBoundary(next.text) || words[at]!.span.end + 1 < next.span.start;
  const isAfter = isAlone ? before === undefined || ["about", "of"].includes(before) : BEFORE_DAY.has(before ?? "");
  if (!isEnd || !isAfter || MONTHS.includes(words[at - 1]?.text ?? "")) return null;
  const date = new Date(day);
  const said = iso(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), Number(ordinal[1])));
  return { from: at, to: at + 1, kind: "days", first: said, last: said };
}

const BOUNDARIES: ReadonlySet<string> = new Set(
  "and or but in at with without for is are was do does please which what that to until till before after".split(" "),
);
const isBoundary = (word: string): boolean => BOUNDARIES.has(word);

const AROUND = [
  { phrase: ["day", "after", "tomorrow"], days: 2 },
  { phrase: ["day", "before", "yesterday"], days: -2 },
];

function stretchAt(words: readonly Word[], at: number, day: number): Said | null {
  const { text, isQuoted } = words[at]!;
  if (isQuoted) return null;
  const two = `${text} ${words[at + 1]?.text ?? ""}`;
  const stretch = own(STRETCHES, two) ?? own(STRETCHES, text);
  if (stretch !== undefined) {
    const [first, last] = stretch(day);
    const length = own(STRETCHES, two) === undefined ? 1 : 2;
    const said = { from: at, to: at + length, kind: "days", first: iso(first), last: iso(last) } as const;
    return length === 1 && text.startsWith("weekend") ? { ...said, weekdays: ["Saturday", "Sunday"] } : said;
  }
  const around = AROUND.find(({ phrase }) => phrase.every((each, i) => words[at + i]?.text === each));
  if (around !== undefined) {
    const said = iso(day + around.days * DAY);
    return { from: at, to: at + around.phrase.length, kind: "days", first: said, last: said };
  }
  const middle = text === "mid" ? MONTHS.indexOf(words[at + 1]?.text ?? "") : -1;
  if (middle >= 0) {
    const fifteenth = iso(Date.UTC(new Date(day).getUTCFullYear(), middle, 15));
    return { from: at, to: at + 2, kind: "days", first: fifteenth, last: fifteenth };
  }
  const number = words[at + 1] === undefined ? null : numberOf(words[at + 1]!);
  if ((text === "next" || text === "coming") && number !== null && /^days?$|^weeks?$/.test(words[at + 2]?.text ?? "")) {
    const length = number.value * (words[at + 2]!.text.startsWith("week") ? 7 : 1);
    return { from: at, to: at + 3, kind: "days", first: iso(day), last: iso(day + length * DAY) };
  }
  if (text === "this" && own(PARTS_OF_DAY, words[at + 1]?.text ?? "") !== undefined)
    return { from: at, to: at + 1, kind: "days", first: iso(day), last: iso(day) };
  const isNext = text === "next" || text === "this" || text === "coming";
  const place = isNext ? at + 1 : at;
  const weekday = WEEKDAYS.indexOf((words[place]?.text ?? "").replace(/s$/, ""));
  if (weekday < 0) {
    const month = MONTHS.indexOf(text);
    const isDay = [words[at - 1], words[at + 1]].some((word) => word !== undefined && numberOf(word) !== null);
    if (month < 0 || text === "may" || isDay) return null;
    const year = new Date(day).getUTCFullYear();
    const first = Date.UTC(year, month, 1);
    return { from: at, to: at + 1, kind: "days", first: iso(first), last: iso(Date.UTC(year, month + 1, 1) - DAY) };
  }
  const ahead = (weekday - new Date(day).getUTCDay() + 7) % 7;
  const first = text === "next" ? weekOf(day) + 7 * DAY + ((weekday + 6) % 7) * DAY : day + ahead * DAY;
  const name = WEEKDAYS[weekday]!;
  const said = { from: at, to: place + 1, kind: "days", first: iso(first), last: iso(first) } as const;
  const isAny = words[place]!.text !== name || ["a", "any", "every", "each"].includes(words[at - 1]?.text ?? "");
  return isNext ? said : { ...said, isAny, weekdays: [name[0]!.toUpperCase() + name.slice(1)] };
}
