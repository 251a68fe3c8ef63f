import { ENGLISH_CLOCK, ENGLISH_DAYS, ENGLISH_NUMBERS, stemWord, TIME_NAMES, Tokens } from "@semantic-xpath/english";
import {
  COMMON_CURRENCIES,
  CURRENCY_SIGNS,
  type DayExpression,
  scanClockTimes,
  scanDays,
  scanNumber,
  scanOrdinal,
  timeUnitOf,
  unitOf,
} from "@semantic-xpath/values";
import { isAuxiliary, isFunctionWord, markAt } from "../lexicon/closed.js";
import type { Word } from "../words/words.js";
import type { Item } from "./items.js";
import type { Lexicon } from "./senses.js";

const DECADE = /^((?:1\d|20)\d)0s$/;

/** "1930s", "last ten days": the years of a decade, and the days from now on or until now. Of units that the data has for types, these are meant. */
function windowsIn(all: readonly Word[], { phrases }: Lexicon): readonly Extract<Item, { kind: "days" }>[] {
  const texts = all.map(({ text, isQuoted }) => (isQuoted ? "" : text));
  return texts.flatMap((text, from): readonly Extract<Item, { kind: "days" }>[] => {
    const decade = DECADE.exec(text)?.[1];
    const years: DayExpression = { kind: "years", first: Number(`${decade}0`), count: 10 };
    if (decade !== undefined) return [{ kind: "days", expression: years, from, to: from + 1 }];
    const way = Object.hasOwn(ENGLISH_DAYS.which, text) ? ENGLISH_DAYS.which[text]! : 0;
    const number = way === 0 ? null : numberAt(texts, from + 1);
    const name = texts[number?.to ?? -1] ?? "";
    const unit = Object.hasOwn(ENGLISH_DAYS.units, name) ? ENGLISH_DAYS.units[name]! : null;
    const isType = phrases.get(stemWord(name))?.some(({ kind }) => kind === "type") === true;
    if (number === null || unit === null || isType || texts[number.to + 1] === "of") return [];
    const today: DayExpression = { kind: "offset", unit: "day", count: 0 };
    const end: DayExpression = { kind: "offset", unit, count: way * number.value };
    const [expression, until] = way < 0 ? [end, today] : [today, end];
    return [{ kind: "days", expression, until, from, to: number.to + 1 }];
  });
}

const DAYS_OF_WEEK: ReadonlyMap<string, readonly number[]> = new Map([
  ["weekend", [6, 0]],
  ["weekday", [1, 2, 3, 4, 5]],
]);

/** Days by the word that they begin with. */
export function datesIn(all: readonly Word[], request: string, lexicon: Lexicon): ReadonlyMap<number, Item> {
  const dateItems = new Map<number, Item>();
  const { weekdays } = ENGLISH_DAYS;
  const { text, spans } = withTimeNames(all, request);
  const placeOf = (offset: number, isEnd: boolean): number =>
    isEnd ? spans.findLastIndex(({ start }) => start < offset) + 1 : spans.findIndex(({ end }) => end > offset);
  for (const { start, end, expression } of scanDays(text, ENGLISH_DAYS)) {
    if (expression.kind === "length") continue;
    const [from, to] = [placeOf(start, false), placeOf(end, true)];
    if (from < 0 || to <= from || all[from]!.isQuoted) continue;
    const isBare = expression.kind === "weekday" && expression.which === null;
    dateItems.set(
      from,
      isBare
        ? { kind: "weekdays", days: [expression.weekday], isHabit: false, from, to }
        : { kind: "days", expression, from, to },
    );
  }
  for (const item of windowsIn(all, lexicon)) dateItems.set(item.from, item);
  joinRanges(all, dateItems);
  for (const [at, { text, isQuoted }] of all.entries()) {
    if (isQuoted || dateItems.has(at) || [...dateItems.values()].some(({ from, to }) => from <= at && at < to))
      continue;
    const name = Object.hasOwn(weekdays, text) ? text : text.length > 5 ? text.replace(/s$/, "") : "";
    const days = Object.hasOwn(weekdays, name) && text.length > 3 ? [weekdays[name]!] : DAYS_OF_WEEK.get(name);
    if (days !== undefined) dateItems.set(at, { kind: "weekdays", days, isHabit: true, from: at, to: at + 1 });
  }
  return dateItems;
}

/** A request with the misspelt names of months and days as they were corrected, and where its words are in that text. */
function withTimeNames(all: readonly Word[], request: string) {
  const spans: { start: number; end: number }[] = [];
  let text = "";
  let at = 0;
  for (const word of all) {
    const [start, end] = [Math.max(at, word.span.start), word.span.end];
    const isCorrected = TIME_NAMES.includes(word.text) && word.written.toLowerCase() !== word.text;
    text += request.slice(at, start);
    const from = text.length;
    text += isCorrected ? word.text : request.slice(start, end);
    spans.push({ start: from, end: text.length });
    at = end;
  }
  return { text: text + request.slice(at), spans };
}

/** "between 1 May and 10 June", "from May to July": two days or periods as one. */
function joinRanges(all: readonly Word[], items: Map<number, Item>): void {
  for (const [at, item] of [...items]) {
    const joint = all[item.to]?.text ?? "";
    const last = items.get(item.to + 1);
    const before = all[item.from - 1]?.text;
    const isRange = joint === "and" ? before === "between" : ["to", "until", "till", "through"].includes(joint);
    if (!isRange || item.kind !== "days" || last?.kind !== "days") continue;
    const from = before === "between" || before === "from" ? at - 1 : at;
    items.delete(at);
    items.delete(last.from);
    items.set(from, { ...item, until: last.until ?? last.expression, from, to: last.to });
  }
}

const PLAIN = /^\d{1,9}(?:,\d{3}){0,3}(?:\.\d{1,6})?$/;
const ORDINAL = /^(\d{1,6})(?:st|nd|rd|th)$/;
/** `40g`, `20min`, `2k`. */
const JOINED = /^(\d{1,9}(?:\.\d{1,3})?)([a-z]{1,8})$/;

/** The number that begins at a place. */
export function numberAt(
  texts: readonly string[],
  at: number,
): { readonly value: number; readonly isOrdinal: boolean; readonly to: number } | null {
  const text = texts[at] ?? "";
  if (PLAIN.test(text)) return { value: Number(text.replaceAll(",", "")), isOrdinal: false, to: at + 1 };
  const ordinal = ORDINAL.exec(text);
  if (ordinal !== null) return { value: Number(ordinal[1]), isOrdinal: true, to: at + 1 };
  const wordAt = (place: number): string => texts[place] ?? "";
  const named = text === "first" ? null : scanOrdinal(wordAt, at, ENGLISH_NUMBERS);
  const scanned = named ?? scanNumber(wordAt, at, ENGLISH_NUMBERS);
  return scanned === null ? null : { value: scanned.value, isOrdinal: named !== null, to: scanned.end };
}

const PARTS_OF_DAY: Readonly<Record<string, readonly [number, number]>> = {
  morning: [0, 720],
  mornings: [0, 720],
  afternoon: [720, 1080],
  afternoons: [720, 1080],
  evening: [1080, 1439],
  evenings: [1080, 1439],
};
/** The currency of a sign, a code or a name; null for a plain dollar, undefined for any other word. */
export function currencyNamed(text: string): string | null | undefined {
  const name = text.length > 3 ? text.replace(/s$/, "") : text;
  if (Object.hasOwn(CURRENCY_SIGNS, name)) return CURRENCY_SIGNS[name] === "$" ? null : CURRENCY_SIGNS[name];
  const code = text.toUpperCase();
  return COMMON_CURRENCIES.includes(code) ? code : undefined;
}

const DEGREES: ReadonlySet<string> = new Set(["than", "least", "most"]);

/** A number, a part of the day or an amount that begins at a place. */
export function amountAt(texts: readonly string[], at: number): Item | null {
  const text = texts[at]!;
  if (text === "") return null;
  const part = Object.hasOwn(PARTS_OF_DAY, text) ? PARTS_OF_DAY[text]! : null;
  if (part !== null) return { kind: "time", first: part[0], last: part[1], from: at, to: at + 1 };
  const sign = currencyNamed(text);
  const signed = sign === undefined ? null : numberAt(texts, at + 1);
  if (signed !== null) return { kind: "money", value: signed.value, currency: sign!, from: at, to: signed.to };
  if (text === "half" && ["an", "a"].includes(texts[at + 1] ?? "") && texts[at + 2] === "hour")
    return { kind: "duration", minutes: 30, from: at, to: at + 3 };
  const unit = texts[at + 1] ?? "";
  const single = (text === "a" || text === "an") && unit.length > 3 ? withUnit(1, unit, at, at + 2) : null;
  // Other units with an article are amounts where something is compared with them.
  if (single?.kind === "duration" || (single !== null && DEGREES.has(texts[at - 1] ?? ""))) return single;
  const joined = JOINED.exec(text);
  if (joined !== null && !ORDINAL.test(text)) return withUnit(Number(joined[1]), joined[2]!, at, at + 1);
  const number = numberAt(texts, at);
  if (number === null) return null;
  // "which one": no number.
  const after = texts[at + 1];
  if (
    text === "one" &&
    (after === undefined || isFunctionWord(after) || isAuxiliary(after) || markAt([after], 0) !== null)
  )
    return null;
  const { isOrdinal } = number;
  const scale = isOrdinal ? undefined : ENGLISH_NUMBERS.large.get(texts[number.to] ?? "");
  const value = number.value * (scale ?? 1);
  const to = scale === undefined ? number.to : number.to + 1;
  if (isOrdinal) return { kind: "number", value, isOrdinal, unit: null, from: at, to };
  const next = texts[to] ?? "";
  const currency = currencyNamed(next);
  if (currency !== undefined) return { kind: "money", value, currency, from: at, to: to + 1 };
  const measured =
    next.length > 1 || ["h", "g", "l", "m", "%"].includes(next) ? withUnit(value, next, at, to + 1) : null;
  return measured ?? { kind: "number", value, isOrdinal, unit: null, from: at, to };
}

/** A number with a unit; null for any other word. */
function withUnit(value: number, unit: string, from: number, to: number): Item | null {
  if (unit === "k") return { kind: "number", value: value * 1000, isOrdinal: false, unit: null, from, to };
  const time = unit === "m" ? null : timeUnitOf(unit);
  if (time !== null)
    return time.of === "ms" ? { kind: "duration", minutes: (value * time.size) / 60_000, from, to } : null;
  if (unitOf(unit) === null) return null;
  return { kind: "number", value, isOrdinal: false, unit, from, to };
}

/** Words before a clock time: "day 6 in the afternoon" has none. */
const BEFORE_TIME: ReadonlySet<string> = new Set(
  "before after at by from until till since to about around and".split(" "),
);

/** Times of the day by the word that they begin with: "between 2 and 4 pm", "from 10 am to noon", "2-4pm", "9:30", "quarter past nine". */
export function timesIn(all: readonly Word[], request: string): ReadonlyMap<number, Item> {
  const items = new Map<number, Item>();
  const offset = all[0]?.span.start ?? 0;
  const places = new Map(all.map(({ span }, at) => [span.start - offset, at]));
  const tokens = new Tokens(request.slice(offset, all.at(-1)?.span.end ?? 0));
  for (let at = 0; at < tokens.length; at++) {
    const from = places.get(tokens.start(at));
    if (from === undefined || all[from]!.isQuoted) continue;
    const isRange = tokens.is(at, "between", "from");
    const time = scanClockTimes(tokens, isRange ? at + 1 : at, ENGLISH_CLOCK);
    // "Extend it by 30 minutes to 2 pm"
    if (time === null || time.isByMinutes || (isRange && time.last === null)) continue;
    if (time.isByPart && !isRange && !BEFORE_TIME.has(all[from - 1]?.text ?? "")) continue;
    const end = offset + tokens.end(time.end - 1);
    let to = from + 1;
    while (to < all.length && all[to]!.span.start < end) to++;
    items.set(from, { kind: "time", first: time.first, last: time.last, from, to });
  }
  return items;
}

/** Minutes from midnight in the notation of a query: 14:30. */
export const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
