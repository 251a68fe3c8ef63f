import { AXES } from "@semantic-xpath/parser";
import type { GroupPlan, PathPlan, SequencePlan, StepPlan } from "../plan/operators.js";
import { type Pass, rewriting } from "./rewrite.js";

/**
 * A position that comes first is taken by the axis itself, which then makes only those candidates: `/Day[2]` is two jumps
 * and `//POI[5]` one look into the type index, whatever the size of the tree.
 */
export const pushPositions: Pass = rewriting({ Step: pushIntoAxis, Group: pushIntoOnlyStep }, [
  "Position",
  "PositionValue",
  "PlaceEquals",
]);

function pushIntoAxis(step: StepPlan): StepPlan {
  const [first, ...brackets] = step.brackets;
  const { axis } = step;
  if (first?.kind !== "Position" || axis.kind === "Members" || axis.take !== null) return step;
  return { ...step, axis: { ...axis, take: first.range }, brackets };
}

/** `(//POI)[5]`: one context and no brackets, so the whole result is one candidate list in document order. */
function pushIntoOnlyStep(group: GroupPlan): SequencePlan {
  const { input } = group;
  const [first, ...brackets] = group.brackets;
  const step = first?.kind === "Position" && input.kind === "Path" ? onlyStep(input) : null;
  if (first?.kind !== "Position" || input.kind !== "Path" || step === null) return group;
  const path: PathPlan = { ...input, steps: [{ ...step, axis: { ...step.axis, take: first.range } }] };
  return brackets.length === 0 ? path : { ...group, input: path, brackets };
}

/** The step of an absolute path that is nothing else and keeps document order, null if there is more to the path. */
function onlyStep({ start, steps, attribute }: PathPlan): StepPlan | null {
  const [step, second] = steps;
  if (step === undefined || second !== undefined || start.kind !== "Document" || attribute !== null) return null;
  const { axis, brackets } = step;
  if (axis.kind !== "Axis" || !AXES[axis.axis].downward) return null;
  return brackets.length === 0 && axis.take === null ? step : null;
}
