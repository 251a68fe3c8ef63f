import type { NodeId, Tree } from "@semantic-xpath/tree";
import { shortened } from "@semantic-xpath/values";
import { z } from "zod";
import { pageOf } from "../results/page.js";
import { nodeAt, PAGED, PAGING, placeOf, REFERENCE, TASK, VERSION } from "./shared.js";
import { tool } from "./tool.js";

/** Characters of one line. */
const MAX_LINE = 2000;

export const show = tool({
  name: "show",
  title: "Show a node",
  description:
    "Shows a node (default: the whole task) with its descendants, a line each: level as indent, #key, type, attributes, text.",
  does: "read",
  input: z.object({
    node: REFERENCE.describe("key or path").optional(),
    ...TASK,
    ...VERSION,
    depth: z.int().min(0).optional(),
    ...PAGING,
  }),
  output: z.object({ task: z.string(), version: z.int(), path: z.string(), lines: z.array(z.string()), ...PAGED }),
  run(session, input) {
    const { task, view, version, end, maxTokens } = placeOf(session, input);
    const { tree } = view;
    const top = input.node === undefined ? 1 : nodeAt(view, input.node);
    const about = { task, version, path: tree.size === 0 ? "/" : tree.node(top).path };
    const { items, ...page } = pageOf({
      entries: nodesIn(tree, top, input.depth ?? Number.POSITIVE_INFINITY),
      version,
      end,
      maxTokens,
      about,
      keyOf: ({ node }) => tree.keyOf(node),
      show: (entry) => lineOf(tree, entry),
    });
    return { ...about, lines: items, ...page };
  },
});

interface Placed {
  readonly node: NodeId;
  readonly depth: number;
}

/** A node and what is in it down to a depth, in document order. */
function nodesIn({ end, parent, size }: Tree, top: NodeId, depth: number): readonly Placed[] {
  if (size === 0) return [];
  const placedNodes: Placed[] = [];
  const levels = new Map<NodeId, number>();
  for (let node = top; node < end[top]!; ) {
    const level = node === top ? 0 : levels.get(parent[node]!)! + 1;
    placedNodes.push({ node, depth: level });
    levels.set(node, level);
    node = level < depth ? node + 1 : end[node]!;
  }
  return placedNodes;
}

function lineOf(tree: Tree, { node, depth }: Placed): string {
  const { type, attributes, text } = tree.node(node);
  const attributeTexts = Object.entries(attributes).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  const line = `${"  ".repeat(Math.min(depth, 40))}#${tree.keyOf(node)} ${type}${attributeTexts.join("")}${text === "" ? "" : `: ${text}`}`;
  return shortened(line, MAX_LINE);
}
