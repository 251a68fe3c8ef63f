import type { NodeId } from "@semantic-xpath/tree";
import { referredTo } from "../references/referredTo.js";
import { dated } from "./dated.js";
import { childrenOf, type Found, inScope, isBelow, NOTHING, one, type Scope } from "./found.js";
import { type Known, stemsOf } from "./known.js";
import { numberOf, ordinalOf } from "./numbers.js";
import { lowerOf, type Phrase, withoutArticle } from "./phrase.js";
import { worded } from "./worded.js";

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
