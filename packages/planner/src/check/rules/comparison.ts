import type { Comparison, Expr } from "@semantic-xpath/parser";
import { checkExpression, checkValue, isValue } from "../checkExpression.js";
import type { CheckContext, Nodes } from "../context.js";
import { checkNameComparison, checkNumberComparison, checkScoreComparison } from "./computedComparison.js";
import { checkConstant, type Domain } from "./constantComparison.js";
import { checkDeclaredComparison } from "./declaredComparison.js";
import { checkParameter } from "./parameters.js";

/** SXP2005 and SXP3004 for a comparison, by what stands on its left. */
export function checkComparison(context: CheckContext, comparison: Comparison, nodes: Nodes): void {
  const { left } = comparison;
  if (isValue(left)) checkValue(context, left, nodes);
  else checkExpression(context, left, nodes);
  if (comparison.right.kind === "Missing" || left.kind === "Missing") return;
  switch (left.kind) {
    case "AttributeReference":
    case "FieldReference":
      checkDeclaredComparison(context, comparison, left, nodes);
      break;
    case "NodeFunction":
      if (left.name === "name") checkNameComparison(context, comparison, nodes);
      else compareNumber(context, comparison, POSITIONS);
      break;
    case "Count":
      compareNumber(context, comparison, COUNTS);
      break;
    default:
      compareScore(context, comparison, left);
  }
}

const POSITIONS: Domain = { least: 1, most: Number.POSITIVE_INFINITY, isWhole: true, why: "positions count from 1" };
const COUNTS: Domain = { least: 0, most: Number.POSITIVE_INFINITY, isWhole: true, why: "a count is never negative" };
const SCORES: Domain = { least: 0, most: 1, isWhole: false, why: "a score lies between 0 and 1" };
const TRUTHS: Domain = { least: 0, most: 1, isWhole: true, why: "true counts as 1 and false as 0" };

function compareNumber(context: CheckContext, comparison: Comparison, domain: Domain): void {
  if (checkNumberComparison(context, comparison)) checkConstant(context, comparison, domain);
}

function compareScore(context: CheckContext, comparison: Comparison, left: Expr): void {
  const isGraded = context.kinds.get(left) === "Relevance";
  if (comparison.right.kind === "ParameterReference") checkParameter(context, comparison.right, "number");
  else if (checkScoreComparison(context, comparison, isGraded)) {
    checkConstant(context, comparison, isGraded ? SCORES : TRUTHS);
  }
}
