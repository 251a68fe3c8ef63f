import type { PathPlan } from "@semantic-xpath/planner";
import { NONE, type NodeId } from "@semantic-xpath/tree";
import type { Run } from "../execute/run.js";

/**
 * The node at which an evidence path from a node turns, when it first goes up: all nodes that turn at the same one have the same
 * evidence, such as the notes of the whole day for each stop of it. The node itself where it turns at none, NONE where it leads nowhere.
 */
export function turnOf({ axes, tree }: Run, { steps }: PathPlan, node: NodeId): NodeId {
  const step = steps[0];
  if (step === undefined || step.brackets.length > 0 || step.axis.take !== null) return node;
  const { mask, axis } = axes.of(step.axis);
  switch (axis) {
    case "parent": {
      const above = tree.parent[node]!;
      return above !== NONE && mask[tree.type[above]!] === 1 ? above : NONE;
    }
    case "ancestor":
    case "ancestor-or-self": {
      let at = axis === "ancestor" ? tree.parent[node]! : node;
      while (at !== NONE && mask[tree.type[at]!] !== 1) at = tree.parent[at]!;
      return at;
    }
    default:
      return node;
  }
}
