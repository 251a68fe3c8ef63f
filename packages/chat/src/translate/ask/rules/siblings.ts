import { testOf } from "../conditions.js";
import type { Draft } from "../draft.js";

/** "after lunch": what comes next to one thing that is named. */
export function siblings(draft: Draft): void {
  for (const item of [...draft.marks("after"), ...draft.marks("before")]) {
    const name = draft.next(item);
    if (name?.kind !== "name" || !draft.isFree(name)) continue;
    const sense = draft.sense(name, ({ kind, strength }) => kind === "value" && strength > 0.6);
    if (sense?.kind !== "value") continue;
    const side = draft.types.some(
      (type) =>
        type === sense.type ||
        [...draft.world.place(type).parents].some((parent) => draft.world.place(sense.type).parents.has(parent)),
    );
    if (!side) continue;
    const isAfter = draft.isMark(item, "after");
    draft.beside = { type: sense.type, condition: testOf(sense), direction: isAfter ? "after" : "before" };
    draft.range = [1, 1];
    draft.use(item, isAfter ? "after" : "before");
    draft.use(name, draft.textOf(name));
    draft.cost += sense.cost;
    if (draft.head.item === null) {
      const parent = [...draft.world.place(sense.type).parents][0];
      if (parent !== undefined) draft.types = draft.world.contents(parent);
    }
    return;
  }
}
