import type { QueryPlan, Slot } from "../plan/operators.js";
import { rewrite } from "./rewrite.js";

/** Local relevances with the same target and condition share one slot: each (text, condition) is scored once for all. */
export function shareConditions(plan: QueryPlan): QueryPlan {
  const slots: Slot[] = [];
  const known = new Map<string, number>();
  const renumbered = plan.slots.map((slot) => {
    const key = slotKey(slot);
    const shared = known.get(key) ?? slots.push(slot) - 1;
    known.set(key, shared);
    return shared;
  });
  if (slots.length === plan.slots.length) return plan;
  const shared = rewrite(plan, {
    score: (score) =>
      score.kind === "Local" && renumbered[score.slot] !== score.slot
        ? { ...score, slot: renumbered[score.slot]! }
        : score,
  });
  return { ...shared, slots };
}

function slotKey({ target, condition }: Slot): string {
  const place = target.kind === "Attribute" || target.kind === "Field" ? `${target.kind} ${target.name}` : target.kind;
  return `${place}\n${condition.kind === "Literal" ? `"${condition.value}` : `$${condition.name}`}`;
}
