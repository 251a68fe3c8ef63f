import { stringLiteral } from "@semantic-xpath/values";
import { OWN_TEXT } from "../../lexicon/schemaWords.js";
import { attributeText } from "../../write/write.js";
import { compares } from "../conditions.js";
import { COSTS } from "../costs.js";
import { daysOf } from "../dimensions.js";
import type { Draft } from "../draft.js";
import type { Item, NameItem } from "../items.js";

/** Numbers and ordinals: "day 3", "the third day", "the first two stops", "the last stop". */
export function places(draft: Draft): void {
  for (const item of draft.items) {
    if (!draft.isFree(item) && item !== draft.head.item) continue;
    if (item.kind === "name") numbered(draft, item);
    if (draft.isMark(item, "first", "last", "next")) ended(draft, item);
    if (item.kind === "number" && item.isOrdinal && draft.isFree(item)) {
      const name = draft.next(item);
      const type = name?.kind === "name" ? draft.sense(name, ({ kind }) => kind === "type") : null;
      if (type !== null && (draft.isFree(name) || name === draft.head.item)) {
        pick(draft, type.type, item.value, item.value, draft.reach(type.type)?.relation !== "self");
        draft.use(item, `${type.type} ${item.value}`);
        if (name !== draft.head.item) draft.use(name!, type.type);
        draft.cost += type.cost;
      } else if (name?.kind === "name" && draft.isFree(name) && draft.range[0] === null && draft.order === null) {
        // "the second park": of those that are so.
        const value = draft.sense(
          name,
          ({ kind, type: owner }) => (kind === "value" || kind === "flag") && draft.types.includes(owner),
        );
        if (value === null) continue;
        pick(draft, value.type, item.value, item.value, false);
        draft.use(item, `place ${item.value}`);
      }
    }
  }
}

/** "day 3", "days 1 and 2", "days 2 to 4". */
export function numbered(draft: Draft, item: NameItem): void {
  const number = draft.next(item);
  if (number?.kind !== "number" || number.unit !== null || number.isOrdinal || !draft.isFree(number)) return;
  const type = draft.sense(item, ({ kind, strength }) => kind === "type" && strength >= 0.7);
  if (type === null) return;
  const id = numberOf(draft, type.type, number.value);
  if (id !== null)
    draft.place(
      type.type,
      compares(
        id,
        "=",
        draft.world.kind(type.type, id) === "number" ? String(number.value) : stringLiteral(String(number.value)),
      ),
      number,
    );
  else {
    const joint = draft.next(number);
    const last = draft.next(
      number,
      draft.next(number, 2)?.kind === "name" && draft.next(number, 3)?.kind === "number" ? 3 : 2,
    );
    const isRange =
      draft.isMark(joint, "in", "until", "and") &&
      last?.kind === "number" &&
      last.unit === null &&
      !last.isOrdinal &&
      last.value > number.value &&
      (!draft.isMark(joint, "and") || last.value === number.value + 1);
    pick(draft, type.type, number.value, isRange ? last.value : number.value, true);
    if (isRange)
      for (const each of draft.items.slice(draft.at(number) + 1, draft.at(last) + 1))
        draft.use(each, `${type.type} ${last.value}`);
  }
  draft.use(number, `${type.type} ${number.value}`);
  if (item !== draft.head.item) draft.use(item, type.type);
  draft.cost += type.cost;
}

/** The attribute by which nodes of a type are numbered, where one of them has the number and is not at that place anyway. */
export function numberOf(draft: Draft, type: string, value: number): string | null {
  const attribute = draft.world
    .attributes(type)
    .find((name) => name !== OWN_TEXT && draft.world.isNumbering(type, name));
  if (attribute === undefined) return null;
  const { tree } = draft.world;
  const nodes = [...(tree.postings[tree.typeNames.indexOf(type)] ?? [])];
  const numbered = nodes.filter((node) => tree.node(node).attributes[attribute] === String(value));
  return numbered.length === 0 || (numbered.length === 1 && nodes[value - 1] === numbered[0]) ? null : attribute;
}

/** "the first two stops", "the last stop", "the next appointment". */
function ended(draft: Draft, item: Item): void {
  if (item.kind !== "mark") return;
  const isLast = item.mark.kind === "last";
  if (item.mark.kind === "first" && draft.order !== null && draft.next(item) === undefined) {
    draft.range = [null, null];
    draft.use(item, "in that order");
    return;
  }
  let name = draft.next(item);
  let count = 1;
  if (name?.kind === "number" && !name.isOrdinal && name.unit === null) {
    count = name.value;
    name = draft.next(item, 2);
  }
  while (
    name?.kind === "name" &&
    draft.sense(name, ({ kind }) => kind === "type") === null &&
    draft.next(name)?.kind === "name"
  ) {
    name = draft.next(name);
  }
  const type =
    name?.kind === "name"
      ? draft.sense(name, ({ kind }) => kind === "type")
      : name !== undefined && name === draft.head.item
        ? { type: draft.types[0]! }
        : null;
  if (item.mark.kind === "next" || (type === null && name?.kind !== "name")) {
    const date =
      draft.measure("date", (each) => draft.types.includes(each.type)) ??
      draft.measure("time", (each) => draft.types.includes(each.type));
    if (item.mark.kind === "next" && date !== null) {
      draft.place(date.type, compares(date.attribute, ">=", stringLiteral(draft.today)), item);
      draft.order = { key: attributeText(date.attribute, draft.world), isDescending: false };
      const number = draft.next(item);
      const isAll = number?.kind === "name" && number.isPlural && draft.textOf(item) === "upcoming";
      draft.range = isAll ? [null, null] : [1, count];
      if (number?.kind === "number") draft.use(number, String(count));
    } else if (item.mark.kind !== "next" && draft.order === null && name?.kind === "verb" && date !== null) {
      // Before a verb by date, and the last one is not in the future.
      const held = daysOf(draft.world, date);
      if (isLast && held !== null && held.last > draft.today)
        draft.place(date.type, compares(date.attribute, "<=", stringLiteral(draft.today)), item);
      draft.order = { key: attributeText(date.attribute, draft.world), isDescending: isLast };
      draft.range = [1, 1];
      draft.cost += date.cost;
    } else if (item.mark.kind !== "next" && draft.order === null) {
      // "what do I do first": of all that there is.
      draft.range = isLast ? [-1, -1] : [1, 1];
      draft.cost += draft.items.some(
        (each) => each !== item && ["name", "days", "weekdays", "time"].includes(each.kind),
      )
        ? COSTS.inferredValue
        : COSTS.nothingElse + COSTS.vague;
    } else return;
    draft.use(item, draft.textOf(item));
    return;
  }
  const target = type?.type ?? draft.types[0];
  if (target === undefined) return;
  const isHead = draft.types.includes(target);
  const relation = draft.reach(target)?.relation;
  if (relation !== "self" && relation !== "above") return;
  if (isHead && draft.order !== null) return;
  pick(draft, target, isLast ? -count : 1, isLast ? -1 : count, !isHead);
  draft.use(item, draft.textOf(item));
  const number = draft.next(item);
  if (number?.kind === "number") draft.use(number, String(count));
  if (type !== null && name !== draft.head.item) draft.use(name!, type.type);
}

export function pick(draft: Draft, type: string, from: number, to: number, isNumber: boolean): void {
  const end = from < 0 && to === -1 && from !== -1 ? null : to;
  const isHead = draft.types.includes(type);
  draft.picks.set(type, {
    order: null,
    from,
    to: end,
    isEach: isHead && !isNumber,
    ...(isNumber && { isNumber: true as const }),
  });
}
