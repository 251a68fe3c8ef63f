import { eachChild, type PathPlan, type PlanNode, type ValueExpression, type ValuePlan } from "@semantic-xpath/planner";
import { callRow } from "@semantic-xpath/values";
import { nodesBatch } from "./batch.js";
import { evaluateCondition } from "./conditions.js";
import type { Task } from "./effects.js";
import { evidenceOnce } from "./evidence.js";
import type { Frame } from "./frame.js";
import type { Run } from "./run.js";
import { mergeFrames } from "./sequence.js";
import { toOf, valueAt } from "./values/column.js";
import { evaluateValue } from "./values/evaluate.js";
import { asWritten, kindOfColumn, type SingleValue } from "./values/written.js";

/** The result of a query that gives a value: one, none, or several in order. */
export type QueryValue = SingleValue | null | readonly SingleValue[];

/** Evaluates the expression, keeps its value with the run and gives its contributors: what its paths reach, once, in document order. */
export function* evaluateValueQuery(run: Run, plan: ValuePlan): Task<Frame> {
  run.observer?.enter(plan.id);
  run.once.set<QueryValue>(plan, "result", yield* evaluateResult(run, plan));
  run.observer?.leave(plan.id);
  const frames: Frame[] = [];
  for (const path of contributingPaths(plan)) frames.push(yield* evidenceOnce(run, path));
  // One path reaches each entry once, in document order; of groups it is their members that count.
  const nodes = frames.map((frame): Frame => {
    if (!run.groups.areGroups(frame.ids)) return frame;
    return { ids: run.groups.nodesOf(frame.ids), weights: null, offsets: null, attributes: null };
  });
  return { ...(nodes.length === 1 ? nodes[0]! : mergeFrames(nodes)), weights: null };
}

/** The value that a run came to; undefined where the query gives nodes. */
export function resultValue({ plan, once }: Run): QueryValue | undefined {
  return plan.result.kind === "Value" ? once.get<QueryValue>(plan.result, "result") : undefined;
}

/** The paths whose entries make a value: those in no bracket. */
export function contributingPaths(plan: PlanNode): readonly PathPlan[] {
  const paths: PathPlan[] = [];
  const visit = (node: PlanNode): void =>
    eachChild(node, (child) => {
      if (child.kind === "Path") paths.push(child);
      else visit(child);
    });
  visit(plan);
  return paths;
}

function* evaluateResult(run: Run, { expression }: ValuePlan): Task<QueryValue> {
  const batch = nodesBatch(run.start.ids.subarray(0, 1));
  if (!isValue(expression)) return (yield* evaluateCondition(run, expression, batch))[0] === 1;
  const column = yield* evaluateValue(run, expression, batch);
  const kind = kindOfColumn(column);
  const values = Array.from({ length: toOf(column, 0) }, (_, k) => asWritten(valueAt(run.tree, column, k), kind));
  const isList =
    expression.kind === "PathValues" ||
    (expression.kind === "Function" && callRow(expression.function).gives === "values");
  return isList ? values : (values[0] ?? null);
}

const VALUES: ReadonlySet<PlanNode["kind"]> = new Set([
  "Given",
  "PathValues",
  "Arithmetic",
  "Negative",
  "Function",
  "AttributeValue",
  "KeyValue",
  "FieldValue",
  "StringValue",
  "OwnText",
  "NameValue",
  "PositionValue",
  "LastValue",
  "CountValue",
]);

export const isValue = (node: ValuePlan["expression"]): node is ValueExpression => VALUES.has(node.kind);
