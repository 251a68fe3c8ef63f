import type { IToken } from "chevrotain";
import { suggest } from "../../diagnostics/suggest.js";
import { fix, report, type Source, spanOf } from "../../source.js";
import type * as Cst from "../cst.js";
import { soleUnary } from "./argument.js";
import { pathHead } from "./evidence.js";
import { reportOperator } from "./expression.js";
import { FUNCTIONS, type FunctionShape, shapeOf } from "./functions.js";

/** The function that is meant; null where that can't be told. */
export function readFunctionName(source: Source, token: IToken, children: Cst.Call["children"]): string | null {
  const name = token.image;
  if (shapeOf(name) !== null) return name;
  if (name === "NOT" || name === "Not") {
    reportOperator(source, token, "not");
    return "not";
  }
  if ((name === "node" || name === "content") && isEmpty(children)) return readTargetCall(source, token, children);
  const near = suggest(name, FUNCTIONS);
  const suited = near.filter((suggestion) => suits(children, shapeOf(suggestion)));
  const suggestions = (suited.length > 0 ? suited : near).slice(0, 3);
  const fixes = suggestions.map((suggestion) => fix(`Replace by ${suggestion}`, spanOf(token), suggestion));
  report(source, "SXP1012", spanOf(token), { name, suggestions }, fixes);
  return suited[0] ?? null;
}

/** XPath's `node()` is `node` here. */
function readTargetCall(source: Source, token: IToken, children: Cst.Call["children"]): string {
  const closing = children.RightParenthesis?.[0] ?? children.LeftParenthesis[0];
  const span = { start: token.startOffset, end: closing.startOffset + 1 };
  const parameters = { name: token.image, suggestions: [token.image] };
  report(source, "SXP1012", span, parameters, [fix("Remove the parentheses", span, token.image)]);
  return token.image;
}

export const isEmpty = ({ argument }: Cst.Call["children"]): boolean =>
  argument.length === 1 &&
  argument[0].children.expression === undefined &&
  argument[0].children.argumentStrays === undefined;

/** Whether the arguments look like those of a suggested function; if not, taking it for meant would only bring more errors. */
function suits(children: Cst.Call["children"], shape: FunctionShape | null): boolean {
  const first = soleUnary(children.argument[0]);
  const startsWithPath = first !== null && pathHead(first) === "slash";
  const isLiteral = first !== null && (first.String ?? first.Parameter ?? first.Number) !== undefined;
  switch (shape) {
    case "path":
      return startsWithPath;
    case "graded":
      return !isLiteral && !isEmpty(children);
    case "negation":
    case "combination":
      return !isLiteral && !startsWithPath && !isEmpty(children);
    case "text":
      return children.argument.length === 2;
    case "plain":
      return isEmpty(children);
    case null:
      return false;
  }
}
