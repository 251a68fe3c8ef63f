import type { AxisStep, Bracket, Group, NameTest, NodeTest, Path, Query, Segment, Step } from "../ast/nodes.js";
import { type Comments, closing, glued, leading } from "./comments.js";
import { printBracketContent } from "./expression.js";
import { group, indent, join, type Layout, LINE, SOFT } from "./layout.js";

export function printQuery(comments: Comments, query: Query): Layout {
  const paths = query.paths.map((path) => [
    leading(comments, path.span.start),
    path.kind === "Path" ? printPath(comments, path) : "",
  ]);
  return group(join(paths, [LINE, "| "]));
}

export function printPath(comments: Comments, path: Path): Layout {
  const head = path.head === null ? [] : [printGroup(comments, path.head)];
  return [head, printSegments(comments, path.segments, head.length > 0)];
}

/** A line may be broken before each segment but the first of a path. */
export function printSegments(comments: Comments, segments: readonly Segment[], isContinued: boolean): Layout {
  return segments.map((segment, i) => {
    const isFirst = i === 0 && !isContinued;
    const before = isFirst ? leading(comments, segment.span.start) : [glued(comments, segment.span.start), SOFT];
    const { step } = segment;
    const start = [before, segment.separator, leading(comments, step.span.start), printStepHead(comments, step)];
    return [isFirst ? start : group(start), step.kind === "AxisStep" ? printBrackets(comments, step.brackets) : ""];
  });
}

function printGroup(comments: Comments, node: Group): Layout {
  const end = node.brackets[0]?.span.start ?? node.span.end;
  return [
    leading(comments, node.span.start),
    group("(", indent(SOFT, printQuery(comments, node.query)), closing(comments, closerOf(node.query, end)), SOFT, ")"),
    printBrackets(comments, node.brackets),
  ];
}

/** Comments between a group's query and its brackets stand before its closer. */
const closerOf = (query: Query, end: number): number => Math.max(query.span.end, end);

export const printSegment = (comments: Comments, segment: Segment): Layout => printSegments(comments, [segment], false);

export const printStep = (comments: Comments, step: Step): Layout =>
  step.kind === "AxisStep"
    ? [printStepHead(comments, step), printBrackets(comments, step.brackets)]
    : printStepHead(comments, step);

/** A step without its brackets. */
function printStepHead(comments: Comments, step: Step): Layout {
  switch (step.kind) {
    case "AxisStep":
      return printAxisStepHead(comments, step);
    case "ParentStep":
      return "..";
    case "SelfStep":
      return ".";
    case "AttributeStep":
      return ["@", leading(comments, step.name.span.start), step.name.kind === "Name" ? step.name.text : ""];
    case "Missing":
      return "";
  }
}

function printAxisStepHead(comments: Comments, { axis, test }: AxisStep): Layout {
  return [axis === null ? "" : `${axis}::`, leading(comments, test.span.start), printNodeTest(comments, test)];
}

export function printNodeTest(comments: Comments, test: NodeTest): Layout {
  switch (test.kind) {
    case "NameTest":
      return printNameTest(comments, test);
    case "WildcardTest":
      return "*";
    case "Missing":
      return "";
  }
}

function printNameTest(comments: Comments, { names, parenthesized, span }: NameTest): Layout {
  const texts = names.map((name) => [leading(comments, name.span.start), name.kind === "Name" ? name.text : ""]);
  return parenthesized ? ["(", join(texts, "|"), closing(comments, span.end), ")"] : join(texts, "|");
}

const printBrackets = (comments: Comments, brackets: readonly Bracket[]): Layout =>
  brackets.map((bracket) => printBracket(comments, bracket));

export function printBracket(comments: Comments, bracket: Bracket): Layout {
  const { content, span } = bracket;
  return [
    glued(comments, span.start),
    group(
      "[",
      indent(SOFT, leading(comments, content.span.start), printBracketContent(comments, content)),
      closing(comments, span.end),
      SOFT,
      "]",
    ),
  ];
}
