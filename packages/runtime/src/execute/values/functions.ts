import { assertNever } from "@semantic-xpath/parser";
import type { FunctionValue } from "@semantic-xpath/planner";
import { stringValue } from "@semantic-xpath/tree";
import {
  type Applied,
  type CallContext,
  type CallParameter,
  type ContextRow,
  callRow,
  formatItem,
  type Item,
  READINGS,
  type Reading,
  readValue,
  type ScalarRow,
} from "@semantic-xpath/values";
import type { Batch } from "../batch.js";
import type { Task } from "../effects.js";
import type { Run } from "../run.js";
import { aggregateValues, joinValues } from "./aggregates.js";
import {
  argumentError,
  badValue,
  booleans,
  COMPUTED,
  type Column,
  constant,
  fromOf,
  onePerEntry,
  originAt,
  settled,
  severalValues,
  toOf,
  valueAt,
} from "./column.js";
import { readAs } from "./comparing.js";
import { evaluateCounts, evaluateValue } from "./evaluate.js";
import { readable } from "./inferred.js";
import { foundWord } from "./numeric.js";

/** The values that a call gives for every entry of a batch: one loop for each kind of row, whatever the function. */
export function* evaluateFunction(run: Run, call: FunctionValue, batch: Batch): Task<Column> {
  const row = callRow(call.function);
  const count = batch.ids.length;
  switch (row.kind) {
    case "context":
      return contextColumn(run, row, batch);
    case "count": {
      const results = Array.from(yield* counts(run, call, batch), row.apply);
      return typeof results[0] === "boolean"
        ? onePerEntry(results)
        : { kind: "numbers", values: Float64Array.from(results as readonly number[]), isPresent: null };
    }
    case "sum":
      return aggregateValues(run, call, yield* evaluateValue(run, call.arguments[0]!, batch), count);
    case "pick": {
      const [column, ...options] = yield* argumentsOf(run, call, batch);
      return aggregateValues(run, call, column!, count, optionsAt(run, call, row.options, options, 0));
    }
    case "join": {
      const [column, ...options] = yield* argumentsOf(run, call, batch);
      const textsOf = (i: number): readonly string[] => textsAt(run, column!, i);
      return joinValues(row, textsOf, (i) => optionsAt(run, call, row.options, options, i), count);
    }
    case "scalar":
      return yield* scalarColumn(run, call, row, batch);
    default:
      return assertNever(row);
  }
}

/** A call that gives true or false: 1 or 0 for every entry of a batch. */
export function* evaluateTest(run: Run, call: FunctionValue, batch: Batch): Task<Uint8Array> {
  const row = callRow(call.function);
  const mask = new Uint8Array(batch.ids.length);
  if (row.kind === "scalar") {
    const resultAt = yield* applied(run, call, row, batch);
    for (let i = 0; i < mask.length; i++) mask[i] = resultAt(i) === true ? 1 : 0;
    return mask;
  }
  const column = yield* evaluateFunction(run, call, batch);
  for (let i = 0; i < mask.length; i++) mask[i] = valueAt(run.tree, column, fromOf(column, i)) === true ? 1 : 0;
  return mask;
}

function contextColumn(run: Run, row: ContextRow, { ids, places, lasts }: Batch): Column {
  // Read only by functions that use it: a trace shows the moment that a run has read.
  const { now } = run;
  const contextAt = (i: number): CallContext => ({
    place: places?.[i] ?? 0,
    last: lasts?.[i] ?? 0,
    type: run.tree.typeOf(ids[i]!),
    now,
  });
  if (row.reads === "run") {
    const { gives } = row;
    const type = gives === "date" || gives === "dateTime" ? ({ kind: gives } as const) : null;
    return constant([row.apply({ place: 0, last: 0, type: "", now })], type);
  }
  return onePerEntry(Array.from(ids, (_, i) => row.apply(contextAt(i))));
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
  return columns;
}

/** The texts of an entry's values. */
function textsAt({ tree }: Run, column: Column, row: number): readonly string[] {
  const from = fromOf(column, row);
  return Array.from({ length: toOf(column, row) - from }, (_, i) => formatItem(valueAt(tree, column, from + i)));
}

/** The arguments after a path, which are texts. */
function optionsAt(
  run: Run,
  call: FunctionValue,
  options: readonly CallParameter[],
  columns: readonly Column[],
  i: number,
): readonly string[] {
  return columns.map((column, k) => {
    const read = readerOf(run, call, options[k]!.reading, column, k + 1);
    return toOf(column, i) === fromOf(column, i) ? "" : String(read(onlyAt(call, column, k + 1, i)!));
  });
}

/** At most one value for each entry. */
function* scalarColumn(run: Run, call: FunctionValue, row: ScalarRow, batch: Batch): Task<Column> {
  const resultAt = yield* applied(run, call, row, batch);
  const count = batch.ids.length;
  if (row.gives === "condition") {
    const mask = new Uint8Array(count);
    for (let i = 0; i < count; i++) mask[i] = resultAt(i) === true ? 1 : 0;
    return booleans(mask);
  }
  const values: Item[] = [];
  const offsets = new Int32Array(count + 1);
  for (let i = 0; i < count; i++) {
    const result = resultAt(i);
    if (result !== null) values.push(result);
    offsets[i + 1] = values.length;
  }
  return { kind: "items", values, offsets, type: null, origin: COMPUTED };
}

/** The result of a call for an entry: of one value of each argument, or for any of several where its parameter tries each. */
function* applied(run: Run, call: FunctionValue, row: ScalarRow, batch: Batch): Task<(i: number) => Item | null> {
  const columns = yield* argumentsOf(run, call, batch);
  if (columns.length === 0 && row.ofNode) {
    const { tree } = run;
    columns.push(onePerEntry(Array.from(batch.ids, (node) => stringValue(tree, node))));
  }
  const parameters = columns.map((_, k) => row.parameters[Math.min(k, row.parameters.length - 1)]!);
  for (const [k, { reading }] of parameters.entries())
    if (READINGS[reading].types !== null) columns[k] = readable(run, columns[k]!, batch.ids.length, false);
  const readers = columns.map((column, k) => readerOf(run, call, parameters[k]!.reading, column, k));
  const args = new Array<Item>(columns.length);
  const result = (i: number): Item | null => {
    const origin = columns[0] === undefined ? null : originOf(columns[0], i);
    return finished(call, row.apply(...args), origin, columns[1] === undefined ? null : originOf(columns[1], i));
  };
  const resultAt = (i: number, k: number): Item | null => {
    if (k === columns.length) return result(i);
    const column = columns[k]!;
    const { isAny, reading } = parameters[k]!;
    const from = fromOf(column, i);
    const to = toOf(column, i);
    if (from === to) {
      const absent = ABSENT[reading];
      if (absent === undefined) return row.ofAbsent;
      args[k] = absent;
      return resultAt(i, k + 1);
    }
    if (!isAny && to - from > 1) throw severalValues(call.arguments[k]!.span, column, i);
    let last: Item | null = null;
    for (let m = from; m < to; m++) {
      args[k] = readers[k]!(m);
      last = resultAt(i, k + 1);
      if (last === true) break;
    }
    return last;
  };
  return (i) => resultAt(i, 0);
}

const originOf = (column: Column, i: number): string | null =>
  fromOf(column, i) === toOf(column, i) ? null : originAt(column, fromOf(column, i));

/** The reading of no value; all others make a call without a value. */
const ABSENT: Partial<Record<Reading, Item>> = {
  text: "",
  any: "",
  truth: false,
  pattern: "",
  flags: "",
  collation: "codepoint",
};

function onlyAt(call: FunctionValue, column: Column, argument: number, row: number): number | null {
  const from = fromOf(column, row);
  const to = toOf(column, row);
  if (to - from > 1) throw severalValues(call.arguments[argument]!.span, column, row);
  return from === to ? null : from;
}

/** An item, no value, or the end of the run with the place of what is wrong. */
function finished(call: FunctionValue, result: Applied, left: string | null, right: string | null): Item | null {
  if (typeof result !== "object" || result === null) return result;
  if (result.kind === "ArgumentError") throw argumentError(call, result);
  return settled(result, call.span, left, right);
}

/** Reads the k-th value of a column as an argument. */
function readerOf(
  { tree }: Run,
  call: FunctionValue,
  reading: Reading,
  column: Column,
  argument: number,
): (k: number) => Item {
  const type = column.kind === "numbers" ? null : column.type;
  const { types, noun } = READINGS[reading];
  if (reading === "truth") {
    // A blank or odd text of a Boolean column has no truth, as an absent one.
    if (type?.kind === "boolean") return (k) => readAs(type, valueAt(tree, column, k)) === true;
    const isNode = NODES.has(call.arguments[argument]!.kind);
    return (k) => truthOf(valueAt(tree, column, k), isNode);
  }
  if (reading === "atom") {
    const read = type?.kind === "boolean" ? type : null;
    return (k) => {
      const item = readAs(read, valueAt(tree, column, k));
      return typeof item === "object" ? formatItem(item) : item;
    };
  }
  if (types === null) return (k) => formatItem(valueAt(tree, column, k));
  return (k) => {
    const item = readAs(type, valueAt(tree, column, k));
    if (typeof item !== "string") {
      if (typeof item !== "object" && !types.some(({ kind }) => kind === typeof item))
        throw badValue(call.arguments[argument]!.span, originAt(column, k), noun, foundWord(item));
      return item;
    }
    for (const one of types) {
      const value = readValue(one, item);
      if (value !== null) return value;
    }
    throw badValue(call.arguments[argument]!.span, originAt(column, k), noun, foundWord(item));
  };
}

/** Values that are nodes, attributes or texts of the data. */
const NODES: ReadonlySet<string> = new Set(["AttributeValue", "FieldValue", "PathValues", "StringValue", "OwnText"]);

/** XPath's effective Boolean value: of a node true, of a number and a text whether they are not zero and not empty. */
function truthOf(item: Item, isNode: boolean): boolean {
  if (typeof item === "boolean") return item;
  if (isNode || typeof item === "object") return true;
  return typeof item === "number" ? item !== 0 && !Number.isNaN(item) : item !== "";
}
