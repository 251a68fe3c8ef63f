import type { AxisStep, Bracket, Group, Segment } from "@semantic-xpath/parser";
import { nodesOnAxis } from "../schema/nodesOnAxis.js";
import { checkExpression } from "./checkExpression.js";
import type { CheckContext, Nodes } from "./context.js";
import { stepAxis } from "./inferStepTypes.js";
import { reportNoSibling } from "./rules/alwaysEmpty.js";
import { type Bound, boundOfStep, checkPosition, reportEverything, UNBOUNDED } from "./rules/position.js";
import { checkRank } from "./rules/positionByRank.js";
import { checkOffsetZero } from "./rules/positionZero.js";
import { checkAnchor, isAnchored } from "./rules/siblingAnchor.js";

/** The brackets of a step, from left to right. The result has other types than `nodes` only where an offset moves them. */
export function checkStepBrackets(
  context: CheckContext,
  segment: Segment,
  step: AxisStep,
  from: Nodes,
  nodes: Nodes,
): Nodes {
  if (step.brackets.length === 0) return nodes;
  const bound = hasPosition(step.brackets)
    ? boundOfStep(context, stepAxis(segment, step), segment, from, nodes)
    : UNBOUNDED;
  return checkBrackets(context, step.brackets, nodes, bound, false);
}

/** The brackets of a group, which act on its whole result. */
export const checkGroupBrackets = (context: CheckContext, group: Group, nodes: Nodes): Nodes =>
  group.brackets.length === 0
    ? nodes
    : checkBrackets(context, group.brackets, nodes, UNBOUNDED, isAnchored(group.query));

function checkBrackets(
  context: CheckContext,
  brackets: readonly Bracket[],
  start: Nodes,
  startBound: Bound,
  startAnchored: boolean,
): Nodes {
  let nodes = start;
  let bound = startBound;
  let relevance: Bracket | null = null;
  for (let index = 0; index < brackets.length; index++) {
    const bracket = brackets[index]!;
    const content = bracket.content;
    switch (content.kind) {
      case "IndexPosition":
      case "RangePosition":
        bound = checkPosition(context, bracket, content, bound, isAnchor(brackets, index));
        if (relevance !== null) checkRank(context, bracket, content, relevance);
        break;
      case "SiblingOffset":
        if (index === 0 && !startAnchored) checkAnchor(context, bracket, content);
        if (checkOffsetZero(context, content)) nodes = siblings(context, bracket, content.offset, content.text, nodes);
        break;
      case "Missing":
        context.kinds.set(content, "Boolean");
        break;
      case "NodeFunction": // alone in a bracket: a position, as in XPath
        checkExpression(context, content, nodes);
        if (content.name === "last" && relevance !== null) checkRank(context, bracket, content, relevance);
        if (content.name === "position" && !isAnchor(brackets, index)) reportEverything(context, bracket, content);
        break;
      default:
        if (checkExpression(context, content, nodes) === "Relevance") relevance ??= bracket;
    }
  }
  return nodes;
}

/** Whether an offset moves from this first bracket: then it is needed even where it keeps everything. */
const isAnchor = (brackets: readonly Bracket[], index: number): boolean =>
  index === 0 && brackets[1]?.content.kind === "SiblingOffset";

function siblings(context: CheckContext, bracket: Bracket, offset: number, text: string, from: Nodes): Nodes {
  if (from === null || context.schema === null || from.names.length === 0) return null;
  const result = nodesOnAxis(context.schema, from, offset > 0 ? "following-sibling" : "preceding-sibling");
  return result.names.length > 0 ? result : reportNoSibling(context, bracket.span, `[${text}]`, from);
}

function hasPosition(brackets: readonly Bracket[]): boolean {
  for (const { content } of brackets) {
    if (content.kind === "IndexPosition" || content.kind === "RangePosition") return true;
  }
  return false;
}
