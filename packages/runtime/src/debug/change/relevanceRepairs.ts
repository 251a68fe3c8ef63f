import type { ScoreExpression } from "@semantic-xpath/planner";
import type { Observation } from "../../runPlan.js";
import { type Factor, factorsOf } from "../../trace/factors.js";
import type { PlacedNode } from "../../trace/known.js";
import { Exclusions } from "../whyNot/exclusions.js";
import { withoutBracket, withoutOperands } from "./bracketRepairs.js";
import type { Repair, Scene } from "./repair.js";

/** A weight of 0: the target or the operand that is 0 is changed, or left out; then its bracket is. */
export function zeroRepairs(scene: Scene, node: number, place: number): readonly Repair[] {
  const { observation } = scene;
  return zerosOf(observation, node, place).flatMap(({ operatorId, score, at }) => {
    const span = Exclusions.of(observation).bracketSpan(operatorId);
    if (span === null) return [];
    const culprits = zeroOperands(scene, score, at);
    const direct = culprits.flatMap((operand) => operandRepairs(scene, operand, at));
    const spans = culprits.filter((operand) => operand !== score).map((operand) => operand.span);
    return [...direct, ...withoutOperands(scene, span, spans), ...withoutBracket(scene, span)];
  });
}

/** The scores of 0 in the chain of a node that reached the end. */
export function zerosOf(observation: Observation, node: number, place: number): Factor["scores"] {
  const { run, recorder, query, known } = observation;
  const { ranking } = Exclusions.of(observation);
  const weighed = { node, attribute: ranking.attributeAt(place), weight: ranking.weightAt(place) };
  const chain = factorsOf(run, recorder, query.plan.result, weighed) ?? [];
  return chain.flatMap(({ scores }) => scores).filter(({ score, at }) => known.score(score, at).high === 0);
}

/** The operands that are 0, down to those that are not composed. */
function zeroOperands(scene: Scene, score: ScoreExpression, at: PlacedNode): readonly ScoreExpression[] {
  const { known } = scene.observation;
  if (known.score(score, at).high !== 0) return [];
  return score.kind === "Composite" ? score.operands.flatMap((operand) => zeroOperands(scene, operand, at)) : [score];
}

/** A target that the node has not: the whole node instead. Evidence that it has not: looked for further down. */
function operandRepairs({ observation, syntax }: Scene, operand: ScoreExpression, at: PlacedNode): readonly Repair[] {
  if (operand.kind === "Local") {
    const ast = syntax.at("Relevance", operand.span);
    const { asked } = observation.algebra.of(operand, at);
    if (ast === null || asked?.text !== null) return [];
    const message = `${syntax.source(ast.target.span)} =~ → node =~`;
    return [{ kind: "bracket", edits: [{ span: ast.target.span, text: "node" }], message }];
  }
  if (operand.kind !== "Aggregate") return [];
  const ast = syntax.at("Aggregate", operand.span);
  const first = ast?.evidence.segments[0];
  if (first === undefined || first.separator === "//" || first.step.kind !== "AxisStep" || first.step.axis !== null)
    return [];
  const name = syntax.source(first.step.test.span);
  return [{ kind: "axis", edits: [{ span: first.separatorSpan, text: "//" }], message: `/${name} → //${name}` }];
}
