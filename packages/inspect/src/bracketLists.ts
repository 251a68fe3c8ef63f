import {
  type BracketOperator,
  type SequencePlan,
  type StepPlan,
  startSequence,
  type ValuePlan,
} from "@semantic-xpath/planner";
import { contributingPaths, evidenceOf } from "@semantic-xpath/runtime/internal";

/** The brackets of a step or of a group: they act one after the other on the same lists. */
interface BracketList {
  /** null: they are those of a group. */
  readonly step: StepPlan | null;
  readonly brackets: readonly BracketOperator[];
  /** The brackets that act on what the axis of the step takes: its own, or those of the group that the step is all of. */
  readonly following: readonly BracketOperator[];
  /** True if the weights are complete: the brackets of a surrounding group do not continue. */
  readonly isComplete: boolean;
}

/** All steps and groups of a plan with their brackets, those of evidence paths included. */
export function* bracketLists(
  sequence: SequencePlan | ValuePlan,
  isComplete = true,
  around: readonly BracketOperator[] = [],
): Generator<BracketList> {
  switch (sequence.kind) {
    case "Union":
      for (const input of sequence.inputs) yield* bracketLists(input, isComplete);
      return;
    case "Meet":
      yield* bracketLists(sequence.left, isComplete);
      yield* bracketLists(sequence.right);
      return;
    case "Value":
      for (const path of contributingPaths(sequence)) yield* bracketLists(path);
      return;
    case "Group": {
      const { input, brackets } = sequence;
      const isOneStep = input.kind === "Path" && input.steps.length === 1 && startSequence(input) === null;
      yield* bracketLists(input, isComplete && brackets.length === 0, isOneStep ? brackets : []);
      yield* withEvidence({ step: null, brackets, following: brackets, isComplete });
      return;
    }
    case "Path": {
      const { steps } = sequence;
      const start = startSequence(sequence);
      if (start !== null) yield* bracketLists(start, isComplete || steps.length > 0);
      for (const [i, step] of steps.entries()) {
        const { brackets } = step;
        const following = brackets.length > 0 ? brackets : around;
        yield* withEvidence({ step, brackets, following, isComplete: isComplete || i + 1 < steps.length });
      }
    }
  }
}

function* withEvidence(list: BracketList): Generator<BracketList> {
  for (const bracket of list.brackets) for (const evidence of evidenceOf(bracket)) yield* bracketLists(evidence);
  yield list;
}
