import { canFail, dependsOnPlace, hasKind } from "../plan/children.js";
import type { ScoreExpression } from "../plan/expressions.js";
import type { BracketOperator, PathPlan, QueryPlan, SequencePlan, StepPlan } from "../plan/operators.js";
import { isRanked, orderAfter, orderOfPath } from "../plan/order.js";
import { type Pass, rewrite } from "./rewrite.js";

/**
 * Removes relevances whose weights are never read: on the right of `except` and `intersect`, in `exists`, `count`, values and bindings, unless a
 * position selects by them.
 */
export const dropUnreadRelevances: Pass = {
  needs: ["Exists", "CountValue", "PathValues", "Binding", "Meet"],
  run: (plan) => {
    if (!hasKind(plan.result, RELEVANCES)) return plan;
    const next = rewrite(plan, {
      Exists: withEvidence,
      CountValue: withEvidence,
      PathValues: withEvidence,
      Binding: withEvidence,
      Meet: (meet) => {
        const right = unread(meet.right, isDroppedFromSet);
        return right === meet.right ? meet : { ...meet, right };
      },
    });
    return next === plan ? plan : withoutUnusedSlots(next);
  },
};

const RELEVANCES = new Set(["Relevance"] as const);

/** Relevances that may be dropped. One that may fail stays, except on the right of a set, which is never scored. */
type MayDrop = (score: ScoreExpression) => boolean;
const isDroppedFromSet: MayDrop = () => true;
const isDroppedFromValues: MayDrop = (score) => !canFail(score);

function withEvidence<T extends { readonly evidence: PathPlan }>(node: T): T {
  const evidence = unreadPath(node.evidence, false, isDroppedFromValues);
  return evidence === node.evidence ? node : { ...node, evidence };
}

const unread = (sequence: SequencePlan, may: MayDrop): SequencePlan => strip(sequence, false, may);

/** A sequence without the relevances that change neither which nodes there are nor, if weights are read, these. */
function strip(sequence: SequencePlan, isRead: boolean, may: MayDrop): SequencePlan {
  if (isRead) return sequence;
  switch (sequence.kind) {
    case "Path":
      return unreadPath(sequence, isRead, may);
    case "Group": {
      const { brackets, picks, scores } = stripBrackets(sequence.brackets, isRead, may);
      const input = strip(sequence.input, picks || scores, may);
      if (input === sequence.input && brackets === sequence.brackets) return sequence;
      return { ...sequence, input, brackets, order: orderAfter(brackets, input.order, isRanked(input)) };
    }
    case "Union": {
      const inputs = sequence.inputs.map((input) => strip(input, isRead, may));
      if (inputs.every((input, i) => input === sequence.inputs[i])) return sequence;
      return { ...sequence, inputs, order: inputs.some(isRanked) ? "rank" : "document" };
    }
    case "Meet": {
      const left = strip(sequence.left, isRead, may);
      return left === sequence.left ? sequence : { ...sequence, left, order: isRanked(left) ? "rank" : "document" };
    }
  }
}

/** From the last step to the first: a relevance that a position picks by needs the weights that come to it. */
function unreadPath(path: PathPlan, isRead: boolean, may: MayDrop): PathPlan {
  let reads = isRead;
  const steps: StepPlan[] = [];
  for (const step of path.steps.toReversed()) {
    const { brackets, scores } = stripBrackets(step.brackets, reads, may);
    steps.unshift(brackets === step.brackets ? step : { ...step, brackets });
    reads ||= scores;
  }
  const start = "order" in path.start ? strip(path.start, reads, may) : path.start;
  if (start === path.start && steps.every((step, i) => step === path.steps[i])) return path;
  return { ...path, start, steps, order: orderOfPath(start, steps) };
}

/** `picks`: some bracket goes by the places of the list. `scores`: some relevance is left. */
function stripBrackets(
  brackets: readonly BracketOperator[],
  isRead: boolean,
  may: MayDrop,
): { readonly brackets: readonly BracketOperator[]; readonly picks: boolean; readonly scores: boolean } {
  let picks = false;
  let scores = false;
  const effective = brackets.toReversed().filter((bracket) => {
    if (dependsOnPlace(bracket)) picks = true;
    if (bracket.kind !== "Relevance") return true;
    const isKept = isRead || picks || !may(bracket.score);
    scores ||= isKept;
    return isKept;
  });
  return { brackets: effective.length === brackets.length ? brackets : effective.reverse(), picks, scores };
}

/** The slots that local relevances still have, renumbered. */
function withoutUnusedSlots(plan: QueryPlan): QueryPlan {
  const used = new Set<number>();
  rewrite(plan, {
    Local: (score) => {
      used.add(score.slot);
      return score;
    },
  });
  if (used.size === plan.slots.length) return plan;
  const usedSlots = plan.slots.map((_, slot) => slot).filter((slot) => used.has(slot));
  const numbers = new Map(usedSlots.map((slot, number) => [slot, number]));
  const renumbered = rewrite(plan, {
    Local: (score) => {
      const slot = numbers.get(score.slot)!;
      return slot === score.slot ? score : { ...score, slot };
    },
  });
  return { ...renumbered, slots: usedSlots.map((slot) => plan.slots[slot]!) };
}
