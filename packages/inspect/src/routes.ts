import {
  type BracketOperator,
  type PathPlan,
  type SequencePlan,
  type SiblingOperator,
  type StepPlan,
  startSequence,
  type ValuePlan,
} from "@semantic-xpath/planner";
import type { Frame, Observation, PassedOperator, Recorder } from "@semantic-xpath/runtime/internal";
import { contributingPaths } from "@semantic-xpath/runtime/internal";
import { remembered } from "./memo.js";
import { type Passage, passedBy, typesTaken } from "./passed.js";

/** One operator on the way from the document node to a result. */
export interface Stage<O extends PassedOperator = PassedOperator> {
  readonly operator: O;
  /** For a bracket, the part of the plan that ends right before it; null for the others. */
  readonly before: SequencePlan | null;
  /** True if it acts on the whole result of a group. */
  readonly isWhole: boolean;
}

/** The stages of one branch of the plan, from the front. A union has a route for each of its inputs, a value for each of its paths. */
export type Route = readonly Stage[];

export function routesOf(sequence: SequencePlan | ValuePlan): readonly Route[] {
  if (sequence.kind === "Value") return contributingPaths(sequence).flatMap(routesOf);
  if (sequence.kind === "Union") return sequence.inputs.flatMap(routesOf);
  // Nodes of the right side alone were never on the way.
  if (sequence.kind === "Meet")
    return routesOf(sequence.left).map((route) => [...route, { operator: sequence, before: null, isWhole: true }]);
  const isGroup = sequence.kind === "Group";
  const stages = isGroup
    ? bracketStages(sequence.brackets, true, (brackets) => ({ ...sequence, brackets }))
    : pathStages(sequence);
  const start = isGroup ? sequence.input : startSequence(sequence);
  return start === null ? [stages] : routesOf(start).map((route) => [...route, ...stages]);
}

function pathStages(path: PathPlan): Stage[] {
  const plain = (operator: PassedOperator): Stage => ({ operator, before: null, isWhole: false });
  const stages = path.steps.flatMap((step, at) => [
    plain(step),
    ...bracketStages(step.brackets, false, (brackets) => {
      const steps = [...path.steps.slice(0, at), { ...step, brackets }];
      return { ...path, steps, attribute: null };
    }),
  ]);
  const { attribute } = path;
  if (attribute === null || attribute.kind === "KeyOf" || attribute.kind === "Computed") return stages;
  return [...stages, plain(attribute)];
}

const bracketStages = (
  brackets: readonly BracketOperator[],
  isWhole: boolean,
  endingWith: (brackets: readonly BracketOperator[]) => SequencePlan,
): Stage[] => brackets.map((operator, i) => ({ operator, before: endingWith(brackets.slice(0, i)), isWhole }));

/** The last input and output of a stage; undefined when the run never came to it. */
export const passedAt = ({ recorder }: Observation, { operator }: Stage): Passage | undefined =>
  passedBy(recorder, operator).at(-1);

export const isAxis = (stage: Stage): stage is Stage<StepPlan> => stage.operator.kind === "Step";

export const isSiblingOffset = (stage: Stage): stage is Stage<SiblingOperator> => stage.operator.kind === "Sibling";

/** The last step of a route; undefined for a path that is an attribute alone. */
export const lastStep = (route: Route): StepPlan | undefined => route.findLast(isAxis)?.operator;

/** The types that a route can end at; null for any, as when a sibling offset leads on from its last step. */
export function endTypes(route: Route): readonly string[] | null {
  const last = route.findLastIndex(isAxis);
  return last < 0 || route.slice(last).some(isSiblingOffset) ? null : typesTaken(lastStep(route)!);
}

/** The fewer steps are left, and then the fewer operators of the step, the further: 0 at the last operator. */
export function progressAt(route: Route, at: number): number {
  const remaining = route.slice(at + 1);
  const steps = remaining.filter(isAxis).length;
  const operators = steps === 0 ? remaining.length : remaining.findIndex(isAxis);
  return -steps * 1000 - operators;
}

/** Tests that an axis of a recorded run found a node. */
export const isCandidate = ({ axes }: Recorder, axisId: number, node: number): boolean =>
  has(axes.get(axisId)?.at(-1)?.list, node);

/** Tests that an axis of a recorded run started from a node. */
export const isContext = ({ axes }: Recorder, axisId: number, node: number): boolean =>
  has(axes.get(axisId)?.at(-1)?.contexts, node);

/** Recorded lists do not change. */
const membersOf = remembered(({ ids }: Pick<Frame, "ids">): ReadonlySet<number> => new Set(ids));

const has = (list: Pick<Frame, "ids"> | undefined, node: number): boolean =>
  list !== undefined && membersOf(list).has(node);
