import type { SetOperator, Span } from "@semantic-xpath/parser";
import type { TypeSet } from "../check/checked.js";
import { eachChild, type PlanNode } from "../plan/children.js";
import { type Estimate, estimate, type Statistics } from "../plan/estimate.js";
import type { BooleanExpression, RecordPlan, ScoreExpression } from "../plan/expressions.js";
import {
  type BracketOperator,
  type OperatorFacts,
  type PathPlan,
  type QueryPlan,
  type SequencePlan,
  type StepPlan,
  startSequence,
  type ValidityPlan,
  type ValuePlan,
} from "../plan/operators.js";
import {
  describeAxis,
  describeBracket,
  describeCondition,
  describeExpression,
  describeField,
  describePart,
  describeScore,
  describeValidity,
} from "./describe.js";

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
  const writer = new RowWriter(rows, estimate(plan, statistics));
  if (plan.result.kind === "Value") writer.value(plan.result);
  else writer.sequence(plan.result, 0, null);
  if (plan.validity?.at != null) writer.validity(plan.validity);
  if (plan.record !== null) writer.record(plan.record, 0, null);
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
        return;
      case "Meet":
        this.row(sequence, "Meet", MEETS[sequence.operator], depth, parent);
        this.sequence(sequence.left, depth + 1, sequence.id);
        this.sequence(sequence.right, depth + 1, sequence.id);
    }
  }

  value(plan: ValuePlan): void {
    const { expression } = plan;
    this.row(plan, "Value", describeExpression(expression), 0, null);
    this.parts(plan, { depth: 1, parent: plan.id, types: null });
  }

  validity(validity: ValidityPlan): void {
    this.row(validity, "Validity", describeValidity(validity), 0, null);
  }

  record(record: RecordPlan, depth: number, parent: number | null): void {
    const count = record.fields.length;
    this.row({ ...record, types: null }, "Record", `of ${count} field${count === 1 ? "" : "s"}`, depth, parent);
    for (const field of record.fields) {
      this.row({ ...field, types: null }, "Field", describeField(field), depth + 1, record.id);
      if (field.value.kind === "RecordList") {
        this.path(field.value.evidence, depth + 2, field.id);
        this.record(field.value.record, depth + 2, field.id);
      } else this.parts(field, { depth: depth + 2, parent: field.id, types: null });
    }
  }

  private path(path: PathPlan, depth: number, parent: number | null): void {
    const sequence = startSequence(path);
    const start = describeOrigin(path);
    this.row(path, "Path", start, depth, parent);
    if (sequence !== null) this.sequence(sequence, depth + 1, path.id);
    for (const step of path.steps) this.step(step, depth + 1, path.id);
    const { attribute } = path;
    if (attribute === null) return;
    this.row(attribute, attribute.kind, describePart(attribute), depth + 1, path.id);
  }

  private step(step: StepPlan, depth: number, parent: number): void {
    this.row(step.axis, step.axis.kind, describeAxis(step.axis), depth, parent);
    for (const bracket of step.brackets) this.bracket(bracket, depth, parent);
  }

  private bracket(bracket: BracketOperator, depth: number, parent: number): void {
    this.row(bracket, bracket.kind, describeBracket(bracket), depth, parent);
    this.parts(bracket, { depth: depth + 1, parent: bracket.id, types: bracket.types });
  }

  /** Operands get rows of their own, with the evidence paths below them. */
  private parts(node: PlanNode, place: { depth: number; parent: number; types: TypeSet }): void {
    const { depth, parent, types } = place;
    eachChild(node, (part) => {
      if (part.kind === "Path") {
        this.path(part, depth, parent);
        return;
      }
      const text = describeOperand(node, part);
      if (text === null) {
        this.parts(part, place);
        return;
      }
      const operand = part as ScoreExpression | BooleanExpression;
      this.row({ ...operand, types }, operand.kind, text, depth, parent);
      this.parts(operand, { depth: depth + 1, parent: operand.id, types });
    });
  }

  private row(facts: OperatorFacts, kind: string, text: string, depth: number, parent: number | null): void {
    const { id, span, types } = facts;
    this.rows.push({ id, kind, depth, parent, text, span, types, estimate: this.estimates.get(id) ?? null });
  }
}

const MEETS: Readonly<Record<SetOperator, string>> = {
  except: "except: what is in the left and not in the right",
  intersect: "intersect: what is in the left and in the right",
};

function describeOrigin({ start }: PathPlan): string {
  switch (start.kind) {
    case "Document":
      return "from the document";
    case "Context":
      return "from the node being scored";
    case "Variable":
      return `from $${start.name}`;
    default:
      return "from the group";
  }
}

/** The text of a part that gets a row; null for a part that is shown in the row of its whole. */
function describeOperand(whole: PlanNode, part: PlanNode): string | null {
  if (whole.kind === "Composite" || whole.kind === "Complement") return describeScore(part as ScoreExpression);
  return whole.kind === "And" || whole.kind === "Or" ? describeCondition(part as BooleanExpression) : null;
}

/** The plan with its rows (operators flattened, with bounds): what tools read. */
export interface ExplainedPlan {
  readonly version: QueryPlan["version"];
  readonly plan: QueryPlan;
  readonly operators: readonly PlanRow[];
}

export const explainJson = (plan: QueryPlan, statistics?: Statistics): ExplainedPlan => ({
  version: plan.version,
  plan,
  operators: planRows(plan, statistics),
});
