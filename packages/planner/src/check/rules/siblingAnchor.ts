import { type Bracket, diagnose, type Path, type Query, type SiblingOffset } from "@semantic-xpath/parser";
import type { CheckContext } from "../context.js";
import { insertion } from "../fixes.js";

/** SXP2008: a sibling offset that stands first has nothing to move from. */
export function checkAnchor(context: CheckContext, bracket: Bracket, offset: SiblingOffset): void {
  const fix = { title: "Insert [1]", edits: [insertion(bracket.span.start, "[1]")] };
  context.diagnostics.push(diagnose("SXP2008", bracket.span, { text: offset.text }, [fix]));
}

/** Whether every path of a group ends in a bracket: then these are what an offset of the group moves from. */
export const isAnchored = (query: Query): boolean =>
  query.paths.every((path) => path.kind === "Missing" || endsInBracket(path));

function endsInBracket(path: Path): boolean {
  const step = path.segments.at(-1)?.step;
  if (step !== undefined) return step.kind === "AxisStep" && step.brackets.length > 0;
  return path.head === null || path.head.brackets.length > 0 || isAnchored(path.head.query);
}
