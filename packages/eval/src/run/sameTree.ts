import { type NodeData, nodeData, type Tree } from "@semantic-xpath/tree";
import { treeText } from "../treeText.js";

/**
 * True if a tree is equal to the right one, the order of attributes aside. A node that is new in both only needs the attributes of the right one: a
 * request that names a task's title and day leaves its other attributes open.
 */
export function sameTree(before: Tree, tree: Tree, right: Tree): boolean {
  if (treeText(tree) === treeText(right)) return true;
  const old = new Set<string>();
  for (let id = 1; id <= before.size; id++) old.add(dataText(nodeData(before, id)));
  return sameNode(nodeData(tree, 1), nodeData(right, 1), old);
}

const dataText = (node: NodeData): string => JSON.stringify(sorted(node));
const sorted = (node: NodeData): unknown => [
  node.type,
  Object.entries(node.attributes ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)),
  node.text ?? "",
  (node.children ?? []).map(sorted),
];

function sameNode(node: NodeData, right: NodeData, old: ReadonlySet<string>): boolean {
  if (dataText(node) === dataText(right)) return true;
  if (node.type !== right.type) return false;
  const [children, rightChildren] = [node.children ?? [], right.children ?? []];
  const names = Object.keys(right.attributes ?? {});
  if (!names.every((name) => sameText(node.attributes?.[name], right.attributes?.[name]))) return false;
  const isNew = !old.has(dataText(right)) && !old.has(dataText(node));
  if (isNew && rightChildren.length === 0 && sameText(node.text || right.text, right.text)) return true;
  if (names.length !== Object.keys(node.attributes ?? {}).length || (node.text ?? "") !== (right.text ?? ""))
    return false;
  return (
    children.length === rightChildren.length && children.every((child, i) => sameNode(child, rightChildren[i]!, old))
  );
}

const sameText = (text: string | undefined, right: string | undefined): boolean =>
  (text ?? "").trim().toLowerCase() === (right ?? "").trim().toLowerCase();
