import type { Axis } from "@semantic-xpath/parser";
import { type Pass, rewriting } from "./rewrite.js";

/** Whether a type's posting list gives the candidates faster than walking: if they are one range of it or a few. */
const IS_INDEXED: Readonly<Record<Axis, boolean>> = {
  child: true,
  descendant: true,
  "descendant-or-self": true,
  following: true,
  preceding: true,
  self: false,
  parent: false,
  ancestor: false,
  "ancestor-or-self": false,
  "following-sibling": false,
  "preceding-sibling": false,
};

/**
 * A named test reads the type's posting list (its nodes in document order) instead of walking: a descendant step is one range
 * of it, found by binary search.
 */
export const useTypeIndex: Pass = rewriting({
  Step: (step) => {
    const { axis } = step;
    const isIndexed = axis.kind === "Axis" && axis.test.names !== null && IS_INDEXED[axis.axis];
    return isIndexed && axis.access !== "type-index" ? { ...step, axis: { ...axis, access: "type-index" } } : step;
  },
});
