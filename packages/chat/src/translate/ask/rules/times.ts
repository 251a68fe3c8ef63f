import { stringLiteral } from "@semantic-xpath/values";
import type { Condition } from "../../intermediate.js";
import { compares } from "../conditions.js";
import type { Draft } from "../draft.js";
import { clockText } from "../quantities.js";

/** Times of the day. */
export function times(draft: Draft): void {
  for (const item of draft.items) {
    if (item.kind !== "time" || !draft.isFree(item)) continue;
    const near = draft.attributeBeside(item, ["time", "dateTime", "interval"], [-1, -2]);
    const measure = near?.sense ?? draft.measure("time");
    if (measure === null || measure.cost > 0.3) continue;
    if (near !== null) {
      draft.deny(near.item, item);
      draft.use(near.item, near.sense.attribute);
    }
    const kind = draft.world.kind(measure.type, measure.attribute);
    const before = draft.next(item, -1);
    const mark = before?.kind === "mark" ? before.mark : null;
    const compare = (
      operator: string,
      minutes: number,
      part: string | undefined = kind === "interval" ? "start" : undefined,
    ): Condition => ({
      ...compares(measure.attribute, operator, stringLiteral(clockText(minutes))),
      ...(part !== undefined && { part }),
    });
    let condition: Condition;
    if (item.last !== null)
      condition = { kind: "both", conditions: [compare(">=", item.first), compare("<", item.last)] };
    else if (mark?.kind === "before" || (mark?.kind === "compare" && mark.operator === "<"))
      condition = compare("<", item.first);
    else if (mark?.kind === "until") condition = compare("<=", item.first);
    else if (mark?.kind === "after" || (mark?.kind === "compare" && mark.operator === ">"))
      condition = compare(">", item.first);
    else if (mark?.kind === "since") condition = compare(">=", item.first);
    else
      condition =
        kind === "interval"
          ? { kind: "both", conditions: [compare("<=", item.first), compare(">", item.first, "end")] }
          : compare("=", item.first);
    draft.place(measure.type, condition, item);
    draft.cost += measure.cost;
    draft.use(item, `${measure.attribute}: ${draft.textOf(item)}`);
    if (draft.isMark(before, "before", "after", "since", "until", "compare", "in"))
      draft.use(before!, draft.textOf(before!));
  }
}
