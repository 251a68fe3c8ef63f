import type { Tree } from "@semantic-xpath/tree";

/**
 * A total order of trees by what they say: 0 when types, nesting, texts and attributes are the same, else the sign of the first
 * difference. `orderOfTrees(b, a)` is its negative.
 */
export function orderOfTrees(a: Tree, b: Tree): number {
  if (a === b) return 0;
  if (a.size !== b.size) return a.size - b.size;
  for (let node = 1; node <= a.size; node++) {
    const order =
      a.end[node]! - b.end[node]! ||
      orderOfTexts(a.typeNames[a.type[node]!]!, b.typeNames[b.type[node]!]!) ||
      orderOfTexts(a.ownText(node), b.ownText(node)) ||
      orderOfAttributes(a, b, node);
    if (order !== 0) return order;
  }
  return 0;
}

const orderOfTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

function orderOfAttributes(a: Tree, b: Tree, node: number): number {
  if (hasSameAttributes(a, b, node)) return 0;
  return orderOfTexts(JSON.stringify(attributesIn(a, node)), JSON.stringify(attributesIn(b, node)));
}

function hasSameAttributes(a: Tree, b: Tree, node: number): boolean {
  let count = 0;
  for (const attribute of a.attributesOfType[a.type[node]!]!) {
    const value = a.attributeValue(node, attribute);
    if (value < 0) continue;
    count++;
    if (b.attribute(node, a.attributeNames[attribute]!) !== a.values.get(value)) return false;
  }
  for (const attribute of b.attributesOfType[b.type[node]!]!) if (b.attributeValue(node, attribute) >= 0) count--;
  return count === 0;
}

/** Names and values in the order of the names: the order in which data writes them says nothing. */
const attributesIn = (tree: Tree, node: number): (readonly [string, string])[] =>
  [...tree.attributesOfType[tree.type[node]!]!]
    .map((attribute) => tree.attributeNames[attribute]!)
    .flatMap((name) => {
      const value = tree.attribute(node, name);
      return value === undefined ? [] : [[name, value] as const];
    })
    .sort(([one], [other]) => orderOfTexts(one, other));
