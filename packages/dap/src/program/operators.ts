import type { SequenceView, Stop } from "@semantic-xpath/inspect";
import type { Span } from "@semantic-xpath/parser";
import {
  type BracketOperator,
  describeBracket,
  describeSequence,
  type PathPlan,
  pathOfStep,
  type QueryPlan,
  type SequencePlan,
  startSequence,
} from "@semantic-xpath/planner";

/** A part of the plan at which a run can halt, or that only contains such parts: a step, a group or a bracket with evidence. */
interface Part {
  /** What it is called in a stack; made if it is needed. */
  readonly name: () => string;
  readonly kind: "Step" | "Group" | "Bracket" | "Operator";
  /** The operator itself; of a step, its axis. */
  readonly id: number;
  readonly span: Span;
  readonly children: readonly Part[];
}

/** The parts of the query at which a run can halt, in text order: axes, brackets and final attributes, in evidence too. */
export function haltingPlaces(sequence: SequencePlan): Span[] {
  const places = (part: Part): Span[] => {
    const inside = part.children.flatMap(places);
    return part.kind === "Operator" || part.kind === "Bracket" ? [part.span, ...inside] : inside;
  };
  return partsOf(sequence)
    .flatMap(places)
    .sort((a, b) => a.start - b.start || b.end - a.end);
}

/** One level of the stack: an operator and what it has of the run so far. */
export interface Frame {
  readonly name: string;
  readonly span: Span;
  /** What went in; null if it is not known yet. */
  readonly before: SequenceView | null;
  /** What came out; null: it is still at work. */
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
  const own = { name: kind === "End" ? at.text : nameOf(at, text), span, before, after, begins: at.index - 1 };
  const around = kind === "End" ? [] : pathTo(partsOf(result), at.operatorId);
  const outer = around.filter(({ id }) => id !== at.operatorId).map((part) => frameOf(part, stops, at));
  return [own, ...outer.reverse(), bottom];
}

/** An axis as the query writes it, unless the optimiser has taken a position into it. */
export function nameOf({ kind, text, span }: Stop, query: string): string {
  if (kind === "Axis" && !text.includes(", take [")) return query.slice(span.start, span.end).replaceAll(/\s+/g, " ");
  return inBrackets(kind, text);
}

/** What an outer operator has had: the last that was reported at its own depth. */
function frameOf({ kind, id, name, span }: Part, stops: readonly Stop[], at: Stop): Frame {
  const seen = stops.slice(0, at.index);
  const frame = { name: name(), span, after: null };
  if (kind === "Step") {
    const axis = seen.findLast((stop) => stop.operatorId === id);
    return { ...frame, before: axis?.before ?? null, begins: (axis?.index ?? 1) - 1 };
  }
  const depth = at.inside.indexOf(id);
  const last = depth < 0 ? undefined : seen.findLast((stop) => stop.depth === depth);
  return { ...frame, before: last?.after ?? null, begins: last?.index ?? 0 };
}

/** The parts around an operator, from the outside in, itself at the end; empty if it is in none. */
function pathTo(parts: readonly Part[], id: number): readonly Part[] {
  for (const part of parts) {
    const inside = pathTo(part.children, id);
    if (inside.length > 0 || part.id === id) return [part, ...inside];
  }
  return [];
}

function partsOf(sequence: SequencePlan): Part[] {
  switch (sequence.kind) {
    case "Path":
      return partsOfPath(sequence);
    case "Union":
      return sequence.inputs.flatMap(partsOf);
    case "Group": {
      const { id, span, input, brackets } = sequence;
      const children = [...partsOf(input), ...brackets.map(partOfBracket)];
      return [{ kind: "Group", id, span, name: () => describeSequence(sequence), children }];
    }
  }
}

function partsOfPath(path: PathPlan): Part[] {
  const start = startSequence(path);
  const operator = ({ id, span }: { readonly id: number; readonly span: Span }): Part => ({
    kind: "Operator",
    id,
    span,
    name: () => "",
    children: [],
  });
  return [
    ...(start === null ? [] : partsOf(start)),
    ...path.steps.map((step): Part => {
      const children = [operator(step.axis), ...step.brackets.map(partOfBracket)];
      const name = () => describeSequence(pathOfStep(step));
      return { kind: "Step", id: step.axis.id, span: step.span, name, children };
    }),
    ...(path.attribute === null ? [] : [operator(path.attribute)]),
  ];
}

const partOfBracket = (bracket: BracketOperator): Part => ({
  kind: "Bracket",
  id: bracket.id,
  span: bracket.span,
  name: () => inBrackets(bracket.kind, describeBracket(bracket)),
  children: evidenceIn(bracket).flatMap(partsOfPath),
});

const inBrackets = (kind: string, text: string): string =>
  kind === "Filter" || kind === "Relevance" ? `[${text}]` : text;

/** The evidence paths anywhere in an expression, those inside evidence left out. */
function evidenceIn(part: object): PathPlan[] {
  return Object.entries(part).flatMap(([key, value]) => {
    if (typeof value !== "object" || value === null) return [];
    return key === "evidence" ? [value as PathPlan] : evidenceIn(value);
  });
}
