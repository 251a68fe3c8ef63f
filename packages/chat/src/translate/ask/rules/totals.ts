import type { GroupKey, Total } from "../../intermediate.js";
import { GENERIC_NOUNS } from "../../lexicon/closed.js";
import { COSTS } from "../costs.js";
import type { Draft } from "../draft.js";
import type { Item, NameItem } from "../items.js";
import type { Sense } from "../senses.js";
import { AMOUNT_KINDS } from "../world.js";
import { many } from "./orders.js";

/** The key by which nodes are grouped. */
interface Key {
  readonly item: Item;
  readonly sense: Exclude<Sense, { kind: "value" }> | null;
  /** A part of dates: a month, a year. */
  readonly part?: "month" | "year";
}

/** "total cost by owner", "hours per person", "which owner has the most tasks": a value for each key. */
export function totals(draft: Draft): void {
  const [type] = draft.types;
  const { cost } = draft;
  if (type === undefined || draft.types.length > 1) return;
  const after = draft.items.map((item) => keyAfter(draft, item)).find((key) => key !== null) ?? null;
  const most = after === null ? draft.items.find((item) => isMost(item) && draft.isFree(item)) : undefined;
  const requested = most === undefined ? null : keyAsked(draft, most);
  const key = after ?? requested;
  if (key === null) return;
  if (draft.head.attribute !== null) {
    // The key of most nodes is another question than the key of one node.
    if (draft.head.item === key.item || after !== null) draft.cost += COSTS.perEach;
    return;
  }
  const total = totalOf(draft, key, most);
  if (total === null) return;
  const relation = key.sense?.kind === "type" ? draft.world.relation(draft.types[0]!, key.sense.type) : "self";
  const isBelow = total.type !== draft.types[0];
  if (key.sense?.kind === "type" && relation === "self" && !isBelow) return;
  if (isBelow) draft.types = [total.type];
  const group = groupKey(draft, key);
  if (group === null) return;
  // Nodes without a key are in no group, and groups without a value have no total.
  const needed = group.kind === "values" ? [group.up === 0 ? group.attribute : null, total.total.attribute] : [];
  for (const attribute of needed)
    if (attribute !== null && draft.world.isSometimesMissing(total.type, attribute))
      draft.place(total.type, { kind: "present", attribute });
  for (const item of total.items) draft.use(item, total.total.by);
  draft.use(key.item, "key");
  const before = draft.next(key.item, -1);
  if (after !== null && before !== undefined) draft.use(before, "for each");
  const way = most === undefined ? wayOf(draft) : { isDescending: isDown(most), range: many(draft, most) };
  if (most !== undefined) draft.use(most, "most");
  draft.cost = cost + Math.min(0, COSTS.each - draft.head.cost) + total.cost;
  draft.give = {
    kind: "totals",
    key: group,
    total: total.total,
    isDescending: way?.isDescending ?? null,
    range: way?.range ?? [null, null],
    isKeyOnly: most !== undefined,
  };
}

const isMost = (item: Item): boolean =>
  item.kind === "mark" &&
  item.mark.kind === "order" &&
  (item.mark.dimension === null || item.mark.dimension === "count");
const isDown = (item: Item): boolean =>
  item.kind === "mark" && item.mark.kind === "order" ? item.mark.isDescending : true;

/** The name after "per", "for each" or "by". */
function keyAfter(draft: Draft, item: Item): Key | null {
  const before = draft.next(item, -1);
  if (before === undefined || before.to > item.from) return null;
  const isBy = draft.isMark(before, "in") && draft.textOf(before) === "by";
  if (!(isBy || draft.isMark(before, "each")) || !draft.isFree(before)) return null;
  const part = draft.textOf(item).replace(/s$/, "");
  if ((item.kind === "unit" || item.kind === "rest" || item.kind === "name") && (part === "month" || part === "year")) {
    const measure = draft.measure("date");
    if (measure !== null && draft.reach(measure.type)?.relation === "self")
      return {
        item,
        part,
        sense: { kind: "attribute", type: measure.type, attribute: measure.attribute, strength: 1 },
      };
  }
  if (item.kind === "rest" && (part === "person" || part === "people")) {
    const measure = draft.measure("person");
    const [own] = draft.types;
    const above = [...draft.world.place(own!).above].find(
      (type) => !draft.world.isRoot(type) && draft.world.label(type) !== null,
    );
    if (measure !== null)
      return { item, sense: { kind: "attribute", type: measure.type, attribute: measure.attribute, strength: 1 } };
    if (above !== undefined) return { item, sense: { kind: "type", type: above, strength: 1 } };
  }
  return item.kind === "name" ? keyOfName(draft, item) : null;
}

/** The attribute after "which", where the superlative comes later: "which owner has the most tasks". */
function keyAsked(draft: Draft, most: Item): Key | null {
  for (const item of draft.items.slice(0, draft.at(most))) {
    if (item.kind === "mark" && item.mark.kind === "wanted" && item.mark.dimension === "person")
      return keyOfPeople(draft, item);
    if (item.kind !== "name" || !draft.isMark(draft.next(item, -1), "which", "what")) continue;
    const key = keyOfName(draft, item);
    if (key !== null && key.sense?.kind !== "type") return key;
  }
  return null;
}

/** "who has worked the most hours": people who have several nodes. */
function keyOfPeople(draft: Draft, item: Item): Key | null {
  const [type] = draft.types;
  const attribute = draft.measure("person", (each) => each.type === type)?.attribute ?? draft.world.label(type!);
  return attribute === null || !draft.world.isShared(type!, attribute)
    ? null
    : { item, sense: { kind: "attribute", type: type!, attribute, strength: 1 } };
}

function keyOfName(draft: Draft, item: NameItem): Key | null {
  const isKey = (sense: Sense): boolean => {
    const relation = draft.reach(sense.type)?.relation;
    if (relation !== "self" && relation !== "above") return false;
    if (sense.kind === "type") return draft.world.label(sense.type) !== null && !draft.world.isRoot(sense.type);
    return (
      sense.kind === "flag" ||
      (sense.kind === "attribute" && !AMOUNT_KINDS.includes(draft.world.kind(sense.type, sense.attribute)))
    );
  };
  const sense = draft.sense(item, isKey);
  return sense === null || sense.kind === "value" || sense.strength < 0.7 ? null : { item, sense };
}

interface FoundTotal {
  readonly type: string;
  readonly total: Total;
  readonly items: readonly Item[];
  readonly cost: number;
}

/** The value that is computed for each key. */
function totalOf(draft: Draft, key: Key, most: Item | undefined): FoundTotal | null {
  const [type] = draft.types;
  const [count] = draft.marks("count");
  const [sum] = draft.marks("total");
  const [average] = draft.marks("average");
  const marks = [count, sum, average].filter((item) => item !== undefined);
  const mark = draft.items.find((item) => item.kind === "mark" && item.mark.kind === "wanted" && draft.isFree(item));
  const isMuch =
    mark?.kind === "mark" && mark.mark.kind === "wanted" && ["money", "duration"].includes(mark.mark.dimension);
  for (const item of draft.items) {
    if (item.kind !== "name" || item === key.item || !draft.isFree(item)) continue;
    const sense = draft.sense(
      item,
      (each) =>
        each.kind === "attribute" &&
        AMOUNT_KINDS.includes(draft.world.kind(each.type, each.attribute)) &&
        ["self", "below"].includes(draft.reach(each.type)?.relation ?? ""),
    );
    if (sense === null || sense.kind !== "attribute") continue;
    const extreme =
      most === undefined
        ? [-1, 1].map((step) => draft.next(item, step)).find((each) => each !== undefined && isMost(each))
        : undefined;
    const by = average !== undefined ? "avg" : extreme === undefined ? "sum" : isDown(extreme) ? "max" : "min";
    const items = [item, ...marks, ...(isMuch ? [mark] : []), ...(extreme === undefined ? [] : [extreme])];
    return { type: sense.type, total: { by, attribute: sense.attribute }, items, cost: sense.cost };
  }
  const unit = draft.items.find((item) => item.kind === "unit" && item !== key.item && draft.isFree(item));
  const label = draft.world.label(type!);
  const named = draft.items.filter(
    (item) =>
      item.kind === "name" &&
      draft.isFree(item) &&
      item !== key.item &&
      item.senses.some((each) => each.kind === "attribute" && each.type === type && each.attribute === label),
  );
  if (count !== undefined && unit === undefined)
    return { type: type!, total: { by: "count", attribute: null }, items: [count, ...named], cost: 0 };
  if (isMuch || unit !== undefined || sum !== undefined || average !== undefined) {
    const measure = draft.measure(
      unit !== undefined || (isMuch && mark.mark.dimension === "duration") ? "duration" : "money",
    );
    const relation = measure === null ? undefined : draft.reach(measure.type)?.relation;
    if (measure === null || (relation !== "self" && relation !== "below")) return null;
    const items = [...marks, unit, mark].filter((item) => item !== undefined);
    return {
      type: measure.type,
      total: { by: average === undefined ? "sum" : "avg", attribute: measure.attribute },
      items,
      cost: measure.cost,
    };
  }
  const isOfNodes =
    draft.head.item !== null ||
    draft.words.all.slice(0, key.item.from).some(({ text }) => GENERIC_NOUNS.has(text.replace(/s$/, "")));
  const isEach =
    most === undefined && isOfNodes && draft.isMark(draft.next(key.item, -1), "each") && draft.items.length <= 3;
  return most === undefined && !isEach
    ? null
    : { type: type!, total: { by: "count", attribute: null }, items: named, cost: 0 };
}

/** "highest first": the order of the totals. */
function wayOf(draft: Draft): { readonly isDescending: boolean; readonly range: readonly [null, null] } | null {
  const way = draft.items.find(
    (item) =>
      item.kind === "mark" &&
      item.mark.kind === "order" &&
      draft.isFree(item) &&
      draft.isMark(draft.next(item), "first"),
  );
  if (way === undefined) return null;
  draft.use(way, "order");
  draft.use(draft.next(way)!, "order");
  return { isDescending: isDown(way), range: [null, null] };
}

function groupKey(draft: Draft, { sense, part }: Key): GroupKey | null {
  if (sense === null) return null;
  const { type } = sense;
  if (sense.kind === "type") return { kind: "nodes", type, label: draft.world.label(type)! };
  const [own] = draft.types;
  const up = draft.world.place(own!).depth - draft.world.place(type).depth;
  return up < 0 ? null : { kind: "values", up, attribute: sense.attribute, ...(part !== undefined && { part }) };
}
