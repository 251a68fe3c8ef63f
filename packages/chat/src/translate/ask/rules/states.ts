import { stemWord } from "@semantic-xpath/english";
import type { Condition, Things } from "../../intermediate.js";
import { compares, denied, testOf } from "../conditions.js";
import { COSTS } from "../costs.js";
import type { Draft } from "../draft.js";
import type { Item } from "../items.js";
import { doneStates, type Sense } from "../senses.js";

/** "open", "done", "free": states that an enumeration, a flag or an amount says. */
export function states(draft: Draft): void {
  for (const item of draft.items) {
    if (!draft.isFree(item)) continue;
    // Skips the participle of a passive with its agent.
    if (draft.isMark(item, "done") && draft.words.all[item.to]?.text === "by") draft.use(item, "");
    const state = draft.isFree(item) ? stateOf(draft, item) : null;
    if (state === null) continue;
    const { type, condition, isContrary } = state;
    const isDenied = draft.negated.delete(item);
    draft.heeded.add(item);
    if (isContrary !== isDenied) draft.negated.add(item);
    draft.place(type, condition, item);
    draft.use(item, draft.textOf(item));
    draft.cost += draft.reach(type)!.cost + state.cost;
  }
}

/** The condition that a mark of a state says; null for any other item. */
function stateOf(
  draft: Draft,
  item: Item,
): {
  readonly type: string;
  readonly condition: Condition;
  readonly isContrary: boolean;
  readonly cost: number;
} | null {
  if (item.kind !== "mark") return null;
  if (item.mark.kind === "open" || item.mark.kind === "done") {
    const flag =
      [...draft.types, ...draft.types.flatMap((type) => [...draft.world.place(type).below])]
        .map((type) => doneFlag(draft, type))
        .find((each) => each !== null) ?? null;
    const sense = doneStates(draft.world).find(({ type }) => draft.reach(type) !== null) ?? flag;
    const text = draft.textOf(item);
    const value =
      sense?.kind === "value"
        ? draft.world.values(sense.type, sense.attribute).find((each) => each.toLowerCase() === text)
        : undefined;
    if (sense?.kind === "value" && value !== undefined)
      return { type: sense.type, condition: testOf({ ...sense, is: [value] }), isContrary: false, cost: 0 };
    return sense === null
      ? null
      : { type: sense.type, condition: testOf(sense), isContrary: item.mark.kind === "open", cost: 0 };
  }
  if (item.mark.kind !== "free") return null;
  const measure = draft.measure("money");
  return measure === null
    ? null
    : {
        type: measure.type,
        condition: compares(measure.attribute, "=", "0"),
        isContrary: false,
        cost: measure.cost + COSTS.inferredValue,
      };
}

export function doneFlag(draft: Draft, type: string): Sense | null {
  const senses = ["done", "complete", "finished", "closed", "resolved"].flatMap(
    (word) => draft.lexicon.phrases.get(stemWord(word)) ?? [],
  );
  return senses.find((sense) => sense.kind === "flag" && sense.type === type && sense.is) ?? null;
}

/** Nodes of a type under the conditions of some names. */
export function thingsOf(draft: Draft, type: string, names: readonly Item[]): Things | null {
  const conditions: Condition[] = [];
  for (const name of names) {
    const state = stateOf(draft, name);
    if (state !== null && state.type === type)
      conditions.push(state.isContrary ? denied(draft.world, type, state.condition) : state.condition);
    if (name.kind !== "name") {
      if (state === null) return null;
      continue;
    }
    const sense = name.senses.find((each) => each.type === type && each.kind !== "type" && each.kind !== "attribute");
    if (sense === undefined) return null;
    if (draft.negated.has(name)) draft.heeded.add(name);
    conditions.push(draft.negated.has(name) ? denied(draft.world, sense.type, testOf(sense)) : testOf(sense));
  }
  return { types: [type], within: null, conditions, pick: null };
}
