import {
  type BracketOperator,
  dependsOnPlace,
  type GroupPlan,
  type SequencePlan,
  startSequence,
} from "@semantic-xpath/planner";

/**
 * True if bounds on weights decide membership in the result. False if keys order, a set is cut by another or `..` leads from values to
 * their nodes on the way.
 */
export function isMonotone(sequence: SequencePlan): boolean {
  switch (sequence.kind) {
    case "Path": {
      const start = startSequence(sequence);
      return (
        sequence.steps.every(({ brackets, axis }) => axis.kind !== "Members" && brackets.every(isOneByOne)) &&
        (start === null || (isMonotone(start) && (sequence.steps.length === 0 || !endsInPart(start))))
      );
    }
    case "Group":
      return sequence.brackets.every(isOneByOne) && isMonotone(sequence.input);
    case "Union":
      return sequence.inputs.every(isMonotone);
    case "Meet":
      return false;
  }
}

const isOneByOne = ({ kind }: BracketOperator): boolean => kind !== "Order" && kind !== "GroupBy";

/** True if some entries of a sequence are attributes or own texts. */
function endsInPart(sequence: SequencePlan): boolean {
  switch (sequence.kind) {
    case "Path": {
      const start = startSequence(sequence);
      return sequence.attribute !== null || (sequence.steps.length === 0 && start !== null && endsInPart(start));
    }
    case "Group":
      return endsInPart(sequence.input);
    case "Union":
      return sequence.inputs.some(endsInPart);
    case "Meet":
      return endsInPart(sequence.left);
  }
}

/** Brackets that count places need the whole result in front of them. */
export const cutsWhole = (group: GroupPlan): boolean => group.brackets.some(dependsOnPlace);

/** True if a limit inside the query lets a best-first run score less. */
export function hasInnerLimit(sequence: SequencePlan): boolean {
  switch (sequence.kind) {
    case "Path": {
      const start = startSequence(sequence);
      return start !== null && hasInnerLimit(start);
    }
    case "Group":
      return headLength(sequence) < Number.POSITIVE_INFINITY || hasInnerLimit(sequence.input);
    case "Union":
      return sequence.inputs.some(hasInnerLimit);
    case "Meet":
      return hasInnerLimit(sequence.left);
  }
}

/** Number of results from the head that decide a group that starts with a position; infinity if all do. */
export function headLength({ brackets }: GroupPlan): number {
  const first = brackets[0];
  if (first?.kind !== "Position") return Number.POSITIVE_INFINITY;
  const { single, from, to } = first.range;
  const end = single ? from : to;
  if (end?.kind !== "Literal" || end.value <= 0) return Number.POSITIVE_INFINITY;
  return single || from === null || (from.kind === "Literal" && from.value > 0) ? end.value : Number.POSITIVE_INFINITY;
}
