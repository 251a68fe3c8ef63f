import type { NodeOf } from "../ast/childKeys.js";
import { CONDITION_KINDS } from "../ast/expressions.js";
import type {
  And,
  AstKind,
  AstNode,
  Bracket,
  BracketContent,
  Evidence,
  Expr,
  Group,
  Or,
  Query,
  Segment,
} from "../ast/nodes.js";
import type { Span } from "../ast/span.js";
import { isNumeric } from "../grammar/operand.js";
import { parse } from "../parse.js";
import { isName } from "../tokens/scan.js";
import { OPERATORS } from "../words/operators.js";
import { type Comments, commentsOf } from "./comments.js";
import { printDocument } from "./document.js";
import { group, indent, join, type Layout, LINE, render, SOFT } from "./layout.js";
import { UPDATE_PRINTERS } from "./update.js";

/** Lines are broken beyond this column. */
const WIDTH = 100;

/**
 * The canonical text of a node: `=~`, double quotes, parentheses only if they are needed, lines of at most 100 columns if
 * breaks allow it. Parsing it gives the node again, except for spans. Comments are printed with the document that has them. A `Missing` node
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

/** Printer of nodes. Comments are taken in the order of the calls, which is that of the text. */
export interface Printer extends Comments {
  /** Source text of the tree, if it is known. */
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
  UpdateDeclaration: ({ name, parameters, update }, { child }) => [
    ["declare update ", child(name), "(", join(parameters.map(child), ", "), ") :="],
    group(indent(LINE, child(update))),
    ";",
  ],
  Parameter: ({ name, type }) => (type === null ? `$${name}` : `$${name} as ${type}`),
  Query: ({ asOf, paths }, printer) => [printAsOf(asOf, printer), group(join(paths.map(printer.child), [LINE, "| "]))],
  Meet: ({ left, operator, right }, { child }) => group(child(left), LINE, `${operator} `, child(right)),
  ValueQuery: ({ asOf, value }, printer) => [printAsOf(asOf, printer), group(printer.bare(value))],
  Path: ({ start, head, segments }, printer) => [
    optional(start ?? head, printer),
    printSegments(segments, (start ?? head) !== null, printer),
  ],
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
  IdStep: ({ argument, callSpan, brackets }, printer) => [
    printCall("id", [argument], callSpan, printer),
    printBrackets(brackets, printer),
  ],
  ParentStep: () => "..",
  SelfStep: () => ".",
  AttributeStep: ({ name }, { child }) => ["@", child(name)],
  TextStep: () => "text()",
  ComputedStep: ({ value, span }, { child, closing }) =>
    group("(", indent(SOFT, child(value)), closing(span.end), SOFT, ")"),
  RecordStep: ({ fields, span }, { child, closing }) =>
    group("{", indent(LINE, join(fields.map(child), [",", LINE])), closing(span.end), LINE, "}"),
  Field: ({ name, value }, { bare }) => [name === null ? "" : [fieldName(name.text), ": "], bare(value)],
  NameTest: ({ names, parenthesized, span }, { child, closing }) => {
    const list = join(names.map(child), "|");
    return parenthesized ? ["(", list, closing(span.end), ")"] : list;
  },
  WildcardTest: () => "*",
  Name: ({ text }) => (isName(text) ? text : quoted(text)),
  Bracket: ({ content, span }, printer) =>
    group("[", indent(SOFT, printContent(content, printer)), printer.closing(span.end), SOFT, "]"),
  IndexPosition: ({ index }, { bare }) => bare(index),
  RangePosition: ({ from, to }, printer) => [optional(from, printer), ":", optional(to, printer)],
  IndexLiteral: ({ text }) => text,
  SiblingOffset: ({ text }) => text,
  OrderBy: ({ keys }, { child }) => ["order by ", join(keys.map(child), [",", LINE])],
  GroupBy: ({ keys }, { child }) => ["group by ", join(keys.map(child), [",", LINE])],
  GroupKey: ({ value, name }, { bare }) => [bare(value), name === null ? "" : [" as ", bare(name)]],
  OrderKey: ({ value, direction }, { bare }) => [bare(value), direction === null ? "" : ` ${direction}`],
  Quantified: ({ quantifier, bindings, condition }, { child }) => [
    `${quantifier} `,
    join(bindings.map(child), [",", LINE]),
    [LINE, "satisfies "],
    child(condition),
  ],
  Binding: ({ parameter, evidence }, { bare, child }) => [bare(parameter), " in ", child(evidence)],
  Or: printOperands,
  And: printOperands,
  Not: ({ form, operand, span }, printer) =>
    form === "not"
      ? printCall("not", [operand], span, printer)
      : ["1-", printOperand(operand, isBelowComplement(operand), printer)],
  Comparison: ({ left, operator, right }, printer) => [
    printOperand(left, CONDITION_KINDS.has(left.kind), printer),
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
  Evidence: ({ start, segments }, printer) => [
    start === null ? "" : printer.bare(start),
    printSegments(segments, start !== null, printer),
  ],
  RootStart: () => "root()",
  Combine: ({ function: name, operands, span }, printer) => printCall(name, operands, span, printer),
  Concatenation: ({ operands }, { child }) => group(join(operands.map(child), [LINE, "|| "])),
  Arithmetic: ({ operator, left, right }, printer) => [
    printOperand(left, precedenceOf(left) < OPERATORS[operator].precedence, printer),
    ` ${operator} `,
    printOperand(right, precedenceOf(right) <= OPERATORS[operator].precedence, printer),
  ],
  Negative: ({ operand }, printer) => [
    "-",
    printOperand(operand, precedenceOf(operand) < Number.POSITIVE_INFINITY, printer),
  ],
  Call: ({ function: name, arguments: operands, span }, printer) => printCall(name, operands, span, printer),
  StringLiteral: ({ value }) => quoted(value),
  NumberLiteral: ({ text }) => text,
  BooleanLiteral: ({ value }) => String(value),
  ParameterReference: ({ name }) => `$${name}`,
  ...UPDATE_PRINTERS,
  Missing: () => "",
};

const printAsOf = (asOf: Query["asOf"], { bare }: Printer): Layout => (asOf == null ? "" : ["as of ", bare(asOf), " "]);

/** `[-($x)]`: without the parentheses it would begin as a position does. */
function printContent(content: BracketContent, printer: Printer): Layout {
  if (content.kind !== "Negative" || content.operand.kind !== "ParameterReference") return printer.child(content);
  return [printer.leading(content.span.start), "-", printOperand(content.operand, true, printer)];
}

const optional = (node: AstNode | null, { child }: Printer): Layout => (node === null ? "" : child(node));

/** A line may be broken before each segment but the first of a path. */
const printSegments = (segments: readonly Segment[], isContinued: boolean, { bare, child, glued }: Printer): Layout =>
  segments.map((segment, i) =>
    i === 0 && !isContinued ? child(segment) : [group(glued(segment.span.start), SOFT), bare(segment)],
  );

const printBrackets = (brackets: readonly Bracket[], { bare, glued }: Printer): Layout =>
  brackets.map((bracket) => [glued(bracket.span.start), bare(bracket)]);

function quoted(text: string): string {
  // Single quotes only if that saves doubling.
  const quote = text.includes('"') && !text.includes("'") ? "'" : '"';
  return quote + text.replaceAll(quote, quote + quote) + quote;
}

/** Kinds that need parentheses before a comparison. */
/** `1-@a = 2` is arithmetic: before a comparison of values the complement has parentheses. */
function isBelowComplement(operand: Expr): boolean {
  if (operand.kind === "Comparison") return isNumeric(operand.left);
  return (
    operand.kind === "Or" ||
    operand.kind === "And" ||
    operand.kind === "Quantified" ||
    operand.kind === "Arithmetic" ||
    operand.kind === "Concatenation"
  );
}

/** Precedence of a node in arithmetic; other nodes have the highest. */
const precedenceOf = (node: AstNode): number =>
  node.kind === "Arithmetic"
    ? OPERATORS[node.operator].precedence
    : node.kind === "Concatenation"
      ? OPERATORS["||"].precedence
      : Number.POSITIVE_INFINITY;

/** A prefix would be read as the name, and its colon as the one after it. */
const fieldName = (text: string): string => (isName(text) && !text.includes(":") ? text : quoted(text));

function printOperands({ kind, operands }: Or | And, printer: Printer): Layout {
  const parts = operands.map((operand) =>
    printOperand(
      operand,
      operand.kind === "Or" || operand.kind === "Quantified" || (kind === "And" && operand.kind === "And"),
      printer,
    ),
  );
  return group(join(parts, [LINE, kind === "Or" ? "or " : "and "]));
}

function printOperand(operand: Expr, isParenthesized: boolean, { bare, child, leading }: Printer): Layout {
  if (!isParenthesized) return child(operand);
  return [leading(operand.span.start), group("(", indent(SOFT, bare(operand)), SOFT, ")")];
}

function printCall(name: string, operands: readonly AstNode[], { end }: Span, { child, closing }: Printer): Layout {
  const printed = operands.map((operand) => (isBareSet(operand) ? child(operand.start.query) : child(operand)));
  return [name, group("(", indent(SOFT, join(printed, [",", LINE])), closing(end), SOFT, ")")];
}

/** An argument that is a set needs no second parentheses. */
const isBareSet = (node: AstNode): node is Evidence & { readonly start: Group } =>
  node.kind === "Evidence" &&
  node.start?.kind === "Group" &&
  node.segments.length === 0 &&
  node.start.brackets.length === 0;
