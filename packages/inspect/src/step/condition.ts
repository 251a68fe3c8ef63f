import type { ComparisonOperator } from "@semantic-xpath/parser";
import { asksScorer, compareValues } from "@semantic-xpath/planner";
import { evaluateExpression, type Workbench } from "./evaluate.js";
import { type Expression, type Problem, readExpression } from "./expression.js";
import type { LoggedStop } from "./log.js";
import { nodesOf } from "./rows.js";

/** When a breakpoint stops. */
export type Condition =
  | { readonly kind: "count" | "weight"; readonly operator: ComparisonOperator; readonly right: number }
  | Expression;

const OF_SEQUENCE = /^\s*(count|weight)\s*(<=|>=|!=|=|<|>)\s*(-?\d+(?:\.\d+)?)\s*$/;
const OF_SEQUENCE_BEGINS = /^\s*(count|weight)\s*(?:[<>=!]|$)/;

/** `count < 3`, `weight >= 0.5`, or an expression of a bracket that is true or false. */
export function readCondition(text: string, bench: Workbench): Condition | Problem {
  const found = OF_SEQUENCE.exec(text);
  if (found !== null)
    return { kind: found[1] as "count" | "weight", operator: found[2] as ComparisonOperator, right: Number(found[3]) };
  const begun = OF_SEQUENCE_BEGINS.exec(text);
  if (begun !== null) return problem(`Compare ${begun[1]} with a number, as in ${begun[1]} >= 0.5.`);
  const expression = readExpression(text, bench.query, bench.prepared.tree.typeNames.slice(1));
  if (expression.kind === "problem" || expression.bracket.kind === "Filter") return expression;
  const isGraded = asksScorer(expression.bracket.score);
  return problem(`${isGraded ? "A relevance" : "A score"} is not true or false. Compare it: ${text.trim()} >= 0.5`);
}

/** Whether it holds for a sequence, or for any entry of it. */
export async function holds(condition: Condition, { after }: LoggedStop, bench: Workbench): Promise<boolean> {
  switch (condition.kind) {
    case "count":
      return compareValues(after.count, condition.operator, condition.right);
    case "weight": {
      const { weights } = after.frame;
      if (weights === null) return after.count > 0 && compareValues(1, condition.operator, condition.right);
      return weights.some((weight) => compareValues(weight, condition.operator, condition.right));
    }
    case "expression": {
      const { ids, places } = nodesOf(after);
      if (ids.length === 0) return false;
      const lasts = new Int32Array(ids.length).fill(after.count);
      const mask = await evaluateExpression(bench, condition, { ids, places, lasts });
      for (let i = 0; i < mask.length; i++) if (mask[i] === 1) return true;
      return false;
    }
  }
}

const problem = (message: string): Problem => ({ kind: "problem", message, span: null });
