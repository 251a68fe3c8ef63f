import { TreeBuilder } from "../builder.js";
import type { NodeId } from "../ids.js";
import { READ_LIMITS, type ReadLimits } from "../limits.js";
import type { Tree } from "../tree.js";
import type { NodeData } from "./edit.js";

/** A tree of a node that is given as plain data. Throws a `ReadError` (SXP4003) beyond a limit, also for data that contains itself. */
export function treeOf(data: NodeData, limits: ReadLimits = READ_LIMITS): Tree {
  const builder = new TreeBuilder({ format: "object", spans: false }, limits);
  const open: { readonly data: NodeData; readonly content: readonly (string | number)[]; at: number }[] = [];
  const begin = (node: NodeData): void => {
    builder.open(node.type);
    for (const [name, value] of Object.entries(node.attributes ?? {})) builder.attribute(name, value);
    const content = node.content ?? [node.text ?? "", ...(node.children ?? []).keys()];
    open.push({ data: node, content, at: 0 });
  };
  begin(data);
  while (open.length > 0) {
    const frame = open[open.length - 1]!;
    const next = frame.content[frame.at++];
    if (typeof next === "string") {
      if (frame.data.content === undefined) builder.addText(next);
      else builder.addContent(next);
    } else if (next !== undefined) begin(frame.data.children![next]!);
    else {
      builder.close();
      open.pop();
    }
  }
  return builder.finish();
}

/** A node with its subtree as plain data. Its depth is bounded as that of the tree. */
export const nodeData = (tree: Tree, node: NodeId): NodeData => JSON.parse(JSON.stringify(tree.node(node))) as NodeData;
