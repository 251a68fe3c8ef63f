import type { Span } from "@semantic-xpath/parser";
import {
  type AggregateScore,
  type BooleanExpression,
  type BracketOperator,
  eachChild,
  type Local,
  type PlanNode,
  type SequencePlan,
  type Threshold,
  type ValueExpression,
  type ValuePlan,
} from "@semantic-xpath/planner";
import { type BracketRecord, eachOperator, type Observation } from "@semantic-xpath/runtime/internal";
import type { Cause } from "../answers.js";
import { figuresOf, isBracket } from "../passed.js";

/** A cause at an operator. */
export const causeAt = (
  kind: Cause["kind"],
  { id, span }: { readonly id: number; readonly span: Span },
  message: string,
  advice: string | null = null,
): Cause => ({ kind, operatorId: id, span, message, advice });

/** Stand-in operator for the end of a run: the cut by limit, minimum score and weight 0. */
export const endOf = ({ query }: Observation) => ({ id: 0, span: query.plan.result.span });

/** A bracket with what passed it in a run, over all lists that it acted on. */
export interface PassedBracket {
  readonly bracket: BracketOperator;
  /** 0 for the query's own brackets, one more inside each evidence path. */
  readonly depth: number;
  readonly records: readonly BracketRecord[];
  readonly rowsIn: number;
  readonly rowsOut: number;
}

/** The brackets that something went into. */
export function passedBrackets(
  observation: Observation,
  plan: SequencePlan | ValuePlan = observation.query.plan.result,
): PassedBracket[] {
  const brackets: PassedBracket[] = [];
  eachOperator(plan, (bracket, depth) => {
    if (!isBracket(bracket)) return;
    const records = observation.recorder.brackets.get(bracket.id) ?? [];
    const { rowsIn, rowsOut } = figuresOf(observation).get(bracket.id)!;
    if (rowsIn > 0) brackets.push({ bracket, depth, records, rowsIn, rowsOut });
  });
  return brackets;
}

/** The nodes that went into a bracket, each once. */
export function nodesInto(records: readonly BracketRecord[]): Set<number> {
  const nodes = new Set<number>();
  for (const { before } of records) for (const node of before.ids) nodes.add(node);
  return nodes;
}

/** Parts of the expression of a bracket; evidence paths have brackets of their own. */
interface BracketParts {
  readonly locals: Local[];
  readonly aggregates: AggregateScore[];
  readonly values: ValueExpression[];
  /** Comparisons of a score that have to hold for the bracket to hold. */
  readonly thresholds: readonly Threshold[];
}

export function bracketParts(bracket: BracketOperator): BracketParts {
  const thresholds = bracket.kind === "Filter" ? thresholdsOf(bracket.condition) : [];
  const parts: BracketParts = { locals: [], aggregates: [], values: [], thresholds };
  const visit = (node: PlanNode): void => {
    if (node.kind === "Local") parts.locals.push(node);
    if (node.kind === "Aggregate") parts.aggregates.push(node);
    if (node.kind === "AttributeValue" || node.kind === "FieldValue") parts.values.push(node);
    // That a value is not there is what `not(@name)` means.
    const isAbsence = node.kind === "Not" && node.operand.kind === "Present";
    if (node.kind !== "Path" && !isAbsence) eachChild(node, visit);
  };
  visit(bracket);
  return parts;
}

function thresholdsOf(condition: BooleanExpression): readonly Threshold[] {
  if (condition.kind === "And") return condition.operands.flatMap(thresholdsOf);
  return condition.kind === "Threshold" ? [condition] : [];
}
