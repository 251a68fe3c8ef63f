import type { Bracket, BracketContent } from "../../ast/nodes.js";
import { missing, missingQuietly, type Source, spanFrom } from "../../source.js";
import type * as Cst from "../cst.js";
import { close, open, takeStrays, takeStrayTokens } from "./closing.js";
import { buildExpression } from "./expression.js";
import { buildPosition, buildRangeSlip, buildSiblingOffset } from "./position.js";

export function buildBracket(source: Source, { children }: Cst.Bracket): Bracket {
  const opening = children.LeftBracket[0];
  const start = open(source, opening, children.RightBracket);
  const slip = mayBeRangeSlip(children) ? buildRangeSlip(source) : null;
  const content = slip ?? buildContent(source, children);
  if (children.allStrays !== undefined) {
    // What follows a malformed position belongs to the same mistake.
    const isReported = slip !== null || isMissing(content);
    if (isReported) takeStrayTokens(source, children.allStrays[0]);
    else takeStrays(source, children.allStrays[0], "SXP1001");
  }
  close(source, opening, children.RightBracket);
  return { kind: "Bracket", span: spanFrom(source, start), content };
}

const isMissing = (content: BracketContent): boolean =>
  content.kind === "Missing" || (content.kind === "IndexPosition" && content.index.kind === "Missing");

/** `[2-3]` is a position and strays to the grammar, `[1-3]` a negated operand. */
const mayBeRangeSlip = ({ position, allStrays, expression }: Cst.Bracket["children"]): boolean =>
  position === undefined ? expression?.[0].children.unary[0].children.One !== undefined : allStrays !== undefined;

function buildContent(source: Source, children: Cst.Bracket["children"]): BracketContent {
  const { expression, position, siblingOffset, allStrays, RightBracket } = children;
  if (expression !== undefined) return buildExpression(source, expression[0]);
  if (position !== undefined) return buildPosition(source, position[0]);
  if (siblingOffset !== undefined) return buildSiblingOffset(source, siblingOffset[0]);
  const expected = "a position or a condition";
  // A bracket that is only opened lacks its end; that it is empty goes without saying.
  const isOnlyOpened = RightBracket === undefined && allStrays === undefined && source.last < source.contentEnd;
  return isOnlyOpened ? missingQuietly(source, expected) : missing(source, expected);
}
