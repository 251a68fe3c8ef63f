import { getOrMake } from "@semantic-xpath/values";
import type { Tree } from "../tree.js";
import { SequenceTable } from "./sequenceTable.js";

/** Contents of the nodes of a tree, as numbers with the same meaning in both trees of a pair. */
export interface Contents {
  readonly tree: Tree;
  /** By type id of the tree. */
  readonly types: Int32Array;
  /** By attribute id of the tree. */
  readonly attributes: Int32Array;
  /** By value id of the tree. */
  readonly values: Int32Array;
  /** By node: equal when type, attributes and own text are. */
  readonly own: Int32Array;
  /** By node: equal when the whole subtrees are, in order. */
  readonly whole: Int32Array;
  /** By node: how many attributes it has. */
  readonly attributeCounts: Int32Array;
}

export interface BothContents {
  readonly a: Contents;
  readonly b: Contents;
  readonly typeCount: number;
  readonly ownCount: number;
  readonly wholeCount: number;
}

/** Reads two trees once each; linear in their nodes, attributes and distinct values. */
export function contentsOf(a: Tree, b: Tree): BothContents {
  const [types, attributes, values] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  const [own, whole] = [new SequenceTable(), new SequenceTable()];
  const places = new Map<string, number>();
  const [one, other] = [a, b].map((tree): Contents => {
    const names = {
      types: Int32Array.from(tree.typeNames, (name) => codeIn(types, name)),
      attributes: Int32Array.from(tree.attributeNames, (name) => codeIn(attributes, name)),
      values: new Int32Array(tree.values.size).map((_, id) => codeIn(values, tree.values.get(id))),
    };
    const contents = ownContents(tree, names, own, places);
    return { tree, ...names, ...contents, whole: wholeContents(tree, contents.own, whole) };
  });
  const counts = { typeCount: types.size, ownCount: own.size, wholeCount: whole.size };
  return { a: one!, b: other!, ...counts };
}

/**
 * A total order of trees by their contents: 0 for equal types, nesting, texts and attributes, else the sign of the first
 * difference, which is opposite for swapped trees. Attributes have no order.
 */
export function orderOf({ a, b }: BothContents): number {
  if (a.tree.size !== b.tree.size) return a.tree.size - b.tree.size;
  for (let node = 1; node <= a.tree.size; node++) {
    if (a.own[node] === b.own[node] && a.tree.end[node] === b.tree.end[node]) continue;
    return saidBy(a.tree, node) < saidBy(b.tree, node) ? -1 : 1;
  }
  return 0;
}

function saidBy(tree: Tree, node: number): string {
  const type = tree.type[node]!;
  const names = Array.from(tree.attributesOfType[type]!, (attribute) => tree.attributeNames[attribute]!).sort();
  const attributes = names.map((name) => [name, tree.attribute(node, name)]).filter(([, value]) => value !== undefined);
  return JSON.stringify([tree.end[node], tree.typeNames[type], contentText(tree, node), attributes]);
}

const codeIn = (codes: Map<string, number>, name: string): number => getOrMake(codes, name, () => codes.size);

type Names = Pick<Contents, "types" | "attributes" | "values">;

function ownContents(
  tree: Tree,
  names: Names,
  table: SequenceTable,
  places: Map<string, number>,
): Pick<Contents, "own" | "attributeCounts"> {
  const codes = new Int32Array(tree.size + 1);
  const attributeCounts = new Int32Array(tree.size + 1);
  // Two trees may have met their attributes in different orders.
  const inOrder = tree.attributesOfType.map((list) =>
    list.slice().sort((x, y) => names.attributes[x]! - names.attributes[y]!),
  );
  const cells: number[] = [];
  for (let node = 0; node <= tree.size; node++) {
    const [type, text] = [tree.type[node]!, tree.text[node]!];
    cells[0] = names.types[type]!;
    cells[1] = text < 0 ? -1 : names.values[text]!;
    let length = 2;
    for (const attribute of inOrder[type] ?? []) {
      const value = tree.attributeValue(node, attribute);
      if (value < 0) continue;
      cells[length++] = names.attributes[attribute]!;
      cells[length++] = names.values[value]!;
    }
    attributeCounts[node] = (length - 2) / 2;
    if (tree.isMixed(node)) cells[length++] = codeIn(places, contentText(tree, node));
    codes[node] = table.codeOf(cells, length);
  }
  return { own: codes, attributeCounts };
}

/** The pieces of mixed content; numbers of children say nothing in another tree. */
const contentText = (tree: Tree, node: number): string =>
  JSON.stringify(tree.content(node).map((piece) => (typeof piece === "string" ? piece : null)));

function wholeContents(tree: Tree, own: Int32Array, table: SequenceTable): Int32Array {
  const codes = new Int32Array(tree.size + 1);
  const cells: number[] = [];
  for (let node = tree.size; node >= 0; node--) {
    cells[0] = own[node]!;
    let length = 1;
    for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) cells[length++] = codes[child]!;
    codes[node] = table.codeOf(cells, length);
  }
  return codes;
}
