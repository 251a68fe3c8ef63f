import type { Bracket } from "@semantic-xpath/parser";
import type { AxisOperator, StepPlan } from "@semantic-xpath/planner";
import { Exclusions } from "../whyNot/exclusions.js";
import { withoutBracket } from "./bracketRepairs.js";
import { positionRepairs } from "./positionRepairs.js";
import type { Repair, Scene } from "./repair.js";

/** A position that the axis takes stands first behind its step, or behind the group that the step is all of. */
export function takeRepairs(scene: Scene, step: StepPlan, node: number): readonly Repair[] {
  const standing = Exclusions.of(scene.observation).placesOf(step).nearest(node);
  const bracket = takenBracket(scene, step.axis);
  if (bracket === null) return [];
  return [...positionRepairs(scene, bracket, standing), ...withoutBracket(scene, bracket.span)];
}

function takenBracket({ syntax }: Scene, axis: AxisOperator): Bracket | null {
  const place = syntax.segmentOf(axis);
  if (place === null || place.segment.step.kind !== "AxisStep") return null;
  const { brackets } = place.segment.step;
  const found = [...brackets, ...(place.group?.brackets ?? [])].find(
    (bracket) => isPosition(bracket) && !keepsAll(bracket),
  );
  return found ?? null;
}

/** Brackets that the planner has as positions. */
function isPosition({ content }: Bracket): boolean {
  if (content.kind === "IndexPosition" || content.kind === "RangePosition") return true;
  if (content.kind === "NodeFunction") return content.name === "last";
  return content.kind === "Comparison" && content.left.kind === "NodeFunction" && content.left.name === "position";
}

/** `[1:]` and its like, which the planner leaves out. */
function keepsAll({ content }: Bracket): boolean {
  if (content.kind === "RangePosition") {
    const { from, to } = content;
    return to === null && from?.kind === "IndexLiteral" && from.value === 1;
  }
  if (content.kind !== "Comparison" || content.right.kind !== "NumberLiteral") return false;
  const { value } = content.right;
  return (content.operator === ">=" && value <= 1) || (content.operator === ">" && value < 1);
}
