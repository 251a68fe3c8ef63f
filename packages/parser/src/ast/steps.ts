import type { Bracket, Step } from "./nodes.js";

/** The brackets of a step; empty for a step without any. */
export const bracketsOf = (step: Step): readonly Bracket[] =>
  step.kind === "AxisStep" || step.kind === "IdStep" ? step.brackets : [];

/** End of a step without its brackets. */
export function endOfTest(step: Step): number {
  if (step.kind === "AxisStep") return step.test.span.end;
  return step.kind === "IdStep" ? step.callSpan.end : step.span.end;
}
