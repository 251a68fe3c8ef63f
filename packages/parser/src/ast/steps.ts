import type { Bracket, Step } from "./nodes.js";

/** The brackets of a step; those of a step that takes none are none. */
export const bracketsOf = (step: Step): readonly Bracket[] =>
  step.kind === "AxisStep" || step.kind === "IdStep" ? step.brackets : [];

/** Where a step ends without its brackets. */
export function endOfTest(step: Step): number {
  if (step.kind === "AxisStep") return step.test.span.end;
  return step.kind === "IdStep" ? step.callSpan.end : step.span.end;
}
