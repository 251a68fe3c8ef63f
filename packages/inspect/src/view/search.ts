import { foldWord } from "@semantic-xpath/scorers";
import type { Tree } from "@semantic-xpath/tree";
import { bytesOf } from "./base64.js";
import type { SearchResult, TreeShape } from "./runView.js";

/** Words of one search: one bit each. */
const MOST_WORDS = 31;

/**
 * Nodes whose type, attributes and own text together contain every word, case and accents left out, in document order. Linear: every
 * distinct value is looked at once, however many nodes have it.
 */
export function searchTree(tree: Tree, text: string, limit: number): SearchResult {
  const words = wordsOf(text);
  if (words.length === 0) return { total: 0, nodes: [] };
  const all = 2 ** words.length - 1;
  const ofType = tree.typeNames.map((name) => wordsIn(name, words));
  const ofValue = new Int32Array(tree.values.size);
  for (let value = 0; value < ofValue.length; value++) ofValue[value] = wordsIn(tree.values.get(value), words);
  const nodes: number[] = [];
  let total = 0;
  for (let node = 1; node <= tree.size; node++) {
    const type = tree.type[node]!;
    let found = ofType[type]!;
    if (tree.text[node]! >= 0) found |= ofValue[tree.text[node]!]!;
    const attributes = tree.attributesOfType[type]!;
    for (const attribute of attributes) {
      const value = tree.attributeValue(node, attribute);
      if (value >= 0) found |= ofValue[value]!;
    }
    if (found !== all) continue;
    if (total++ < limit) nodes.push(node);
  }
  return { total, nodes };
}

/** The same among types alone. */
export function searchTypes({ types, type }: TreeShape, text: string, limit: number): SearchResult {
  const words = wordsOf(text);
  if (words.length === 0) return { total: 0, nodes: [] };
  const passes = types.map((name) => wordsIn(name, words) === 2 ** words.length - 1);
  const ofNode = new Uint16Array(bytesOf(type).buffer);
  const nodes: number[] = [];
  let total = 0;
  for (const [i, code] of ofNode.entries()) if (passes[code] && total++ < limit) nodes.push(i + 1);
  return { total, nodes };
}

const wordsOf = (text: string): string[] =>
  [...new Set(text.split(/\s+/).map(foldWord))].filter((word) => word !== "").slice(0, MOST_WORDS);

function wordsIn(text: string, words: readonly string[]): number {
  const folded = foldWord(text);
  let found = 0;
  for (const [i, word] of words.entries()) if (folded.includes(word)) found |= 1 << i;
  return found;
}
