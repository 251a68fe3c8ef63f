import type { AstNode } from "../ast/nodes.js";
import { parse } from "../parse.js";
import { commentsOf } from "./comments.js";
import { printDeclaration, printDocument, printImport, printParameter } from "./document.js";
import { printBracketContent, printExpression, printIndex, printTarget, printValue } from "./expression.js";
import { type Layout, render } from "./layout.js";
import { printBracket, printNodeTest, printPath, printQuery, printSegment, printSegments, printStep } from "./path.js";

/** Lines are broken beyond this column. */
const WIDTH = 100;

/**
 * The canonical text of a node: `=~`, double quotes, parentheses only where they are needed, lines of at most 100 columns where
 * breaks allow it. Parsing it gives the node again, spans aside. Comments are printed with the document that has them. A `Missing` node
 * prints as nothing.
 *
 * @example print(parse("/Day [ a='b' ]").ast) // '/Day[a = "b"]'
 */
export function print(node: AstNode): string {
  return render(layoutOf(node), WIDTH);
}

/** The canonical layout of a text, comments included; null where an error leaves open what the text means. */
export function format(text: string): string | null {
  const { ast, diagnostics } = parse(text);
  if (diagnostics.some(({ runnable }) => !runnable)) return null;
  const formatted = render(printDocument(ast, text), WIDTH);
  return text.endsWith("\n") && !formatted.endsWith("\n") ? `${formatted}\n` : formatted;
}

function layoutOf(node: AstNode): Layout {
  const comments = commentsOf([]);
  switch (node.kind) {
    case "Document":
      return printDocument(node, null);
    case "Import":
      return printImport(comments, node);
    case "Declaration":
      return printDeclaration(comments, node);
    case "Parameter":
      return printParameter(node);
    case "Query":
      return printQuery(comments, node);
    case "Path":
      return printPath(comments, node);
    case "Group":
      return printPath(comments, { kind: "Path", span: node.span, head: node, segments: [] });
    case "Segment":
      return printSegment(comments, node);
    case "Evidence":
      return printSegments(comments, node.segments, false);
    case "AxisStep":
    case "ParentStep":
    case "SelfStep":
    case "AttributeStep":
      return printStep(comments, node);
    case "NameTest":
    case "WildcardTest":
      return printNodeTest(comments, node);
    case "Name":
    case "Comment":
      return node.text;
    case "Bracket":
      return printBracket(comments, node);
    case "IndexPosition":
    case "RangePosition":
    case "SiblingOffset":
      return printBracketContent(comments, node);
    case "IndexLiteral":
      return printIndex(node);
    case "NodeTarget":
    case "TextTarget":
      return printTarget(comments, node);
    case "StringLiteral":
    case "NumberLiteral":
    case "BooleanLiteral":
    case "ParameterReference":
      return printValue(node);
    default:
      return printExpression(comments, node);
  }
}
