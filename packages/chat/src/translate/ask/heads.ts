import { GENERIC_NOUNS, isAdverb, isAuxiliary, isHappening } from "../lexicon/closed.js";
import type { Word, Words } from "../words/words.js";
import { measuresOf } from "./dimensions.js";
import type { Head } from "./form.js";
import { DETERMINERS, type Item } from "./items.js";
import { type Lexicon, PART, yesNo } from "./senses.js";
import type { World } from "./world.js";

/** A collection with as many times more nodes than the next is what the data is about. */
const MOSTLY = 4;
/** Strength of a value of which a request has half of the words. */
const PART_OF_NAME = 0.78;
/** Heads that are tried for a request. */
const MAX_HEADS = 8;

/** Costs of heads that are not simply named. */
const COSTS = {
  preposition: 0.3,
  inside: 0.3,
  later: 0.15,
  owner: 0.08,
  onlyCollection: 0.2,
  singleCollection: 0.12,
  contents: 0.05,
  attribute: 0.04,
  wideAttribute: 0.25,
  generic: 0.17,
  plural: 0.02,
  group: 0.25,
  shallow: 0.3,
  nameless: 0.05,
  unknownNoun: 0.3,
} as const;

/** Possible heads of a request, the likeliest first. */
export function headsOf(items: readonly Item[], words: Words, lexicon: Lexicon): readonly Head[] {
  const { world } = lexicon;
  const heads: Head[] = [
    ...namedHeads(items, words, world),
    ...attributeHeads(items, words, world),
    ...contentHeads(items, words, world),
    ...unknownHeads(items, words, world),
  ];
  // "Friday": a day by itself.
  if (items.length > 0 && items.every(({ kind }) => kind === "days" || kind === "weekdays"))
    heads.push(
      ...datedTypes(world).map((type) => ({
        types: [type],
        item: null,
        attribute: null,
        cost: COSTS.later,
        reason: "day",
      })),
    );
  if (!heads.some(({ cost, reason }) => reason === "named" && cost < 0.2))
    heads.push(...ownerHeads(items, words, world));
  const best = new Map<string, Head>();
  const order = [...world.all].map(({ type }) => type);
  for (const one of heads) {
    const head = { ...one, types: one.types.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)) };
    // The noun of the records is then no name of one of them.
    const isNoun = head.reason === "unknown noun" && head.item?.kind === "name";
    const key = `${head.types.join()} ${head.attribute} ${isNoun}`;
    const other = best.get(key);
    if (other === undefined || head.cost < other.cost) best.set(key, head);
  }
  return [...best.values()].sort((a, b) => a.cost - b.cost).slice(0, MAX_HEADS);
}

const isMark = (item: Item | undefined, ...kinds: readonly string[]): boolean =>
  item?.kind === "mark" && kinds.includes(item.mark.kind);

/** The named types: the first one that is in nothing else, then others. */
function* namedHeads(items: readonly Item[], words: Words, world: World): Generator<Head> {
  let count = 0;
  for (const [at, item] of items.entries()) {
    if (item.kind !== "name") continue;
    const senses = item.senses.filter(({ kind }) => kind === "type");
    if (senses.length === 0) continue;
    const before = items[at - 1];
    const isInside = isWithin(items, at);
    const isNumbered = items[at + 1]?.kind === "number" && !(items[at + 1] as { isOrdinal: boolean }).isOrdinal;
    const isOf =
      isMark(before, "of") &&
      words.all[before!.from]!.text !== "'s" &&
      !PARTS.has(words.all[before!.from - 1]?.text ?? "");
    const isAfterPreposition = isOf || isMark(before, "in", "each");
    for (const sense of senses.slice(0, 3)) {
      const cost =
        0.45 * (1 - sense.strength) +
        (isInside ? COSTS.inside : 0) +
        (isAfterPreposition || isPrepositional(items, at, words) ? COSTS.preposition : 0) +
        (isNumbered ? COSTS.later : 0) +
        (count > 0 && !isInside ? COSTS.later : 0) +
        (world.isRoot(sense.type) ? 0.25 : 0);
      yield { types: [sense.type], item, attribute: null, cost, reason: "named" };
    }
    if (!isInside) count++;
  }
}

/** A noun that nothing knows, where the data has one collection: its records are called so. Records of a type without a name of its own, as rows, are called by any noun. */
function* unknownHeads(items: readonly Item[], words: Words, world: World): Generator<Head> {
  const { all } = words;
  const [collection, second] = world.collections();
  if (collection === undefined || second !== undefined) return;
  const item = items.find((each) => each.kind === "rest" || isPartOnly(each));
  if (item === undefined || isPredicative(all, item.from)) return;
  // "in the house": a place of them.
  if (isPrepositional(items, items.indexOf(item), words) && !isMark(items[items.indexOf(item) - 1], "of")) return;
  const at = items.indexOf(item);
  // Only what is asked for is called so, and not what is said of it.
  if (item.kind === "name") {
    const isAsked = item.isPlural || isMark(items[at - 1], "which", "count");
    if (!isAsked || items.length === 1 || items.slice(0, at).some(({ kind }) => kind === "name")) return;
  }
  const cost =
    (GENERIC_NOUNS.has(collection.type.toLowerCase()) ? COSTS.nameless : COSTS.unknownNoun) +
    (item.kind === "name" ? COSTS.later : 0);
  yield { types: [collection.type], item, attribute: null, cost, reason: "unknown noun" };
}

/** True for a word that one value has among others: a noun of the records, too, may be in the name of one of them. */
const isPartOnly = (item: Item): boolean =>
  item.kind === "name" &&
  item.to === item.from + 1 &&
  item.senses.every((sense) => sense.kind === "value" && sense.strength < PART_OF_NAME && sense.is?.length === 1);

/** True for a word after an auxiliary or a relative pronoun: what is said of the requested things, and not their name. */
export function isPredicative(all: readonly Word[], at: number): boolean {
  let before = at - 1;
  while (before > 0 && isAdverb(all[before]!.text)) before--;
  return before >= 0 && (isAuxiliary(all[before]!.text) || RELATIVE.has(all[before]!.text));
}
const RELATIVE: ReadonlySet<string> = new Set(["that", "who"]);

/** "without blocked tasks": the tasks are what is not there. */
function isWithin(items: readonly Item[], at: number): boolean {
  let before = at - 1;
  while (isAdjective(items[before])) before--;
  return isMark(items[before], "with", "without") && before < at;
}

/** "on the third day", "of the last two days", "in the spring programme". */
const isModifierOf = (item: Item, noun: Item): boolean =>
  item.to === noun.from && (item.kind === "number" || isMark(item, "first", "last", "next") || isAdjective(item));

const isAdjective = (item: Item | undefined): boolean =>
  item?.kind === "name" && !item.senses.some(({ kind, strength }) => kind === "type" && strength >= 0.95);

/** True for a name right after a preposition, articles aside. */
const isPrepositional = (items: readonly Item[], at: number, { all }: Words): boolean => {
  // "number of restaurants" is about restaurants.
  if (isMark(items[at - 1], "count", "total", "average", "order", "table")) return false;
  let first = at;
  while (first > 0 && isModifierOf(items[first - 1]!, items[first]!)) first--;
  let before = items[first]!.from - 1;
  while (before >= 0 && DETERMINERS.has(all[before]!.text)) before--;
  // "which of our instructors"
  if (before > 0 && all[before]!.text === "of" && PARTS.has(all[before - 1]!.text)) return false;
  return before >= 0 && ["in", "on", "at", "of", "for", "during", "under", "from"].includes(all[before]!.text);
};

/** Words before "of" and the things that some are asked for of. */
const PARTS: ReadonlySet<string> = new Set("which many all any some one each none both most how".split(" "));

/** Attributes that are asked for: "which cities", "the price of X", "X's price". Those of types side by side are one. */
function* attributeHeads(items: readonly Item[], { all }: Words, world: World): Generator<Head> {
  const textOf = ({ from, to }: Item): string =>
    all
      .slice(from, to)
      .map(({ text }) => text)
      .join(" ");
  for (const [at, item] of items.entries()) {
    if (item.kind !== "name") continue;
    let first = at;
    while (isMark(items[first - 1], "and") && items[first - 2]?.kind === "name") first -= 2;
    // A preposition before a list holds for each name of it: "with ship and nationality".
    const before = items[first - 1];
    if (isMark(before, "with", "without", "compare", "order", "ordered", "in", "each", "not")) continue;
    const after = items[at + 1];
    if (after !== undefined && isBound(after)) continue;
    const isAsked =
      first === 0 ||
      isMark(before, "which", "what", "of", "count", "distinct", "average", "total") ||
      (isMark(before, "wanted") && !items.slice(0, first - 1).some(({ kind }) => kind === "name")) ||
      isMark(after, "of", "in");
    const isState = item.senses.some(({ kind, strength }) => kind === "value" && strength >= 0.9);
    const isVerb =
      before !== undefined && before.to === item.from && (before.kind === "name" || before.kind === "rest");
    for (const sense of item.senses.slice(0, 4)) {
      if (sense.kind === "attribute" && (!isAsked || at === 0) && isState) continue;
      // A value that is yes or no is a condition.
      if (
        sense.kind === "attribute" &&
        yesNo(world, sense.type, sense.attribute) !== null &&
        isMark(before, "count", "of", "average", "total")
      )
        continue;
      if (item.senses.some(({ kind, type, strength }) => kind === "type" && type === sense.type && strength >= 0.9))
        continue;
      if (sense.kind === "attribute" && isVerb && isHappening(textOf(item))) continue;
      if (sense.kind !== "attribute") continue;
      const all = item.senses.flatMap((each) =>
        each.kind === "attribute" && each.attribute === sense.attribute && world.isBeside(each.type, sense.type)
          ? [each.type]
          : [],
      );
      const named = all.filter((type) => items.some((each) => each !== item && namesType(each, type)));
      const types = named.length > 0 ? named : all;
      const isOfAll = world.isRoot(sense.type) && items.some((each) => each !== item && each.kind === "name");
      const cost =
        0.45 * (1 - sense.strength) +
        (isAsked ? COSTS.attribute : COSTS.wideAttribute) +
        (sense.strength >= 0.95 ? 0 : 0.1) +
        (isOfAll ? COSTS.preposition : 0);
      // Rows have no noun, so the name of an attribute may mean the rows: "bikes that are not ready".
      yield {
        types: [sense.type, ...types.filter((type) => type !== sense.type)],
        item,
        attribute: sense.attribute,
        cost,
        reason: "attribute",
      };
    }
  }
}

const namesType = (item: Item, wanted: string): boolean =>
  item.kind === "name" &&
  item.senses.some(({ kind, type, strength }) => kind === "type" && type === wanted && strength >= 0.9);

/** An amount or a day after an attribute is what it is compared with. */
const isBound = (item: Item): boolean =>
  ["number", "money", "duration", "time", "days", "weekdays"].includes(item.kind) ||
  isMark(item, "compare", "between", "trailing", "before", "after", "since", "until", "overdue");

/** "what is on day 3", "everything in Health": what is in it. */
function* contentHeads(items: readonly Item[], words: Words, world: World): Generator<Head> {
  const asks =
    items.find((item) => isMark(item, "what", "wanted", "exists", "not")) ??
    (/^(?:what|anything|everything|is|do|where|how)/.test(words.all[0]?.text ?? "") ? items[0] : undefined);
  for (const [at, item] of items.entries()) {
    if (item.kind !== "name" && item.kind !== "days" && item.kind !== "weekdays") continue;
    // "how many cats": they are asked for themselves.
    if (isMark(items[at - 1], "which", "count", "distinct")) continue;
    const types =
      item.kind === "name"
        ? item.senses
            .filter(
              (sense) =>
                sense.strength >= 0.7 &&
                (sense.kind === "type" ||
                  (sense.kind === "value" &&
                    (sense.attribute === world.label(sense.type) || isPrepositional(items, at, words)))),
            )
            .map(({ type }) => type)
        : datedTypes(world);
    for (const type of [...new Set(types)].slice(0, 2)) {
      // A bare date that several nodes share may mean these nodes, and not only their contents.
      const isDated =
        !items.some(({ kind }) => kind === "name") &&
        measuresOf(world, "date").some((each) => each.type === type && world.isShared(type, each.attribute));
      if (isDated) yield { types: [type], item: null, attribute: null, cost: COSTS.contents, reason: "dated" };
      const all = world.contents(type);
      // Contents that only a few nodes have are returned with the rest, and not asked for alone.
      const contents = all.some((each) => world.place(each).count >= world.place(type).count) ? all : [];
      if (contents.length === 0) continue;
      const isIn = isPrepositional(items, at, words) || item.kind !== "name" || words.all[item.to]?.text === "'s";
      const isAlone = items.length <= 2;
      const isNamed = items.some(
        (each) =>
          each !== item &&
          each.kind === "name" &&
          each.senses.some((sense) => sense.kind === "type" && sense.type !== type && sense.strength > 0.9),
      );
      const isGroup =
        item.kind === "name" &&
        item.senses.some((sense) => sense.kind === "value" && sense.type === type) &&
        world.isGroup(type);
      const cost =
        (asks !== undefined || isAlone || isIn || isGroup ? COSTS.contents : 0.4) +
        (isIn || isGroup ? 0 : 0.15) +
        (isNamed || isTold(items, item, type) ? 0.25 : 0);
      const sure =
        item.kind === "name"
          ? Math.max(...item.senses.filter((sense) => sense.type === type).map(({ strength }) => strength))
          : 1;
      const doubt =
        0.45 * (1 - sure) +
        (world.isRoot(type) &&
        item.kind === "name" &&
        !item.senses.some((sense) => sense.kind === "type" && sense.type === type)
          ? COSTS.preposition
          : 0);
      const groups = contents.filter((each) => world.isGroup(each) && world.contents(each).length > 0);
      yield {
        types: contents,
        item: null,
        attribute: null,
        cost: cost + doubt + (groups.length === contents.length ? COSTS.group : 0),
        reason: "contents",
      };
      const deepest = deepestOf(world, contents);
      if (deepest !== null)
        yield {
          types: [deepest],
          item: null,
          attribute: null,
          cost: cost + doubt + (groups.length > 0 ? 0.02 : 0.15),
          reason: "deepest contents",
        };
    }
  }
}

/** True for a type with a day and another property: both tell the node itself, and not its contents. */
const isTold = (items: readonly Item[], day: Item, type: string): boolean =>
  day.kind !== "name" &&
  items.some(
    (item) => item.kind === "name" && item.senses.some((sense) => sense.type === type && sense.strength >= PART),
  );

const datedTypes = (world: World): readonly string[] =>
  measuresOf(world, "date").flatMap(({ type }) => (world.isRoot(type) ? [] : [type]));

/** The type at the end of a chain of contents; null without a chain. */
function deepestOf(world: World, contents: readonly string[]): string | null {
  let [type] = contents;
  if (contents.length !== 1 || type === undefined) return null;
  for (let steps = 0; steps < 6; steps++) {
    const inner: readonly string[] = world.contents(type!);
    if (inner.length !== 1) break;
    type = inner[0]!;
  }
  return type === contents[0] ? null : type!;
}

/** The owners of values and attributes, the deepest first; else the types that a request without a noun is about. */
function* ownerHeads(items: readonly Item[], words: Words, world: World): Generator<Head> {
  const owners = new Map<string, number>();
  for (const [at, item] of items.entries()) {
    if (item.kind !== "name") continue;
    const isIn = isPrepositional(items, at, words);
    for (const sense of item.senses) {
      if (sense.kind === "type") continue;
      const type = world.place(sense.type).isTag ? ([...world.place(sense.type).parents][0] ?? sense.type) : sense.type;
      const cost =
        0.45 * (1 - sense.strength) +
        (isIn && world.contents(type).length > 0 ? COSTS.later : 0) +
        (item.isPlural && sense.kind === "value" && sense.strength >= 0.95 ? COSTS.plural : COSTS.owner);
      if (cost < (owners.get(type) ?? Number.POSITIVE_INFINITY)) owners.set(type, cost);
    }
  }
  const deepest = Math.max(0, ...[...owners.keys()].map((type) => world.place(type).depth));
  for (const [type, cost] of owners) {
    const siblings = [...owners]
      .filter(([other, otherCost]) => other !== type && Math.abs(otherCost - cost) < 0.1 && world.isBeside(type, other))
      .map(([other]) => other);
    const shallow = world.place(type).depth < deepest ? COSTS.shallow : 0;
    yield {
      types: [type, ...siblings],
      item: null,
      attribute: null,
      cost: cost + shallow + (world.isGroup(type) ? COSTS.group : 0),
      reason: "owner",
    };
  }
  const [largest, second] = world.collections();
  if (largest !== undefined)
    yield {
      types: [largest.type],
      item: null,
      attribute: null,
      cost:
        (second === undefined || second.count * MOSTLY < largest.count
          ? COSTS.singleCollection
          : COSTS.onlyCollection) + (second !== undefined && second.count * 2 > largest.count ? 0.2 : 0),
      reason: "collection",
    };
}
