import { type Bracket, bracketsOf, type Index, type RangePosition } from "@semantic-xpath/parser";
import type { StepPlan } from "@semantic-xpath/planner";
import { Drops } from "../whyNot/drops.js";
import type { PlaceInList } from "../whyNot/positions.js";
import { withoutBracket } from "./conditions.js";
import { argumentChange } from "./literals.js";
import { joined, type Repair, replacing, type Scene } from "./repair.js";
import type { Syntax } from "./syntax.js";

/** A position moved to a node's place, or a range extended to it. */
export function positionRepairs(scene: Scene, bracket: Bracket, at: PlaceInList): readonly Repair[] {
  const { content, span } = bracket;
  const { place } = at;
  const { syntax } = scene;
  switch (content.kind) {
    case "IndexPosition":
      return [indexAt(scene, bracket, content.index, at)];
    case "RangePosition":
      return rangeRepairs(scene, bracket, content, at);
    case "Call":
    case "Arithmetic":
      return [replacing("index", content.span, String(place), `${syntax.source(span)} → [${place}]`)];
    case "Comparison":
      return comparisonOfPosition(scene, bracket, place);
    default:
      return [];
  }
}

/** Counted from the side that the index counted from. */
function indexAt(scene: Scene, bracket: Bracket, index: Index, { place, count }: PlaceInList): Repair {
  const { observation, syntax } = scene;
  const number = numberIn(scene, index) < 0 ? place - count - 1 : place;
  if (index.kind === "ParameterReference") return argumentChange(index.name, observation.params[index.name]!, number);
  const text = String(number);
  const before = syntax.source({ start: bracket.span.start, end: index.span.start });
  const after = syntax.source({ start: index.span.end, end: bracket.span.end });
  const message = `${syntax.source(bracket.span)} → ${before}${text}${after}`;
  const by = index.kind === "IndexLiteral" ? Math.abs(number - index.value) : 0;
  return replacing("index", index.span, text, message, { by });
}

function rangeRepairs(scene: Scene, bracket: Bracket, { from, to }: RangePosition, at: PlaceInList): readonly Repair[] {
  const { place, count } = at;
  const placeOf = (index: Index): number => {
    const value = numberIn(scene, index);
    return value < 0 ? count + value + 1 : value;
  };
  const repairs: Repair[] = [];
  if (from !== null && place < placeOf(from)) repairs.push(indexAt(scene, bracket, from, at));
  if (to !== null && place > placeOf(to)) repairs.push(indexAt(scene, bracket, to, at));
  if (repairs.length === 2) {
    const message = `${scene.syntax.source(bracket.span)} → [${place}:${place}]`;
    repairs.push({ ...joined(repairs), kind: "index", params: {}, message });
  }
  return repairs;
}

function numberIn({ observation }: Scene, index: Index): number {
  if (index.kind === "ParameterReference") return Number(observation.params[index.name]);
  return index.kind === "IndexLiteral" ? index.value : 1;
}

/** `[position() < 3]`, which the plan has as a range. */
function comparisonOfPosition({ syntax, observation }: Scene, { content }: Bracket, place: number): readonly Repair[] {
  if (content.kind !== "Comparison") return [];
  const { operator, right, operatorSpan } = content;
  const number = operator === "<" ? place + 1 : operator === ">" ? place - 1 : place;
  if (right.kind === "ParameterReference") return [argumentChange(right.name, observation.params[right.name]!, number)];
  const text = `${operator} ${number}`;
  const span = { start: operatorSpan.start, end: right.span.end };
  return [replacing("index", span, text, `position() ${syntax.source(span)} → ${text}`)];
}

/** A position that the axis takes is the first bracket of its step, or of the group that the step is all of. */
export function takeRepairs(scene: Scene, step: StepPlan, node: number): readonly Repair[] {
  const bracket = takenBracket(scene.syntax, step.axis);
  if (bracket === undefined) return [];
  const at = Drops.of(scene.observation).placesOf(step).nearest(node);
  return [...positionRepairs(scene, bracket, at), ...withoutBracket(scene, bracket.span)];
}

/** The bracket that the optimiser made a part of an axis. */
export function takenBracket(syntax: Syntax, axis: StepPlan["axis"]): Bracket | undefined {
  const place = syntax.segmentOf(axis);
  if (place === null) return undefined;
  const brackets = [...bracketsOf(place.segment.step), ...(place.group?.brackets ?? [])];
  return brackets.find((bracket) => isPosition(bracket) && !keepsAll(bracket));
}

/** Brackets that the planner has as positions. */
function isPosition({ content }: Bracket): boolean {
  if (content.kind === "IndexPosition" || content.kind === "RangePosition") return true;
  if (content.kind === "Call") return content.function === "last";
  return content.kind === "Comparison" && content.left.kind === "Call" && content.left.function === "position";
}

/** `[1:]` and its like, which the planner leaves out. */
function keepsAll({ content }: Bracket): boolean {
  if (content.kind === "RangePosition") {
    const { from, to } = content;
    return to === null && from?.kind === "IndexLiteral" && from.value === 1;
  }
  if (content.kind !== "Comparison" || content.right.kind !== "NumberLiteral") return false;
  const { value } = content.right;
  return (content.operator === ">=" && value <= 1) || (content.operator === ">" && value < 1);
}
