import type { TypeSet } from "@semantic-xpath/planner";
import type { Tree } from "@semantic-xpath/runtime";
import { perObject, remember } from "../kept.js";

/** A value with how many nodes have it. */
export interface Counted {
  readonly text: string;
  readonly count: number;
}

/** Nodes looked at for one answer: enough to know what is frequent, few enough for a keystroke. */
const SAMPLE = 2000;
/** Nodes whose text counts for one of them: itself and the first below it. */
const MAX_NODES = 30;

const facts = perObject((_: Tree) => ({
  values: new Map<string, readonly Counted[]>(),
  terms: new Map<string, readonly Counted[]>(),
  present: new Map<string, boolean>(),
}));

/** Values of an attribute on nodes of these types, the most frequent first; types null: any. */
export function frequentValues(tree: Tree, types: TypeSet, name: string): readonly Counted[] {
  return remember(facts(tree).values, `${name} ${types?.join() ?? "*"}`, () => {
    const attribute = tree.attributeId(name);
    const counts = new Map<number, number>();
    if (attribute < 0) return [];
    for (const node of nodesOf(tree, types)) {
      const value = tree.attributeValue(node, attribute);
      if (value >= 0) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const counted = [...counts].map(([value, count]) => ({ text: tree.values.get(value), count }));
    return counted.sort((a, b) => b.count - a.count);
  });
}

/** Tests that an attribute or text of the data has this value. */
export const hasValue = (tree: Tree, value: string): boolean =>
  remember(facts(tree).present, value, () => {
    for (let id = 0; id < tree.values.size; id++) if (tree.values.equals(id, value)) return true;
    return false;
  });

/** Number of nodes of these types. */
export function countOf(tree: Tree, types: TypeSet): number {
  if (types === null) return tree.size;
  return types.reduce((count, type) => count + posting(tree, type).length, 0);
}

/** Text of a relevance's target: the whole text of a node, its own text, or one attribute. */
export type TextOf =
  | { readonly kind: "node" }
  | { readonly kind: "text" }
  | { readonly kind: "field"; readonly name: string };

/**
 * Words and pairs of words that distinguish the nodes of these types: those that are in several of them, but not in most. Ranked by
 * n · log(N / n) with n of N nodes having the term; a pair counts half as much again, since it is more specific.
 */
export function salientTerms(tree: Tree, types: TypeSet, target: TextOf): readonly Counted[] {
  const key = `${target.kind === "field" ? target.name : ` ${target.kind}`} ${types?.join() ?? "*"}`;
  return remember(facts(tree).terms, key, () => {
    const nodes = nodesOf(tree, types);
    const counts = new Map<string, number>();
    for (const node of nodes) {
      for (const term of termsOf(textOf(tree, node, target))) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    const total = nodes.length;
    const ranked: { text: string; count: number; weight: number }[] = [];
    for (const [text, count] of counts) {
      if ((count < 2 && total > 8) || count > total * 0.6) continue;
      const isPair = text.includes(" ");
      ranked.push({ text, count, weight: count * Math.log(total / count + 1) * (isPair ? 1.5 : 1) });
    }
    return withoutParts(ranked.sort((a, b) => b.weight - a.weight)).slice(0, 24);
  });
}

/** A word of a pair that is nearly as frequent says less than the pair. */
function withoutParts(ranked: readonly (Counted & { weight: number })[]): Counted[] {
  const pairs = ranked.filter(({ text }) => text.includes(" "));
  return ranked
    .filter(
      ({ text, count }) => !pairs.some((pair) => pair.text.split(" ").includes(text) && pair.count >= count * 0.8),
    )
    .map(({ text, count }) => ({ text, count }));
}

const WORD = /\p{L}[\p{L}\p{N}'’-]*/gu;
const COMMON = new Set(
  "the and with for from that this are was were has have had not but into over under about after before between each every some any all its his her their our your you they them then than there here when where which who what how why can could should would will may might must shall one two three out off per via also very more most much many few less least only just same other another such own both either neither nor too come comes go goes get take see first next last again above below early late ten".split(
    " ",
  ),
);

function termsOf(text: string): Set<string> {
  const terms = new Set<string>();
  let previous: string | null = null;
  let end = 0;
  for (const found of text.toLowerCase().matchAll(WORD)) {
    const word = found[0];
    const isTerm = word.length > 2 && !COMMON.has(word);
    const adjoins = text.slice(end, found.index) === " ";
    end = found.index + word.length;
    if (isTerm) {
      terms.add(word);
      if (previous !== null && adjoins) terms.add(`${previous} ${word}`);
    }
    previous = isTerm ? word : null;
  }
  return terms;
}

function textOf(tree: Tree, node: number, target: TextOf): string {
  if (target.kind === "text") return tree.ownText(node);
  if (target.kind === "field") return tree.attribute(node, target.name) ?? childText(tree, node, target.name);
  const parts: string[] = [];
  const end = Math.min(tree.end[node]!, node + MAX_NODES);
  for (let at = node; at < end; at++) {
    if (at !== node && tree.unsearchableTypes.has(tree.type[at]!)) {
      at = tree.end[at]! - 1;
      continue;
    }
    parts.push(tree.ownText(at));
    for (const attribute of tree.searchableOfType[tree.type[at]!]!) {
      const value = tree.attributeValue(at, attribute);
      if (value >= 0 && isProse(tree.values.get(value))) parts.push(tree.values.get(value));
    }
  }
  return parts.join(" . ");
}

/** Identifiers, numbers and single words of a closed list are not topics of a question. */
const isProse = (value: string): boolean => value.includes(" ");

function childText(tree: Tree, node: number, type: string): string {
  const id = tree.typeId(type);
  let text = "";
  for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) {
    if (tree.type[child] === id) text += ` . ${tree.ownText(child)}`;
  }
  return text;
}

/** The nodes of these types, an even sample if there are many. */
function nodesOf(tree: Tree, types: TypeSet): readonly number[] {
  const stride = Math.max(1, Math.ceil(countOf(tree, types) / SAMPLE));
  const nodes: number[] = [];
  for (const type of types ?? tree.typeNames.slice(1)) {
    const all = posting(tree, type);
    for (let at = 0; at < all.length; at += stride) nodes.push(all[at]!);
  }
  return nodes;
}

const posting = (tree: Tree, type: string) => tree.postings[tree.typeId(type)] ?? NO_NODES;
const NO_NODES = new Int32Array();
