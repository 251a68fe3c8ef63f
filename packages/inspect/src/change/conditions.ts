import { type Expr, print, type Span } from "@semantic-xpath/parser";
import type { BooleanExpression, FilterOperator, Threshold } from "@semantic-xpath/planner";
import { type BracketRecord, indicesOf, type PlacedNode, placedAt } from "@semantic-xpath/runtime/internal";
import { listed } from "@semantic-xpath/values";
import { holds } from "../whyNot/conditions.js";

import { comparisonRepairs, thresholdRepairs } from "./comparisons.js";
import { type Edit, EditedText } from "./editedText.js";
import { matchRepairs, renameRepairs } from "./names.js";
import { joined, type Repair, replacing, type Scene } from "./repair.js";

/** Changes under which a filter holds for a node: of its literals, else without the operands that are false for it. */
export function filterRepairs(
  scene: Scene,
  bracket: FilterOperator,
  { before, mask }: BracketRecord,
  node: number,
): readonly Repair[] {
  const at = placedAt(before, indicesOf(before, node).find((i) => mask === null || mask[i] === 0) ?? 0);
  const otherScores = ({ score }: Threshold): readonly number[] => knownScores(scene, score, before);
  return [
    ...conditionRepairs(scene, bracket.condition, at, true, otherScores),
    ...andRepairs(scene, bracket, at, otherScores),
  ];
}

/** Maximum number of candidates checked for scores that a changed threshold should not admit. */
const MAX_OTHERS = 20_000;

function knownScores(
  { observation }: Scene,
  score: Threshold["score"],
  before: BracketRecord["before"],
): readonly number[] {
  const scores: number[] = [];
  for (let i = 0; i < Math.min(before.ids.length, MAX_OTHERS); i++) {
    const { low, high } = observation.knownScores.score(score, placedAt(before, i));
    if (low === high) scores.push(low);
  }
  return scores;
}

/** For an `and`: operands that do not hold get other literals, or are removed if no literal helps. */
function andRepairs(
  scene: Scene,
  { condition, span }: FilterOperator,
  at: PlacedNode,
  others: (threshold: Threshold) => readonly number[],
): readonly Repair[] {
  const { syntax, observation } = scene;
  const content = syntax.at("Bracket", span)?.content;
  if (condition.kind !== "And" || content?.kind !== "And") return [];
  const gone: Expr[] = [];
  const edits: Edit[] = [];
  const params: Repair["params"][] = [];
  const messages: string[] = [];
  for (const operand of condition.operands) {
    const expr = content.operands.find((one) => isSameSpan(one.span, operand.span));
    if (expr === undefined) return [];
    if (holds(observation, operand, at)) continue;
    const [repair] = conditionRepairs(scene, operand, at, true, others);
    if (repair === undefined) gone.push(expr);
    edits.push(...(repair?.edits ?? []));
    params.push(repair?.params);
    messages.push(repair?.message ?? `without ${syntax.source(operand.span)}`);
  }
  const remaining = content.operands.filter((expr) => !gone.includes(expr));
  if (gone.length === 0 || remaining.length === 0) return [];
  const text = `[${remaining.map((expr) => editedOperand(scene, expr, edits)).join(" and ")}]`;
  return [
    replacing(messages.length > 1 ? "several" : "bracket", span, text, listed(messages, "and"), {
      params: Object.assign({}, ...params),
      loss: 2 * gone.length,
    }),
  ];
}

/** An operand as it is written, with the edits that lie in it. */
function editedOperand({ syntax }: Scene, { span }: Expr, edits: readonly Edit[]): string {
  const inner = edits
    .filter((edit) => edit.span.start >= span.start && edit.span.end <= span.end)
    .map(({ span: { start, end }, text }) => ({ span: { start: start - span.start, end: end - span.start }, text }));
  return EditedText.of(syntax.source(span)).edited(inner).text;
}

/**
 * Changes of the literals in a condition under which it holds for a node (`wanted`), or under which it does not, the nearest first.
 * `others`: known scores of the nodes that were dropped there as well and should stay out.
 */
function conditionRepairs(
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

/** The bracket left out; if a sibling offset after it needs a bracket before it, one that keeps everything takes its place. */
export function withoutBracket({ syntax }: Scene, span: Span): readonly Repair[] {
  const bracket = syntax.at("Bracket", span);
  if (bracket === null) return [];
  const message = `without ${syntax.source(span)}`;
  return ["", "[1:]"].map((text) => replacing("bracket", span, text, message));
}

/** The bracket without some operands of its `and`, `min`, `product` …: one or more must be left. */
export function withoutOperands({ syntax }: Scene, span: Span, operands: readonly Span[]): readonly Repair[] {
  const bracket = syntax.at("Bracket", span);
  if (bracket === null || operands.length === 0) return [];
  const { content } = bracket;
  if (content.kind === "IndexPosition" || content.kind === "RangePosition" || content.kind === "SiblingOffset")
    return [];
  if (content.kind === "OrderBy" || content.kind === "GroupBy") return [];
  const remaining = leftOf(content, ({ span }) => operands.some((gone) => isSameSpan(gone, span)));
  if (remaining === null || remaining === content) return [];
  const message = `without ${operands.map((gone) => syntax.source(gone)).join(" and ")}`;
  return [replacing("bracket", span, `[${print(remaining)}]`, message, { loss: 2 })];
}

const isSameSpan = (a: Span, b: Span): boolean => a.start === b.start && a.end === b.end;

/** An expression without the operands that are to go; null when nothing is left. */
function leftOf(expr: Expr, goes: (expr: Expr) => boolean): Expr | null {
  if (goes(expr)) return null;
  if (expr.kind !== "And" && expr.kind !== "Or" && expr.kind !== "Combine") return expr;
  const operands = expr.operands.map((operand) => leftOf(operand, goes)).filter((operand) => operand !== null);
  if (operands.length === 0) return null;
  const isSame =
    operands.length === expr.operands.length && operands.every((operand, i) => operand === expr.operands[i]);
  if (isSame) return expr;
  return operands.length === 1 ? operands[0]! : { ...expr, operands };
}
