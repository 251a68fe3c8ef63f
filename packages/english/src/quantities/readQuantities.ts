import { readNumber as plainNumber, timeUnitOf, toBase, type Unit, unitOf } from "@semantic-xpath/values";
import { ENGLISH_DAYS } from "../days.js";
import { ENGLISH_NUMBERS } from "../numbers.js";
import { anyOf, isStopWord } from "../words.js";
import { amount, durationUnit, readAmount, thingOf } from "./amounts.js";
import { mayBegin } from "./begins.js";
import { comparedBefore } from "./comparisons.js";
import { readDays } from "./dates.js";
import { readFree, readMoney } from "./money.js";
import { type Quantity, type QuantitySpan, type Reading, sum } from "./quantity.js";
import { readTime } from "./times.js";
import { Tokens } from "./tokens.js";

/** A run of tokens that reads as a quantity. */
export interface FoundReading extends Reading {
  readonly start: number;
}

const { small, tens, large } = ENGLISH_NUMBERS;
/** A cheap test that texts without quantities fail. */
const MAY_HAVE = new RegExp(
  "[\\d½¼¾⅓⅔]|noon|midday|midnight|\\bfree\\b|no charge|day\\b|days\\b|weekend|century|ties\\b|teen\\b|\\ban?\\s(?:minute|hour|day|week|month|year)" +
    `|\\b${anyOf([...Object.keys(ENGLISH_DAYS.months), ...Object.keys(ENGLISH_DAYS.seasons)])}` +
    `|\\b${anyOf(["half", "quarter", "couple", "few", "several", ...[...small.keys()].slice(1), ...tens.keys(), ...large.keys()])}\\b`,
  "i",
);

export const mayHaveQuantities = (text: string): boolean => MAY_HAVE.test(text);

/** The quantities of the value of an attribute, or of own text where that is null, in its order. Time linear in the text. */
export function readQuantities(text: string, field: string | null): QuantitySpan[] {
  if (!mayHaveQuantities(text)) return [];
  const bare = field === null ? Number.NaN : plainNumber(text);
  if (!Number.isNaN(bare)) {
    const quantity = bareNumber(bare, text, field!);
    return quantity === null ? [] : [{ quantity, start: 0, end: text.length }];
  }
  const tokens = new Tokens(text);
  const name = field === null ? null : namesOf(field);
  return readTokens(tokens, field).flatMap((reading) =>
    reading.quantities.map((quantity) => ({
      quantity: inField(qualified(tokens, reading, quantity), name),
      start: tokens.start(reading.start),
      end: tokens.end(reading.end - 1),
    })),
  );
}

/** "Up to 10 people" are a range, and so are "more than 300 pages". */
function qualified(tokens: Tokens, { start, compared }: FoundReading, quantity: Quantity): Quantity {
  if (quantity.kind !== "number" || quantity.low !== quantity.high) return quantity;
  const comparison = compared ?? comparedBefore(tokens, start)?.comparison;
  const { low, written } = quantity;
  if (comparison === "most" || comparison === "less") {
    return { ...quantity, low: Math.min(0, low), written: { low: Math.min(0, written.low), high: written.high } };
  }
  if (comparison !== "least" && comparison !== "more") return quantity;
  return { ...quantity, high: Infinity, written: { low: written.low, high: Infinity } };
}

/** All quantities that tokens say. They don't overlap. */
export function readTokens(tokens: Tokens, field: string | null): FoundReading[] {
  const readings: FoundReading[] = [];
  const isPrice = field !== null && PRICE.test(field);
  const isYear = field !== null && YEAR_FIELD.test(field);
  for (let at = 0; at < tokens.length; ) {
    if (!mayBegin(tokens, at)) {
      at++;
      continue;
    }
    const reading =
      readMoney(tokens, at) ??
      readFree(tokens, at, isPrice) ??
      readTime(tokens, at) ??
      readDays(tokens, at, isYear) ??
      readAmount(tokens, at);
    // A date that the calendar does not have is read, and means nothing.
    if (reading !== null && reading.quantities.length > 0)
      readings.push({ ...reading, quantities: ambiguous(tokens, at, reading), start: at });
    at = reading?.end ?? at + 1;
  }
  return readings;
}

/** Pounds may be money or a weight. */
function ambiguous(tokens: Tokens, at: number, { quantities, end }: Reading): readonly Quantity[] {
  const [money] = quantities;
  if (money?.kind !== "money" || money.unit !== "GBP" || unitOf(tokens.word(end - 1)) === null) return quantities;
  const weight = readAmount(tokens, at);
  return weight === null ? quantities : [money, ...weight.quantities];
}

const PRICE = /(?:^|[\W_]|(?<=[a-z])(?=[A-Z]))(?:costs?|prices?|fees?|fare|budget|amount|total|rent|salary|spent)$/i;
const YEAR_FIELD =
  /(?:^|[\W_]|(?<=[a-z])(?=[A-Z]))(?:year|born|died|built|founded|published|released|since|established|date|created|updated|modified)$/i;
const HUMP = /(?<=[a-z\d])(?=[A-Z])/g;
/** Maximum length of the name of a measure. */
const LONGEST_NAME = 64;

/** Words of a field's name that do not name the measured thing. */
const GENERAL = new Set(
  "duration time length distance weight mass size amount quantity volume height width depth area total count number value measure temperature speed energy min max minimum maximum avg average approx about range level time_block start end".split(
    " ",
  ),
);

interface FieldName {
  /** Its words, small. */
  readonly words: readonly string[];
  readonly about: readonly string[];
}

function namesOf(field: string): FieldName {
  const spaced = field.slice(-LONGEST_NAME).replace(HUMP, " ").toLowerCase();
  const words = spaced.split(/[^a-z]+/).filter((word) => word !== "");
  const telling = words.filter((word) => word.length > 1 && !isStopWord(word) && !GENERAL.has(word) && !isUnit(word));
  return { words, about: telling.map(thingOf) };
}

const isUnit = (word: string): boolean => timeUnitOf(word) !== null || unitOf(word) !== null;

/** Amounts in a field measure the thing in its name: `protein: 40g`. */
function inField(quantity: Quantity, name: FieldName | null): Quantity {
  if (name === null || quantity.kind !== "number" || name.about.length === 0) return quantity;
  return { ...quantity, about: [...name.about, ...quantity.about] };
}

/** A value that is a bare number: money, a year, an amount in the unit of the field's name, or a plain number. */
function bareNumber(number: number, text: string, field: string): Quantity | null {
  const { words, about } = namesOf(field);
  if (YEAR_FIELD.test(field) && /^\s*\d{4}\s*$/.test(text)) {
    const reading = readDays(new Tokens(text), 0, true);
    if (reading !== null) return reading.quantities[0]!;
  }
  if (PRICE.test(field)) return sum(number, number, "");
  const named = unitIn(words);
  if (named !== null) {
    const value = toBase(number, named.unit);
    const subjects = [...about, thingOf(named.name)];
    return Number.isFinite(value) ? amount(value, value, named.unit.dimension, number, number, subjects) : null;
  }
  return words.length === 0 ? null : amount(number, number, "", number, number, words.map(thingOf));
}

/** The unit in a field's name, "prep_minutes", "distance_km", or its default: a bare duration is in minutes. */
function unitIn(words: readonly string[]): { readonly name: string; readonly unit: Unit } | null {
  for (const name of words.toReversed()) {
    const unit =
      name.length < 2 || name === "in" ? null : (durationUnit(name === "duration" ? "min" : name) ?? unitOf(name));
    if (unit !== null && unit.dimension !== "count") return { name, unit };
  }
  return null;
}
