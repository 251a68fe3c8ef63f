import { nameLiteral } from "@semantic-xpath/values";
import type { Things } from "../../intermediate.js";
import type { Dimension } from "../../lexicon/closed.js";
import { attributeText, relative } from "../../write/write.js";
import { COSTS } from "../costs.js";
import { isEnd, isStart, measuresOf, unitsOf } from "../dimensions.js";
import type { Draft } from "../draft.js";
import type { AttributeOf } from "../form.js";
import type { Item } from "../items.js";
import { AMOUNT_KINDS } from "../world.js";
import { thingsOf } from "./states.js";

/** Superlatives: by an attribute, by a dimension, or by how many of something are in it. */
export function orders(draft: Draft): void {
  for (const item of draft.items) {
    if (item.kind !== "mark" || !draft.isFree(item)) continue;
    if (item.mark.kind === "ordered") sorted(draft, item);
    if (item.mark.kind === "crowded") crowded(draft, item, item.mark.isDescending);
    if (item.mark.kind === "relevant") byRelevance(draft, item);
    // "the five biggest, biggest first"
    if (item.mark.kind === "order" && draft.order !== null && draft.isMark(draft.next(item), "first"))
      for (const each of [item, draft.next(item)!]) draft.use(each, "order");
    if (item.mark.kind !== "order" || draft.order !== null) continue;
    const { dimension, isDescending } = item.mark;
    if (dimension === null && mostOf(draft, item, isDescending)) continue;
    const key = orderKey(draft, item, dimension, isDescending);
    if (key === null) continue;
    draft.order = key;
    draft.use(item, `${key.isDescending ? "most" : "least"} ${key.key}`);
    const by = namedKey(draft);
    if (by !== null && keyOf(draft, by.sense, true) === key.key) draft.use(by.item, key.key);
    draft.range = many(draft, item);
  }
  if (draft.order !== null) for (const item of draft.marks("ordered")) draft.use(item, "order");
}

function orderKey(
  draft: Draft,
  item: Item,
  dimension: Dimension | null,
  isDescending: boolean,
): { key: string; isDescending: boolean } | null {
  const near =
    draft.attributeBeside(
      item,
      dimension === "date" || dimension === "time" ? DATES : [...AMOUNT_KINDS, ...DATES],
      dimension === null ? [1, 2, -1] : [1],
    ) ??
    (dimension === "date" || dimension === "time"
      ? draft.attributeBeside(item, ["date", "dateTime", "time"], [-1])
      : null);
  const named = namedKey(draft) ?? near;
  if (named !== null) {
    const key = keyOf(draft, named.sense, isDescending);
    if (key !== null) {
      draft.use(named.item, named.sense.attribute);
      draft.cost += named.sense.cost;
      return { key, isDescending: isDescending !== isUrgent(named.sense.attribute) };
    }
  }
  const unit = draft.next(item);
  const byUnit = unit?.kind === "unit" ? draft.measure("duration") : null;
  if (byUnit !== null) draft.use(unit!, byUnit.attribute);
  const dimensions: readonly Dimension[] =
    dimension === null
      ? []
      : dimension === "date"
        ? ["date", "age"]
        : dimension === "time"
          ? ["time", "date"]
          : dimension === "size"
            ? ["size", "count", "duration"]
            : dimension === "age"
              ? ["age", "date"]
              : [dimension];
  for (const each of dimensions) {
    const isOfAge = each === "date" && /^(?:old|young|new)/.test(draft.textOf(item));
    const begun = isOfAge
      ? draft.measure(each, ({ type, attribute }) => draft.types.includes(type) && isStart(attribute))
      : null;
    const measure =
      byUnit ?? begun ?? draft.measure(each, ({ attribute }) => !(dimension === "date" && isEnd(attribute)));
    const key = measure === null ? null : keyOf(draft, measure, isDescending);
    if (measure === null || key === null) continue;
    draft.cost += measure.cost;
    // Old nodes have an early date and a great age.
    const isReversed =
      each === "urgency" || (dimension === "age" && each === "date") || (dimension === "date" && each === "age");
    return { key, isDescending: isDescending !== isReversed };
  }
  return dimension === null || !EXTENTS.has(dimension) ? null : onlyNumber(draft, dimension, isDescending);
}

/** Kinds of attributes that the newest and the latest are by. */
const DATES: readonly string[] = ["year", "date", "dateTime", "time", "interval"];

/** Dimensions of which a number of any name may be one. */
const EXTENTS: ReadonlySet<Dimension> = new Set([
  "duration",
  "length",
  "size",
  "count",
  "weight",
  "distance",
  "rating",
  "money",
]);

/** By the only number that nodes of the head have, where none is of the dimension that is said; of several, by one that is likelier to be asked about. */
function onlyNumber(
  draft: Draft,
  dimension: Dimension,
  isDescending: boolean,
): { key: string; isDescending: boolean } | null {
  const [type] = draft.types;
  if (type === undefined) return null;
  const { tree } = draft.world;
  const nodes = tree.postings[tree.typeNames.indexOf(type)]?.length ?? 0;
  // A length of time measures something else than money.
  const isOfOther = (name: string): boolean =>
    dimension === "money" &&
    (unitsOf(draft.world, type, name).length > 0 ||
      measuresOf(draft.world, "duration").some((each) => each.type === type && each.attribute === name));
  const numbers = draft.world
    .attributes(type)
    .filter((name) => AMOUNT_KINDS.includes(draft.world.kind(type, name)) && !isOfOther(name))
    .map((attribute) => ({ attribute, count: draft.world.distinct(type, attribute) }))
    .sort((a, b) => b.count - a.count);
  const [first, second] = numbers;
  if (first === undefined) return null;
  draft.cost +=
    second === undefined || second.count * 2 <= Math.min(first.count, nodes) ? COSTS.secondMeasure : COSTS.vague;
  return { key: attributeText(first.attribute, draft.world), isDescending };
}

/** "the top five by effort": the attribute after "by". */
function namedKey(draft: Draft): ReturnType<Draft["attributeBeside"]> {
  const by = draft.items.find((item) => draft.textOf(item) === "by");
  if (by === undefined) return null;
  const count = draft.next(by);
  const named = draft.attributeBeside(by, null, draft.isMark(count, "count") ? [1, 2] : [1]);
  // A number that is an attribute is counted already.
  if (named !== null && named.item !== count && count !== undefined) draft.use(count, "");
  return named;
}

/** The sort key of nodes of the head: an attribute of theirs, or the sum of one over their contents. */
export function keyOf(draft: Draft, { type, attribute }: AttributeOf, isDescending: boolean): string | null {
  const value = attributeText(attribute, draft.world);
  const kind = draft.world.kind(type, attribute);
  if (
    draft.types.some(
      (head) => head === type || (draft.types.length > 1 && draft.world.attributes(head).includes(attribute)),
    )
  )
    return kind === "interval" ? `start(${value})` : value;
  const relation = draft.reach(type)?.relation;
  if (relation !== "below") return null;
  const path = `//${nameLiteral(type)}/${value}`;
  const isSum = ["money", "duration"].includes(kind) || (kind === "number" && !isScore(attribute));
  return isSum
    ? `sum(${path})`
    : kind === "number" || kind === "quantity"
      ? `avg(${path})`
      : `${isDescending ? "max" : "min"}(${path})`;
}

/** "the most blocked tasks": by how many of them are in it. */
function mostOf(draft: Draft, item: Item, isDescending: boolean): boolean {
  const names: Item[] = [];
  for (let at = draft.at(item) + 1; at < draft.items.length && at <= draft.at(item) + 4; at++) {
    const other = draft.items[at]!;
    if (draft.isMark(other, "of", "with", "in") || !draft.isFree(other)) continue;
    if (draft.isMark(other, "open", "done", "free")) names.push(other);
    if (other.kind !== "name") continue;
    names.push(other);
    const type = draft.sense(other, (sense) => sense.kind === "type" && draft.reach(sense.type)?.relation === "below");
    const values =
      type === null
        ? draft.sense(
            other,
            (sense) =>
              (sense.kind === "value" || sense.kind === "flag") &&
              sense.strength >= 0.9 &&
              draft.reach(sense.type)?.relation === "below",
          )
        : null;
    const isLast = draft.next(other)?.kind !== "name";
    const owner = type ?? (isLast ? values : null);
    if (owner === null) continue;
    const counted = thingsOf(draft, owner.type, type === null ? names : names.slice(0, -1));
    if (counted === null) return false;
    draft.order = { key: `count(${relative(counted, draft.world)})`, isDescending };
    draft.range = many(draft, item);
    for (const each of [item, ...names]) draft.use(each, `most ${owner.type}`);
    draft.cost += owner.cost;
    return true;
  }
  return false;
}

/** "the day most packed with conference sessions": by what is in it, or how well that fits. */
export function crowded(draft: Draft, item: Item, isDescending: boolean): void {
  const [type] = draft.types;
  const contents = type === undefined ? [] : draft.world.contents(type);
  if (contents.length === 0) return;
  const after = draft.items
    .slice(draft.at(item) + 1)
    .filter((each) => (each.kind === "name" || each.kind === "rest") && draft.isFree(each));
  const isWith = draft.isMark(draft.next(item), "with", "in", "of");
  if (isWith) draft.use(draft.next(item)!, "with");
  if (isWith && mostOf(draft, item, isDescending)) return;
  const counted: Things = { types: contents, within: null, conditions: [], pick: null };
  draft.use(item, "most");
  draft.range = [1, 1];
  if (!isWith || after.length === 0) {
    draft.order = { key: `count(${relative(counted, draft.world)})`, isDescending };
    return;
  }
  byMean(draft, item, counted, after);
}

/** "the most relevant sessions on average": by how well what is in it fits the words. */
function byRelevance(draft: Draft, item: Item): void {
  const [type] = draft.types;
  const contents = type === undefined ? [] : draft.world.contents(type);
  const after = draft.items
    .slice(draft.at(item) + 1)
    .filter((each) => (each.kind === "name" || each.kind === "rest") && draft.isFree(each));
  if (contents.length === 0 || after.length === 0) return;
  draft.use(item, "most relevant");
  for (const mark of draft.marks("average")) draft.use(mark, "");
  byMean(draft, item, { types: contents, within: null, conditions: [], pick: null }, after);
}

function byMean(draft: Draft, item: Item, things: Things, after: readonly Item[]): void {
  const [type] = draft.types;
  const text = draft.words.request.slice(
    draft.words.all[after[0]!.from]!.span.start,
    draft.words.all[after.at(-1)!.to - 1]!.span.end,
  );
  draft.range = [null, null];
  draft.place(
    type!,
    { kind: "mean", things: { ...things, conditions: [{ kind: "graded", target: "node", text }] } },
    item,
  );
  for (const each of after) draft.use(each, `=~ ${text}`);
  draft.cost += COSTS.graded;
}

export function sorted(draft: Draft, item: Item): void {
  const by = draft.items.slice(draft.at(item)).find((each) => draft.textOf(each) === "by") ?? item;
  const near = draft.attributeBeside(by, null, [1, 2]);
  const key = near === null ? null : keyOf(draft, near.sense, false);
  if (near === null || key === null) return;
  draft.use(by, "by");
  const following = draft.items.slice(draft.at(near.item) + 1);
  const way = following.find((each) => each.kind === "mark" && each.mark.kind === "order");
  const isDescending =
    way?.kind === "mark" && way.mark.kind === "order"
      ? way.mark.isDescending
      : following.some((each) => DESCENDING.has(draft.textOf(each))) ||
        draft.words.all.slice(near.item.to).some(({ text }) => DESCENDING.has(text));
  draft.order = { key, isDescending };
  draft.use(item, "order by");
  draft.use(near.item, near.sense.attribute);
  for (const each of following)
    if (
      each === way ||
      DESCENDING.has(draft.textOf(each)) ||
      ASCENDING.has(draft.textOf(each)) ||
      draft.isMark(each, "first")
    )
      draft.use(each, "order");
}

/** The number of results of an order: a number beside it, or one. */
export function many(draft: Draft, item: Item): readonly [number | null, number | null] {
  const last = draft.next(item);
  // "from longest to shortest"
  const end = draft.isMark(last, "in") && draft.textOf(last!) === "to" ? draft.next(item, 2) : undefined;
  if (draft.isMark(end, "order")) {
    for (const each of [draft.next(item, -1), last!, end!])
      if (each !== undefined && (each === last || each === end || draft.isMark(each, "since")))
        draft.use(each, "order");
    return [null, null];
  }
  const noun = last?.kind === "name" || last?.kind === "rest" ? last : undefined;
  const first = noun === undefined ? last : draft.next(noun);
  if (draft.isMark(first, "first") && draft.next(first!) === undefined && draft.at(item) > 0) {
    draft.use(first!, "in that order");
    if (noun !== undefined && draft.isFree(noun)) draft.use(noun, "");
    return [null, null];
  }
  if (draft.isMark(draft.next(item, -1), "ordered")) return [null, null];
  const ofHead = draft.head.item === null ? undefined : draft.next(draft.head.item, -1);
  for (const other of [...[-1, 1, -2].map((step) => draft.next(item, step)), ofHead]) {
    if (other?.kind !== "number" || other.unit !== null || !draft.isFree(other)) continue;
    draft.use(other, other.isOrdinal ? `place ${other.value}` : `the first ${other.value}`);
    return other.isOrdinal ? [other.value, other.value] : [1, other.value];
  }
  if (draft.head.item?.kind === "name" && draft.head.item.isPlural && draft.head.attribute === null)
    draft.cost += COSTS.pluralOrder;
  return [1, 1];
}

const DESCENDING: ReadonlySet<string> = new Set(["descending", "desc", "down", "highest", "reverse"]);
const ASCENDING: ReadonlySet<string> = new Set(["ascending", "asc", "lowest"]);

const isUrgent = (attribute: string): boolean => /priorit|urgen|rank/i.test(attribute);
const isScore = (attribute: string): boolean => /rating|score|stars|rank|grade|priorit|level|age|year/i.test(attribute);
