import type { SequenceView, Stop } from "@semantic-xpath/inspect";
import type { Span } from "@semantic-xpath/parser";
import {
  type AttributeOperator,
  type AxisOperator,
  type BracketOperator,
  describeBracket,
  describeSequence,
  eachChild,
  type GroupPlan,
  type IdOperator,
  type OwnTextOperator,
  type PlanNode,
  pathOfStep,
  type QueryPlan,
  type StepPlan,
} from "@semantic-xpath/planner";

/** The parts of the query at which a run can halt, in text order: axes, brackets and final attributes, in evidence too. */
export function haltingPlaces(result: QueryPlan["result"]): Span[] {
  const places: Span[] = [];
  const visit = (node: PlanNode): void => {
    if (isActing(node)) places.push(node.span);
    eachChild(node, visit);
  };
  visit(result);
  return places.sort((a, b) => a.start - b.start || b.end - a.end);
}

const isBracket = (node: PlanNode): node is BracketOperator => BRACKETS.has(node.kind);

const BRACKETS: ReadonlySet<PlanNode["kind"]> = new Set<BracketOperator["kind"]>([
  "Position",
  "Sibling",
  "Filter",
  "Relevance",
  "Order",
]);

const isActing = (
  node: PlanNode,
): node is AxisOperator | IdOperator | AttributeOperator | OwnTextOperator | BracketOperator =>
  node.kind === "Axis" || node.kind === "Id" || node.kind === "Attribute" || node.kind === "Text" || isBracket(node);

/** One level of the stack: an operator and what it has of the run so far. */
export interface Frame {
  readonly name: string;
  readonly span: Span;
  /** Input; null if it is not known yet. */
  readonly before: SequenceView | null;
  /** Output; null while it is at work. */
  readonly after: SequenceView | null;
  /** The stop before it began: there it can be gone through again. 0: before the first operator. */
  readonly begins: number;
}

/**
 * The operators around a stop, the innermost first: evidence inside its bracket, a bracket inside its step, and at the bottom the
 * query. At the start and at the end there is the query alone.
 */
export function framesOf(
  { result, text }: Pick<QueryPlan, "result" | "text">,
  name: string,
  stops: readonly Stop[],
  at: Stop | null,
): Frame[] {
  const bottom = { name, span: result.span, before: stops[0]?.before ?? null, after: null, begins: 0 };
  if (at === null) return [{ ...bottom, before: null }];
  const { span, before, after, kind } = at;
  const innermost = { name: kind === "End" ? at.text : nameOf(at, text), span, before, after, begins: at.index - 1 };
  const outer = kind === "End" ? [] : partsAround(result, at.operatorId).map((part) => frameOf(part, stops, at));
  return [innermost, ...outer.reverse(), bottom];
}

/** An axis as the query writes it, unless the optimiser has taken a position into it. */
export function nameOf({ kind, text, span }: Stop, query: string): string {
  if (kind === "Axis" && !text.includes(", take [")) return query.slice(span.start, span.end).replaceAll(/\s+/g, " ");
  return inBrackets(kind, text);
}

/** A part of the plan in which operators act: a step, a group or a bracket with evidence. */
type Part = StepPlan | GroupPlan | BracketOperator;

/** Input of an outer operator: the last output reported at its own depth. */
function frameOf(part: Part, stops: readonly Stop[], at: Stop): Frame {
  const passedStops = stops.slice(0, at.index);
  const frame = { name: partName(part), span: part.span, after: null };
  if (part.kind === "Step") {
    const axis = passedStops.findLast((stop) => stop.operatorId === part.axis.id);
    return { ...frame, before: axis?.before ?? null, begins: (axis?.index ?? 1) - 1 };
  }
  const depth = at.inside.indexOf(part.id);
  const last = depth < 0 ? undefined : passedStops.findLast((stop) => stop.depth === depth);
  return { ...frame, before: last?.after ?? null, begins: last?.index ?? 0 };
}

function partName(part: Part): string {
  if (part.kind === "Step") return describeSequence(pathOfStep(part));
  return part.kind === "Group" ? describeSequence(part) : inBrackets(part.kind, describeBracket(part));
}

/** The parts around an operator, from the outside in; a step is not around its own axis. */
function partsAround(node: PlanNode, id: number): readonly Part[] {
  const parts = pathTo(node, id).filter((part) => part.kind === "Step" || part.kind === "Group" || isBracket(part));
  return parts.filter((part) => (part.kind === "Step" ? part.axis.id : part.id) !== id);
}

/** The nodes of the plan from one to an operator below it, both included; empty if it is not there. */
function pathTo(node: PlanNode, id: number): readonly PlanNode[] {
  if ((isActing(node) || node.kind === "Meet") && node.id === id) return [node];
  let path: readonly PlanNode[] = [];
  eachChild(node, (child) => {
    if (path.length === 0) path = pathTo(child, id);
  });
  return path.length === 0 ? path : [node, ...path];
}

const inBrackets = (kind: string, text: string): string =>
  kind === "Filter" || kind === "Relevance" || kind === "Order" ? `[${text}]` : text;
