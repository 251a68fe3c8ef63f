import {
  type BooleanExpression,
  type Comparison,
  compareValues,
  type TextMatch,
  type ValueExpression,
} from "@semantic-xpath/planner";
import type { Tree, ValueTable } from "@semantic-xpath/tree";
import { CALLS, type Item } from "@semantic-xpath/values";
import { type Batch, selectBatch } from "./batch.js";
import { comparesAsString, comparesPlainly, comparison, type TextTest } from "./compare.js";
import type { Task } from "./effects.js";
import { OWN_TEXT } from "./frame.js";
import { evaluateQuantified } from "./quantify.js";
import type { Run } from "./run.js";
import { evaluateScore } from "./scores.js";
import { fieldTexts, valueTexts } from "./texts.js";
import { type Column, constant, fromOf, textOf, toOf, typeOf, valueAt } from "./values/column.js";
import { evaluateCounts, evaluateValue } from "./values/evaluate.js";
import { compareColumns, isDayInOtherForm } from "./values/existential.js";
import { evaluateTest } from "./values/functions.js";
import {
  type Inferred,
  inferredOf,
  inferredOfField,
  noteCaveats,
  noteOddTruths,
  noteOtherKind,
  noteOtherTexts,
  noteUnread,
} from "./values/inferred.js";
import { numberAt } from "./values/numeric.js";

/** A condition for every entry of a batch: 1 or 0. Without entries nothing is evaluated, so that nothing can fail. */
export function* evaluateCondition(run: Run, condition: BooleanExpression, batch: Batch): Task<Uint8Array> {
  const count = batch.ids.length;
  if (count === 0) return new Uint8Array(0);
  switch (condition.kind) {
    case "Truth":
      return new Uint8Array(count).fill(condition.value ? 1 : 0);
    case "Not": {
      const operand = yield* evaluateCondition(run, condition.operand, batch);
      return operand.map((value) => 1 - value);
    }
    case "And":
    case "Or":
      return yield* evaluateJunction(run, condition.operands, condition.kind === "Or" ? 1 : 0, batch);
    case "Threshold": {
      const scores = yield* evaluateScore(run, condition.score, batch);
      const right = Number(run.value(condition.right));
      const mask = new Uint8Array(count);
      for (let i = 0; i < count; i++) mask[i] = compareValues(scores[i]!, condition.operator, right) ? 1 : 0;
      return mask;
    }
    case "Exists": {
      const counts = yield* evaluateCounts(run, condition.evidence, batch);
      const mask = new Uint8Array(count);
      for (let i = 0; i < count; i++) mask[i] = counts[i]! > 0 ? 1 : 0;
      return mask;
    }
    case "Compare":
      return yield* evaluateComparison(run, condition, batch);
    case "Match": {
      const test = matchTest(condition, String(run.value(condition.argument)));
      if (isOfNode(condition.value)) return textMask(run.tree, condition.value, batch, test, test(""));
      return yield* valueMask(run, condition.value, batch, (item) => test(textOf(item)), test(""));
    }
    case "Present":
      if (isOfNode(condition.value)) return textMask(run.tree, condition.value, batch, () => true);
      // A key is there as an attribute is, whatever its value.
      return yield* valueMask(
        run,
        condition.value,
        batch,
        condition.value.kind === "KeyValue" ? () => true : isSomething,
      );
    case "PlaceEquals": {
      const column = yield* evaluateValue(run, condition.value, batch);
      const mask = new Uint8Array(count);
      for (let i = 0; i < count; i++)
        for (let k = fromOf(column, i); k < toOf(column, i); k++)
          if (numberAt(run.tree, column, k) === batch.places![i]) mask[i] = 1;
      return mask;
    }
    case "CompareValues": {
      const left = yield* evaluateValue(run, condition.left, batch);
      const right = yield* evaluateValue(run, condition.right, batch);
      const { operator, span } = condition;
      for (const side of [condition.left, condition.right]) noteUnread(run, side, batch.ids);
      return compareColumns(run, { left, operator, right, span }, count);
    }
    case "Quantified":
      return yield* evaluateQuantified(run, condition, batch);
    case "Test":
      return yield* evaluateTest(run, condition.call, batch);
  }
}

/** A number is something if it is not 0, a text if it is not empty. */
const isSomething = (item: Item): boolean => item !== 0 && item !== "" && item !== false && !Number.isNaN(item);

/** Any value passes the test, or `ofAbsent` if there is none. */
function* valueMask(
  run: Run,
  value: ValueExpression,
  batch: Batch,
  test: (item: Item) => boolean,
  ofAbsent = false,
): Task<Uint8Array> {
  const column = yield* evaluateValue(run, value, batch);
  const mask = new Uint8Array(batch.ids.length);
  for (let i = 0; i < mask.length; i++) {
    const to = toOf(column, i);
    let k = fromOf(column, i);
    if (k === to) mask[i] = ofAbsent ? 1 : 0;
    for (; k < to && mask[i] === 0; k++) mask[i] = test(valueAt(run.tree, column, k)) ? 1 : 0;
  }
  return mask;
}

/** Operands from left to right, each only for entries that the ones before left open. `decisive` closes an entry: 1 for or, 0 for and. */
function* evaluateJunction(
  run: Run,
  operands: readonly BooleanExpression[],
  decisive: 0 | 1,
  batch: Batch,
): Task<Uint8Array> {
  const result = yield* evaluateCondition(run, operands[0]!, batch);
  const mask = operands.length > 1 ? result.slice() : result;
  for (const operand of operands.slice(1)) {
    const open: number[] = [];
    for (let i = 0; i < mask.length; i++) if (mask[i] !== decisive) open.push(i);
    if (open.length === 0) break;
    const at = Int32Array.from(open);
    const values = yield* evaluateCondition(run, operand, selectBatch(batch, at));
    for (let i = 0; i < at.length; i++) mask[at[i]!] = values[i]!;
  }
  return mask;
}

function* evaluateComparison(run: Run, compared: Comparison, batch: Batch): Task<Uint8Array> {
  const { tree } = run;
  const { value, operator, right, mode } = compared;
  const literal = run.value(right);
  noteUnread(run, value, batch.ids);
  if (!comparesPlainly(mode)) return yield* compareWith(run, compared, constant([literal]), batch);
  const isOpen = mode === "auto" ? mayReadAsQuantity(literal) : mode === "string" && typeof literal === "number";
  const isEquality = operator === "=" || operator === "!=";
  const isWord = !isOpen && mode === "auto" && typeof literal === "string" && !isEquality;
  const isTruth = mode === "auto" && typeof literal === "boolean";
  const inferred = isOpen || isWord || isTruth ? inferredOfValue(run, value, batch) : null;
  if (isTruth && inferred !== null) noteOddTruths(run, inferred);
  if (inferred !== null) {
    if (mode === "auto") noteOtherTexts(run, inferred, operator, literal);
    noteOtherKind(run, inferred, literal);
  }
  const isIdentifier = typeof literal === "number" && inferred?.type?.kind === "string";
  // A column of identifiers compares as text.
  const argument = isIdentifier ? String(literal) : literal;
  const isOfType = !isTruth || (inferred?.kind != null && inferred.kind.kind !== "string");
  if (mode === "auto" && isOpen && inferred !== null) {
    if (inferred.type === null) noteCaveats(run, inferred, isEquality ? literal : null);
    if (inferred.type !== null || (inferred.kind?.kind === "date" && isDayInOtherForm(literal)))
      return yield* compareWith(run, compared, constant([argument]), batch);
  }
  switch (value.kind) {
    case "AttributeValue":
    case "FieldValue":
      if (operator === "=" && comparesAsString(argument, mode)) return equalMask(tree, value, argument, batch);
      return textMask(tree, value, batch, comparison(operator, argument, mode, isOfType));
    case "StringValue":
    case "OwnText":
      return textMask(tree, value, batch, comparison(operator, argument, mode, isOfType));
    case "NameValue":
      return textMask(tree, value, batch, comparison(operator, String(argument), "string"));
    case "PositionValue":
    case "LastValue":
    case "CountValue": {
      const numbers = yield* evaluateNumbers(run, value, batch);
      const mask = new Uint8Array(numbers.length);
      const number = Number(argument);
      for (let i = 0; i < mask.length; i++) mask[i] = compareValues(numbers[i]!, operator, number) ? 1 : 0;
      return mask;
    }
    default:
      return yield* compareWith(run, compared, constant([argument], mode === "auto" ? null : typeOf(mode)), batch);
  }
}

/** A text without a digit is not a quantity, except for these times. */
export const mayReadAsQuantity = (argument: unknown): boolean =>
  typeof argument === "number" || (typeof argument === "string" && /\d|noon|midnight/i.test(argument));

/** Types of the data for a value of the node; null without inferred ones. */
function inferredOfValue(run: Run, value: ValueExpression, { ids }: Batch): Inferred | null {
  const { tree } = run;
  if (value.kind === "AttributeValue") return inferredOf(run, ids, tree.attributeId(value.name));
  if (value.kind === "OwnText") return inferredOf(run, ids, OWN_TEXT);
  return value.kind === "FieldValue" ? inferredOfField(run, ids, value.name, tree.attributeId(value.name)) : null;
}

function* compareWith(run: Run, { value, operator, span }: Comparison, right: Column, batch: Batch): Task<Uint8Array> {
  const left = yield* evaluateValue(run, value, batch);
  return compareColumns(run, { left, operator, right, span }, batch.ids.length);
}

/** position(), last() or a count, for every entry of a batch. */
export function* evaluateNumbers(run: Run, value: ValueExpression, batch: Batch): Task<ArrayLike<number>> {
  switch (value.kind) {
    case "PositionValue":
      return batch.places!;
    case "LastValue":
      return batch.lasts!;
    case "CountValue":
      return yield* evaluateCounts(run, value.evidence, batch);
    default:
      throw new Error(`a ${value.kind} is not a number of the node alone`);
  }
}

const OF_NODE: ReadonlySet<ValueExpression["kind"]> = new Set([
  "AttributeValue",
  "FieldValue",
  "StringValue",
  "OwnText",
  "NameValue",
]);

/** True if a value consists of texts of the node itself. */
const isOfNode = ({ kind }: ValueExpression): boolean => OF_NODE.has(kind);

function matchTest({ function: name }: TextMatch, argument: string): TextTest {
  const { test } = CALLS[name].search;
  return (text) => test(text, argument);
}

/** Equality of strings: values are interned, so once the value is met, comparing is comparing ids. */
function equalMask(tree: Tree, value: ValueExpression & { name: string }, text: string, { ids }: Batch): Uint8Array {
  const mask = new Uint8Array(ids.length);
  const attribute = tree.attributeId(value.name);
  const columns = attribute < 0 ? [] : tree.columns[attribute]!;
  const { type, rank, values } = tree;
  const column = ids.length === 0 ? undefined : columns[type[ids[0]!]!];
  if (column?.kind === "dense" && ids === tree.postings[type[ids[0]!]!] && value.kind === "AttributeValue") {
    return equalColumn(values, column.values, text, mask);
  }
  let valueId = -2;
  for (let i = 0; i < ids.length; i++) {
    const node = ids[i]!;
    const column = columns[type[node]!];
    const id =
      column === undefined
        ? -1
        : column.kind === "dense"
          ? column.values[rank[node]!]!
          : tree.attributeValue(node, attribute);
    if (id >= 0) {
      if (id === valueId) mask[i] = 1;
      else if (valueId === -2 && values.equals(id, text)) {
        valueId = id;
        mask[i] = 1;
      }
    } else if (value.kind === "FieldValue") mask[i] = fieldTexts(tree, node, value.name).includes(text) ? 1 : 0;
  }
  return mask;
}

/** All nodes of a type: their ranks are their places, so that the column is compared as a whole. */
function equalColumn(values: ValueTable, column: Int32Array, text: string, mask: Uint8Array): Uint8Array {
  const first = column.findIndex((id) => id >= 0 && values.equals(id, text));
  if (first < 0) return mask;
  const valueId = column[first]!;
  for (let i = first; i < mask.length; i++) mask[i] = column[i] === valueId ? 1 : 0;
  return mask;
}

/** Below this many nodes a table over all values would cost more than it saves. */
const MEMO_FROM = 256;

/** Any text of the value passes the test, or `ofAbsent` if there is none. Each distinct attribute value is tested once. */
function textMask(tree: Tree, value: ValueExpression, { ids }: Batch, test: TextTest, ofAbsent = false): Uint8Array {
  const mask = new Uint8Array(ids.length);
  if (value.kind === "NameValue") {
    const byType = tree.typeNames.map(test);
    for (let i = 0; i < ids.length; i++) mask[i] = byType[tree.type[ids[i]!]!] ? 1 : 0;
    return mask;
  }
  const passes = (texts: readonly string[]): number => ((texts.length === 0 ? ofAbsent : texts.some(test)) ? 1 : 0);
  if (value.kind !== "AttributeValue" && value.kind !== "FieldValue") {
    for (let i = 0; i < ids.length; i++) mask[i] = passes(valueTexts(tree, value, ids[i]!));
    return mask;
  }
  const attribute = tree.attributeId(value.name);
  const memo = ids.length < MEMO_FROM || ids.length * 8 < tree.values.size ? null : new Uint8Array(tree.values.size);
  for (let i = 0; i < ids.length; i++) {
    const node = ids[i]!;
    const id = tree.attributeValue(node, attribute);
    if (id < 0) mask[i] = passes(value.kind === "FieldValue" ? fieldTexts(tree, node, value.name) : []);
    else if (memo === null) mask[i] = test(tree.values.get(id)) ? 1 : 0;
    else {
      if (memo[id] === 0) memo[id] = test(tree.values.get(id)) ? 2 : 1;
      mask[i] = memo[id]! - 1;
    }
  }
  return mask;
}
