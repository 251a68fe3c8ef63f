import type { Observation } from "@semantic-xpath/runtime/internal";
import { nodePath } from "@semantic-xpath/tree";
import { type Explanation, explanation } from "./values.js";

/** True where the moment of a run hides a node, or one around it. */
export const isHidden = ({ run }: Observation, node: number): boolean => run.hidden?.mask[node] === 1;

/** Why the moment of the run hides a node. */
export function explainHidden({ run, tree }: Observation, node: number): Explanation {
  const { at, reasons } = run.hidden!;
  const moment = at === "now" ? "now" : `at ${JSON.stringify(at)}`;
  for (let above = node; above > 0; above = tree.parent[above]!) {
    const reason = reasons.get(above);
    if (reason === undefined) continue;
    const who = above === node ? "it" : `it is in ${nodePath(tree, above)}, which`;
    return explanation("validity", `${who} does not hold ${moment}: ${reason}`);
  }
  throw new Error("what is hidden has a reason");
}
