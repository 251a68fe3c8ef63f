import { bracketsOf, diagnose, insertion, type Meet, type Path, type Query } from "@semantic-xpath/parser";
import type { Check } from "../checked.js";
import { specialOf } from "../items.js";

/** A sibling offset that comes first has nothing to move from. */
export const siblingAnchor: Check = {
  codes: ["SXP2008"],
  on: {
    Bracket: ({ diagnostics }, bracket, { parent, items }) => {
      // Values and groups have no siblings at all.
      if (bracket.content.kind !== "SiblingOffset" || specialOf(items) !== null) return;
      if (
        parent.kind !== "AxisStep" &&
        parent.kind !== "IdStep" &&
        (parent.kind !== "Group" || isAnchored(parent.query))
      )
        return;
      if (bracket !== parent.brackets[0]) return;
      const fix = { title: "Insert [1]", edits: [insertion(bracket.span.start, "[1]")], isSafe: false };
      diagnostics.push(diagnose("SXP2008", bracket.span, { text: bracket.content.text }, [fix]));
    },
  },
};

/** True if every path of a group ends in a bracket: then an offset of the group moves from these. */
const isAnchored = (query: Query): boolean =>
  query.paths.every((path) => path.kind === "Missing" || endsInBracket(path));

function endsInBracket(path: Path | Meet): boolean {
  if (path.kind === "Meet") return path.left.kind === "Missing" || endsInBracket(path.left);
  const step = path.segments.at(-1)?.step;
  if (step !== undefined) return bracketsOf(step).length > 0;
  return path.head === null || path.head.brackets.length > 0 || isAnchored(path.head.query);
}
