import type { Span } from "@semantic-xpath/parser";
import { type BracketOperator, type PathPlan, type SequencePlan, startSequence } from "@semantic-xpath/planner";

/** The parts of the query at which a run can halt, in text order: axes, brackets and final attributes, in evidence too. */
export function haltingPlaces(sequence: SequencePlan): Span[] {
  const spans: Span[] = [];
  addSequence(sequence, spans);
  return spans.sort((a, b) => a.start - b.start || b.end - a.end);
}

function addSequence(sequence: SequencePlan, spans: Span[]): void {
  if (sequence.kind === "Path") addPath(sequence, spans);
  else if (sequence.kind === "Union") for (const input of sequence.inputs) addSequence(input, spans);
  else {
    addSequence(sequence.input, spans);
    addBrackets(sequence.brackets, spans);
  }
}

function addPath(path: PathPlan, spans: Span[]): void {
  const start = startSequence(path);
  if (start !== null) addSequence(start, spans);
  for (const { axis, brackets } of path.steps) {
    spans.push(axis.span);
    addBrackets(brackets, spans);
  }
  if (path.attribute !== null) spans.push(path.attribute.span);
}

function addBrackets(brackets: readonly BracketOperator[], spans: Span[]): void {
  for (const bracket of brackets) {
    spans.push(bracket.span);
    for (const path of evidenceIn(bracket)) addPath(path, spans);
  }
}

/** The evidence paths anywhere in an expression, those inside evidence left out. */
export function evidenceIn(part: object): PathPlan[] {
  return Object.entries(part).flatMap(([key, value]) => {
    if (typeof value !== "object" || value === null) return [];
    return key === "evidence" ? [value as PathPlan] : evidenceIn(value);
  });
}
