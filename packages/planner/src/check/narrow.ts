import type { Expr } from "@semantic-xpath/parser";
import { nodesOfTypes } from "../schema/nodesOnAxis.js";
import type { PossibleNodes, SchemaTypes } from "../schema/schemaTypes.js";

/** The nodes that a condition without scores leaves: `name() = "POI"` says their type. All of them if it leaves none. */
export function narrow(types: SchemaTypes, condition: Expr, nodes: PossibleNodes): PossibleNodes {
  const left = nodes.names.filter((type) => admits(condition, type));
  if (left.length === 0 || left.length === nodes.names.length) return nodes;
  return nodesOfTypes(
    types,
    left.map((name) => types.ids.get(name)!),
  );
}

/** Whether a node of a type may satisfy a condition. */
function admits(condition: Expr, type: string): boolean {
  switch (condition.kind) {
    case "And":
      return condition.operands.every((operand) => admits(operand, type));
    case "Or":
      return condition.operands.some((operand) => admits(operand, type));
    case "Comparison": {
      const { left, operator, right } = condition;
      if (left.kind !== "NodeFunction" || left.name !== "name" || right.kind !== "StringLiteral") return true;
      return operator === "=" ? right.value === type : operator !== "!=" || right.value !== type;
    }
    default:
      return true;
  }
}
