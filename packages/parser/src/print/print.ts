import type { NodeOf } from "../ast/childKeys.js";
import type { And, AstKind, AstNode, Bracket, Expr, Or, Segment } from "../ast/nodes.js";
import type { Span } from "../ast/span.js";
import { parse } from "../parse.js";
import { type Comments, commentsOf } from "./comments.js";
import { printDocument } from "./document.js";
import { group, indent, join, type Layout, LINE, render, SOFT } from "./layout.js";

/** Lines are broken beyond this column. */
const WIDTH = 100;

/**
 * The canonical text of a node: `=~`, double quotes, parentheses only where they are needed, lines of at most 100 columns if
 * breaks allow it. Parsing it gives the node again, spans aside. Comments are printed with the document that has them. A `Missing` node
 * prints as nothing.
 *
 * @example print(parse("/Day [ a='b' ]").ast) // '/Day[a = "b"]'
 */
export function print(node: AstNode): string {
  return render(layoutOf(node, null), WIDTH);
}

/** The canonical layout of a text, comments included; null if an error leaves open what the text means. */
export function format(text: string): string | null {
  const { ast, diagnostics } = parse(text);
  if (diagnostics.some(({ runnable }) => !runnable)) return null;
  const formatted = render(layoutOf(ast, text), WIDTH);
  return text.endsWith("\n") && !formatted.endsWith("\n") ? `${formatted}\n` : formatted;
}

/** What a node is printed with. Comments are taken in the order of the calls, which is that of the text. */
export interface Printer extends Comments {
  /** What the tree was parsed from, if that is known. */
  readonly text: string | null;
  /** A node without the comments before it, and with them. */
  readonly bare: (node: AstNode) => Layout;
  readonly child: (node: AstNode) => Layout;
}

function layoutOf(root: AstNode, text: string | null): Layout {
  const comments = commentsOf(root.kind === "Document" ? root.comments : []);
  const bare = (node: AstNode) => (PRINTERS[node.kind] as (node: AstNode, printer: Printer) => Layout)(node, printer);
  const child = (node: AstNode) => [comments.leading(node.span.start), bare(node)];
  const printer: Printer = { ...comments, text, bare, child };
  return bare(root);
}

const PRINTERS: { readonly [K in AstKind]: (node: NodeOf<K>, printer: Printer) => Layout } = {
  Document: printDocument,
  Comment: ({ text }) => text,
  Import: ({ what, path }, { child }) => ["import ", what, " ", child(path), ";"],
  Declaration: ({ name, parameters, query }, { child }) => [
    ["declare query ", child(name), "(", join(parameters.map(child), ", "), ") :="],
    group(indent(LINE, child(query))),
    ";",
  ],
  Parameter: ({ name, type }) => (type === null ? `$${name}` : `$${name} as ${type}`),
  Query: ({ paths }, { child }) => group(join(paths.map(child), [LINE, "| "])),
  Path: ({ head, segments }, printer) => [optional(head, printer), printSegments(segments, head !== null, printer)],
  Group: ({ query, brackets, span }, printer) => {
    // Comments between the query and the brackets go before the closer.
    const end = Math.max(query.span.end, brackets[0]?.span.start ?? span.end);
    const inside = group("(", indent(SOFT, printer.bare(query)), printer.closing(end), SOFT, ")");
    return [inside, printBrackets(brackets, printer)];
  },
  Segment: ({ separator, step }, { child }) => [separator, child(step)],
  AxisStep: ({ axis, test, brackets }, printer) => [
    axis === null ? "" : `${axis}::`,
    printer.child(test),
    printBrackets(brackets, printer),
  ],
  ParentStep: () => "..",
  SelfStep: () => ".",
  AttributeStep: ({ name }, { child }) => ["@", child(name)],
  NameTest: ({ names, parenthesized, span }, { child, closing }) => {
    const list = join(names.map(child), "|");
    return parenthesized ? ["(", list, closing(span.end), ")"] : list;
  },
  WildcardTest: () => "*",
  Name: ({ text }) => text,
  Bracket: ({ content, span }, { child, closing }) =>
    group("[", indent(SOFT, child(content)), closing(span.end), SOFT, "]"),
  IndexPosition: ({ index }, { bare }) => bare(index),
  RangePosition: ({ from, to }, printer) => [optional(from, printer), ":", optional(to, printer)],
  IndexLiteral: ({ text }) => text,
  SiblingOffset: ({ text }) => text,
  Or: printOperands,
  And: printOperands,
  Not: ({ form, operand, span }, printer) =>
    form === "not"
      ? printCall("not", [operand], span, printer)
      : ["1-", printOperand(operand, operand.kind === "Or" || operand.kind === "And", printer)],
  Comparison: ({ left, operator, right }, printer) => [
    printOperand(left, COMPOSED.has(left.kind), printer),
    ` ${operator} `,
    printer.child(right),
  ],
  Relevance: ({ target, condition }, { bare, child }) => [bare(target), " =~ ", child(condition)],
  NodeTarget: ({ form }) => form,
  StringValue: () => ".",
  TextTarget: () => "text()",
  AttributeReference: ({ name }, { child }) => ["@", child(name)],
  FieldReference: ({ name }, { bare }) => bare(name),
  Aggregate: ({ name, evidence, span }, printer) => printCall(name, [evidence], span, printer),
  Evidence: ({ segments }, printer) => printSegments(segments, false, printer),
  Combine: ({ function: name, operands, span }, printer) => printCall(name, operands, span, printer),
  NodeFunction: ({ name }) => `${name}()`,
  Count: ({ evidence, span }, printer) => printCall("count", [evidence], span, printer),
  Call: ({ function: name, value, argument, span }, printer) => printCall(name, [value, argument], span, printer),
  Exists: ({ evidence, span }, printer) => printCall("exists", [evidence], span, printer),
  StringLiteral: ({ value }) => {
    // Single quotes only if that saves doubling.
    const quote = value.includes('"') && !value.includes("'") ? "'" : '"';
    return quote + value.replaceAll(quote, quote + quote) + quote;
  },
  NumberLiteral: ({ text }) => text,
  BooleanLiteral: ({ value }) => String(value),
  ParameterReference: ({ name }) => `$${name}`,
  Missing: () => "",
};

const optional = (node: AstNode | null, { child }: Printer): Layout => (node === null ? "" : child(node));

/** A line may be broken before each segment but the first of a path. */
const printSegments = (segments: readonly Segment[], isContinued: boolean, { bare, child, glued }: Printer): Layout =>
  segments.map((segment, i) =>
    i === 0 && !isContinued ? child(segment) : [group(glued(segment.span.start), SOFT), bare(segment)],
  );

const printBrackets = (brackets: readonly Bracket[], { bare, glued }: Printer): Layout =>
  brackets.map((bracket) => [glued(bracket.span.start), bare(bracket)]);

/** What needs parentheses before a comparison. */
const COMPOSED: ReadonlySet<AstKind> = new Set(["Or", "And", "Not", "Comparison"]);

function printOperands({ kind, operands }: Or | And, printer: Printer): Layout {
  const parts = operands.map((operand) =>
    printOperand(operand, operand.kind === "Or" || (kind === "And" && operand.kind === "And"), printer),
  );
  return group(join(parts, [LINE, kind === "Or" ? "or " : "and "]));
}

function printOperand(operand: Expr, isParenthesized: boolean, { bare, child, leading }: Printer): Layout {
  if (!isParenthesized) return child(operand);
  return [leading(operand.span.start), group("(", indent(SOFT, bare(operand)), SOFT, ")")];
}

function printCall(name: string, operands: readonly AstNode[], { end }: Span, { child, closing }: Printer): Layout {
  return [name, group("(", indent(SOFT, join(operands.map(child), [",", LINE])), closing(end), SOFT, ")")];
}
