import type { ComparisonOperator } from "@semantic-xpath/parser";
import { compareValues, parsedType } from "@semantic-xpath/planner";
import type { Tree } from "@semantic-xpath/tree";
import { readDate, readNumber, readValue } from "@semantic-xpath/values";
import { type Column, fromOf, isConstant, textOf, toOf, valueAt } from "./column.js";
import {
  type Comparing,
  compareTexts,
  comparingOf,
  holdsFor,
  holdsForNumbers,
  refuseBareNumber,
  refuseOtherKind,
  type Sides,
} from "./comparing.js";
import { type ColumnRun, noteOtherKinds, noteOtherTexts, readable } from "./inferred.js";
import { type EqualKey, lookupKeys, storeKeys } from "./keys.js";

/** Maximum number of pairs that are cheaper one by one than the summary of a side. */
const FEW_PAIRS = 8;

/**
 * For every entry whether some value of the left and some of the right compare so. Linear in the values of both sides: equality looks up
 * keys, order compares extremes.
 */
export function compareColumns(run: ColumnRun, compared: Omit<Sides, "comparing" | "tree">, count: number): Uint8Array {
  const { tree } = run;
  const { operator, span } = compared;
  const mask = new Uint8Array(count);
  if (refuseOtherKind(compared, count)) noteOtherKinds(run, compared.left, compared.right);
  const areTexts =
    isOtherText(run, operator, compared.left, compared.right) ||
    isOtherText(run, operator, compared.right, compared.left);
  const left = areTexts ? compared.left : readable(run, asDates(tree, compared.left, compared.right), count);
  const right = areTexts ? compared.right : readable(run, asDates(tree, compared.right, compared.left), count);
  refuseBareNumber(tree, left, right, span);
  refuseBareNumber(tree, right, left, span);
  const comparing: Comparing = areTexts ? { kind: "texts" } : comparingOf(tree, left, right, span);
  const sides: Sides = { tree, comparing, left, operator, right, span };
  let side: Side | null = null;
  // A literal or parameter is read once, when the first value that reads as its type needs it.
  const isFixed = left.kind === "interned" && right.kind === "items" && isConstant(right) && right.values.length === 1;
  let fixed: number | null = null;
  for (let i = 0; i < count; i++) {
    const [from, to] = [fromOf(left, i), toOf(left, i)];
    if (isFixed && comparing.kind === "numbers") {
      for (let k = from; k < to && mask[i] === 0; k++) {
        const number = comparing.number(left, k);
        if (!Number.isNaN(number)) fixed ??= comparing.number(right, 0);
        mask[i] = holdsForNumbers(comparing, number, operator, fixed ?? Number.NaN) ? 1 : 0;
      }
      continue;
    }
    const [low, high] = [fromOf(right, i), toOf(right, i)];
    if (from === to || low === high) continue;
    if (comparing.kind === "pairs" || (to - from) * (high - low) <= FEW_PAIRS) {
      for (let k = from; k < to && mask[i] === 0; k++)
        for (let m = low; m < high && mask[i] === 0; m++) mask[i] = holdsFor(sides, k, m) ? 1 : 0;
      continue;
    }
    if (side === null || !isConstant(right)) side = new Side(tree, comparing, right, low, high);
    for (let k = from; k < to && mask[i] === 0; k++) mask[i] = side.holds(left, k, operator) ? 1 : 0;
  }
  return mask;
}

/** True if one side is of an inferred type and the other a text that does not read as it: then all compare as texts, which is noted. */
function isOtherText(run: ColumnRun, operator: ComparisonOperator, column: Column, other: Column): boolean {
  if (column.kind === "numbers" || column.inferred == null || column.type === null) return false;
  const text = writtenText(run.tree, other);
  return text !== null && noteOtherTexts(run, column.inferred, operator, text);
}

/** The text of a literal or parameter; null of any other column. */
function writtenText(tree: Tree, column: Column): string | null {
  if (column.kind !== "items" || column.offsets !== null || column.values.length !== 1 || column.type !== null)
    return null;
  const item = valueAt(tree, column, 0);
  return typeof item === "string" ? item : null;
}

/** Columns of ISO dates compare pair by pair, but with the type of dates beside a text that is a day in another form: "14 March 2026". */
function asDates(tree: Tree, column: Column, other: Column): Column {
  if (column.kind === "numbers" || column.inferred == null || column.type !== null) return column;
  const { columns } = column.inferred;
  if (columns.length === 0 || columns.some(({ facts }) => facts.type?.kind !== "date")) return column;
  const text = writtenText(tree, other);
  return isDayInOtherForm(text) ? { ...column, type: DATE } : column;
}

/** True for a text that is a day, but not as ISO 8601 writes it. */
export const isDayInOtherForm = (text: unknown): boolean =>
  typeof text === "string" && Number.isNaN(readDate(text)) && readValue(DATE, text) !== null;

const DATE = parsedType("date");

/** The least and the greatest of some numbers or texts. */
class Extremes<T extends number | string> {
  least: T | null = null;
  greatest: T | null = null;

  constructor(private readonly isLess: (a: T, b: T) => boolean) {}

  add(value: T): void {
    if (this.least === null || this.isLess(value, this.least)) this.least = value;
    if (this.greatest === null || this.isLess(this.greatest, value)) this.greatest = value;
  }

  /** The one that decides whether `x operator` any of them. */
  decisive(operator: ComparisonOperator): T | null {
    return operator === "<" || operator === "<=" ? this.greatest : this.least;
  }
}

const numbersLess = (a: number, b: number): boolean => a < b;
const textsLess = (a: string, b: string): boolean => compareTexts(a, "<", b);

/** Kind of a text: a number that is not a year, a year, a date that is not a number, or another text. */
enum Reading {
  Number,
  Year,
  Date,
  Text,
}

/** The values of one side, so that each of the other is compared with all of them at once. */
class Side {
  private readonly keys = new Map<EqualKey, number>();
  private readonly numbers = new Extremes<number>(numbersLess);
  /** Dates with years, and dates alone. */
  private readonly instants = new Extremes<number>(numbersLess);
  private readonly dates = new Extremes<number>(numbersLess);
  /** By reading. */
  private readonly texts = [0, 1, 2, 3].map(() => new Extremes<string>(textsLess));
  private readonly count: number;

  constructor(
    private readonly tree: Tree,
    private readonly comparing: Comparing,
    column: Column,
    from: number,
    to: number,
  ) {
    this.count = to - from;
    for (let k = from; k < to; k++) {
      for (const key of storeKeys(tree, comparing, column, k)) this.keys.set(key, (this.keys.get(key) ?? 0) + 1);
      if (comparing.kind === "numbers") this.addNumber(comparing.number(column, k));
      else this.addText(textOf(valueAt(tree, column, k)));
    }
  }

  /** True if the k-th value of the other side compares so with some value of this one. */
  holds(column: Column, k: number, operator: ComparisonOperator): boolean {
    if (operator === "=" || operator === "!=") {
      let equal = 0;
      for (const key of lookupKeys(this.tree, this.comparing, column, k)) equal += this.keys.get(key) ?? 0;
      return operator === "=" ? equal > 0 : equal < this.count;
    }
    if (this.comparing.kind === "numbers") {
      const bound = this.numbers.decisive(operator);
      return bound !== null && holdsForNumbers(this.comparing, this.comparing.number(column, k), operator, bound);
    }
    const text = textOf(valueAt(this.tree, column, k));
    return this.comparing.kind === "texts" ? this.textHolds(text, operator, ALL) : this.untypedHolds(text, operator);
  }

  private untypedHolds(text: string, operator: ComparisonOperator): boolean {
    const number = readNumber(text);
    const date = readDate(text);
    if (!Number.isNaN(number)) {
      if (numberHolds(number, operator, this.numbers)) return true;
      if (Number.isNaN(date)) return this.textHolds(text, operator, [Reading.Date, Reading.Text]);
      return numberHolds(date, operator, this.dates) || this.textHolds(text, operator, [Reading.Text]);
    }
    if (Number.isNaN(date)) return this.textHolds(text, operator, ALL);
    return numberHolds(date, operator, this.instants) || this.textHolds(text, operator, [Reading.Number, Reading.Text]);
  }

  private textHolds(text: string, operator: ComparisonOperator, readings: readonly Reading[]): boolean {
    return readings.some((reading) => {
      const bound = this.texts[reading]!.decisive(operator);
      return bound !== null && compareTexts(text, operator, bound);
    });
  }

  private addNumber(number: number): void {
    if (!Number.isNaN(number)) this.numbers.add(number);
  }

  private addText(text: string): void {
    if (this.comparing.kind === "texts") {
      this.texts[Reading.Text]!.add(text);
      return;
    }
    const number = readNumber(text);
    const date = readDate(text);
    this.addNumber(number);
    if (!Number.isNaN(date)) this.instants.add(date);
    if (!Number.isNaN(date) && Number.isNaN(number)) this.dates.add(date);
    const reading = Number.isNaN(number)
      ? Number.isNaN(date)
        ? Reading.Text
        : Reading.Date
      : Number.isNaN(date)
        ? Reading.Number
        : Reading.Year;
    this.texts[reading]!.add(text);
  }
}

const ALL: readonly Reading[] = [Reading.Number, Reading.Year, Reading.Date, Reading.Text];

const numberHolds = (number: number, operator: ComparisonOperator, of: Extremes<number>): boolean => {
  const bound = of.decisive(operator);
  return bound !== null && compareValues(number, operator, bound);
};
