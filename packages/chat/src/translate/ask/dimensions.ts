import { stemWord } from "@semantic-xpath/english";
import { parsedType } from "@semantic-xpath/planner";
import { getOrMake } from "@semantic-xpath/tree";
import { COMMON_CURRENCIES, timeUnitOf, type Unit, unitOf } from "@semantic-xpath/values";
import { type Dimension, PERSON_WORDS } from "../lexicon/closed.js";
import { inFull } from "../lexicon/everyday.js";
import { stemsIn, wordsIn } from "../words/words.js";
import type { AttributeOf } from "./form.js";
import { AMOUNT_KINDS, type World } from "./world.js";

/** An attribute that measures a dimension, and how surely, in (0, 1]. */
export interface Measure {
  readonly type: string;
  readonly attribute: string;
  readonly strength: number;
}

const stems = (words: string): ReadonlySet<string> => new Set(words.split(" ").map(stemWord));
/** Words by themselves, since a rate and a rating have one stem. */
const words = (list: string): ReadonlySet<string> => new Set(list.split(" ").map(singular));
const singular = (word: string): string => (word.length > 3 ? word.replace(/s$/, "") : word);

/** Words by which attributes are named that measure a dimension. */
const NAMES: Readonly<Record<Dimension, ReadonlySet<string>>> = {
  money: words(
    "cost price fee budget money amount fare loan salary wage pay owe earn income earnings revenue debt total spend paid rent rate charge value worth claimed charged billed invoiced donated raised pledged quoted spent owed refunded bill premium",
  ),
  duration: words("minutes hours duration length effort estimate time takes runtime mins hrs days nights weeks"),
  time: words("time clock start begin at when slot hour"),
  date: words("date day year on when created opened added due deadline start born built since"),
  rating: words("rating score stars grade rank review"),
  urgency: words("priority urgency importance severity level"),
  weight: words("weight weigh mass kg kilos grams load"),
  distance: words("distance km mileage odometer miles metres meters away"),
  length: words("height length depth width altitude elevation metres meters"),
  age: words("age years old born birthday birth"),
  size: words("size capacity seats pages length area volume"),
  count: words("count number quantity qty stock copies"),
  person: PERSON_WORDS,
  place: words("place location city town address venue room where area neighbourhood site street shelf country"),
  manner: words("how method manner way mode means via transport"),
  reason: words("why reason cause because purpose"),
};

const NUMERIC: ReadonlySet<Dimension> = new Set([
  "money",
  "duration",
  "rating",
  "urgency",
  "weight",
  "distance",
  "length",
  "age",
  "size",
  "count",
]);
const TEXTS: ReadonlySet<Dimension> = new Set(["person", "place", "manner", "reason"]);
/** Last words of names whose values are agents and recipients of deeds. */
const AGENTS: ReadonlySet<string> = new Set(["by", "to", "with", "from"]);
/** Names of dates that mark an end: "oldest" never means these. */
const ENDS = stems("deadline due end expiry expires finish until return ready");

/** Names of dates from which on something is there. */
const STARTS = stems("since start began begun created built born planted founded opened made bought acquired");

const cache = new WeakMap<World, Map<Dimension, readonly Measure[]>>();

/** The attributes that measure a dimension, the surest first. */
export const measuresOf = (world: World, dimension: Dimension): readonly Measure[] =>
  getOrMake(
    getOrMake(cache, world, () => new Map<Dimension, readonly Measure[]>()),
    dimension,
    () => allMeasures(world, dimension),
  );

function allMeasures(world: World, dimension: Dimension): readonly Measure[] {
  const measures: Measure[] = [];
  for (const { type } of world.all) {
    for (const attribute of world.attributes(type)) {
      const strength = strengthOf(world, dimension, type, attribute);
      if (strength > 0) measures.push({ type, attribute, strength });
    }
  }
  return measures.sort((a, b) => b.strength - a.strength);
}

function strengthOf(world: World, dimension: Dimension, type: string, attribute: string): number {
  const info = world.place(type).node.attributes[attribute];
  const kind = world.kind(type, attribute);
  const names = [...wordsIn(attribute), ...(inFull(attribute) ?? []), ...(info?.aliases ?? []).flatMap(wordsIn)];
  const isNamed = names.some((word) => NAMES[dimension].has(singular(word)));
  const isDocumented = wordsIn(info?.documentation ?? "").some((word) => NAMES[dimension].has(singular(word)));
  if (TEXTS.has(dimension)) {
    if (kind !== "string" && kind !== "ref") return 0;
    if (dimension === "person" && /^whos?e?\b/i.test(info?.documentation ?? "")) return 0.95;
    if (isNamed) return names.includes("name") ? 0 : 0.9;
    if (dimension === "person" && wordsIn(attribute).length > 1 && AGENTS.has(wordsIn(attribute).at(-1)!)) return 0.85;
    return isDocumented && dimension !== "person" ? 0.6 : 0;
  }
  if (dimension === "date") {
    if (kind === "year" || kind === "number")
      return names.some((word) => singular(word) === "year") ? 0.9 : kind === "year" ? 0.8 : 0;
    return kind === "date" || kind === "dateTime"
      ? 1
      : kind === "interval" && !isClock(world, type, attribute)
        ? 0.9
        : 0;
  }
  if (dimension === "time")
    return kind === "time" || (kind === "interval" && isClock(world, type, attribute))
      ? 1
      : kind === "dateTime"
        ? 0.9
        : 0;
  if (!NUMERIC.has(dimension) || !AMOUNT_KINDS.includes(kind)) return 0;
  if (dimension === "money" && kind === "money") return 1;
  if (dimension === "duration" && kind === "duration") return 1;
  if (kind === "money" || kind === "duration") return 0;
  if (dimension === "duration" && names.some((word) => timeUnitOf(word) !== null)) return 0.95;
  if (dimension === "money" && names.some((word) => timeUnitOf(word) !== null)) return 0;
  if (dimension === "money" && wordsIn(attribute).some((word) => COMMON_CURRENCIES.includes(word.toUpperCase())))
    return 0.95;
  return isNamed ? 0.9 : isDocumented ? 0.7 : 0;
}

const isClock = (world: World, type: string, attribute: string): boolean =>
  world.place(type).node.attributes[attribute]!.type === "interval(time)";

/** The attributes that a noun of a dimension may mean: "weight" of an attribute in grams. */
export function measuresNamed(world: World, text: string): readonly Measure[] {
  // A participle is a verb: "rented" is not a rent.
  if (/(?:ed|ing)$/.test(text)) return [];
  if ((text.length > 2 || !/^\p{L}+$/u.test(text)) && unitOf(text) !== null) {
    const inUnit = measuresIn(world, text);
    if (inUnit.length > 0) return inUnit.slice(0, 2);
  }
  for (const dimension of NOUNS)
    if (NAMES[dimension].has(singular(text))) return measuresOf(world, dimension).slice(0, 2);
  return [...world.all].flatMap(({ type }) =>
    world
      .attributes(type)
      .filter((attribute) => wordsIn(attribute).some((word) => isDerived(text, word) || abbreviates(word, text)))
      .map((attribute) => ({ type, attribute, strength: 0.9 })),
  );
}

/** "valuable" of value, "rainy" of rain. */
const isDerived = (text: string, noun: string): boolean =>
  noun.length > 3 && (ADJECTIVE.exec(text)?.[1] ?? "") === noun.replace(/[ey]$/, "");
const ADJECTIVE = /^([a-z]{3,}?)(?:i?able|i?ful|i?ous|y)$/;

/** "inv" of inventory, "qty" of quantity: a beginning, or letters in their order without vowels. */
export const abbreviates = (short: string, text: string): boolean =>
  short.length > 2 &&
  text.length > short.length + 2 &&
  (text.startsWith(short) ||
    (/^[a-z][^aeiou]+$/.test(short) && text[0] === short[0] && new RegExp([...short].join(".*")).test(text)));

const NOUNS: readonly Dimension[] = ["money", "duration", "rating", "weight", "distance", "length", "age", "size"];

/** True for an attribute that dates an end or a deadline. */
export const isEnd = (attribute: string): boolean => stemsIn(attribute).some((stem) => ENDS.has(stem));

/** True for an attribute that dates a beginning. */
export const isStart = (attribute: string): boolean => stemsIn(attribute).some((stem) => STARTS.has(stem));

/** The words by which an attribute is told: of its name, its aliases and its documentation. */
function tellingWords(world: World, { type, attribute }: AttributeOf): readonly string[] {
  const { aliases = [], documentation = "" } = world.place(type).node.attributes[attribute] ?? {};
  return [attribute, ...aliases, documentation].flatMap(wordsIn);
}

/** The units that the amounts of an attribute are in: by its type, or by its words. */
export function unitsOf(world: World, type: string, attribute: string): readonly Unit[] {
  const declared = parsedType(world.place(type).node.attributes[attribute]?.type ?? "string");
  const unit = declared.kind === "quantity" && declared.unit !== null ? unitOf(declared.unit) : null;
  if (unit !== null) return [unit];
  return tellingWords(world, { type, attribute }).flatMap((word) => unitOf(word) ?? unitOf(word.toUpperCase()) ?? []);
}

/** Attributes whose numbers are in a unit, or in another one of its dimension: by their type, their name or their documentation. */
export function measuresIn(world: World, unit: string): readonly Measure[] {
  const target = unitOf(unit);
  const stem = stemWord(unit.toLowerCase());
  const measures: Measure[] = [];
  for (const { type, node } of world.all) {
    for (const attribute of Object.keys(node.attributes)) {
      const kind = world.kind(type, attribute);
      if (!["number", "quantity", "money"].includes(kind)) continue;
      const units = target === null ? [] : unitsOf(world, type, attribute);
      const isSaid =
        tellingWords(world, { type, attribute }).some((word) => stemWord(word) === stem) ||
        units.some(({ dimension }) => dimension === target!.dimension);
      const isOwn =
        units.some(({ symbol }) => symbol === target!.symbol) ||
        wordsIn(attribute).some((word) => stemWord(word) === stem);
      if (isSaid) measures.push({ type, attribute, strength: isOwn ? 0.95 : 0.85 });
    }
  }
  return measures.sort((a, b) => b.strength - a.strength);
}

/** Minutes of one of an attribute's numbers: its name, an alias or its documentation says the unit. */
export function minutesOfOne(world: World, { type, attribute }: Pick<Measure, "type" | "attribute">): number {
  for (const word of tellingWords(world, { type, attribute })) {
    const unit = word === "nights" ? timeUnitOf("days") : word.length > 1 || word === "h" ? timeUnitOf(word) : null;
    if (unit?.of === "ms") return unit.size / 60_000;
  }
  return 1;
}

/** First and last day of the values of a date attribute, or of one of years, in ISO 8601; null if it has no values. */
export function daysOf(
  world: World,
  { type, attribute }: Pick<Measure, "type" | "attribute">,
): { readonly first: string; readonly last: string } | null {
  const { tree } = world;
  const index = tree.typeNames.indexOf(type);
  let first = "";
  let last = "";
  for (const node of (tree.postings[index] ?? []).slice(0, MAX_DATED)) {
    const text = tree.node(node).attributes[attribute]?.slice(0, 10) ?? "";
    const isYear = world.kind(type, attribute) === "year";
    if (!isYear && !/^\d{4}-\d\d-\d\d$/.test(text)) continue;
    const [begin, end] = isYear ? [`${text}-01-01`, `${text}-12-31`] : [text, text];
    if (first === "" || begin < first) first = begin;
    if (end > last) last = end;
  }
  return first === "" ? null : { first, last };
}

/** Nodes whose dates are looked through. */
const MAX_DATED = 5_000;
