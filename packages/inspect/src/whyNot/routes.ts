import {
  type AttributeOperator,
  type BracketOperator,
  type GroupPlan,
  type PathPlan,
  type SequencePlan,
  type SiblingOperator,
  type StepPlan,
  startSequence,
} from "@semantic-xpath/planner";
import type { Frame, Observation, Recorder } from "@semantic-xpath/runtime/internal";
import { remembered } from "../memo.js";

/** One operator on the way from the document node to a result, and the part of the plan that ends right before it. */
export type Stage =
  | { readonly kind: "axis"; readonly step: StepPlan; readonly before: SequencePlan | null }
  | BracketStage
  | { readonly kind: "attribute"; readonly operator: AttributeOperator; readonly before: SequencePlan };

export interface BracketStage {
  readonly kind: "bracket";
  readonly bracket: BracketOperator;
  readonly before: SequencePlan;
  /** Whether it acts on the whole result of a group. */
  readonly isWhole: boolean;
}

/** The stages of one branch of the plan, from the front. A union has a route for each of its inputs. */
export type Route = readonly Stage[];

export function routesOf(sequence: SequencePlan): readonly Route[] {
  switch (sequence.kind) {
    case "Path":
      return pathRoutes(sequence);
    case "Group": {
      const brackets = groupStages(sequence);
      return routesOf(sequence.input).map((route) => [...route, ...brackets]);
    }
    case "Union":
      return sequence.inputs.flatMap(routesOf);
  }
}

function pathRoutes(path: PathPlan): readonly Route[] {
  const start = startSequence(path);
  const stages = path.steps.flatMap((step, at): Stage[] => {
    const before = at === 0 ? start : { ...path, steps: path.steps.slice(0, at), attribute: null };
    const upTo = (brackets: readonly BracketOperator[]): PathPlan => ({
      ...path,
      steps: [...path.steps.slice(0, at), { ...step, brackets }],
      attribute: null,
    });
    return [
      { kind: "axis", step, before },
      ...step.brackets.map(
        (bracket, i): Stage => ({
          kind: "bracket",
          bracket,
          before: upTo(step.brackets.slice(0, i)),
          isWhole: false,
        }),
      ),
    ];
  });
  if (path.attribute !== null)
    stages.push({ kind: "attribute", operator: path.attribute, before: { ...path, attribute: null } });
  return start === null ? [stages] : routesOf(start).map((route) => [...route, ...stages]);
}

const groupStages = (group: GroupPlan): Stage[] =>
  group.brackets.map((bracket, i) => ({
    kind: "bracket",
    bracket,
    before: { ...group, brackets: group.brackets.slice(0, i) },
    isWhole: true,
  }));

/** The operator of a stage: what the plan's rows name. */
export function operatorOf(stage: Stage): { readonly id: number; readonly span: { start: number; end: number } } {
  switch (stage.kind) {
    case "axis":
      return stage.step.axis;
    case "bracket":
      return stage.bracket;
    case "attribute":
      return stage.operator;
  }
}

/** What went into a stage and what came out of it the last time; undefined when the run never came to it. */
export function passedAt({ recorder }: Observation, stage: Stage): Passed | undefined {
  switch (stage.kind) {
    case "axis": {
      const record = recorder.axes.get(stage.step.axis.id)?.at(-1);
      return record && { before: record.contexts, after: record.list };
    }
    case "bracket":
      return recorder.brackets.get(stage.bracket.id)?.at(-1);
    case "attribute":
      return recorder.attributes.get(stage.operator.id)?.at(-1);
  }
}

interface Passed {
  readonly before: Pick<Frame, "ids">;
  readonly after: Pick<Frame, "ids">;
}

export const isSiblingOffset = (stage: Stage): stage is BracketStage & { readonly bracket: SiblingOperator } =>
  stage.kind === "bracket" && stage.bracket.kind === "Sibling";

/** The last step of a route; undefined for a path that is an attribute alone. */
export function lastStep(route: Route): StepPlan | undefined {
  const last = route.findLast((stage) => stage.kind === "axis");
  return last?.kind === "axis" ? last.step : undefined;
}

/** The types that a route can end at; null for any, as when a sibling offset leads on from its last step. */
export function endTypes(route: Route): readonly string[] | null {
  const last = route.findLastIndex(({ kind }) => kind === "axis");
  return last < 0 || route.slice(last).some(isSiblingOffset) ? null : lastStep(route)!.axis.test.names;
}

/** The fewer steps are left, and then the fewer operators of the step, the further: 0 at the last operator. */
export function progressAt(route: Route, at: number): number {
  let steps = 0;
  let operators = 0;
  for (const { kind } of route.slice(at + 1)) {
    if (kind === "axis") steps++;
    if (steps === 0) operators++;
  }
  return -steps * 1000 - operators;
}

/** Whether an axis of a recorded run found a node. */
export const isCandidate = ({ axes }: Recorder, axisId: number, node: number): boolean =>
  has(axes.get(axisId)?.at(-1)?.list, node);

/** Whether an axis of a recorded run started from a node. */
export const isContext = ({ axes }: Recorder, axisId: number, node: number): boolean =>
  has(axes.get(axisId)?.at(-1)?.contexts, node);

/** Recorded lists do not change. */
const membersOf = remembered(({ ids }: Pick<Frame, "ids">): ReadonlySet<number> => new Set(ids));

const has = (list: Pick<Frame, "ids"> | undefined, node: number): boolean =>
  list !== undefined && membersOf(list).has(node);
