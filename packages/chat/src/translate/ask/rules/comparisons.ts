import { ENGLISH_NUMBERS } from "@semantic-xpath/english";
import type { Operator } from "../../lexicon/closed.js";
import { compares } from "../conditions.js";
import type { Draft } from "../draft.js";
import type { Item, NameItem } from "../items.js";
import { literalFor, measureOf, OPPOSITE } from "./measures.js";
import { thingsOf } from "./states.js";

/** A comparison, a number and what it counts. */
export function comparisons(draft: Draft): void {
  for (const item of draft.items) {
    if (!draft.isFree(item) || !isAmount(item)) continue;
    const before = draft.next(item, -1);
    const mark = before?.kind === "mark" && draft.isFree(before) ? before.mark : null;
    const end = draft.next(item)?.kind === "name" ? draft.next(item, 2) : draft.next(item);
    const trailing = end?.kind === "mark" ? end.mark : null;
    const and = draft.next(item);
    const upper = draft.next(item, 2);
    const isRange =
      mark?.kind === "between" ? draft.isMark(and, "and") : and !== undefined && draft.textOf(and) === "to";
    if (isRange && upper !== undefined && isAmount(upper)) {
      const measure = measureOf(
        draft,
        item.kind === "number" && item.unit === null ? upper : item,
        mark === null ? item : before!,
        null,
      );
      if (measure === null) continue;
      const [low, high] = [
        literalFor(draft, scaled(draft, item, upper), measure, upper),
        literalFor(draft, upper, measure),
      ];
      if (low === null || high === null) continue;
      draft.cost += measure.cost;
      draft.place(
        measure.type,
        { kind: "both", conditions: [compares(measure.attribute, ">=", low), compares(measure.attribute, "<=", high)] },
        item,
      );
      for (const each of [item, and!, upper]) draft.use(each, `${measure.attribute} between`);
      if (mark !== null) draft.use(before!, "between");
      continue;
    }
    const operator: Operator | null =
      mark?.kind === "compare"
        ? mark.operator
        : mark?.kind === "until"
          ? "<="
          : mark?.kind === "since"
            ? ">="
            : trailing?.kind === "trailing"
              ? trailing.operator
              : null;
    if (operator === null) continue;
    const dimension = mark?.kind === "compare" ? mark.dimension : null;
    if (counted(draft, item, operator, before)) continue;
    // "older than 3 hours" is about no length in the data.
    if (item.kind === "duration" && dimension === "date") continue;
    const measure = measureOf(draft, item, mark === null ? item : before!, dimension);
    if (measure === null) continue;
    const literal = literalFor(draft, item, measure);
    if (literal === null) continue;
    // A low priority is a high number where 1 is the most urgent.
    const sign = dimension === "urgency" ? OPPOSITE[operator] : operator;
    draft.cost += measure.cost;
    draft.place(measure.type, compares(measure.attribute, sign, literal), item);
    draft.use(item, `${measure.attribute} ${sign} ${literal}`);
    if (mark?.kind === "compare" || mark?.kind === "until" || mark?.kind === "since") draft.use(before!, sign);
    if (trailing?.kind === "trailing") draft.use(end!, sign);
  }
}

/** The lower end of a range in the scale of the upper one: "from two to three million". */
function scaled(draft: Draft, low: Item, high: Item): Item {
  if (low.kind !== "number" || high.kind !== "number") return low;
  const last = draft.words.all[high.to - 1]!.text;
  const value = low.value * (/\dk$/.test(last) ? 1000 : (ENGLISH_NUMBERS.large.get(last) ?? 1));
  return value <= high.value ? { ...low, value } : low;
}

/** "more than two tasks": how many of a type are in it. */
export function counted(draft: Draft, item: Item, operator: Operator, before: Item | undefined): boolean {
  if (item.kind !== "number" || item.unit !== null) return false;
  const names: NameItem[] = [];
  for (let at = draft.at(item) + 1; at < draft.items.length && at <= draft.at(item) + 3; at++) {
    const other = draft.items[at]!;
    if (other.kind !== "name" || !draft.isFree(other)) break;
    names.push(other);
    const type = draft.sense(other, (sense) => sense.kind === "type" && draft.reach(sense.type)?.relation === "below");
    const isEnd = draft.next(other)?.kind !== "name" && other.isPlural;
    const value =
      type === null && isEnd
        ? draft.sense(other, (each) => each.kind === "value" && draft.reach(each.type)?.relation === "below")
        : null;
    const counted = type ?? value;
    if (counted === null) continue;
    const contents = thingsOf(draft, counted.type, type === null ? names : names.slice(0, -1));
    if (contents === null) return false;
    draft.place(draft.types[0]!, { kind: "has", things: contents, operator, count: item.value }, item);
    for (const each of [item, ...names]) draft.use(each, `count(${counted.type}) ${operator} ${item.value}`);
    if (before !== undefined && draft.isMark(before, "compare")) draft.use(before, operator);
    draft.cost += counted.cost;
    return true;
  }
  return false;
}

const isAmount = (item: Item): boolean => item.kind === "number" || item.kind === "money" || item.kind === "duration";
