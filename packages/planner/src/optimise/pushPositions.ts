import type { AxisOperator, GroupPlan, PathPlan, QueryPlan, SequencePlan } from "../plan/operators.js";
import { rewrite } from "./rewrite.js";

/**
 * A position that stands first is taken by the axis itself, which then makes only those candidates: `/Day[2]` is two jumps
 * and `//POI[5]` one look into the type index, whatever the size of the tree.
 */
export const pushPositions = (plan: QueryPlan): QueryPlan =>
  rewrite(plan, {
    step: (step) => {
      const [first, ...rest] = step.brackets;
      if (first?.kind !== "Position" || step.axis.take !== null) return step;
      return { ...step, axis: { ...step.axis, take: first.range }, brackets: rest };
    },
    sequence: (sequence) => (sequence.kind === "Group" ? pushIntoOnlyStep(sequence) : sequence),
  });

/** `(//POI)[5]`: one context and no brackets, so the whole result is one candidate list in document order. */
function pushIntoOnlyStep(group: GroupPlan): SequencePlan {
  const [first, ...rest] = group.brackets;
  const { input } = group;
  if (first?.kind !== "Position" || !isPlainStep(input)) return group;
  const step = input.steps[0]!;
  const axis = { ...step.axis, take: first.range };
  const path: PathPlan = { ...input, steps: [{ ...step, axis }] };
  return rest.length === 0 ? path : { ...group, input: path, brackets: rest };
}

const FORWARD: ReadonlySet<AxisOperator["axis"]> = new Set(["child", "descendant", "descendant-or-self", "self"]);

function isPlainStep(input: SequencePlan): input is PathPlan {
  if (input.kind !== "Path" || input.start.kind !== "Document" || input.steps.length !== 1 || input.attribute !== null)
    return false;
  const { axis, brackets } = input.steps[0]!;
  return brackets.length === 0 && axis.take === null && FORWARD.has(axis.axis);
}
