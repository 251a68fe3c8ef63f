import type { Bracket, Index, RangePosition } from "@semantic-xpath/parser";
import type { AxisOperator, StepPlan } from "@semantic-xpath/planner";
import { Drops } from "../whyNot/drops.js";
import type { PlaceInList } from "../whyNot/positions.js";
import { withoutBracket } from "./conditions.js";
import { argumentChange } from "./literals.js";
import { type Repair, replacing, type Scene } from "./repair.js";

/** A position moved to a node's place, or a range extended to it. */
export function positionRepairs(scene: Scene, bracket: Bracket, { place, count }: PlaceInList): readonly Repair[] {
  const { content, span } = bracket;
  const { syntax } = scene;
  switch (content.kind) {
    case "IndexPosition":
      return [indexAt(scene, bracket, content.index, place, count)];
    case "RangePosition":
      return rangeRepairs(scene, bracket, content, place, count);
    case "NodeFunction":
    case "Count":
      return [replacing("index", content.span, String(place), `${syntax.source(span)} → [${place}]`)];
    case "Comparison":
      return comparisonOfPosition(scene, bracket, place);
    default:
      return [];
  }
}

/** Counted from the side that the index counted from. */
function indexAt({ observation, syntax }: Scene, bracket: Bracket, index: Index, place: number, count: number): Repair {
  if (index.kind === "ParameterReference") {
    const before = observation.params[index.name]!;
    return argumentChange(index.name, before, Number(before) < 0 ? place - count - 1 : place);
  }
  const isFromEnd = index.kind === "IndexLiteral" && index.value < 0;
  const number = isFromEnd ? place - count - 1 : place;
  const text = String(number);
  const before = syntax.source({ start: bracket.span.start, end: index.span.start });
  const after = syntax.source({ start: index.span.end, end: bracket.span.end });
  const message = `${syntax.source(bracket.span)} → ${before}${text}${after}`;
  const by = index.kind === "IndexLiteral" ? Math.abs(number - index.value) : 0;
  return replacing("index", index.span, text, message, { by });
}

function rangeRepairs(
  scene: Scene,
  bracket: Bracket,
  range: RangePosition,
  place: number,
  count: number,
): readonly Repair[] {
  const { from, to } = range;
  const start = from === null ? 1 : placeOf(scene, from, count);
  const stop = to === null ? count : placeOf(scene, to, count);
  const repairs: Repair[] = [];
  if (from !== null && place < start) repairs.push(indexAt(scene, bracket, from, place, count));
  if (to !== null && place > stop) repairs.push(indexAt(scene, bracket, to, place, count));
  if (repairs.length === 2) {
    const edits = repairs.flatMap(({ edits }) => edits);
    const by = repairs.reduce((sum, repair) => sum + (repair.by ?? 0), 0);
    repairs.push({ kind: "index", edits, message: `${scene.syntax.source(bracket.span)} → [${place}:${place}]`, by });
  }
  return repairs;
}

function placeOf({ observation }: Scene, index: Index, count: number): number {
  const value =
    index.kind === "ParameterReference"
      ? Number(observation.params[index.name])
      : index.kind === "IndexLiteral"
        ? index.value
        : 1;
  return value < 0 ? count + value + 1 : value;
}

/** `[position() < 3]`, which the plan has as a range. */
function comparisonOfPosition({ syntax, observation }: Scene, { content }: Bracket, place: number): readonly Repair[] {
  if (content.kind !== "Comparison") return [];
  const { operator, right, operatorSpan } = content;
  const number = operator === "<" ? place + 1 : operator === ">" ? place - 1 : place;
  if (right.kind === "ParameterReference") return [argumentChange(right.name, observation.params[right.name]!, number)];
  // No number is below 0, which a query could not write.
  const text = number < 0 ? `>= ${place}` : `${operator} ${number}`;
  const span = { start: operatorSpan.start, end: right.span.end };
  return [replacing("index", span, text, `position() ${syntax.source(span)} → ${text}`)];
}

/** A position that the axis takes is the first bracket of its step, or of the group that the step is all of. */
export function takeRepairs(scene: Scene, step: StepPlan, node: number): readonly Repair[] {
  const standing = Drops.of(scene.observation).placesOf(step).nearest(node);
  const bracket = takenBracket(scene, step.axis);
  if (bracket === null) return [];
  return [...positionRepairs(scene, bracket, standing), ...withoutBracket(scene, bracket.span)];
}

function takenBracket({ syntax }: Scene, axis: AxisOperator): Bracket | null {
  const place = syntax.segmentOf(axis);
  if (place === null || place.segment.step.kind !== "AxisStep") return null;
  const { brackets } = place.segment.step;
  const found = [...brackets, ...(place.group?.brackets ?? [])].find(
    (bracket) => isPosition(bracket) && !keepsAll(bracket),
  );
  return found ?? null;
}

/** Brackets that the planner has as positions. */
function isPosition({ content }: Bracket): boolean {
  if (content.kind === "IndexPosition" || content.kind === "RangePosition") return true;
  if (content.kind === "NodeFunction") return content.name === "last";
  return content.kind === "Comparison" && content.left.kind === "NodeFunction" && content.left.name === "position";
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
