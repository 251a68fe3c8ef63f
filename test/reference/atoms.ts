import type { CallFunction } from "@semantic-xpath/parser";
import { parsedType, type ValueType } from "@semantic-xpath/planner";
import {
  aggregateItems,
  calculate,
  compareItems,
  durationOf,
  endOf,
  formatItem,
  type Item,
  isValueError,
  type ValueError as Mistake,
  orderKey,
  type Quantity,
  readValue,
  startOf,
} from "@semantic-xpath/values";

/** Single values as language.md §1 and §6 read, compare, add and order them: texts of no declared type and of some. */
export type Atom = string | number | boolean | Declared | Quantity;

/** A text whose type the schema says: beside another text, and as a key, it reads as nothing else. */
export class Declared {
  /** What the text says, null if nothing; undefined where the type is none of quantities. */
  readonly item: Item | null | undefined;
  constructor(
    readonly text: string,
    readonly type: ValueType,
  ) {
    this.item = ["string", "number"].includes(type) ? undefined : inUnit(readValue(parsedType(type), text), type);
  }
  toString(): string {
    return this.text;
  }
}

/** A quantity counts in the unit that its type declares. */
function inUnit(item: Item | null, type: ValueType): Item | null {
  const unit = /^quantity\((.*)\)$/.exec(type)?.[1];
  return unit !== undefined && typeof item === "object" && item?.kind === "quantity" ? { ...item, unit } : item;
}

/** SXP4011: a value is not what is needed where it is. */
export class ValueError extends Error {}

const isText = (atom: Atom): boolean => typeof atom === "string" || atom instanceof Declared;
export const plain = <T extends Atom>(atom: T): Exclude<T, Declared> | string =>
  atom instanceof Declared ? atom.text : (atom as Exclude<T, Declared>);
export const textOf = (atom: Atom): string =>
  typeof atom === "object" && !(atom instanceof Declared) ? formatItem(atom) : String(atom);

/*
 * Quantities are read, compared and added up by the package of values, whose laws are tested with it.
 */
const isQuantity = (atom: Atom): boolean =>
  typeof atom === "object" && !(atom instanceof Declared && atom.item === undefined);
const itemOf = (atom: Atom): Item | null =>
  atom instanceof Declared && atom.item !== undefined ? atom.item : plain(atom);
const neededItem = (atom: Atom): Item => settled(itemOf(atom) ?? "");
function settled<T>(result: T | Mistake): T {
  if (isValueError(result)) throw new ValueError(result.reason);
  return result;
}

/** A bare number beside a declared quantity has its declared unit. */
const withUnit = (atom: Atom, beside: Atom): Item | null =>
  typeof atom === "number" && beside instanceof Declared
    ? readValue(parsedType(beside.type), String(atom))
    : itemOf(atom);

/** What does not read as a quantity is unequal to all, and in no order. */
function compareQuantities(left: Item | null, operator: string, right: Item | null): boolean {
  const result = left === null || right === null ? null : compareItems(left, operator as "=", right);
  if (result === null || (isValueError(result) && result.reason === "unreadable")) return operator === "!=";
  return settled(result);
}

/** By the end those that start together. */
const keyOf = (item: Item): number =>
  typeof item === "object" && item.kind === "interval" ? item.start / 60 + item.end / 1e10 : orderKey(item);

/** NaN where a text does not read as a number. */
export const readNumber = (atom: Atom): number => {
  if (isQuantity(atom)) return Number.NaN;
  if (atom instanceof Declared) return atom.type === "number" ? readNumber(atom.text) : Number.NaN;
  const reads = typeof atom !== "string" || /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(atom);
  return reads ? Number(atom) : Number.NaN;
};

/** Milliseconds, UTC where no zone is given; NaN where a text is no ISO date. */
const readInstant = (atom: Atom): number => {
  if (typeof atom !== "string" || !/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?)?$/.test(atom)) return Number.NaN;
  return Date.parse(atom.length === 10 ? atom : `${atom}Z`);
};

export function neededNumber(atom: Atom): number {
  const number = typeof atom === "boolean" ? Number.NaN : readNumber(atom);
  if (typeof atom !== "number" && Number.isNaN(number)) throw new ValueError(`a number, not "${atom}"`);
  return number;
}

/** At most one. */
export function single(atoms: readonly Atom[]): Atom | null {
  if (atoms.length > 1) throw new ValueError(`one value, not ${atoms.length}`);
  return atoms[0] ?? null;
}

/** §1: as numbers if both read so (beside a number always), as instants if both do, else as texts; Booleans are equal or not. */
export function compareAtoms(left: Atom, operator: string, right: Atom): boolean {
  if (isQuantity(left) || isQuantity(right))
    return compareQuantities(withUnit(left, right), operator, withUnit(right, left));
  const declared = [left, right].filter((atom) => atom instanceof Declared);
  if (declared.length > 0 && ![left, right].every(isText)) return compareAtoms(plain(left), operator, plain(right));
  if (declared.some(({ type }) => type === "number"))
    return compare(readNumber(plain(left)), operator, readNumber(plain(right)));
  if (declared.length > 0) return compare(textOf(left), operator, textOf(right));
  if (typeof left === "string" && typeof right === "boolean") return compareTruth(left, operator, right);
  if (typeof left === "boolean" && typeof right === "string") return compareTruth(right, operator, left);
  const numbers = [readNumber(left), readNumber(right)] as const;
  if (typeof left !== "string" || typeof right !== "string" || !numbers.some(Number.isNaN))
    return compare(numbers[0], operator, numbers[1]);
  const instants = [readInstant(left), readInstant(right)] as const;
  return instants.some(Number.isNaN) ? compare(left, operator, right) : compare(instants[0], operator, instants[1]);
}

/** "true" and "1" are true, "false" and "0" false, any other text is unequal to both. */
function compareTruth(text: string, operator: string, right: boolean): boolean {
  const isEqual = (right ? ["true", "1"] : ["false", "0"]).includes(text);
  return operator === "=" ? isEqual : operator === "!=" && !isEqual;
}

export function compare<T extends string | number>(left: T, operator: string, right: T): boolean {
  switch (operator) {
    case "=":
      return left === right;
    case "!=":
      return left !== right;
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    default:
      return left >= right;
  }
}

/** Null where a side has no value; a text that is no number is an error all the same. */
export function arithmetic(operator: string, left: Atom | null, right: Atom | null): Atom | null {
  // Beside nothing, nothing is read.
  if (left === null || right === null) return null;
  if (isQuantity(left) || isQuantity(right))
    return settled(calculate(neededItem(left), operator as "+", neededItem(right)));
  return ofNumbers(operator, neededNumber(left), neededNumber(right));
}

/** The sum of nothing: 0, of a declared type its 0. */
export function zeroOf(type: ValueType | undefined): Atom {
  const zero = type === undefined ? null : readValue(parsedType(type), type === "duration" ? "0 s" : "0");
  return typeof zero === "object" && zero !== null && !isValueError(calculate(zero, "+", zero)) ? zero : 0;
}

const OF_INTERVALS = { start: startOf, end: endOf, duration: durationOf } as const;

/** What an interval of a declared type begins, ends or lasts. */
export const ofInterval = (name: keyof typeof OF_INTERVALS, atom: Atom): Atom =>
  settled(OF_INTERVALS[name](neededItem(atom)));

/** At least one of them. */
export function total(name: "sum" | "avg", atoms: readonly Atom[]): Atom {
  if (atoms.some(isQuantity)) return settled(aggregateItems(name, atoms.map(neededItem)))!;
  const sum = atoms.map(neededNumber).reduce((before, number) => before + number, 0);
  return name === "sum" ? sum : sum / atoms.length;
}

function ofNumbers(operator: string, left: number, right: number): number {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "div":
      return left / right;
    default:
      return left % right;
  }
}

/** What one list of order keys sorts by: numbers if all that are there read so, else instants, else texts. Absent and NaN: null. */
export function column(atoms: readonly (Atom | null)[]): (number | string | null)[] {
  const there = atoms.map((atom) => (typeof atom === "number" && Number.isNaN(atom) ? null : atom));
  if (atoms.some((atom) => atom !== null && isQuantity(atom)))
    return there.map((atom) => {
      const item = atom === null ? null : itemOf(atom);
      return item === null ? null : keyOf(item);
    });
  for (const read of [readNumber, readInstant]) {
    const keys = there.map((atom) => (atom === null ? null : read(atom)));
    if (!keys.some((key) => key !== null && Number.isNaN(key))) return keys;
  }
  return there.map((atom) => (atom === null ? null : textOf(atom)));
}

/** The least or the greatest by `column`, the first of equals: a number where the column is of numbers, else as it was written. */
export function extreme(name: "min" | "max", atoms: readonly Atom[]): Atom[] {
  const keys = column(atoms);
  let best = 0;
  for (const [i, key] of keys.entries())
    if (key !== null && (keys[best] === null || compare(key, name === "min" ? "<" : ">", keys[best]!))) best = i;
  if (atoms.length === 0) return [];
  if (atoms.some((atom) => atom instanceof Declared && atom.item === null)) throw new ValueError("unreadable");
  if (isQuantity(atoms[best]!)) return [(itemOf(atoms[best]!) as Atom | null) ?? textOf(atoms[best]!)];
  const isNumeric = atoms.every((atom) => !Number.isNaN(readNumber(atom)));
  return [isNumeric ? (keys[best] as number) : atoms[best]!];
}

/** Equal ones once, the first as it was written. */
export const distinct = (atoms: readonly Atom[]): Atom[] =>
  atoms.filter((atom, i) => {
    const isSame = (other: Atom): boolean => textOf(other) === textOf(atom) || compareAtoms(other, "=", atom);
    return atoms.findIndex(isSame) === i;
  });

type Argument = Atom | null | undefined;
const text = (argument: Argument): string => (argument == null ? "" : textOf(argument));
const numberOr = <T>(argument: Argument, other: T): number | T => (argument == null ? other : neededNumber(argument));

/** Half a unit goes up, on the exact decimal digits. */
function roundedTo(number: number, precision: number): number {
  if (!Number.isFinite(number) || Math.abs(number) >= 1e21) return number;
  const scale = 10n ** BigInt(80 - precision);
  const exact = BigInt(number.toFixed(80).replace(".", "")) * 2n + scale;
  const units = exact / (2n * scale) - (exact < 0n && exact % (2n * scale) !== 0n ? 1n : 0n);
  return Number(units) / 10 ** precision;
}

const datePart =
  (read: (date: Date) => number) =>
  (argument: Argument): Atom | null => {
    if (argument == null) return null;
    const instant = readInstant(plain(argument));
    if (Number.isNaN(instant)) throw new ValueError(`a date, not ${JSON.stringify(text(argument))}`);
    return read(new Date(instant));
  };
const clockPart =
  (group: number) =>
  (argument: Argument): Atom | null =>
    argument == null ? null : Number(/(\d\d):(\d\d)(?::(\d\d))?/.exec(text(argument))?.[group] ?? 0);
/** Of `P1Y2M3DT4H5M6S`. */
const durationPart =
  (letter: string, isOfTime: boolean) =>
  (argument: Argument): Atom | null => {
    if (argument == null) return null;
    const [days = "", time = ""] = text(argument).split("T");
    return Number(new RegExp(`(\\d+)${letter}`).exec(isOfTime ? time : days)?.[1] ?? 0);
  };

const replacedBy = (by: string) => by.replace(/\$0/g, "$$&");

/** The functions of one value of each argument, written anew from the definition; the compiler asks for one that is missing. */
export const SCALARS: Readonly<Record<ScalarFunction, (...args: readonly Argument[]) => Atom | null>> = {
  contains: (a, b) => text(a).includes(text(b)),
  "starts-with": (a, b) => text(a).startsWith(text(b)),
  "ends-with": (a, b) => text(a).endsWith(text(b)),
  "contains-token": (a, token) => {
    const wanted = text(token).trim();
    return (
      wanted !== "" &&
      text(a)
        .split(/[ \t\r\n]+/)
        .includes(wanted)
    );
  },
  matches: (a, pattern, flags) => new RegExp(text(pattern), `u${text(flags)}`).test(text(a)),
  string: (a) => text(a),
  number: (a) => (a == null ? Number.NaN : typeof a === "boolean" ? Number(a) : readNumber(a)),
  concat: (...all) => all.map(text).join(""),
  "lower-case": (a) => text(a).toLowerCase(),
  "upper-case": (a) => text(a).toUpperCase(),
  "normalize-space": (a) =>
    text(a)
      .trim()
      .replace(/[ \t\r\n]+/g, " "),
  "string-length": (a) => [...text(a)].length,
  substring: (a, start, length) => {
    const [from, size] = [
      numberOr(start, null),
      numberOr(length, length === undefined ? Number.POSITIVE_INFINITY : null),
    ];
    if (from === null || size === null) return null;
    const first = Math.round(from);
    const end = length === undefined ? size : first + Math.round(size);
    return [...text(a)].filter((_, i) => first <= i + 1 && i + 1 < end).join("");
  },
  "substring-before": (a, b) => text(a).slice(0, Math.max(0, text(a).indexOf(text(b)))),
  "substring-after": (a, b) =>
    text(a).includes(text(b)) ? text(a).slice(text(a).indexOf(text(b)) + text(b).length) : "",
  translate: (a, from, to) =>
    [...text(a)]
      .map((character) => {
        const place = [...text(from)].indexOf(character);
        return place < 0 ? character : ([...text(to)][place] ?? "");
      })
      .join(""),
  replace: (a, pattern, by, flags) =>
    text(a).replace(new RegExp(text(pattern), `gu${text(flags)}`), replacedBy(text(by))),
  abs: (a) => (a == null ? null : Math.abs(neededNumber(a))),
  round: (a, precision) => (a == null ? null : roundedTo(neededNumber(a), numberOr(precision, 0))),
  floor: (a) => (a == null ? null : Math.floor(neededNumber(a))),
  ceiling: (a) => (a == null ? null : Math.ceil(neededNumber(a))),
  start: (a) => (a == null ? null : ofInterval("start", a)),
  end: (a) => (a == null ? null : ofInterval("end", a)),
  duration: (a) => (a == null ? null : ofInterval("duration", a)),
  overlaps: (a, b) => a != null && b != null && text(a) === text(b),
  weekday: (a) => {
    if (a == null) return null;
    const instant = readInstant(plain(a));
    if (Number.isNaN(instant)) throw new ValueError(`a date, not ${JSON.stringify(text(a))}`);
    return new Date(instant).toLocaleDateString("en", { weekday: "long", timeZone: "UTC" });
  },
  "year-from-date": datePart((date) => date.getUTCFullYear()),
  "month-from-date": datePart((date) => date.getUTCMonth() + 1),
  "day-from-date": datePart((date) => date.getUTCDate()),
  "timezone-from-date": () => null,
  "year-from-dateTime": datePart((date) => date.getUTCFullYear()),
  "month-from-dateTime": datePart((date) => date.getUTCMonth() + 1),
  "day-from-dateTime": datePart((date) => date.getUTCDate()),
  "hours-from-dateTime": clockPart(1),
  "minutes-from-dateTime": clockPart(2),
  "seconds-from-dateTime": clockPart(3),
  "timezone-from-dateTime": () => null,
  "hours-from-time": clockPart(1),
  "minutes-from-time": clockPart(2),
  "seconds-from-time": clockPart(3),
  "timezone-from-time": () => null,
  "years-from-duration": durationPart("Y", false),
  "months-from-duration": durationPart("M", false),
  "days-from-duration": durationPart("D", false),
  "hours-from-duration": durationPart("H", true),
  "minutes-from-duration": durationPart("M", true),
  "seconds-from-duration": durationPart("S", true),
};

/** Functions of the context and of all values of an argument, and `boolean`, which looks at what its argument is. */
type Elsewhere =
  | ("position" | "last" | "name" | "true" | "false" | "current-date" | "current-dateTime" | "boolean")
  | ("exists" | "empty" | "count" | "sum" | "avg" | "min" | "max" | "distinct-values" | "string-join");
type ScalarFunction = Exclude<CallFunction, Elsewhere>;
