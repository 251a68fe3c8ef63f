import type { NodeId } from "@semantic-xpath/tree";
import type { Found } from "../edits/found.js";
import { type Known, stemsOf, typeOf } from "../edits/known.js";
import { ordinalOf } from "../edits/numbers.js";
import type { Phrase } from "../edits/phrase.js";
import { nodeAtPath } from "./nodeAtPath.js";

const ONE: ReadonlySet<string> = new Set([
  "it",
  "this",
  "that",
  "this one",
  "that one",
  "the one",
  "the same",
  "the same one",
]);
const MANY: ReadonlySet<string> = new Set([
  "them",
  "they",
  "these",
  "those",
  "all of them",
  "all of these",
  "all of those",
  "them all",
  "both",
  "both of them",
  "all",
]);
const PLACES: ReadonlySet<string> = new Set(["there", "here", "in there", "that place"]);
const OTHERS: ReadonlySet<string> = new Set(["the other", "the other one", "the others", "the other ones"]);

/** What a phrase means that refers to earlier turns: `it`, `them`, `the second one`, `that day`. Null: it refers to none. */
export function referredTo(known: Known, phrase: Phrase): Found | null {
  if (phrase.some(({ isQuoted }) => isQuoted) || phrase.length > 5) return null;
  const lists = foundBefore(known);
  const text = phrase.map(({ lower }) => lower).join(" ");
  const last = lists[0] ?? [];
  if (ONE.has(text)) return among(last.length === 1 ? last : (lists.find(({ length }) => length > 0) ?? []), false);
  if (MANY.has(text)) return lists.length === 0 ? null : among(last, true);
  if (PLACES.has(text)) return among(last, false);
  if (OTHERS.has(text)) return among(others(lists), text.endsWith("s"));
  return nthOne(lists, phrase) ?? thatType(known, last, phrase);
}

/** What earlier turns were about, the newest first, as nodes of the tree that is now. */
export function foundBefore({ tree, about }: Known): readonly (readonly NodeId[])[] {
  return (about.context?.found ?? [])
    .slice(0, 8)
    .map((paths) => paths.slice(0, 200).flatMap((path) => nodeAtPath(tree, path) ?? []))
    .filter(({ length }) => length > 0);
}

const among = (nodes: readonly NodeId[], isMany: boolean): Found => ({
  nodes,
  isMany: isMany && nodes.length > 1,
  sureness: nodes.length === 0 ? 0 : 0.9,
});

/** `the second one`, `the last one`, `number two`: of the newest list of several. */
function nthOne(lists: readonly (readonly NodeId[])[], phrase: Phrase): Found | null {
  const words = phrase.map(({ lower }) => lower).filter((word) => word !== "the");
  if (words.length !== 2 || words[1] !== "one")
    return words.length === 1 && phrase.length === 2 ? bare(lists, words[0]!) : null;
  return bare(lists, words[0]!);
}

function bare(lists: readonly (readonly NodeId[])[], word: string): Found | null {
  const place = ordinalOf(word);
  if (place === null) return null;
  const list = lists.find(({ length }) => length > 1);
  const node = list?.at(place > 0 ? place - 1 : place);
  return node === undefined ? null : among([node], false);
}

/** Of the newest list of several those that the newest turn was not about. */
function others(lists: readonly (readonly NodeId[])[]): readonly NodeId[] {
  const several = lists.find(({ length }) => length > 1) ?? [];
  const newest = lists[0] ?? [];
  return newest === several ? [] : several.filter((node) => !newest.includes(node));
}

const THAT: ReadonlySet<string> = new Set(["that", "this", "the_same", "same"]);

/** `that day`, `the same project`: the node of that type that the last turn was about, or what that was in. */
function thatType(known: Known, nodes: readonly NodeId[], phrase: Phrase): Found | null {
  const words = phrase.map(({ lower }) => lower).filter((word) => word !== "the");
  if (words.length !== 2 || !THAT.has(words[0]!)) return null;
  const [stem] = stemsOf(words[1]!);
  const found = new Set<NodeId>();
  for (const node of nodes)
    for (let at = node; at > 0; at = known.tree.parent[at]!)
      if (stemsOf(typeOf(known, at)).includes(stem!)) {
        found.add(at);
        break;
      }
  if (found.size > 0) return among([...found], false);
  const named = nodes.filter((node) =>
    Object.values(known.tree.node(node).attributes).some(
      (value) => value.length < 200 && stemsOf(value).includes(stem!),
    ),
  );
  return named.length === 0 ? null : among(named, false);
}
