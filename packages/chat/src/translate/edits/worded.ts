import { stemOf } from "@semantic-xpath/scorers";
import type { NodeId } from "@semantic-xpath/tree";
import { labelOf } from "../lexicon/labelOf.js";
import { facetsOf } from "../lexicon/segmentWords.js";
import { type Found, isInScope, NOTHING, type Scope } from "./found.js";
import { type Known, stemsOf, typeOf } from "./known.js";
import { type Phrase, textOf } from "./phrase.js";

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
export function worded(known: Known, phrase: Phrase, scope: Scope, isAll: boolean): Found {
  const said = stemsOf(textOf(phrase.filter(({ lower, isQuoted }) => isQuoted || !EMPTY.has(lower))));
  if (said.length === 0) return NOTHING;
  const stems = said.map((stem) => wholeStem(known, stem));
  const isShort = stems.some((stem, at) => stem !== said[at]);
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
  return { nodes, isMany, sureness: isShort ? SHORTENED : SURENESS[Math.floor(best)]! };
}

/** A name of which a word is said in part is asked about. */
const SHORTENED = 0.55;
/** Shorter beginnings are those of too many words. */
const SHORTEST = 4;

/** "photo" where the only word that begins so is "photographs". */
function wholeStem({ words }: Known, stem: string): string {
  if (stem.length < SHORTEST || words.labels(stem).length > 0 || words.facets(stem).length > 0) return stem;
  if (words.types(stem).length > 0) return stem;
  const [only, ...others] = words.beginning(stem);
  return only === undefined || others.length > 0 ? stem : only;
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

/** Of nodes in document order those that are in none of the others. */
function outermost({ tree }: Known, nodes: readonly NodeId[]): readonly NodeId[] {
  let end = 0;
  return nodes.filter((node) => {
    if (node < end) return false;
    end = tree.end[node]!;
    return true;
  });
}
