import type { OrderOperator, PathPlan, PlanNode, ValuePlan } from "@semantic-xpath/planner";
import { describeValue, eachChild } from "@semantic-xpath/planner";
import { NONE } from "@semantic-xpath/tree";
import { nodesBatch } from "../execute/batch.js";
import { driveSync } from "../execute/drive.js";
import type { Frame, List } from "../execute/frame.js";
import type { Run } from "../execute/run.js";
import type { SingleValue } from "../execute/valueQuery.js";
import { entryPath, fromOf, textOf, toOf, valueAt } from "../execute/values/column.js";
import { evaluateValue, frameValues } from "../execute/values/evaluate.js";
import { numberAt } from "../execute/values/numeric.js";
import { pathOf } from "./drops.js";
import { attributeNameOf } from "./factors.js";
import { joined, type LazyList } from "./lazyList.js";
import type { BracketRecord } from "./recorder.js";
import type { TraceValue } from "./trace.js";

/** A path that contributes to a value, and whether its entries are only counted. */
interface Contribution {
  readonly path: PathPlan;
  readonly isCounted: boolean;
}

/** Every entry that a value was computed from, path by path, with what it gave. */
export function contributorsOf(run: Run, plan: ValuePlan): LazyList<TraceValue> {
  return joined(contributions(plan).map((contribution) => contributorsOfPath(run, contribution)));
}

function contributions(plan: ValuePlan): Contribution[] {
  const found: Contribution[] = [];
  const visit = (node: PlanNode, isCounted: boolean): void =>
    eachChild(node, (child) => {
      if (child.kind === "Path") found.push({ path: child, isCounted: isCounted || COUNTS.has(node.kind) });
      else visit(child, node.kind === "Function" && COUNTING.has(node.function));
    });
  visit(plan, false);
  return found;
}

const COUNTS: ReadonlySet<PlanNode["kind"]> = new Set(["CountValue", "Exists"]);
const COUNTING: ReadonlySet<string> = new Set(["count", "exists"]);

function contributorsOfPath(run: Run, { path, isCounted }: Contribution): LazyList<TraceValue> {
  const frame = run.once.get<Frame>(path, "frame");
  const values = frame === undefined || isCounted ? null : frameValues(run, frame, null);
  return {
    length: frame?.ids.length ?? 0,
    at: (i) => ({
      path: pathOf(run, frame!.ids[i]!, attributeNameOf(run, frame!, i)),
      values: [values === null ? 1 : shown(numberAt(run.tree, values, i), textOf(valueAt(run.tree, values, i)))],
    }),
  };
}

const shown = (number: number, text: string): SingleValue => (Number.isNaN(number) ? text : number);

/** The entries of an order by with their keys. */
export function keysAt(run: Run, { keys }: OrderOperator, records: readonly BracketRecord[]): LazyList<TraceValue> {
  return joined(
    records.map(({ before }) => {
      const valuesAt = keyValues(run, keys, before.ids);
      const at = (i: number): TraceValue => ({ path: entryPathAt(run, before, i), values: valuesAt(i) });
      return { length: before.ids.length, at };
    }),
  );
}

/** The values of the keys for each of some nodes; null where one is absent. */
function keyValues(run: Run, keys: OrderOperator["keys"], ids: Int32Array): (i: number) => TraceValue["values"] {
  const columns = keys.map(({ value }) => driveSync(evaluateValue(run, value, nodesBatch(ids))));
  return (i) =>
    columns.map((column) => {
      const k = fromOf(column, i);
      if (k === toOf(column, i)) return null;
      return shown(numberAt(run.tree, column, k), textOf(valueAt(run.tree, column, k)));
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
