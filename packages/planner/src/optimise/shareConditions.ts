import type { QueryPlan, Slot } from "../plan/operators.js";
import { type Pass, rewrite } from "./rewrite.js";

/** Local relevances with the same target and condition share one slot: each (text, condition) is scored once for all. */
export const shareConditions: Pass = { needs: ["Local"], run: shareSlots };

function shareSlots(plan: QueryPlan): QueryPlan {
  if (plan.slots.length < 2) return plan;
  const slots: Slot[] = [];
  const slotByKey = new Map<string, number>();
  const renumbered = plan.slots.map((slot) => {
    const key = slotKey(slot);
    const shared = slotByKey.get(key) ?? slots.push(slot) - 1;
    slotByKey.set(key, shared);
    return shared;
  });
  if (slots.length === plan.slots.length) return plan;
  const shared = rewrite(plan, {
    Local: (score) => {
      const slot = renumbered[score.slot]!;
      return slot === score.slot ? score : { ...score, slot };
    },
  });
  return { ...shared, slots };
}

function slotKey({ target, condition }: Slot): string {
  const place = "name" in target ? `${target.kind} ${target.name}` : target.kind;
  return `${place}\n${condition.kind === "Literal" ? `"${condition.value}` : `$${condition.name}`}`;
}
