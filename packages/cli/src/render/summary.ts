import { summaryOf } from "@semantic-xpath/inspect";
import type { Match, TreeNode } from "@semantic-xpath/runtime";

/** A node in one line, the most telling first. The line is as long as it is; the caller cuts it. */
export const summarise = ({ tree, id }: TreeNode, dot: string): string => summaryOf(tree, id, dot) || "(empty)";

/** The same for a result: an attribute is its value. */
export const summariseMatch = (match: Match, dot: string): string =>
  match.attribute === null ? summarise(match.node, dot) : match.attribute.value.replaceAll(/\s+/g, " ").trim();
