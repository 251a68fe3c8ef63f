import { assertNever } from "../assertNever.js";
import type {
  Aggregate,
  BracketContent,
  Call,
  Combine,
  Count,
  Exists,
  Expr,
  Index,
  Literal,
  Missing,
  ParameterReference,
  Target,
} from "../ast/nodes.js";
import type { Span } from "../ast/span.js";
import { type Comments, closing, leading } from "./comments.js";
import { group, indent, join, type Layout, LINE, SOFT } from "./layout.js";
import { printSegments } from "./path.js";
import { printString } from "./string.js";

export function printBracketContent(comments: Comments, content: BracketContent): Layout {
  switch (content.kind) {
    case "IndexPosition":
      return printIndex(content.index);
    case "RangePosition": {
      const { from, to } = content;
      const end = to === null ? "" : [leading(comments, to.span.start), printIndex(to)];
      return [from === null ? "" : printIndex(from), ":", end];
    }
    case "SiblingOffset":
      return content.text;
    default:
      return printExpression(comments, content);
  }
}

export function printIndex(index: Index): Layout {
  switch (index.kind) {
    case "IndexLiteral":
      return index.text;
    case "ParameterReference":
      return `$${index.name}`;
    case "Missing":
      return "";
  }
}

export function printExpression(comments: Comments, node: Expr): Layout {
  switch (node.kind) {
    case "Or":
    case "And":
      return printOperands(comments, node.operands, node.kind);
    case "Not":
      return node.form === "not"
        ? ["not", printArguments(comments, [printed(comments, node.operand)], node.span)]
        : ["1-", printOperand(comments, node.operand, node.operand.kind === "Or" || node.operand.kind === "And")];
    case "Comparison": {
      const left = printOperand(comments, node.left, COMPOSED.has(node.left.kind));
      return [left, ` ${node.operator} `, leading(comments, node.right.span.start), printValue(node.right)];
    }
    case "Relevance":
      return [
        printTarget(comments, node.target),
        " =~ ",
        leading(comments, node.condition.span.start),
        printValue(node.condition),
      ];
    case "Aggregate":
      return [node.name, printEvidenceArgument(comments, node)];
    case "Combine":
      return [node.function, printCombineArguments(comments, node)];
    case "Call":
      return [node.function, printCallArguments(comments, node)];
    case "Exists":
      return ["exists", printEvidenceArgument(comments, node)];
    case "Count":
      return ["count", printEvidenceArgument(comments, node)];
    case "NodeFunction":
      return `${node.name}()`;
    case "AttributeReference":
    case "FieldReference":
      return printTarget(comments, node);
    case "Missing":
      return "";
    default:
      return assertNever(node);
  }
}

/** What needs parentheses before a comparison. */
const COMPOSED: ReadonlySet<string> = new Set(["Or", "And", "Not", "Comparison"]);

function printOperands(comments: Comments, operands: readonly Expr[], kind: "Or" | "And"): Layout {
  const word = kind === "Or" ? "or " : "and ";
  const parts = operands.map((operand) =>
    printOperand(comments, operand, operand.kind === "Or" || (kind === "And" && operand.kind === "And")),
  );
  return group(join(parts, [LINE, word]));
}

function printOperand(comments: Comments, operand: Expr, isParenthesized: boolean): Layout {
  const before = leading(comments, operand.span.start);
  const inner = printExpression(comments, operand);
  return isParenthesized ? [before, group("(", indent(SOFT, inner), SOFT, ")")] : [before, inner];
}

const printed = (comments: Comments, node: Expr): Layout => [
  leading(comments, node.span.start),
  printExpression(comments, node),
];

function printArguments(comments: Comments, parts: readonly Layout[], { end }: Span): Layout {
  return group("(", indent(SOFT, join(parts, [",", LINE])), closing(comments, end), SOFT, ")");
}

const printCombineArguments = (comments: Comments, node: Combine): Layout =>
  printArguments(
    comments,
    node.operands.map((operand) => printed(comments, operand)),
    node.span,
  );

function printCallArguments(comments: Comments, { value, argument, span }: Call): Layout {
  const text = () => [leading(comments, argument.span.start), printValue(argument)];
  return printArguments(comments, [printed(comments, value), text()], span);
}

function printEvidenceArgument(comments: Comments, { evidence, span }: Aggregate | Exists | Count): Layout {
  const path = [leading(comments, evidence.span.start), printSegments(comments, evidence.segments, false)];
  return printArguments(comments, [path], span);
}

export function printTarget(comments: Comments, target: Target): Layout {
  switch (target.kind) {
    case "NodeTarget":
      return target.form;
    case "TextTarget":
      return "text()";
    case "AttributeReference":
      return ["@", leading(comments, target.name.span.start), target.name.kind === "Name" ? target.name.text : ""];
    case "FieldReference":
      return target.name.text;
    case "Missing":
      return "";
  }
}

export function printValue(value: Literal | ParameterReference | Missing): string {
  switch (value.kind) {
    case "StringLiteral":
      return printString(value.value);
    case "NumberLiteral":
      return value.text;
    case "BooleanLiteral":
      return String(value.value);
    case "ParameterReference":
      return `$${value.name}`;
    case "Missing":
      return "";
  }
}
