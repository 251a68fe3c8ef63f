import {
  type AstKind,
  type AstNode,
  type Declaration,
  type Document,
  endOfTest,
  type Group,
  type NodeOf,
  type Path,
  parse,
  type Query,
  type Segment,
  type Span,
  type ValueQuery,
  walk,
} from "@semantic-xpath/parser";
import type { AxisOperator, StepPlan } from "@semantic-xpath/planner";
import type { Observation } from "@semantic-xpath/runtime/internal";
import { getOrMake } from "@semantic-xpath/tree";
import { remembered } from "../memo.js";

/** The text of a run with its syntax tree, and where the operators of its plan are written. */
export class Syntax {
  readonly text: string;
  readonly document: Document;
  private readonly bySpan = new Map<string, AstNode[]>();

  private constructor(observation: Observation) {
    this.text = observation.query.plan.text;
    this.document = parse(this.text).ast;
    walk(this.document, (node) => {
      getOrMake(this.bySpan, keyOf(node.span), (): AstNode[] => []).push(node);
    });
  }

  static readonly of = remembered((observation: Observation) => new Syntax(observation));

  /** The node of a kind with exactly this span. */
  at<K extends AstKind>(kind: K, span: Span): NodeOf<K> | null {
    const match = this.bySpan.get(keyOf(span))?.find((node): node is NodeOf<K> => node.kind === kind);
    return match ?? null;
  }

  source({ start, end }: Span): string {
    return this.text.slice(start, end);
  }

  /** The declaration that a plan comes from; null for a bare query. */
  declarationAround({ start, end }: Span): Declaration | null {
    const around = ({ query }: Declaration): boolean => query.span.start <= start && end <= query.span.end;
    return this.document.declarations.find(around) ?? null;
  }

  queryAround(span: Span): Query | ValueQuery {
    return this.document.query ?? this.declarationAround(span)!.query;
  }

  /** The segment whose step is the attribute or the text with this span. */
  valueSegment(span: Span): SegmentPlace | null {
    return this.segmentWhere(
      ({ step }) => (step.kind === "AttributeStep" || step.kind === "TextStep") && keyOf(step.span) === keyOf(span),
    );
  }

  /** The segment that an axis operator comes from; null for the step that `//` before an axis is short for. */
  segmentOf(operator: StepPlan["axis"]): SegmentPlace | null {
    const { span } = operator;
    const axis = operator.kind === "Id" ? "id" : operator.kind === "Members" ? "child" : operator.axis;
    return this.segmentWhere(
      (segment) =>
        segment.span.start === span.start && axisOf(segment) === axis && endOfTest(segment.step) === span.end,
    );
  }

  private segmentWhere(isIt: (segment: Segment) => boolean): SegmentPlace | null {
    let match: SegmentPlace | null = null;
    walk(this.document, (node, ancestors) => {
      if (match !== null || node.kind !== "Segment" || !isIt(node)) return;
      const path = ancestors.at(-1)!;
      if (path.kind !== "Path" && path.kind !== "Evidence") return;
      const group = ancestors.findLast((around): around is Group => around.kind === "Group") ?? null;
      match = { segment: node, path, group };
    });
    return match;
  }
}

export interface SegmentPlace {
  readonly segment: Segment;
  readonly path: Path | NodeOf<"Evidence">;
  /** The group around the path, if any. */
  readonly group: Group | null;
}

/** The axis that a segment walks along. */
function axisOf({ separator, step }: Segment): AxisOperator["axis"] | "id" | null {
  switch (step.kind) {
    case "AxisStep":
      return step.axis ?? (separator === "//" ? "descendant" : "child");
    case "ParentStep":
      return "parent";
    case "SelfStep":
      return "self";
    case "IdStep":
      return "id";
    default:
      return null;
  }
}

const keyOf = ({ start, end }: Span): string => `${start} ${end}`;
