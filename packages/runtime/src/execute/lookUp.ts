import type { QueryPlan } from "@semantic-xpath/planner";
import type { Tree } from "@semantic-xpath/tree";
import { unionAxis } from "./axes/axes.js";
import { isAllOfType } from "./axes/children.js";
import { PostingRange } from "./axes/postingRange.js";
import { DOCUMENT_FRAME } from "./frame.js";
import type { AxisCache } from "./run.js";

/** Maximum number of contexts for which a step on the index takes microseconds. */
const FEW = 1024;

/**
 * The nodes of a path whose steps need only a few look-ups in the index, without the cost of a run: for queries of less than a microsecond. null
 * if a step needs more.
 */
export function lookUp({ result }: QueryPlan, tree: Tree, axes: AxisCache): Int32Array | null {
  if (result.kind !== "Path" || result.start.kind !== "Document" || result.attribute !== null) return null;
  // The contexts of a step are `[from, to)` of a list.
  let { ids } = DOCUMENT_FRAME;
  let from = 0;
  let to = 1;
  for (const { axis: operator, brackets, grouping } of result.steps) {
    if (operator.kind !== "Axis" || brackets.length > 0 || grouping === "context") return null;
    const axis = axes.of(operator);
    if (!axis.indexed) return null;
    const range = to - from === 1 ? PostingRange.of(tree, axis) : null;
    if (range?.find(ids[from]!)) ({ posting: ids, from, to } = range);
    else {
      const contexts = part(ids, from, to);
      if (contexts.length > FEW && !isAllOfType(tree, axis, contexts)) return null;
      ids = unionAxis(tree, axis, { ids: contexts, weights: null }).ids;
      from = 0;
      to = ids.length;
    }
  }
  return part(ids, from, to);
}

const part = (ids: Int32Array, from: number, to: number): Int32Array =>
  to - from === ids.length ? ids : ids.subarray(from, to);
