import { assertNever } from "@semantic-xpath/parser";
import type { FunctionValue } from "@semantic-xpath/planner";
import { stringValue } from "@semantic-xpath/tree";
import {
  collationOf,
  durationOf,
  endOf,
  type Item,
  overlaps,
  readValue,
  startOf,
  type ValueError,
  type ValueType,
  weekday,
} from "@semantic-xpath/values";
import type { Batch } from "../batch.js";
import type { Task } from "../effects.js";
import type { Run } from "../run.js";
import { aggregateValues } from "./aggregates.js";
import {
  article,
  badValue,
  booleans,
  COMPUTED,
  type Column,
  constant,
  fromOf,
  type NumberColumn,
  onePerEntry,
  originAt,
  settled,
  severalValues,
  textOf,
  toOf,
  valueAt,
} from "./column.js";
import { readAs } from "./comparing.js";
import { evaluateCounts, evaluateValue } from "./evaluate.js";
import { foundWord } from "./numeric.js";
import { patternTest } from "./patterns.js";

/** The values that a call gives for every entry of a batch. */
export function* evaluateFunction(run: Run, call: FunctionValue, batch: Batch): Task<Column> {
  const count = batch.ids.length;
  switch (call.function) {
    case "position":
      return { kind: "numbers", values: Float64Array.from(batch.places!), isPresent: null };
    case "last":
      return { kind: "numbers", values: Float64Array.from(batch.lasts!), isPresent: null };
    case "name":
      return onePerEntry(Array.from(batch.ids, (node) => run.tree.typeOf(node)));
    case "current-date":
      return constant([run.now.date], { kind: "date" });
    case "current-dateTime":
      return constant([run.now.dateTime], { kind: "dateTime" });
    case "count":
      return { kind: "numbers", values: Float64Array.from(yield* counts(run, call, batch)), isPresent: null };
    case "sum":
    case "avg":
    case "min":
    case "max":
    case "distinct-values":
      return aggregateValues(run.tree, call, yield* evaluateValue(run, call.arguments[0]!, batch), count);
    case "exists":
    case "contains":
    case "starts-with":
    case "ends-with":
    case "matches":
    case "overlaps":
      return booleans(yield* evaluateTest(run, call, batch));
    case "start":
    case "end":
    case "duration":
    case "weekday":
      return yield* ofMoment(run, call, batch);
    case "lower-case":
    case "upper-case":
    case "normalize-space":
    case "string-length":
    case "substring-before":
    case "substring-after":
      return yield* ofTexts(run, call, batch);
    default:
      return assertNever(call.function);
  }
}

/** A call that gives true or false: 1 or 0 for every entry of a batch. */
export function* evaluateTest(run: Run, call: FunctionValue, batch: Batch): Task<Uint8Array> {
  if (call.function === "exists")
    return Uint8Array.from(yield* counts(run, call, batch), (count) => (count > 0 ? 1 : 0));
  if (call.function === "overlaps") return yield* overlapping(run, call, batch);
  const [tested, wanted, option] = yield* argumentsOf(run, call, batch);
  const mask = new Uint8Array(batch.ids.length);
  let by: string | null = null;
  let holds = (_text: string): boolean => false;
  for (let i = 0; i < mask.length; i++) {
    const argument = textAt(run, call, wanted!, 1, i);
    const how = option === undefined ? "" : textAt(run, call, option, 2, i);
    const wantedNow = `${how}\n${argument}`;
    if (by !== wantedNow) holds = testOf(call, argument, how);
    by = wantedNow;
    mask[i] = textsAt(run, tested!, i).some(holds) ? 1 : 0;
  }
  return mask;
}

function testOf(call: FunctionValue, argument: string, option: string): (text: string) => boolean {
  if (call.function === "matches") return patternTest(call, argument, option);
  const fold = foldOf(call, option);
  const wanted = fold(argument);
  switch (call.function) {
    case "contains":
      return (text) => fold(text).includes(wanted);
    case "starts-with":
      return (text) => fold(text).startsWith(wanted);
    case "ends-with":
      return (text) => fold(text).endsWith(wanted);
    default:
      throw new Error(`${call.function} gives no condition`);
  }
}

/** How texts are made alike under a collation. */
function foldOf(call: FunctionValue, name: string): (text: string) => string {
  if (name === "") return (text) => text;
  const collation = collationOf(name);
  if (collation === null) throw badValue(call.arguments.at(-1)!.span, null, "the name of a collation", foundWord(name));
  return collation.fold;
}

function* counts(run: Run, call: FunctionValue, batch: Batch): Task<Int32Array> {
  const value = call.arguments[0]!;
  if (value.kind === "PathValues") return yield* evaluateCounts(run, value.evidence, batch);
  const column = yield* evaluateValue(run, value, batch);
  return new Int32Array(batch.ids.length).map((_, i) => toOf(column, i) - fromOf(column, i));
}

function* argumentsOf(run: Run, call: FunctionValue, batch: Batch): Task<Column[]> {
  const columns: Column[] = [];
  for (const argument of call.arguments) columns.push(yield* evaluateValue(run, argument, batch));
  if (columns.length === 0) {
    const { tree } = run;
    columns.push(onePerEntry(Array.from(batch.ids, (node) => stringValue(tree, node))));
  }
  return columns;
}

/** The texts that an entry's values are; an entry without a value reads as "". */
function textsAt({ tree }: Run, column: Column, row: number): readonly string[] {
  const from = fromOf(column, row);
  const to = toOf(column, row);
  if (from === to) return ABSENT;
  if (to - from === 1) return [textOf(valueAt(tree, column, from))];
  return Array.from({ length: to - from }, (_, i) => textOf(valueAt(tree, column, from + i)));
}

const ABSENT: readonly string[] = [""];

/** The text of an argument that has one value; absent it reads as "". */
function textAt(run: Run, call: FunctionValue, column: Column, argument: number, row: number): string {
  const [first, ...more] = textsAt(run, column, row);
  if (more.length > 0) throw severalValues(call.arguments[argument]!.span, column, row);
  return first!;
}

/** Texts from texts, one for each value of the first argument; `string-length` gives numbers. */
function* ofTexts(run: Run, call: FunctionValue, batch: Batch): Task<Column> {
  const [column, other, option] = yield* argumentsOf(run, call, batch);
  const count = batch.ids.length;
  const values: Item[] = [];
  const offsets = new Int32Array(count + 1);
  for (let i = 0; i < count; i++) {
    const argument = other === undefined ? "" : textAt(run, call, other, 1, i);
    const how = option === undefined ? "" : textAt(run, call, option, 2, i);
    for (const text of textsAt(run, column!, i)) values.push(ofText(call, text, argument, how));
    offsets[i + 1] = values.length;
  }
  return { kind: "items", values, offsets, type: null, origin: COMPUTED };
}

const WHITE = /[ \t\r\n]+/;

function ofText(call: FunctionValue, text: string, argument: string, option: string): string | number {
  switch (call.function) {
    case "lower-case":
      return text.toLowerCase();
    case "upper-case":
      return text.toUpperCase();
    case "normalize-space":
      return text.split(WHITE).filter(Boolean).join(" ");
    case "string-length":
      return codePoints(text);
    case "substring-before":
    case "substring-after": {
      const place = placeOf(text, argument, foldOf(call, option));
      if (place === null) return "";
      return call.function === "substring-before" ? text.slice(0, place.start) : text.slice(place.end);
    }
    default:
      throw new Error(`${call.function} gives no text`);
  }
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Where the first occurrence of a text is in another, in the units of the other as it is written. */
function placeOf(text: string, wanted: string, fold: (text: string) => string): { start: number; end: number } | null {
  const folded = fold(text);
  const at = folded.indexOf(fold(wanted));
  if (at < 0) return null;
  const length = fold(wanted).length;
  if (folded === text) return { start: at, end: at + length };
  // Folding may change lengths: any part of a text folds as it does alone.
  let start = 0;
  let units = 0;
  const characters = Array.from(text);
  let i = 0;
  for (; i < characters.length && units < at; i++) {
    units += fold(characters[i]!).length;
    start += characters[i]!.length;
  }
  let end = start;
  for (; i < characters.length && units < at + length; i++) {
    units += fold(characters[i]!).length;
    end += characters[i]!.length;
  }
  return { start, end };
}

const INTERVALS = (["time", "date", "dateTime", "number"] as const).map((of) => ({ kind: "interval", of }) as const);

/** What a text of which nothing is known is read as, in this order. */
const READ_AS = {
  start: INTERVALS,
  end: INTERVALS,
  duration: [{ kind: "duration" }, ...INTERVALS],
  weekday: [{ kind: "date" }, { kind: "dateTime" }],
} as const satisfies Readonly<Record<string, readonly ValueType[]>>;

const NEEDED = { start: "interval", end: "interval", duration: "duration", weekday: "date" } as const;

const CALLS: Readonly<Record<keyof typeof READ_AS, (item: Item) => Item | ValueError>> = {
  start: startOf,
  end: endOf,
  duration: durationOf,
  weekday,
};

/** `start`, `end`, `duration` and `weekday`, of at most one value. */
function* ofMoment(run: Run, call: FunctionValue, batch: Batch): Task<Column> {
  const name = call.function as keyof typeof READ_AS;
  const [column] = yield* argumentsOf(run, call, batch);
  const values: Item[] = [];
  const offsets = new Int32Array(batch.ids.length + 1);
  for (let i = 0; i < batch.ids.length; i++) {
    const k = momentAt(call, column!, 0, i);
    if (k !== null) {
      const item = readMoment(run, { call, column: column!, argument: 0 }, k, READ_AS[name], NEEDED[name]);
      values.push(settled(CALLS[name](item), call.span, originAt(column!, k), null));
    }
    offsets[i + 1] = values.length;
  }
  return { kind: "items", values, offsets, type: null, origin: COMPUTED };
}

function momentAt(call: FunctionValue, column: Column, argument: number, row: number): number | null {
  const from = fromOf(column, row);
  const to = toOf(column, row);
  if (to - from > 1) throw severalValues(call.arguments[argument]!.span, column, row);
  return from === to ? null : from;
}

function readMoment(
  { tree }: Run,
  { call, column, argument }: { readonly call: FunctionValue; readonly column: Column; readonly argument: number },
  k: number,
  types: readonly ValueType[],
  needed: string,
): Item {
  const type = (column as Exclude<Column, NumberColumn>).type ?? null;
  const item = readAs(type, valueAt(tree, column, k));
  if (typeof item !== "string") return item;
  for (const type of types) {
    const read = readValue(type, item);
    if (read !== null) return read;
  }
  throw badValue(call.arguments[argument]!.span, originAt(column, k), article(needed), foundWord(item));
}

function* overlapping(run: Run, call: FunctionValue, batch: Batch): Task<Uint8Array> {
  const [left, right] = yield* argumentsOf(run, call, batch);
  const mask = new Uint8Array(batch.ids.length);
  for (let i = 0; i < mask.length; i++) {
    const k = momentAt(call, left!, 0, i);
    const m = momentAt(call, right!, 1, i);
    if (k === null || m === null) continue;
    const a = readMoment(run, { call, column: left!, argument: 0 }, k, INTERVALS, "interval");
    const b = readMoment(run, { call, column: right!, argument: 1 }, m, INTERVALS, "interval");
    mask[i] = settled(overlaps(a, b), call.span, originAt(left!, k), originAt(right!, m)) ? 1 : 0;
  }
  return mask;
}
