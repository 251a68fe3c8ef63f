import type { Expr } from "@semantic-xpath/parser";
import type { FilterOperator, Threshold } from "@semantic-xpath/planner";
import { type BracketRecord, indicesOf, type PlacedNode, placedAt } from "@semantic-xpath/runtime/internal";
import { holds } from "../whyNot/condition.js";
import { listOf } from "../words.js";
import { withoutBracket } from "./bracketRepairs.js";
import { conditionRepairs } from "./conditionRepairs.js";
import { type Edit, Pieces } from "./pieces.js";
import type { Repair, Scene } from "./repair.js";

/** Changes under which a filter holds for a node: of its literals, else without the operands that stand against it, else none of it. */
export function filterRepairs(
  scene: Scene,
  bracket: FilterOperator,
  { before, mask }: BracketRecord,
  node: number,
): readonly Repair[] {
  const at = placedAt(before, indicesOf(before, node).find((i) => mask === null || mask[i] === 0) ?? 0);
  const others = ({ score }: Threshold): readonly number[] => knownScores(scene, score, before);
  return [
    ...conditionRepairs(scene, bracket.condition, at, true, others),
    ...operandRepairs(scene, bracket, at, others),
    ...withoutBracket(scene, bracket.span),
  ];
}

/** So many candidates are looked at for scores that a changed threshold should not admit. */
const MOST_OTHERS = 20_000;

function knownScores(
  { observation }: Scene,
  score: Threshold["score"],
  before: BracketRecord["before"],
): readonly number[] {
  const scores: number[] = [];
  for (let i = 0; i < Math.min(before.ids.length, MOST_OTHERS); i++) {
    const { low, high } = observation.known.score(score, placedAt(before, i));
    if (low === high) scores.push(low);
  }
  return scores;
}

/** Of an `and`: operands that do not hold get other literals, or go where no literal helps. */
function operandRepairs(
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
    const expr = content.operands.find(
      (one) => one.span.start === operand.span.start && one.span.end === operand.span.end,
    );
    if (expr === undefined) return [];
    if (holds(observation, operand, at)) continue;
    const [repair] = conditionRepairs(scene, operand, at, true, others);
    if (repair === undefined) gone.push(expr);
    edits.push(...(repair?.edits ?? []));
    params.push(repair?.params);
    messages.push(repair?.message ?? `without ${syntax.source(operand.span)}`);
  }
  const left = content.operands.filter((expr) => !gone.includes(expr));
  if (gone.length === 0 || left.length === 0) return [];
  return [
    {
      kind: messages.length > 1 ? "several" : "bracket",
      edits: [{ span, text: `[${left.map((expr) => written(scene, expr, edits)).join(" and ")}]` }],
      params: Object.assign({}, ...params),
      message: listOf(messages, "and"),
      loss: 2 * gone.length,
    },
  ];
}

/** An operand as it is written, with the edits that lie in it. */
function written({ syntax }: Scene, { span }: Expr, edits: readonly Edit[]): string {
  const own = edits
    .filter((edit) => edit.span.start >= span.start && edit.span.end <= span.end)
    .map(({ span: { start, end }, text }) => ({ span: { start: start - span.start, end: end - span.start }, text }));
  return Pieces.of(syntax.source(span)).edited(own).text;
}
