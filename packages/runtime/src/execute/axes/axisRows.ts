import type { Axis } from "@semantic-xpath/parser";
import type { AxisAlgorithm } from "./algorithm.js";
import { ancestor, ancestorOrSelf, parent } from "./chains.js";
import { child } from "./children.js";
import { preceding } from "./preceding.js";
import { descendant, descendantOrSelf, following, self } from "./ranges.js";
import type { ResolvedAxis } from "./resolvedAxis.js";
import { followingSibling, precedingSibling } from "./siblings.js";

/** All that the executor, the trace and the inspector know of how an axis is walked; what it means is a row of the parser's `AXES`. */
export const AXIS_ROWS: Readonly<Record<Axis, AxisAlgorithm>> = {
  self,
  child,
  descendant,
  "descendant-or-self": descendantOrSelf,
  parent,
  ancestor,
  "ancestor-or-self": ancestorOrSelf,
  "following-sibling": followingSibling,
  "preceding-sibling": precedingSibling,
  following,
  preceding,
};

/** Algorithm of an axis or of references. */
export function algorithmOf(axis: ResolvedAxis): AxisAlgorithm {
  switch (axis.axis) {
    case "id":
      return axis.references.forward;
    case "inverse-id":
      return axis.references.backward;
    default:
      return AXIS_ROWS[axis.axis];
  }
}
