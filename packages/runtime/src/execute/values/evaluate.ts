import type { Span } from "@semantic-xpath/parser";
import type { ComputedOperator, PathPlan, PathValues, ValueExpression } from "@semantic-xpath/planner";
import { NONE, stringValue, type Tree } from "@semantic-xpath/tree";
import { calculate, type Item, printValueType } from "@semantic-xpath/values";
import { type Batch, insideOf } from "../batch.js";
import type { Task } from "../effects.js";
import { evaluateEvidence, evidenceOnce } from "../evidence.js";
import { type Frame, OWN_TEXT } from "../frame.js";
import { isIndependent } from "../once.js";
import type { Run } from "../run.js";
import { fieldTexts, nameOf } from "../texts.js";
import {
  article,
  badValue,
  COMPUTED,
  type Column,
  constant,
  entryPath,
  fromOf,
  type ItemColumn,
  type NumberColumn,
  onePerEntry,
  originAt,
  quoted,
  settled,
  severalValues,
  toOf,
  typeOf,
  valueAt,
} from "./column.js";
import { readAs, refuseBareNumber } from "./comparing.js";
import { evaluateFunction } from "./functions.js";
import { inferredOf, inferredOfEntries, inferredOfField, readable, withKind } from "./inferred.js";
import { countsAsNumbers, toNumbers } from "./numeric.js";

/** The values of an expression for every entry of a batch. What depends on no node is evaluated once in a run, if there is an entry to want it. */
export function* evaluateValue(run: Run, value: ValueExpression, batch: Batch): Task<Column> {
  if (value.kind === "Given") return constant([run.value(value.argument)]);
  if (!isIndependent(value)) return yield* valueFor(run, value, batch);
  if (batch.ids.length === 0) return constant([]);
  const cached = run.once.get<Column>(value, "value");
  if (cached !== undefined) return cached;
  const alone = yield* valueFor(run, value, { ...batch, ids: Int32Array.of(0), bindings: null });
  return run.once.set(value, "value", forAll(alone));
}

/** The values of one entry as those of all. */
function forAll(column: Column): Column {
  if (column.kind !== "numbers") return { ...column, offsets: null };
  return constant(toOf(column, 0) === 0 ? [] : [column.values[0]!]);
}

function* valueFor(run: Run, value: ValueExpression, batch: Batch): Task<Column> {
  const { tree } = run;
  const { ids } = batch;
  switch (value.kind) {
    case "Given":
      return constant([run.value(value.argument)]);
    case "PathValues":
      return yield* pathValues(run, value, batch);
    case "Arithmetic":
      return arithmetic(
        run,
        value,
        yield* evaluateValue(run, value.left, batch),
        yield* evaluateValue(run, value.right, batch),
        ids.length,
      );
    case "Negative":
      return negative(run, value, yield* evaluateValue(run, value.operand, batch), ids.length);
    case "Function":
      return yield* evaluateFunction(run, value, batch);
    case "AttributeValue": {
      const attribute = tree.attributeId(value.name);
      return interned(run, ids, (node) => tree.attributeValue(node, attribute), attribute, value.type);
    }
    case "KeyValue":
      return run.groups.keyColumn(ids, value.name);
    case "OwnText":
      return interned(run, ids, (node) => tree.text[node]!, OWN_TEXT, null);
    case "FieldValue":
      return fieldValues(run, value.name, value.type, ids);
    case "StringValue":
      return onePerEntry(
        Array.from(ids, (node) => stringValue(tree, node)),
        (k) => entryPath(tree, ids[k]!),
      );
    case "NameValue":
      return onePerEntry(Array.from(ids, (node) => nameOf(tree, node)));
    case "PositionValue":
      return numbersOf(batch.places ?? alone(ids));
    case "LastValue":
      return numbersOf(batch.lasts ?? alone(ids));
    case "CountValue":
      return numbersOf(yield* evaluateCounts(run, value.evidence, batch));
  }
}

/** The places of entries that are in no list: each is the only one. */
const alone = (ids: Int32Array): Int32Array => new Int32Array(ids.length).fill(1);

const numbersOf = (numbers: ArrayLike<number>): NumberColumn => ({
  kind: "numbers",
  values: Float64Array.from(numbers),
  isPresent: null,
});

/** Number of entries of a path for every entry of a batch. */
export function* evaluateCounts(run: Run, path: PathPlan, batch: Pick<Batch, "ids" | "bindings">): Task<Int32Array> {
  const counts = new Int32Array(batch.ids.length);
  if (path.attribute?.kind === "Computed") {
    const frame = yield* isIndependent(path) ? evidenceOnce(run, path) : evaluateEvidence(run, path, batch);
    const column = yield* computedValues(run, path.attribute, frame, batch);
    return counts.map((_, i) => toOf(column, i) - fromOf(column, i));
  }
  if (isIndependent(path)) return counts.fill((yield* evidenceOnce(run, path)).ids.length);
  const { offsets } = yield* evaluateEvidence(run, path, batch);
  for (let i = 0; i < counts.length; i++) counts[i] = offsets![i + 1]! - offsets![i]!;
  return counts;
}

/** A text of the data for each node that has it, by value id. */
function interned(
  run: Run,
  ids: Int32Array,
  idOf: (node: number) => number,
  attribute: number,
  type: PathValues["type"],
): Column {
  const { tree } = run;
  const values = new Int32Array(ids.length);
  const nodes = new Int32Array(ids.length);
  const offsets = new Int32Array(ids.length + 1);
  let count = 0;
  for (let i = 0; i < ids.length; i++) {
    const id = idOf(ids[i]!);
    nodes[count] = ids[i]!;
    values[count] = id;
    if (id >= 0) count++;
    offsets[i + 1] = count;
  }
  const origin = (k: number): string => entryPath(tree, nodes[k]!, attribute);
  const inferred = type === null ? inferredOf(run, ids, attribute) : null;
  const read = inferred?.type ?? typeOf(type);
  return { kind: "interned", values: values.subarray(0, count), offsets, type: read, inferred, origin };
}

/** The attribute, else the texts of the children of that type. */
function fieldValues(run: Run, name: string, type: PathValues["type"], ids: Int32Array): ItemColumn {
  const { tree } = run;
  const attribute = tree.attributeId(name);
  const values: string[] = [];
  const owners: number[] = [];
  const offsets = new Int32Array(ids.length + 1);
  for (let i = 0; i < ids.length; i++) {
    const node = ids[i]!;
    const id = tree.attributeValue(node, attribute);
    for (const text of id >= 0 ? [tree.values.get(id)] : fieldTexts(tree, node, name)) {
      values.push(text);
      owners.push(node);
    }
    offsets[i + 1] = values.length;
  }
  const origin = (k: number): string =>
    tree.attributeValue(owners[k]!, attribute) >= 0
      ? entryPath(tree, owners[k]!, attribute)
      : `${entryPath(tree, owners[k]!)}/${name}`;
  const inferred = type === null ? inferredOfField(run, ids, name, attribute) : null;
  return { kind: "items", values, offsets, type: inferred?.type ?? typeOf(type), inferred, origin };
}

function* pathValues(run: Run, value: PathValues, batch: Batch): Task<Column> {
  const frame = yield* isIndependent(value.evidence)
    ? evidenceOnce(run, value.evidence)
    : evaluateEvidence(run, value.evidence, batch);
  const { attribute } = value.evidence;
  return attribute?.kind === "Computed"
    ? yield* computedValues(run, attribute, frame, batch)
    : frameValues(run, frame, value.type);
}

/** Value of an expression for each node that a path has reached, in their order. */
function* computedValues(
  run: Run,
  operator: ComputedOperator,
  { ids, offsets }: Frame,
  batch: Pick<Batch, "bindings">,
): Task<Column> {
  const column = yield* evaluateValue(run, operator.value, insideOf(batch, ids, offsets));
  const places: number[] = [];
  const ends = new Int32Array(ids.length + 1);
  for (let i = 0; i < ids.length; i++) {
    for (let k = fromOf(column, i); k < toOf(column, i); k++) places.push(k);
    ends[i + 1] = places.length;
  }
  const each = eachOf(run, column, places, ends);
  if (offsets === null) run.once.set(operator, "each", each);
  return { ...each, offsets: offsets === null ? null : offsets.map((offset) => ends[offset]!) };
}

/** The values of a column at some places, with the end of each entry. */
function eachOf({ tree }: Run, column: Column, places: readonly number[], offsets: Int32Array): Segmented {
  if (column.kind === "interned")
    return {
      ...column,
      values: Int32Array.from(places, (k) => column.values[k]!),
      offsets,
      origin: (k) => column.origin(places[k]!),
    };
  const values = places.map((k) => valueAt(tree, column, k));
  if (column.kind === "numbers") return { kind: "items", values, offsets, type: null, origin: COMPUTED };
  return { ...column, values, offsets, origin: (k) => column.origin(places[k]!) };
}

type Segmented = Exclude<Column, NumberColumn>;

/** The values of the entries of a frame: of attributes and own texts these, of nodes their string values. */
export function frameValues(run: Run, frame: Frame, type: PathValues["type"]): Column {
  const { tree, groups } = run;
  const { ids, attributes, offsets } = frame;
  if (groups.areGroups(ids)) {
    if (attributes === null) throw new Error("groups have no text");
    const column = groups.keyColumn(ids, groups.keyName(ids[0]!, attributes[0]!));
    return { ...column, offsets } as Column;
  }
  const origin = (k: number): string => entryPath(tree, ids[k]!, attributes?.[k] ?? NONE);
  if (attributes?.every((attribute) => attribute !== NONE)) {
    const values = new Int32Array(ids.length);
    for (let i = 0; i < values.length; i++) {
      const attribute = attributes[i]!;
      values[i] = attribute === OWN_TEXT ? tree.text[ids[i]!]! : tree.attributeValue(ids[i]!, attribute);
    }
    const inferred = type === null ? inferredOfEntries(run, ids, attributes) : null;
    return { kind: "interned", values, offsets, type: inferred?.type ?? typeOf(type), inferred, origin };
  }
  const values = Array.from(ids, (node, i) => {
    const attribute = attributes?.[i] ?? NONE;
    if (attribute === NONE) return stringValue(tree, node);
    return attribute === OWN_TEXT ? tree.ownText(node) : tree.values.get(tree.attributeValue(node, attribute));
  });
  return { kind: "items", values, offsets, type: typeOf(type), origin };
}

type Arithmetic = Extract<ValueExpression, { kind: "Arithmetic" }>;

function arithmetic(run: Run, expression: Arithmetic, a: Column, b: Column, count: number): Column {
  const { tree } = run;
  const left = withKind(readable(run, a, count, false));
  const right = withKind(readable(run, b, count, false));
  const { operator, span } = expression;
  if (countsAsNumbers(left) && countsAsNumbers(right)) {
    const x = toNumbers(tree, left, count, expression.left.span, right);
    const y = toNumbers(tree, right, count, expression.right.span, left);
    return numericArithmetic(x, operator, y, count);
  }
  if (operator === "+" || operator === "-") {
    refuseBareNumber(tree, left, right, span);
    refuseBareNumber(tree, right, left, span);
  }
  const values: Item[] = [];
  const offsets = new Int32Array(count + 1);
  for (let i = 0; i < count; i++) {
    const k = onlyValue(left, i, expression.left.span);
    const m = onlyValue(right, i, expression.right.span);
    if (k !== null && m !== null) {
      const x = operandAt(tree, left, k, expression.left.span);
      const y = operandAt(tree, right, m, expression.right.span);
      values.push(settled(calculate(x, operator, y), span, originAt(left, k), originAt(right, m)));
    }
    offsets[i + 1] = values.length;
  }
  return { kind: "items", values, offsets, type: null, origin: () => null };
}

/** A value as one of its declared type; ends the run where it does not read so. */
function operandAt(tree: Tree, column: Column, k: number, span: Span): Item {
  const type = column.kind === "numbers" ? null : column.type;
  const item = readAs(type, valueAt(tree, column, k));
  if (type === null || type.kind === "string" || typeof item !== "string") return item;
  throw badValue(span, originAt(column, k), article(printValueType(type)), quoted(item));
}

/** The place of the only value of an entry, null without a value. */
function onlyValue(column: Column, row: number, span: Arithmetic["span"]): number | null {
  const from = fromOf(column, row);
  const to = toOf(column, row);
  if (to - from > 1) throw severalValues(span, column, row);
  return to === from ? null : from;
}

function numericArithmetic(
  a: NumberColumn,
  operator: Arithmetic["operator"],
  b: NumberColumn,
  count: number,
): NumberColumn {
  const values = new Float64Array(count);
  const x = a.values;
  const y = b.values;
  switch (operator) {
    case "+":
      for (let i = 0; i < count; i++) values[i] = x[i]! + y[i]!;
      break;
    case "-":
      for (let i = 0; i < count; i++) values[i] = x[i]! - y[i]!;
      break;
    case "*":
      for (let i = 0; i < count; i++) values[i] = x[i]! * y[i]!;
      break;
    case "div":
      for (let i = 0; i < count; i++) values[i] = x[i]! / y[i]!;
      break;
    case "mod":
      for (let i = 0; i < count; i++) values[i] = x[i]! % y[i]!;
      break;
  }
  return { kind: "numbers", values, isPresent: andMasks(a.isPresent, b.isPresent) };
}

const andMasks = (a: Uint8Array | null, b: Uint8Array | null): Uint8Array | null =>
  a === null ? b : b === null ? a : a.map((value, i) => value & b[i]!);

type Negative = Extract<ValueExpression, { kind: "Negative" }>;

function negative(run: Run, { operand, span }: Negative, written: Column, count: number): Column {
  const column = withKind(readable(run, written, count, false));
  if (countsAsNumbers(column)) {
    const { values, isPresent } = toNumbers(run.tree, column, count, operand.span, column);
    return { kind: "numbers", values: values.map((value) => -value), isPresent };
  }
  const minusOne = constant([-1]);
  const times = { kind: "Arithmetic", id: 0, span, operator: "*", left: operand, right: operand } as const;
  return arithmetic(run, times, column, minusOne, count);
}
