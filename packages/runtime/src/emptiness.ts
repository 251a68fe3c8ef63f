import type { Span } from "@semantic-xpath/parser";
import {
  type BracketOperator,
  describeBracket,
  type QueryPlan,
  type SequencePlan,
  type StepPlan,
  startSequence,
} from "@semantic-xpath/planner";
import type { Tree } from "./tree/tree.js";

/** Where a result became empty, in words. */
export interface Emptiness {
  /** The first operator that nothing came out of; 0: the cut by minScore or limit. */
  readonly operatorId: number;
  readonly span: Span;
  readonly message: string;
}

/** The first operator at which the sequence became empty, from the counts that every run keeps. */
export function explainEmptiness(
  plan: QueryPlan,
  tree: Tree,
  rows: readonly number[],
  minScore: number,
  limit: number,
): Emptiness {
  const found = inSequence(plan.result, rows, tree);
  if (found !== null) return found;
  const message =
    limit === 0
      ? "The limit is 0."
      : minScore > 0
        ? `Every result weighs less than the minimum score ${minScore}.`
        : "Every node that was left scored 0: its text has nothing to do with the condition, or it has no such text.";
  return { operatorId: 0, span: plan.result.span, message };
}

function inSequence(sequence: SequencePlan, rows: readonly number[], tree: Tree): Emptiness | null {
  switch (sequence.kind) {
    case "Path": {
      const start = startSequence(sequence);
      const before = start === null ? null : inSequence(start, rows, tree);
      if (before !== null) return before;
      for (const step of sequence.steps) {
        const found = inStep(step, rows, tree);
        if (found !== null) return found;
      }
      if (sequence.attribute === null) return null;
      const { id, span, name } = sequence.attribute;
      return { operatorId: id, span, message: `None of the nodes before it has an attribute "${name}".` };
    }
    case "Group":
      return inSequence(sequence.input, rows, tree) ?? inBrackets(sequence.brackets, rows, null);
    case "Union": {
      const found = sequence.inputs.map((input) => inSequence(input, rows, tree));
      return found.every((emptiness) => emptiness !== null) ? (found[0] ?? null) : null;
    }
  }
}

function inStep({ axis, brackets }: StepPlan, rows: readonly number[], tree: Tree): Emptiness | null {
  if (rows[axis.id] === undefined) return null;
  if (rows[axis.id] !== 0) return inBrackets(brackets, rows, rows[axis.id]!);
  const { names } = axis.test;
  const missing = names?.filter((name) => tree.typeId(name) < 0) ?? [];
  const message =
    names !== null && missing.length === names.length
      ? `The data has no node of type ${names.map((name) => `"${name}"`).join(" or ")}.`
      : `Nothing is on the ${axis.axis} axis here${axis.take === null ? "" : " at that position"}.`;
  return { operatorId: axis.id, span: axis.span, message };
}

function inBrackets(
  brackets: readonly BracketOperator[],
  rows: readonly number[],
  before: number | null,
): Emptiness | null {
  let left = before;
  for (const bracket of brackets) {
    const after = rows[bracket.id];
    if (after === undefined) return null;
    if (after === 0) {
      const of = left === null ? "any node" : left === 1 ? "the only node" : `any of ${left} nodes`;
      return { operatorId: bracket.id, span: bracket.span, message: describe(bracket, of) };
    }
    left = after;
  }
  return null;
}

function describe(bracket: BracketOperator, of: string): string {
  switch (bracket.kind) {
    case "Position":
      return `No list of candidates is long enough for ${describeBracket(bracket)}.`;
    case "Sibling":
      return `No sibling stands at ${describeBracket(bracket)} from ${of}.`;
    case "Filter":
      return `${describeBracket(bracket)} holds for none: not for ${of}.`;
    case "Relevance":
      return `${describeBracket(bracket)} scored 0 on ${of}.`;
  }
}
