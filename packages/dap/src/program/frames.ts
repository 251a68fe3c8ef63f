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
  type StepPlan,
  startSequence,
} from "@semantic-xpath/planner";
import { evidenceIn } from "./places.js";

/** One level of the stack: an operator and what it has of the run so far. */
export interface Frame {
  readonly name: string;
  readonly span: Span;
  /** What went in; null where it is not known yet. */
  readonly before: SequenceView | null;
  /** What came out; null: it is still at work. */
  readonly after: SequenceView | null;
  /** The stop before it began: there it can be gone through again. 0: before the first operator. */
  readonly begins: number;
}

/** A step, group or evidence path around operators. */
interface Around {
  readonly kind: "Step" | "Group" | "Bracket";
  readonly id: number;
  readonly name: string;
  readonly span: Span;
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
  const { span, before, after } = at;
  const begins = at.index - 1;
  if (at.kind === "End") return [{ name: at.text, span, before, after, begins }, bottom];
  const own = { name: nameOf(at, text), span, before, after, begins };
  const around = (aroundOperator(result, at.operatorId) ?? []).filter(({ id }) => id !== at.operatorId);
  return [own, ...around.map((outer) => frameOf(outer, stops, at)).reverse(), bottom];
}

/** An axis as the query writes it, unless the optimiser has taken a position into it. */
export function nameOf({ kind, text, span }: Stop, query: string): string {
  if (kind === "Axis" && !text.includes(", take [")) return query.slice(span.start, span.end).replaceAll(/\s+/g, " ");
  return kind === "Filter" || kind === "Relevance" ? `[${text}]` : text;
}

/** What an outer operator has had: the last that was told at its own depth. */
function frameOf({ kind, id, name, span }: Around, stops: readonly Stop[], at: Stop): Frame {
  const seen = stops.slice(0, at.index);
  if (kind === "Step") {
    const axis = seen.findLast((stop) => stop.operatorId === id);
    return { name, span, before: axis?.before ?? null, after: null, begins: (axis?.index ?? 1) - 1 };
  }
  const depth = at.inside.indexOf(id);
  const last = depth < 0 ? undefined : seen.findLast((stop) => stop.depth === depth);
  return { name, span, before: last?.after ?? null, after: null, begins: last?.index ?? 0 };
}

/** The steps, groups and brackets around an operator, from the outside in; null where it is not in the sequence. */
function aroundOperator(sequence: SequencePlan, id: number): Around[] | null {
  switch (sequence.kind) {
    case "Path":
      return aroundInPath(sequence, id);
    case "Group": {
      const inside = aroundOperator(sequence.input, id) ?? aroundInBrackets(sequence.brackets, id);
      const group = { kind: "Group", id: sequence.id, name: describeSequence(sequence), span: sequence.span } as const;
      return inside === null ? null : [group, ...inside];
    }
    case "Union":
      return firstOf(sequence.inputs, (input) => aroundOperator(input, id));
  }
}

function aroundInPath(path: PathPlan, id: number): Around[] | null {
  const start = startSequence(path);
  const inStart = start === null ? null : aroundOperator(start, id);
  if (inStart !== null) return inStart;
  if (path.attribute?.id === id) return [];
  return firstOf(path.steps, (step) => aroundInStep(step, id));
}

function aroundInStep(step: StepPlan, id: number): Around[] | null {
  if (step.axis.id === id) return [];
  const inside = aroundInBrackets(step.brackets, id);
  if (inside === null) return null;
  return [{ kind: "Step", id: step.axis.id, name: describeSequence(pathOfStep(step)), span: step.span }, ...inside];
}

const aroundInBrackets = (brackets: readonly BracketOperator[], id: number): Around[] | null =>
  firstOf(brackets, (bracket) => {
    if (bracket.id === id) return [];
    const inside = firstOf(evidenceIn(bracket), (path) => aroundInPath(path, id));
    const own = { kind: "Bracket", id: bracket.id, name: bracketName(bracket), span: bracket.span } as const;
    return inside === null ? null : [own, ...inside];
  });

function bracketName(bracket: BracketOperator): string {
  const text = describeBracket(bracket);
  return bracket.kind === "Filter" || bracket.kind === "Relevance" ? `[${text}]` : text;
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | null): R | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}
