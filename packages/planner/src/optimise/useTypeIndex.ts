import { AXES } from "@semantic-xpath/parser";
import { type Pass, rewriting } from "./rewrite.js";

/**
 * A named test reads the type's posting list (its nodes in document order) instead of walking: a descendant step is one range
 * of it, found by binary search.
 */
export const useTypeIndex: Pass = rewriting({
  Step: (step) => {
    const { axis } = step;
    const isIndexed = axis.kind === "Axis" && axis.test.names !== null && AXES[axis.axis].isIndexed;
    return isIndexed && axis.access !== "type-index" ? { ...step, axis: { ...axis, access: "type-index" } } : step;
  },
});
