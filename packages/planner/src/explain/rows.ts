import type { Span } from "@semantic-xpath/parser";
import type { TypeSet } from "../check/checked.js";
import { type Estimate, estimate, type Statistics } from "../plan/estimate.js";
import {
  type BooleanExpression,
  type BracketOperator,
  type OperatorFacts,
  type PathPlan,
  type QueryPlan,
  type ScoreExpression,
  type SequencePlan,
  type StepPlan,
  startSequence,
} from "../plan/operators.js";
import { describeAxis, describeBracket, describeCondition, describeScore } from "./describe.js";

/** One operator as a row of the plan: what text, JSON and Mermaid are printed from. */
export interface PlanRow {
  readonly id: number;
  readonly kind: string;
  readonly depth: number;
  readonly parent: number | null;
  readonly text: string;
  readonly span: Span;
  readonly types: TypeSet;
  readonly estimate: Estimate | null;
}

/** The operators of a plan from the result inwards to the evidence, each with the bounds that the statistics allow. */
export function planRows(plan: QueryPlan, statistics?: Statistics): readonly PlanRow[] {
  const rows: PlanRow[] = [];
  new RowWriter(rows, estimate(plan, statistics)).sequence(plan.result, 0, null);
  return rows;
}

class RowWriter {
  constructor(
    private readonly rows: PlanRow[],
    private readonly estimates: ReadonlyMap<number, Estimate>,
  ) {}

  sequence(sequence: SequencePlan, depth: number, parent: number | null): void {
    switch (sequence.kind) {
      case "Path":
        this.path(sequence, depth, parent);
        return;
      case "Group":
        this.row(sequence, "Group", "acts on the whole result", depth, parent);
        this.sequence(sequence.input, depth + 1, sequence.id);
        for (const bracket of sequence.brackets) this.bracket(bracket, depth + 1, sequence.id);
        return;
      case "Union":
        this.row(sequence, "Union", `of ${sequence.inputs.length} paths`, depth, parent);
        for (const input of sequence.inputs) this.sequence(input, depth + 1, sequence.id);
    }
  }

  private path(path: PathPlan, depth: number, parent: number | null): void {
    const sequence = startSequence(path);
    const start =
      sequence !== null
        ? "from the group"
        : path.start.kind === "Document"
          ? "from the document"
          : "from the node being scored";
    this.row(path, "Path", start, depth, parent);
    if (sequence !== null) this.sequence(sequence, depth + 1, path.id);
    for (const step of path.steps) this.step(step, depth + 1, path.id);
    if (path.attribute !== null) this.row(path.attribute, "Attribute", `@${path.attribute.name}`, depth + 1, path.id);
  }

  private step(step: StepPlan, depth: number, parent: number): void {
    this.row(step.axis, "Axis", describeAxis(step.axis), depth, parent);
    for (const bracket of step.brackets) this.bracket(bracket, depth, parent);
  }

  private bracket(bracket: BracketOperator, depth: number, parent: number): void {
    this.row(bracket, bracket.kind, describeBracket(bracket), depth, parent);
    if (bracket.kind === "Relevance") this.evidence(bracket.score, depth + 1, bracket.id, bracket.types);
    if (bracket.kind === "Filter") this.conditionEvidence(bracket.condition, depth + 1, bracket.id, bracket.types);
  }

  /** Expressions get rows of their own where they have parts: one per operand, with the evidence paths below them. */
  private evidence(score: ScoreExpression, depth: number, parent: number, types: TypeSet): void {
    switch (score.kind) {
      case "Aggregate":
        this.path(score.evidence, depth, parent);
        return;
      case "Composite":
        for (const operand of score.operands) {
          this.row({ ...operand, types }, operand.kind, describeScore(operand), depth, parent);
          this.evidence(operand, depth + 1, operand.id, types);
        }
        return;
      case "Complement":
        this.row({ ...score.operand, types }, score.operand.kind, describeScore(score.operand), depth, parent);
        this.evidence(score.operand, depth + 1, score.operand.id, types);
        return;
      case "Indicator":
        this.conditionEvidence(score.condition, depth, parent, types);
        return;
      case "Local":
      case "Constant":
        return;
    }
  }

  private conditionEvidence(condition: BooleanExpression, depth: number, parent: number, types: TypeSet): void {
    switch (condition.kind) {
      case "And":
      case "Or":
        for (const operand of condition.operands) {
          this.row({ ...operand, types }, operand.kind, describeCondition(operand), depth, parent);
          this.conditionEvidence(operand, depth + 1, operand.id, types);
        }
        return;
      case "Not":
        this.conditionEvidence(condition.operand, depth, parent, types);
        return;
      case "Threshold":
        this.evidence(condition.score, depth, parent, types);
        return;
      case "Exists":
        this.path(condition.evidence, depth, parent);
        return;
      case "Compare":
      case "Match":
      case "Present":
      case "PlaceEquals":
        if (condition.value.kind === "CountValue") this.path(condition.value.evidence, depth, parent);
        return;
      case "Truth":
        return;
    }
  }

  private row(facts: OperatorFacts, kind: string, text: string, depth: number, parent: number | null): void {
    const { id, span, types } = facts;
    this.rows.push({ id, kind, depth, parent, text, span, types, estimate: this.estimates.get(id) ?? null });
  }
}
