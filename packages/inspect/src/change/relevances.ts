import type { ScoreExpression, SequencePlan, ValuePlan } from "@semantic-xpath/planner";
import {
  type Factor,
  factorsOf,
  indicesOf,
  type Observation,
  type PlacedNode,
  type Weighed,
  weightAt,
} from "@semantic-xpath/runtime/internal";
import { operatorsOf } from "../passed.js";
import { entryAt, rankingOf } from "../why/ranking.js";
import type { Drop } from "../whyNot/drops.js";
import { withoutBracket, withoutOperands } from "./conditions.js";
import { type Repair, replacing, type Scene } from "./repair.js";

/** A weight of 0: the target or the operand that is 0 is changed, or left out; then its bracket is. */
export function zeroRepairs(scene: Scene, zeros: Factor["scores"]): readonly Repair[] {
  return zeros.flatMap(({ operatorId, score, at }) => {
    const { span } = operatorsOf(scene.observation).get(operatorId)!;
    const culprits = zeroOperands(scene, score, at);
    const direct = culprits.flatMap((operand) => zeroOperandRepairs(scene, operand, at));
    const spans = culprits.filter((operand) => operand !== score).map((operand) => operand.span);
    return [...direct, ...withoutOperands(scene, span, spans), ...withoutBracket(scene, span)];
  });
}

/** The scores of 0 that hold a node back: at the end of the plan, or in the list that a position by rank cuts. */
export function zerosOf(observation: Observation, drop: Drop): Factor["scores"] {
  if (drop.kind === "unreached") return [];
  if (drop.kind === "cut") {
    const entry = entryAt(observation.run, rankingOf(observation).frame, drop.place - 1);
    return zerosIn(observation, observation.query.plan.result, entry);
  }
  const { operator, before: sequence } = drop.route[drop.stage]!;
  if (operator.kind !== "Position" || operator.order !== "rank") return [];
  const before = observation.recorder.brackets.get(operator.id)?.at(-1)?.before;
  const at = before === undefined ? undefined : indicesOf(before, drop.node)[0];
  if (before === undefined || at === undefined) return [];
  const entry = entryAt(observation.run, { ...before, weights: null, offsets: null }, at);
  return zerosIn(observation, sequence!, { ...entry, weight: weightAt(before, at) });
}

function zerosIn(
  { run, recorder, knownScores }: Observation,
  sequence: SequencePlan | ValuePlan,
  entry: Weighed,
): Factor["scores"] {
  const chain = entry.weight > 0 ? [] : (factorsOf(run, recorder, sequence, entry) ?? []);
  return chain.flatMap(({ scores }) => scores).filter(({ score, at }) => knownScores.score(score, at).high === 0);
}

/** The operands that are 0, down to those that are not composed. */
function zeroOperands(scene: Scene, score: ScoreExpression, at: PlacedNode): readonly ScoreExpression[] {
  const { knownScores } = scene.observation;
  if (knownScores.score(score, at).high !== 0) return [];
  return score.kind === "Composite" ? score.operands.flatMap((operand) => zeroOperands(scene, operand, at)) : [score];
}

/** For a target that the node does not have, the whole node; evidence that it does not have is looked for further down. */
function zeroOperandRepairs(
  { observation, syntax }: Scene,
  operand: ScoreExpression,
  at: PlacedNode,
): readonly Repair[] {
  if (operand.kind === "Local") {
    const ast = syntax.at("Relevance", operand.span);
    const { asked } = observation.algebra.of(operand, at);
    if (ast === null || asked?.text !== null) return [];
    const message = `${syntax.source(ast.target.span)} =~ → node =~`;
    return [replacing("bracket", ast.target.span, "node", message, { loss: 1 })];
  }
  if (operand.kind !== "Aggregate") return [];
  if (observation.algebra.of(operand, at).evidence?.length !== 0) return [];
  const ast = syntax.at("Aggregate", operand.span);
  const first = ast?.evidence.segments[0];
  if (first === undefined || first.separator === "//" || first.step.kind !== "AxisStep" || first.step.axis !== null)
    return [];
  const name = syntax.source(first.step.test.span);
  return [replacing("axis", first.separatorSpan, "//", `/${name} → //${name}`)];
}
