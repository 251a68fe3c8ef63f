import { dependsOnPlace } from "../plan/children.js";
import { type Pass, rewriting } from "./rewrite.js";

/**
 * If no bracket depends on a node's place in its list, the candidates of all contexts are one set: every node is looked at
 * and scored once, however many contexts reach it, and takes the highest context weight. Exact, since weight(context) · score
 * grows with the context's weight.
 */
export const mergeContexts: Pass = rewriting({
  Step: (step) =>
    step.grouping === "context" && !step.brackets.some(dependsOnPlace) ? { ...step, grouping: "node" } : step,
});
