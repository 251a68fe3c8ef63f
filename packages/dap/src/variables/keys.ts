import type { Stop } from "@semantic-xpath/inspect";
import { describeValue, eachChild, type OrderOperator, type PlanNode } from "@semantic-xpath/planner";
import type { DebugRun } from "../program/debugRun.js";
import { watchShown } from "./sequence.js";
import type { Shown } from "./variable.js";

/** Order keys of the nodes: a line for each key with the value of every node, in their new order. */
export async function keyLines({ stepper }: DebugRun, stop: Stop, signal: AbortSignal): Promise<readonly Shown[]> {
  const order = orderOf(stepper.query.plan.result, stop.operatorId);
  const shown: Shown[] = [];
  for (const { value, isDescending } of order?.keys ?? []) {
    const text = describeValue(value);
    const found = await stepper.watch(text, signal, stop.after);
    // A key with a meaning only in its place, such as one of a name that a quantifier binds, can't be evaluated alone.
    if (found.kind !== "problem")
      shown.push(watchShown(stepper.tree, isDescending ? `${text} descending` : text, found));
  }
  return shown;
}

function orderOf(node: PlanNode, id: number): OrderOperator | null {
  if (node.kind === "Order") return node.id === id ? node : null;
  let found: OrderOperator | null = null;
  eachChild(node, (child) => {
    found ??= orderOf(child, id);
  });
  return found;
}
