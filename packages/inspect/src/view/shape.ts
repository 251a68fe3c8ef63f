import type { Tree } from "@semantic-xpath/tree";
import type { TreeShape } from "../runView.js";
import { columnBase64 } from "./base64.js";
import type { Fates } from "./nodeStates.js";

const MOST_TYPES = 0xffff;

/** The columns of the tree and of what became of its nodes; the document node, which has number 0, is left out. */
export function shapeOf(tree: Tree, { state, heat }: Fates): TreeShape {
  const names = tree.typeNames.slice(1);
  const type = new Uint16Array(tree.size);
  for (let i = 0; i < type.length; i++) type[i] = Math.min(tree.type[i + 1]! - 1, MOST_TYPES);
  return {
    size: tree.size,
    types: names.length > MOST_TYPES ? [...names.slice(0, MOST_TYPES), "…"] : names,
    type: columnBase64(type),
    parent: columnBase64(tree.parent.subarray(1)),
    end: columnBase64(tree.end.subarray(1)),
    state: columnBase64(state.subarray(1)),
    heat: columnBase64(heat.subarray(1)),
  };
}
