import type { Edit, SegmentedTree } from "@semantic-xpath/tree";
import type { NodeKey } from "../keys.js";
import { type Difference, NOTHING } from "./difference.js";

/**
 * Difference made by edits, if it is plain without reading the result: values of nodes, one new node, or one deleted node. null for all else.
 * `firstKey` is the key of the first new node. Equals the result of `difference`, which reads some thousand nodes, while a commit of one value
 * should take a few milliseconds.
 */
export function differenceOf(
  before: SegmentedTree,
  edits: readonly Edit[],
): ((after: SegmentedTree, firstKey: NodeKey) => Difference) | null {
  const [only] = edits;
  if (edits.length === 1 && only!.kind === "insert") return (_, firstKey) => ({ ...NOTHING, inserted: [firstKey] });
  if (edits.length === 1 && only!.kind === "delete") {
    const deleted = [before.keyOf(only!.node)];
    return () => ({ ...NOTHING, deleted });
  }
  const keys = new Set<NodeKey>();
  for (const edit of edits) {
    if (edit.kind !== "setAttribute" && edit.kind !== "setText" && edit.kind !== "rename") return null;
    keys.add(before.keyOf(edit.node));
  }
  return (after) => ({ ...NOTHING, edited: [...keys].filter((key) => isEdited(before, after, key)) });
}

function isEdited(before: SegmentedTree, after: SegmentedTree, key: NodeKey): boolean {
  const [one, other] = [before, after].map((tree) => tree.rowAt(tree.nodeOfKey(key)));
  const isSame = one!.type === other!.type && one!.text === other!.text;
  const [left, right] = [one!.attributes, other!.attributes];
  return !isSame || left.size !== right.size || [...left].some(([name, value]) => right.get(name) !== value);
}
