import { FORMS_OF_DO } from "@semantic-xpath/english";
import { isHappening } from "../../lexicon/closed.js";
import { COSTS } from "../costs.js";
import type { Draft } from "../draft.js";
import type { Item } from "../items.js";
import type { Sense } from "../senses.js";

/** "not", "without" and "except": what they deny. */
export function negations(draft: Draft): void {
  for (const item of draft.items) {
    if (item.kind !== "mark" || !["not", "without", "but"].includes(item.mark.kind)) continue;
    const isList = item.mark.kind === "but";
    let count = 0;
    for (let at = draft.at(item) + 1; at < draft.items.length && at <= draft.at(item) + MAX_SCOPE; at++) {
      const other = draft.items[at]!;
      if (draft.isMark(other, "which", "what", "count", "but", "not", "without") || other.kind === "verb") {
        if (other.kind === "verb") continue;
        break;
      }
      if (!isConditional(other) || other === draft.head.item) continue;
      draft.negated.add(other);
      count++;
      if (item.mark.kind === "not" && isSaidFurther(draft, other)) draft.cost += COSTS.deniedPart;
      if (!isList && !(item.mark.kind === "without" && draft.isMark(draft.next(other), "or"))) break;
    }
    // "scenes that Henrik is not in": what comes before.
    const before = draft.next(item, -1);
    if (
      count === 0 &&
      item.mark.kind === "not" &&
      before?.kind === "name" &&
      before !== draft.head.item &&
      !draft.negated.has(before)
    ) {
      const following = draft.items.slice(draft.at(item) + 1);
      if (following.length === 1 && draft.isMark(following[0], "in")) {
        draft.negated.add(before);
        count++;
      }
    }
    if (count > 0) draft.use(item, "not");
  }
}

/** A type or attribute beside its own value only says which is meant: "the Health category". */
export function titles(draft: Draft): void {
  for (const item of draft.items) {
    if (item.kind !== "name" || !draft.isFree(item)) continue;
    for (const step of [1, -1]) {
      const next = draft.next(item, step);
      const other = draft.isMark(next, "in", "of", "with", "not") ? draft.next(item, 2 * step) : next;
      if (other?.kind !== "name" || !draft.isFree(other)) continue;
      const fitsHead = (sense: Sense): boolean =>
        sense.kind === "value" &&
        item.senses.some(
          (each) => each.kind === "attribute" && each.attribute === sense.attribute && each.type === sense.type,
        );
      const value = draft.sense(other, fitsHead) ?? draft.sense(other, ({ kind }) => kind === "value");
      if (value?.kind !== "value" || value.strength < 0.6) continue;
      const isTitle = item.senses.some(
        (sense) =>
          (sense.kind === "type" &&
            sense.type === value.type &&
            value.attribute === draft.world.label(value.type) &&
            !draft.types.includes(sense.type)) ||
          (sense.kind === "attribute" &&
            sense.type === value.type &&
            sense.attribute === value.attribute &&
            sense.strength >= 0.7 &&
            draft.head.attribute !== sense.attribute),
      );
      if (isTitle) {
        draft.use(item, draft.textOf(item));
        draft.settled.set(other, value);
        if (draft.negated.delete(item)) draft.negated.add(other);
        break;
      }
    }
  }
}

/** "not sent by post": the denial of a deed may be of it, of what a preposition adds to it, or of both. */
const isSaidFurther = (draft: Draft, item: Item): boolean => {
  const [mark, other] = [draft.next(item), draft.next(item, 2)];
  const isDeed = isHappening(draft.textOf(item)) || FORMS_OF_DO.has(draft.words.all[item.from - 2]?.text ?? "");
  return (
    isDeed &&
    draft.isMark(mark, "in") &&
    !draft.textOf(mark!).includes(" ") &&
    mark?.from === item.to &&
    other?.from === mark.to &&
    other !== draft.head.item &&
    isConditional(other)
  );
};

/** Items between a denial and what it denies. */
const MAX_SCOPE = 6;

const isConditional = (item: Item): boolean =>
  ["name", "rest", "days", "weekdays", "time", "number", "money", "duration"].includes(item.kind) ||
  (item.kind === "mark" && ["open", "done", "free", "overdue"].includes(item.mark.kind));
