import type { OrderOperator, PathPlan, PathValues, PlanNode, ValuePlan } from "@semantic-xpath/planner";
import { describeValue, eachChild } from "@semantic-xpath/planner";
import { NONE } from "@semantic-xpath/tree";
import { calculate, type Item, isValueError, type ValueError } from "@semantic-xpath/values";
import { nodesBatch } from "../execute/batch.js";
import { driveSync } from "../execute/drive.js";
import { entryKey, type Frame, type List } from "../execute/frame.js";
import type { Run } from "../execute/run.js";
import { type Column, entryPath, fromOf, textOf, toOf, typeOf, valueAt } from "../execute/values/column.js";
import { readAs } from "../execute/values/comparing.js";
import { evaluateValue, frameValues } from "../execute/values/evaluate.js";
import { countsAsNumbers, numberAt } from "../execute/values/numeric.js";
import type { SingleValue } from "../execute/values/written.js";
import { pathOf } from "./drops.js";
import { attributeNameOf } from "./factors.js";
import { joined, type LazyList } from "./lazyList.js";
import type { BracketRecord } from "./recorder.js";
import type { TraceValue } from "./trace.js";

/** A path that contributes to a value, and whether its entries are only counted, or added up. */
interface Contribution {
  readonly path: PathPlan;
  readonly isCounted: boolean;
  readonly isSummed: boolean;
  /** Declared type of its values. */
  readonly type: PathValues["type"];
}

/** Every entry that a value was computed from, path by path, with what it gave. */
export function contributorsOf(run: Run, plan: ValuePlan): LazyList<TraceValue> {
  return joined(contributions(plan).map((contribution) => contributorsOfPath(run, contribution)));
}

function contributions(plan: ValuePlan): Contribution[] {
  const collected: Contribution[] = [];
  const visit = (node: PlanNode, call: string): void =>
    eachChild(node, (child) => {
      if (child.kind !== "Path") return visit(child, node.kind === "Function" ? node.function : "");
      const isCounted = COUNTING.has(call) || COUNTS.has(node.kind);
      const type = node.kind === "PathValues" ? node.type : null;
      collected.push({ path: child, isCounted, isSummed: SUMMING.has(call), type });
    });
  visit(plan, "");
  return collected;
}

const COUNTS: ReadonlySet<PlanNode["kind"]> = new Set(["CountValue", "Exists"]);
const COUNTING: ReadonlySet<string> = new Set(["count", "exists"]);
const SUMMING: ReadonlySet<string> = new Set(["sum", "avg"]);

function contributorsOfPath(run: Run, { path, isCounted }: Contribution): LazyList<TraceValue> {
  const frame = run.once.get<Frame>(path, "frame");
  const column = frame === undefined || isCounted ? null : columnOf(run, path, frame, null);
  const valuesAt = (i: number): SingleValue[] => {
    if (column === null) return [1];
    const values: SingleValue[] = [];
    for (let k = fromOf(column, i); k < toOf(column, i); k++) values.push(shownAt(run, column, k));
    return values;
  };
  return {
    length: frame?.ids.length ?? 0,
    at: (i) => ({ path: pathOf(run, frame!.ids[i]!, attributeNameOf(run, frame!, i)), values: valuesAt(i) }),
  };
}

/** The values of each entry of a path: the computed one, else the entry itself; null for groups, which are not values. */
function columnOf(run: Run, { attribute }: PathPlan, frame: Frame, type: PathValues["type"]): Column | null {
  if (attribute?.kind === "Computed") return run.once.get<Column>(attribute, "each") ?? null;
  if (frame.attributes === null && run.groups.areGroups(frame.ids)) return null;
  const column = frameValues(run, frame, type);
  return column.kind === "numbers"
    ? column
    : { ...column, offsets: Int32Array.from({ length: frame.ids.length + 1 }, (_, i) => i) };
}

/** A value as a number if it reads as one, but for identifiers: "007". */
function shownAt({ tree }: Run, column: Column, k: number): SingleValue {
  const text = textOf(valueAt(tree, column, k));
  if (column.kind !== "numbers" && column.type?.kind === "string") return text;
  const number = numberAt(tree, column, k);
  return Number.isNaN(number) ? text : number;
}

/** Contribution of one entry to a value. */
export interface GivenValues {
  /** As in `TraceValue`, once for each path that reached it. */
  readonly values: readonly SingleValue[];
  /** Its share of the sum or the mean, in [0, 1]; null if there is no such share, or a contribution is below 0. */
  readonly share: number | null;
}

const NOTHING: GivenValues = { values: [], share: null };

/** Contribution of an entry to a value: of a node, or of an attribute (its number, or the mark of own text) of one. */
export function givenTo(run: Run, plan: ValuePlan): (node: number, attribute: number) => GivenValues {
  const byEntry = new Map<number, GivenValues>();
  for (const contribution of contributions(plan)) {
    const frame = run.once.get<Frame>(contribution.path, "frame");
    if (frame === undefined) continue;
    const shares = contribution.isSummed ? sharesOf(run, frame, contribution) : null;
    const { at } = contributorsOfPath(run, contribution);
    for (let i = 0; i < frame.ids.length; i++) {
      const key = entryKey(run.tree, frame.ids[i]!, frame.attributes?.[i] ?? NONE);
      const { values } = byEntry.get(key) ?? NOTHING;
      const gave = at(i).values.filter((value) => value !== null);
      // An entry in two sums has no single share.
      byEntry.set(key, { values: [...values, ...gave], share: values.length === 0 ? (shares?.[i] ?? null) : null });
    }
  }
  return (node, attribute) => byEntry.get(entryKey(run.tree, node, attribute)) ?? NOTHING;
}

/** The part that each value of a frame has in their sum; null if one is below 0, or none is above. */
function sharesOf(run: Run, frame: Frame, { path, type }: Contribution): readonly (number | null)[] | null {
  const column = columnOf(run, path, frame, type);
  if (column === null) return null;
  const read = typeOf(type) ?? (column.kind === "numbers" ? null : column.type);
  const isNumeric = countsAsNumbers(column);
  const singleValues = Array.from(frame.ids, (_, i) => {
    const k = fromOf(column, i);
    if (toOf(column, i) !== k + 1) return null;
    return isNumeric ? numberAt(run.tree, column, k) : readAs(read, valueAt(run.tree, column, k));
  });
  const items = singleValues.filter((item) => item !== null);
  const [first, ...others] = items;
  if (first === undefined) return null;
  let total: Item | ValueError = first;
  for (const item of others) if (!isValueError(total)) total = calculate(total, "+", item);
  if (isValueError(total)) return null;
  const sum = total;
  const shares = singleValues.map((item) => (item === null ? null : calculate(item, "div", sum)));
  return shares.every((share) => share === null || (typeof share === "number" && share >= 0 && share <= 1))
    ? (shares as (number | null)[])
    : null;
}

/** The entries of an order by with their keys. */
export function keysAt(run: Run, { keys }: OrderOperator, records: readonly BracketRecord[]): LazyList<TraceValue> {
  return joined(
    records.map(({ before }) => {
      let valuesAt: ReturnType<typeof keyValues> | null = null;
      const at = (i: number): TraceValue => {
        valuesAt ??= keyValues(run, keys, before.ids);
        return { path: entryPathAt(run, before, i), values: valuesAt(i) };
      };
      return { length: before.ids.length, at };
    }),
  );
}

/** The values of the keys for each of some nodes; null for an absent one. */
export function keyValues(run: Run, keys: OrderOperator["keys"], ids: Int32Array): (i: number) => TraceValue["values"] {
  const columns = keys.map(({ value }) => driveSync(evaluateValue(run, value, nodesBatch(ids))));
  return (i) =>
    columns.map((column) => {
      const k = fromOf(column, i);
      if (k === toOf(column, i)) return null;
      return shownAt(run, column, k);
    });
}

/** The keys of one node as texts, one for each key: `@cost is "12"`, `@cost is absent`. */
export function keyTexts(run: Run, { keys }: OrderOperator, node: number): string[] {
  return keyValues(
    run,
    keys,
    Int32Array.of(node),
  )(0).map(
    (value, k) => `${describeValue(keys[k]!.value)} is ${value === null ? "absent" : JSON.stringify(String(value))}`,
  );
}

const entryPathAt = ({ tree }: Run, { ids, attributes }: List, i: number): string =>
  entryPath(tree, ids[i]!, attributes?.[i] ?? NONE);
