import type { Bracket, Expr } from "@semantic-xpath/parser";
import type { CheckContext } from "./checked.js";

/**
 * The types that brackets may leave: conditions without scores on `name()` tell. For what is offered and shown; what is reported goes
 * by all types, so that a condition makes no other one a mistake.
 */
export function narrowed(
  { kinds }: CheckContext,
  brackets: readonly Bracket[],
  types: readonly string[],
): readonly string[] {
  let remaining = types;
  for (const { content } of brackets) {
    if (content.kind === "SiblingOffset") return types;
    if (kinds.get(content) !== "Boolean") continue;
    const admitted = remaining.filter((type) => admits(content as Expr, type));
    if (admitted.length > 0) remaining = admitted;
  }
  return remaining;
}

/** Tests that a node of a type may satisfy a condition. */
function admits(condition: Expr, type: string): boolean {
  switch (condition.kind) {
    case "And":
      return condition.operands.every((operand) => admits(operand, type));
    case "Or":
      return condition.operands.some((operand) => admits(operand, type));
    case "Comparison": {
      const { left, operator, right } = condition;
      if (left.kind !== "Call" || left.function !== "name" || right.kind !== "StringLiteral") return true;
      return operator === "=" ? right.value === type : operator !== "!=" || right.value !== type;
    }
    default:
      return true;
  }
}
