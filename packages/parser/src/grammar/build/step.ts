import type { IToken } from "chevrotain";
import {
  AXES,
  type Axis,
  type Bracket,
  type Missing,
  type Name,
  type NameTest,
  type NodeTest,
  type Step,
} from "../../ast/nodes.js";
import type { Span } from "../../ast/span.js";
import { suggest } from "../../diagnostics/suggest.js";
import { fix, missing, report, type Source, spanFrom, spanOf, take } from "../../source.js";
import type * as Cst from "../cst.js";
import { buildBracket } from "./bracket.js";
import { close, open, takeStraysBefore } from "./closing.js";
import { buildName } from "./literal.js";

/** The step of a segment; `Missing` where the separator has nothing behind it. */
export function buildStep(source: Source, children: Cst.Step["children"]): Step {
  if (children.At !== undefined) return buildAttributeStep(source, children.At[0], children);
  if (children.DoubleDot !== undefined) return buildDotStep(source, children.DoubleDot[0], children);
  if (children.Dot !== undefined) return buildDotStep(source, children.Dot[0], children);
  if (children.AxisName !== undefined) return buildAxisStep(source, children.AxisName[0], children);
  if (children.Name !== undefined) {
    const name = buildName(source, children.Name[0]);
    const test: NameTest = { kind: "NameTest", span: name.span, names: [name], parenthesized: false };
    const brackets = buildBrackets(source, children.bracket);
    return { kind: "AxisStep", span: spanFrom(source, test.span.start), axis: null, axisSpan: null, test, brackets };
  }
  const isEmpty = children.Star === undefined && children.nameList === undefined && children.bracket === undefined;
  if (isEmpty) return missing(source, "a step");
  const test = buildNodeTest(source, children);
  const brackets = buildBrackets(source, children.bracket);
  return { kind: "AxisStep", span: spanFrom(source, test.span.start), axis: null, axisSpan: null, test, brackets };
}

function buildBrackets(source: Source, cst: readonly Cst.Bracket[] | undefined): Bracket[] {
  const brackets: Bracket[] = [];
  if (cst !== undefined) for (const each of cst) brackets.push(buildBracket(source, each));
  return brackets;
}

function buildNodeTest(source: Source, { Name, Star, nameList }: Cst.Step["children"]): NodeTest {
  if (Name !== undefined) {
    const name = buildName(source, Name[0]);
    return { kind: "NameTest", span: name.span, names: [name], parenthesized: false };
  }
  if (Star !== undefined) return { kind: "WildcardTest", span: take(source, Star[0]) };
  if (nameList !== undefined) return buildNameList(source, nameList[0]);
  return missing(source, 'a node type or "*"');
}

/** `"(" Name ( "|" Name )* ")"` */
function buildNameList(source: Source, { children }: Cst.NameList): NameTest {
  const start = open(source, children.LeftParenthesis[0], children.RightParenthesis);
  const pipes = children.Pipe ?? [];
  let strays = children.queryStrays ?? [];
  const names: (Name | Missing)[] = [];
  let next = 0;
  for (let i = 0; i <= pipes.length; i++) {
    if (i > 0) take(source, pipes[i - 1]);
    const token = children.Name?.[next];
    const isHere = token !== undefined && (i === pipes.length || token.startOffset < pipes[i].startOffset);
    if (isHere) next++;
    names.push(isHere ? buildName(source, token) : missing(source, "a node type"));
    if (strays.length > 0) strays = takeStraysBefore(source, strays, pipes[i]);
  }
  close(source, children.LeftParenthesis[0], children.RightParenthesis);
  return { kind: "NameTest", span: spanFrom(source, start), names, parenthesized: true };
}

function buildAxisStep(source: Source, token: IToken, children: Cst.Step["children"]): Step {
  const axisSpan = take(source, token);
  take(source, children.DoubleColon![0]);
  if (token.image === "attribute") return buildAttributeAxis(source, axisSpan, children);
  const axis = readAxis(source, token);
  const test = buildNodeTest(source, children);
  const brackets = buildBrackets(source, children.bracket);
  return {
    kind: "AxisStep",
    span: spanFrom(source, axisSpan.start),
    axis,
    axisSpan: axis === null ? null : axisSpan,
    test,
    brackets,
  };
}

const isAxis = (name: string): name is Axis => AXES.some((axis) => axis === name);

/** The axis as written, or the nearest one where there is no such axis. */
function readAxis(source: Source, token: IToken): Axis | null {
  if (isAxis(token.image)) return token.image;
  const suggestions = suggest(token.image, AXES).slice(0, 3);
  const fixes = suggestions.map((name) => fix(`Replace by ${name}`, spanOf(token), name));
  report(source, "SXP1011", spanOf(token), { name: token.image, suggestions }, fixes);
  return AXES.find((axis) => axis === suggestions[0]) ?? null;
}

/** XPath's `attribute::id` is written `@id` here. */
function buildAttributeAxis(source: Source, axisSpan: Span, children: Cst.Step["children"]): Step {
  const span = { start: axisSpan.start, end: source.last };
  report(source, "SXP1011", span, { name: "attribute", suggestions: ["@"] }, [fix("Replace by @", span, "@")]);
  const name = children.Name === undefined ? missing(source, "an attribute name") : buildName(source, children.Name[0]);
  if (children.nameList !== undefined) buildNameList(source, children.nameList[0]);
  if (children.Star !== undefined) take(source, children.Star[0]);
  return closeAttributeStep(source, axisSpan.start, name, children);
}

function buildAttributeStep(source: Source, at: IToken, children: Cst.Step["children"]): Step {
  const { start } = take(source, at);
  const name = children.Name === undefined ? missing(source, "an attribute name") : buildName(source, children.Name[0]);
  return closeAttributeStep(source, start, name, children);
}

/** Brackets behind an attribute are reported and left out of the tree. */
function closeAttributeStep(source: Source, start: number, name: Name | Missing, children: Cst.Step["children"]): Step {
  if (children.bracket !== undefined) {
    const first = children.bracket[0].children.LeftBracket[0].startOffset;
    const brackets = buildBrackets(source, children.bracket);
    const span = { start: first, end: brackets[brackets.length - 1].span.end };
    report(source, "SXP1014", span, { name: name.kind === "Name" ? name.text : "" }, [fix("Remove it", span, "")]);
  }
  return { kind: "AttributeStep", span: spanFrom(source, start), name };
}

/** `..` and `.` take no brackets; with some they are read as `parent::*` and `self::*`. */
function buildDotStep(source: Source, token: IToken, children: Cst.Step["children"]): Step {
  const span = take(source, token);
  const isParent = token.image === "..";
  if (children.bracket === undefined) return { kind: isParent ? "ParentStep" : "SelfStep", span };
  const axis = isParent ? "parent" : "self";
  report(source, "SXP1019", span, { step: token.image, axis }, [fix(`Replace by ${axis}::*`, span, `${axis}::*`)]);
  const brackets = buildBrackets(source, children.bracket);
  return {
    kind: "AxisStep",
    span: spanFrom(source, span.start),
    axis,
    axisSpan: span,
    test: { kind: "WildcardTest", span },
    brackets,
  };
}
