import type { Stop } from "@semantic-xpath/inspect";
import { describeValue, eachChild, type OrderOperator, type PlanNode } from "@semantic-xpath/planner";
import type { DebugRun } from "../program/debugRun.js";
import { watchShown } from "./sequence.js";
import type { Variable } from "./variable.js";

/** Order keys of the nodes: a line for each key with the value of every node, in their new order. */
export async function keyLines({ stepper }: DebugRun, stop: Stop, signal: AbortSignal): Promise<readonly Variable[]> {
  const order = orderOf(stepper.query.plan.result, stop.operatorId);
  const lines: Variable[] = [];
  for (const { value, isDescending } of order?.keys ?? []) {
    const text = describeValue(value);
    const watchValue = await stepper.watch(text, signal, stop.after);
    // A key with a meaning only in its place, such as one of a name that a quantifier binds, can't be evaluated alone.
    if (watchValue.kind !== "problem")
      lines.push(watchShown(stepper.tree, isDescending ? `${text} descending` : text, watchValue));
  }
  return lines;
}

function orderOf(node: PlanNode, id: number): OrderOperator | null {
  if (node.kind === "Order") return node.id === id ? node : null;
  let order: OrderOperator | null = null;
  eachChild(node, (child) => {
    order ??= orderOf(child, id);
  });
  return order;
}
