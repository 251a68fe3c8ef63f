import {
  type AttributeOperator,
  type BracketOperator,
  type GroupPlan,
  type PathPlan,
  type SequencePlan,
  type StepPlan,
  startSequence,
} from "@semantic-xpath/planner";

/** One operator on the way from the document node to a result, and the part of the plan that ends right before it. */
export type Stage =
  | { readonly kind: "axis"; readonly step: StepPlan; readonly before: SequencePlan | null }
  | {
      readonly kind: "bracket";
      readonly bracket: BracketOperator;
      readonly before: SequencePlan;
      /** Whether it acts on the whole result of a group. */
      readonly isWhole: boolean;
    }
  | { readonly kind: "attribute"; readonly operator: AttributeOperator; readonly before: SequencePlan };

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

/** How far a node came that fell out at a stage: a node test is further in front than what its operator keeps. */
export const progressOf = (route: Route, { stage, kind }: { readonly stage: number; readonly kind: string }): number =>
  progressAt(route, stage) - (kind === "type" ? 0.5 : 0);
