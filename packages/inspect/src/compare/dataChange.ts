import type { Tree } from "@semantic-xpath/tree";
import type { DataChange } from "../answers.js";
import type { Pairing } from "./pairNodes.js";

/** What became of the nodes of data; null where nothing did. */
export function dataChange(before: Tree, after: Tree, pairing: Pairing): DataChange | null {
  if (pairing.isSame) return null;
  const paired = { identity: 0, content: 0, path: 0 };
  let [reparented, edited] = [0, 0];
  for (let node = 1; node <= before.size; node++) {
    const by = pairing.by(node);
    if (by === null) continue;
    paired[by]++;
    if (pairing.isReparented(node)) reparented++;
    if (pairing.isEdited(node, "own")) edited++;
  }
  return { before: before.size, after: after.size, paired, reparented, edited };
}
