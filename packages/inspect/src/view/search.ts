import type { Tree } from "@semantic-xpath/tree";
import { bytesOfBase64, foldWord } from "@semantic-xpath/values";
import type { SearchResult, TreeShape } from "./runView.js";

/** Words of one search: one bit each. */
const MAX_WORDS = 31;

/**
 * Nodes whose type, attributes and own text together contain every word, case and accents left out, in document order. Linear: every
 * distinct value is looked at once, however many nodes have it.
 */
export function searchTree(tree: Tree, text: string, limit: number): SearchResult {
  return search(text, limit, tree.size, (words) => {
    const ofType = tree.typeNames.map((name) => wordsIn(name, words));
    const ofValue = new Int32Array(tree.values.size);
    for (let value = 0; value < ofValue.length; value++) ofValue[value] = wordsIn(tree.values.get(value), words);
    return (node) => {
      const type = tree.type[node]!;
      let bits = ofType[type]! | (ofValue[tree.text[node]!] ?? 0);
      for (const attribute of tree.attributesOfType[type]!) bits |= ofValue[tree.attributeValue(node, attribute)] ?? 0;
      return bits;
    };
  });
}

/** Searches types alone. */
export function searchTypes({ types, type, size }: TreeShape, text: string, limit: number): SearchResult {
  return search(text, limit, size, (words) => {
    const ofType = types.map((name) => wordsIn(name, words));
    const ofNode = new Uint16Array(bytesOfBase64(type).buffer);
    return (node) => ofType[ofNode[node - 1]!]!;
  });
}

/** `found` says which of the words a node has, a bit each. */
function search(
  text: string,
  limit: number,
  size: number,
  found: (words: readonly string[]) => (node: number) => number,
): SearchResult {
  const words = wordsOf(text);
  const nodes: number[] = [];
  if (words.length === 0) return { total: 0, nodes };
  const all = 2 ** words.length - 1;
  const inNode = found(words);
  let total = 0;
  for (let node = 1; node <= size; node++) if (inNode(node) === all && total++ < limit) nodes.push(node);
  return { total, nodes };
}

const wordsOf = (text: string): string[] =>
  [...new Set(text.split(/\s+/).map(foldWord))].filter((word) => word !== "").slice(0, MAX_WORDS);

function wordsIn(text: string, words: readonly string[]): number {
  const folded = foldWord(text);
  let bits = 0;
  for (const [i, word] of words.entries()) if (folded.includes(word)) bits |= 1 << i;
  return bits;
}
