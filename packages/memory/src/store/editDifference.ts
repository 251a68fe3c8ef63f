import type { Edit, SegmentedTree } from "@semantic-xpath/tree";
import type { NodeKey } from "../keys.js";
import { type Difference, NOTHING } from "./difference.js";

/**
 * Difference made by edits, if it is plain without reading the result: values of nodes, one new node, or one deleted node. null for all else.
 * `firstKey` is the key of the first new node. Equals the result of `difference`, which reads some thousand nodes, but for nodes that get
 * the values that they have.
 */
export function differenceOf(
  before: SegmentedTree,
  edits: readonly Edit[],
): ((firstKey: NodeKey) => Difference) | null {
  const [only] = edits;
  if (edits.length === 1 && only!.kind === "insert") return (firstKey) => ({ ...NOTHING, inserted: [firstKey] });
  if (edits.length === 1 && only!.kind === "delete") {
    const deleted = [before.keyOf(only!.node)];
    return () => ({ ...NOTHING, deleted });
  }
  const keys = new Set<NodeKey>();
  for (const edit of edits) {
    if (edit.kind !== "setAttribute" && edit.kind !== "setText" && edit.kind !== "rename") return null;
    keys.add(before.keyOf(edit.node));
  }
  return () => ({ ...NOTHING, edited: [...keys] });
}
