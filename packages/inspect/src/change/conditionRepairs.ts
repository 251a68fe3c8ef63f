import type { BooleanExpression, Threshold } from "@semantic-xpath/planner";
import type { PlacedNode } from "@semantic-xpath/runtime/internal";
import { holds } from "../whyNot/condition.js";
import { comparisonRepairs } from "./comparisonRepairs.js";
import { matchRepairs, renameRepairs } from "./nameRepairs.js";
import { joined, type Repair, type Scene } from "./repair.js";
import { thresholdRepairs } from "./thresholdRepairs.js";

/**
 * Changes of the literals in a condition under which it holds for a node (`wanted`), or under which it does not, the nearest first.
 * `others`: scores of the nodes that fell out there as well and should stay out, where they are known.
 */
export function conditionRepairs(
  scene: Scene,
  condition: BooleanExpression,
  at: PlacedNode,
  wanted: boolean,
  others: (condition: Threshold) => readonly number[],
): readonly Repair[] {
  const below = (operand: BooleanExpression, want: boolean) => conditionRepairs(scene, operand, at, want, others);
  switch (condition.kind) {
    case "Not":
      return below(condition.operand, !wanted);
    case "And":
    case "Or": {
      const wrong = condition.operands.filter((operand) => holds(scene.observation, operand, at) !== wanted);
      const each = wrong.map((operand) => below(operand, wanted));
      // All of them have to change for an `and` that should hold, any of them for an `or`.
      if ((condition.kind === "And") !== wanted) return each.flat();
      if (each.some((repairs) => repairs.length === 0)) return [];
      return each.length === 1 ? each[0]! : [joined(each.map((repairs) => repairs[0]!))];
    }
    case "Threshold":
      return thresholdRepairs(scene, condition, at, wanted, others(condition));
    case "Compare":
      return comparisonRepairs(scene, condition, at, wanted);
    case "Match":
      return wanted ? matchRepairs(scene, condition, at) : [];
    case "Present":
      return wanted ? renameRepairs(scene, condition.value, at.node) : [];
    default:
      return [];
  }
}
