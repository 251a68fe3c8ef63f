import { stemOf } from "@semantic-xpath/scorers";
import { getOrMake, type NodeId, nodePath, type Tree } from "@semantic-xpath/tree";
import { momentOf } from "../clock/clock.js";
import { labelOf } from "../lexicon/labelOf.js";
import { facetsOf } from "../lexicon/segmentWords.js";
import { referredTo } from "../references/referredTo.js";
import { type Known, stemsOf, typeOf } from "./known.js";
import { numberOf, ordinalOf } from "./numbers.js";
import { lowerOf, type Phrase, textOf, withoutArticle } from "./phrase.js";

/** What a noun phrase is about. */
export interface Found {
  /** In document order; none: nothing fits. */
  readonly nodes: readonly NodeId[];
  /** Whether the phrase means all of them. Otherwise it means one, and several are candidates. */
  readonly isMany: boolean;
  /** How surely, in [0, 1]. */
  readonly sureness: number;
  /** Whether it is clear what is meant, and that there is none of it. */
  readonly isNone?: boolean;
}

const NOTHING: Found = { nodes: [], isMany: false, sureness: 0 };

/** Where a phrase may look: below these nodes, or everywhere. */
export type Scope = readonly NodeId[] | null;

const SCOPING: ReadonlySet<string> = new Set([
  "of",
  "on",
  "in",
  "from",
  "at",
  "for",
  "under",
  "within",
  "during",
  "to",
  "that's",
  "about",
]);
const ALL: ReadonlySet<string> = new Set(["all", "every", "each", "both", "any"]);
const LONGEST = 24;

/** The nodes that a noun phrase means: `the museum on day 3`, `dinner`, `the second one`, `all tasks of the project`. */
export function find(known: Known, given: Phrase, scope: Scope = null): Found {
  if (given.length === 0 || given.length > LONGEST) return NOTHING;
  const key = `${lowerOf(given)} ${given[0]!.start} ${given.length} ${scope?.join() ?? ""}`;
  const kept = known.found.get(key);
  if (kept !== undefined) return kept;
  const found = findAnew(known, given, scope);
  known.found.set(key, found);
  return found;
}

function findAnew(known: Known, given: Phrase, scope: Scope): Found {
  const referred = referredTo(known, given);
  if (referred !== null) return { ...referred, nodes: inScope(known, referred.nodes, scope) };
  if (isOneOfThose(known, given)) return lookedUp(known, given, scope) ?? NOTHING;
  const whole = simple(known, given, scope);
  if (whole.nodes.length > 0 && whole.sureness >= 0.9) return whole;
  const inside = genitive(known, given, scope) ?? scoped(known, given, scope) ?? compound(known, given, scope);
  if (inside !== null) return inside;
  if (whole.nodes.length > 0 && whole.sureness >= 0.6) return whole;
  const two = both(known, given, scope);
  if (two.nodes.length > 0) return two;
  return lookedUp(known, given, scope) ?? whole;
}

const POINTING: ReadonlySet<string> = new Set(["one", "ones", "those"]);
const SAYING_MORE: ReadonlySet<string> = new Set(
  "with without that which who whose in from on at for under over costing having called named about due".split(" "),
);

/** `the one with nuts`: of what was found before, and of nothing else. */
function isOneOfThose(known: Known, given: Phrase): boolean {
  const [first, second] = withoutThe(given);
  return (
    first !== undefined &&
    POINTING.has(first.lower) &&
    SAYING_MORE.has(second?.lower ?? "") &&
    (known.about.context?.found ?? []).some(({ length }) => length > 1)
  );
}

/** A phrase without what says that all of them are meant. */
export function withoutAll(phrase: Phrase): Phrase {
  const at = phrase.findIndex(({ lower }) => !ALL.has(lower) && !["the", "of", "my"].includes(lower));
  return at < 0 ? phrase : phrase.slice(at);
}

const withoutThe = (phrase: Phrase): Phrase => (phrase[0]?.lower === "the" ? phrase.slice(1) : phrase);

/** What a query finds for the phrase; where it was not asked yet, it is wanted. */
function lookedUp(known: Known, phrase: Phrase, scope: Scope): Found | null {
  const { wanted, found } = known.lookups;
  const text = lowerOf(phrase);
  const kept = found.get(text);
  if (kept !== undefined)
    return kept.nodes.length === 0
      ? kept.isNone === true
        ? kept
        : null
      : { ...kept, nodes: inScope(known, kept.nodes, scope) };
  const names = phrase.some(
    ({ lower, isQuoted }) => !isQuoted && (ALL.has(lower) || POINTING.has(lower) || typesCalled(known, lower).size > 0),
  );
  if (scope === null && names && phrase.length > 1) wanted.add(text);
  return null;
}

/** `the eye test and the budget table` */
function both(known: Known, phrase: Phrase, scope: Scope): Found {
  const at = phrase.findIndex(({ lower, isQuoted }) => lower === "and" && !isQuoted);
  if (at < 1 || at === phrase.length - 1) return NOTHING;
  const [one, other] = [find(known, phrase.slice(0, at), scope), find(known, phrase.slice(at + 1), scope)];
  const isSure = [one, other].every(({ nodes, isMany }) => nodes.length === 1 || (isMany && nodes.length > 0));
  if (!isSure) return NOTHING;
  return {
    nodes: [...new Set([...one.nodes, ...other.nodes])],
    isMany: true,
    sureness: Math.min(one.sureness, other.sureness),
  };
}

/** What is in so many nodes is no place that somebody means. */
const MOST_SCOPES = 300;

/** `Monday's dinner` */
function genitive(known: Known, phrase: Phrase, scope: Scope): Found | null {
  const at = phrase.findIndex(({ lower }) => lower === "'s");
  if (at < 1 || at === phrase.length - 1) return null;
  const owner = find(known, phrase.slice(0, at), scope);
  if (owner.nodes.length === 0 || owner.nodes.length > MOST_SCOPES) return null;
  const owned = within(known, phrase.slice(at + 1), owner);
  return owned.nodes.length === 0 ? null : owned;
}

/** `dinner on Friday`, `the last stop of day 2`: the part after the preposition is found first. */
function scoped(known: Known, phrase: Phrase, scope: Scope): Found | null {
  for (let at = 1; at < phrase.length - 1; at++) {
    if (!SCOPING.has(phrase[at]!.lower) || phrase[at]!.isQuoted) continue;
    const outer = find(known, phrase.slice(at + 1), scope);
    if (outer.nodes.length === 0 || outer.nodes.length > MOST_SCOPES) continue;
    const inner = within(known, phrase.slice(0, at), outer);
    if (inner.nodes.length > 0) return inner;
  }
  return null;
}

/** `Wednesday lunch`: what the last words mean, in what those before them do. */
function compound(known: Known, phrase: Phrase, scope: Scope): Found | null {
  const words = withoutArticle(phrase);
  for (let at = 1; at < words.length; at++) {
    const inner = simple(known, words.slice(at), scope);
    if (inner.nodes.length === 0 || inner.sureness < SURE_PART) continue;
    const outer = simple(known, words.slice(0, at), null);
    if (outer.nodes.length === 0 || outer.nodes.length > MOST_SCOPES || outer.sureness < SURE_PART) continue;
    const nodes = inScope(known, inner.nodes, outer.nodes);
    if (nodes.length > 0) return { ...inner, nodes, sureness: Math.min(inner.sureness, outer.sureness) };
  }
  return null;
}

/** Each part of a compound is a name by itself. */
const SURE_PART = 0.9;

function within(known: Known, phrase: Phrase, outer: Found): Found {
  const inner = find(known, phrase, outer.nodes);
  return { ...inner, sureness: Math.min(inner.sureness, outer.sureness) };
}

/** A phrase without prepositions: a type with a place, a day, or words that nodes are called or have as values. */
function simple(known: Known, given: Phrase, scope: Scope): Found {
  let phrase = withoutArticle(given);
  let isAll = false;
  while (
    phrase.length > 1 &&
    (ALL.has(phrase[0]!.lower) || (isAll && ["the", "of", "my"].includes(phrase[0]!.lower)))
  ) {
    isAll = true;
    phrase = phrase.slice(1);
  }
  if (phrase.length === 0) return NOTHING;
  return (
    whole(known, phrase, scope) ??
    placed(known, phrase, scope) ??
    dated(known, phrase, scope) ??
    ordinal(known, phrase, scope) ??
    worded(known, phrase, scope, isAll)
  );
}

const WHOLES: ReadonlySet<string> = new Set([
  "everything",
  "plan",
  "whole plan",
  "list",
  "whole list",
  "itinerary",
  "trip",
  "whole trip",
  "whole thing",
  "lot",
]);

/** The root, unless something in it is called so. */
function whole(known: Known, phrase: Phrase, scope: Scope): Found | null {
  const text = lowerOf(phrase);
  if (scope !== null || !WHOLES.has(text) || known.tree.size === 0) return null;
  const stems = stemsOf(text);
  const isType = stems.some((stem) => known.words.types(stem).some((node) => node > 1));
  return isType ? null : one([1]);
}

/** `day 3`, `day three` */
function placed(known: Known, phrase: Phrase, scope: Scope): Found | null {
  if (phrase.length !== 2) return null;
  const number = numberOf(phrase[1]!.lower) ?? ordinalOf(phrase[1]!.lower);
  if (number === null) return null;
  const nodes = typed(known, phrase[0]!.lower, scope);
  if (nodes.length === 0) return null;
  const numbered = nodes.filter((node) => isNumbered(known, node, number));
  if (numbered.length > 0) return one(numbered);
  return one(atPlace(known, nodes, number, scope));
}

const NUMBERS = ["index", "number", "no", "n"];

/** Whether the node's own number is this one: `index="3"`. */
function isNumbered(known: Known, node: NodeId, number: number): boolean {
  return NUMBERS.some((name) => known.tree.attribute(node, name) === String(number));
}

/** The node at a place: of all of them, or, where they are in several scopes, in each. */
function atPlace(known: Known, nodes: readonly NodeId[], place: number, scope: Scope): readonly NodeId[] {
  const lists = scope === null ? [nodes] : scope.map((root) => nodes.filter((node) => isBelow(known, node, root)));
  return lists.flatMap((list) => list.at(place > 0 ? place - 1 : place) ?? []);
}

const ONES: ReadonlySet<string> = new Set(["one", "ones", "thing", "item", "entry"]);

/** `the last stop`, `the second museum`, `the third one` */
function ordinal(known: Known, phrase: Phrase, scope: Scope): Found | null {
  const place = ordinalOf(phrase[0]!.lower);
  if (place === null || phrase.length < 2) return null;
  const rest = phrase.slice(1);
  const isAny = rest.length === 1 && ONES.has(rest[0]!.lower);
  const children = scope?.flatMap((root) => childrenOf(known, root)) ?? [];
  const found = isAny ? children : typed(known, lowerOf(rest), scope);
  const nodes = found.length > 0 ? found : worded(known, rest, scope, true).nodes;
  return nodes.length === 0 ? null : one(atPlace(known, nodes, place, scope));
}

/** `Friday`, `June 12`, `tomorrow`: nodes whose date that is. */
function dated(known: Known, phrase: Phrase, scope: Scope): Found | null {
  const text = textOf(phrase);
  const day = WEEKDAYS.indexOf(phrase.at(-1)!.lower);
  const { now } = known.about;
  const moment = momentOf(text, now);
  if (moment?.time != null) return null;
  const date = moment?.date ?? null;
  if (date === null && !(day >= 0 && phrase.length === 1)) return null;
  const all = dayNodes(known).filter(([node]) => isInScope(known, node, scope));
  const same = all.filter(([, value]) => value === date);
  // A day without a year is the one that is there, also where it is past.
  const isYearSaid = /\d{4}/u.test(text);
  const exact =
    same.length > 0 || isYearSaid || day >= 0 ? same : all.filter(([, value]) => value.slice(5) === date?.slice(5));
  if (exact.length > 0) return one(exact.map(([node]) => node));
  if (day < 0 || phrase.length > 1) return null;
  const sameWeekday = all.filter(([, value]) => new Date(`${value}T00:00:00Z`).getUTCDay() === day);
  return sameWeekday.length === 0 ? null : one(sameWeekday.map(([node]) => node));
}

export const WEEKDAYS = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
const ISO = /^\d{4}-\d{2}-\d{2}$/u;

/** Nodes that are a day: they have others in them, and one date. */
function dayNodes({ tree }: Known): readonly (readonly [NodeId, string])[] {
  return getOrMake(daysOfTree, tree, () => findDays(tree));
}

const daysOfTree = new WeakMap<Tree, readonly (readonly [NodeId, string])[]>();

function findDays(tree: Tree): readonly (readonly [NodeId, string])[] {
  const days: [NodeId, string][] = [];
  for (let node = 1; node <= tree.size; node++) {
    if (tree.end[node]! === node + 1) continue;
    const dates = Object.values(tree.node(node).attributes).filter((value) => ISO.test(value));
    if (dates.length === 1) days.push([node, dates[0]!]);
  }
  // What has days in it is a week or a trip, and no day.
  return days.filter(([node], i) => i === days.length - 1 || days[i + 1]![0] >= tree.end[node]!);
}

/** Of more nodes nobody means one by these words alone. */
const MOST_RANKED = 2000;

const EMPTY: ReadonlySet<string> = new Set([
  "the",
  "a",
  "an",
  "my",
  "our",
  "of",
  "and",
  "with",
  "to",
  "for",
  "in",
  "on",
  "at",
  "that",
  "is",
  "by",
]);

/** Nodes by what they are called, by short values, and by their type: every word must be somewhere. */
function worded(known: Known, phrase: Phrase, scope: Scope, isAll: boolean): Found {
  const stems = stemsOf(textOf(phrase.filter(({ lower, isQuoted }) => isQuoted || !EMPTY.has(lower))));
  if (stems.length === 0) return NOTHING;
  const candidates = candidatesOf(known, stems)
    .filter((node) => isInScope(known, node, scope))
    .slice(0, MOST_RANKED);
  const ranked = candidates.map((node) => [node, rankOf(known, node, stems)] as const);
  const best = Math.max(0, ...ranked.map(([, rank]) => rank));
  if (best === 0) return NOTHING;
  const nodes = outermost(
    known,
    ranked.filter(([, rank]) => rank === best).map(([node]) => node),
  );
  const last = phrase.at(-1)!.lower;
  const isMany = isAll || (best < EXACT && isPlural(last) && !isLabelWord(known, last));
  return { nodes, isMany, sureness: SURENESS[Math.floor(best)]! };
}

/** By rank. */
const SURENESS = [0, 0.5, 0.75, 0.9, 0.95] as const;

const EXACT = 4;
const NAMED = 3;
const MIXED = 2;
const WEAK = 1;

/** How a node fits: it is called so, its name has all the words or they are a value or its type, they are spread over these, or in a free text. */
function rankOf(known: Known, node: NodeId, stems: readonly string[]): number {
  const { tree } = known;
  const type = typeOf(known, node);
  const label = labelOf(known, type);
  const called = stemsOf((label === null ? tree.ownText(node) : (tree.attribute(node, label) ?? "")).slice(0, 400));
  const own = called.filter((each) => !EMPTY.has(each));
  const types = stemsOf(type);
  const inLabel = stems.every((each) => own.includes(each));
  if (inLabel && own.length === stems.length) return EXACT;
  const facets = facetsOf(known, node);
  const isValue = facets.some((facet) => facet.length === stems.length && stems.every((each) => facet.includes(each)));
  if (isValue || stems.every((each) => types.includes(each)) || (inLabel && label !== null)) return NAMED;
  const exact = facets.filter((facet) => facet.length <= 2).flat();
  const all = new Set([...(label === null ? [] : own), ...types, ...exact]);
  if (stems.every((each) => all.has(each))) return stems.some((each) => own.includes(each)) ? MIXED + 0.5 : MIXED;
  const loose = new Set([...own, ...types, ...facets.flat()]);
  return stems.every((each) => loose.has(each)) ? WEAK : 0;
}

/** Nodes that have each of the words somewhere, in document order. */
function candidatesOf({ words }: Known, stems: readonly string[]): readonly NodeId[] {
  let left: readonly NodeId[] | null = null;
  for (const stem of new Set(stems)) {
    const nodes: ReadonlySet<NodeId> = new Set([words.labels(stem), words.facets(stem), words.types(stem)].flat());
    left = left === null ? [...nodes].sort((a, b) => a - b) : left.filter((node) => nodes.has(node));
  }
  return left ?? [];
}

const isLabelWord = ({ words }: Known, word: string): boolean =>
  words.labels(stemOf(word)).length > 0 && words.types(stemOf(word)).length === 0;

const isPlural = (word: string): boolean =>
  word.length > 3 && word.endsWith("s") && !word.endsWith("ss") && !word.endsWith("us");

/** Nodes of a type that is called so, by its name, its plural or an alias. */
function typed(known: Known, words: string, scope: Scope): readonly NodeId[] {
  const types = typesCalled(known, words);
  if (types.size === 0) return [];
  const { tree } = known;
  const wanted = new Set([...types].map((type) => tree.typeId(type)));
  const nodes: NodeId[] = [];
  const roots = scope ?? [0];
  for (const root of roots) {
    const end = root === 0 ? tree.size + 1 : tree.end[root]!;
    for (let node = root + 1; node < end; node++) if (wanted.has(tree.type[node]!)) nodes.push(node);
  }
  return roots.length < 2 ? nodes : [...new Set(nodes)].sort((a, b) => a - b);
}

export function typesCalled({ schema }: Known, words: string): ReadonlySet<string> {
  const stems = stemsOf(words);
  const isCalled = (name: string): boolean => {
    const own = stemsOf(name);
    return own.length === stems.length && own.every((each, i) => each === stems[i]);
  };
  return new Set(
    Object.keys(schema.types).filter((name) => isCalled(name) || aliasesOf(schema.types[name]!).some(isCalled)),
  );
}

const aliasesOf = (type: object): readonly string[] =>
  "aliases" in type && Array.isArray(type.aliases) ? type.aliases : [];

/** Of nodes in document order those that are in none of the others. */
function outermost({ tree }: Known, nodes: readonly NodeId[]): readonly NodeId[] {
  let end = 0;
  return nodes.filter((node) => {
    if (node < end) return false;
    end = tree.end[node]!;
    return true;
  });
}

const one = (nodes: readonly NodeId[]): Found => ({ nodes, isMany: false, sureness: nodes.length === 0 ? 0 : 0.95 });

export const isBelow = ({ tree }: Known, node: NodeId, root: NodeId): boolean => root < node && node < tree.end[root]!;

const isInScope = (known: Known, node: NodeId, scope: Scope): boolean =>
  scope === null || scope.some((root) => isBelow(known, node, root));

const inScope = (known: Known, nodes: readonly NodeId[], scope: Scope): readonly NodeId[] =>
  nodes.filter((node) => isInScope(known, node, scope));

export function childrenOf({ tree }: Known, node: NodeId): readonly NodeId[] {
  const children: NodeId[] = [];
  for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) children.push(child);
  return children;
}

/** Text of a query that leads to this node alone. */
export const targetOf = ({ tree }: Known, node: NodeId): string => nodePath(tree, node);
