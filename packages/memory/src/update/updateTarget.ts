import type { NodeId, SegmentedTree } from "@semantic-xpath/tree";
import { shortened } from "@semantic-xpath/values";
import type { NodeKey } from "../keys.js";
import { nodeLine } from "./treeDiff.js";

/** A node that a target may mean. */
export interface TargetCandidate {
  readonly key: NodeKey;
  readonly path: string;
  /** Confidence that it is the target, in (0, 1]; 1 for an exact target. */
  readonly weight: number;
  /** The beginning of its content. */
  readonly text: string;
  /** The update with this node in place of the target, ready to be tried; null for an update given as edits. */
  readonly repair: string | null;
}

/** Resolution of one target of an update. */
export interface UpdateTarget {
  /** As the update says it: `//Day[2]`, `#17`. */
  readonly target: string;
  readonly outcome: "chosen" | "ambiguous" | "unsure" | "none" | "given";
  /** The node, where it is chosen. */
  readonly key: NodeKey | null;
  readonly path: string | null;
  readonly weight: number | null;
  /** The best nodes, the best first. */
  readonly candidates: readonly TargetCandidate[];
  /** Number of nodes that it may mean, with those that are not among the candidates. */
  readonly count: number;
  /** Why nothing was found, where that is known. */
  readonly reason: string | null;
}

const SHOWN = 120;

/** The beginning of the content of a node and its descendants, in one line. */
export function shortText(tree: SegmentedTree, node: NodeId): string {
  const end = tree.endOf(node);
  let text = "";
  for (let at = node; at < end && text.length <= SHOWN; at++)
    text += `${at === node ? "" : " "}${nodeLine(tree.rowAt(at))}`;
  return shortened(text, SHOWN);
}
