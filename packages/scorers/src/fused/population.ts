import { nodeText, type Tree } from "@semantic-xpath/tree";

/** The texts among which a text has its rank. */
export type Population = (tree: Tree) => readonly string[];

/** The distinct representations of all nodes, or of those of some types: what `node =~ "…"` scores. */
export const nodeTexts =
  (types?: readonly string[]): Population =>
  (tree) => {
    const texts = new Set<string>();
    const wanted = types === undefined ? null : new Set(types.map((name) => tree.typeId(name)));
    for (let node = 1; node < tree.type.length; node++) {
      if (wanted === null || wanted.has(tree.type[node]!)) texts.add(nodeText(tree, node));
    }
    return [...texts];
  };

/**
 * The place of a score in an ascending list: 1 plus how many are higher, so that equal scores share the best place. 0 for score
 * 0: a scorer does not list what it finds irrelevant.
 */
export function rankOf(score: number, ascending: Float32Array): number {
  if (score === 0) return 0;
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! <= score) low = middle + 1;
    else high = middle;
  }
  return ascending.length - low + 1;
}
