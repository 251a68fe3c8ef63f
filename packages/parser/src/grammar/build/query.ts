import type { IToken } from "chevrotain";
import type { Group, Missing, Path, Query, Segment } from "../../ast/nodes.js";
import { fix, missing, report, type Source, spanFrom, take, tokenFrom } from "../../source.js";
import type * as Cst from "../cst.js";
import { buildBracket } from "./bracket.js";
import { close, open, takeStraysBefore } from "./closing.js";
import { buildStep } from "./step.js";

const NONE: Cst.Strays[] = [];

export function buildQuery(source: Source, cst: Cst.Query, expected: string): Query {
  const { path, Pipe, queryStrays } = cst.children;
  let strays = queryStrays ?? NONE;
  const paths: (Path | Missing)[] = [];
  for (let i = 0; i < path.length; i++) {
    if (i > 0) take(source, Pipe![i - 1]);
    paths.push(buildPath(source, path[i], expected));
    if (strays.length > 0) strays = takeStraysBefore(source, strays, Pipe?.[i]);
  }
  return { kind: "Query", span: spanFrom(source, paths[0].span.start), paths };
}

function buildPath(source: Source, cst: Cst.Path, expected: string): Path | Missing {
  const { group, relativeStep, segment } = cst.children;
  if (group !== undefined) {
    const head = buildGroup(source, group[0]);
    const segments = buildSegments(source, segment, []);
    return { kind: "Path", span: spanFrom(source, head.span.start), head, segments };
  }
  const first = relativeStep === undefined ? [] : [buildRelativeSegment(source, relativeStep[0].children)];
  const segments = buildSegments(source, segment, first);
  if (segments.length === 0) return missing(source, expected);
  return { kind: "Path", span: spanFrom(source, segments[0].span.start), head: null, segments };
}

function buildGroup(source: Source, cst: Cst.Group): Group {
  const { LeftParenthesis, query, RightParenthesis, bracket } = cst.children;
  const start = open(source, LeftParenthesis[0], RightParenthesis);
  const inner = buildQuery(source, query[0], 'a path such as "/Day"');
  close(source, LeftParenthesis[0], RightParenthesis);
  const brackets = bracket === undefined ? [] : bracket.map((each) => buildBracket(source, each));
  return { kind: "Group", span: spanFrom(source, start), query: inner, brackets };
}

/** Adds the segments of the text to `segments`. */
export function buildSegments(source: Source, cst: readonly Cst.Segment[] | undefined, segments: Segment[]): Segment[] {
  if (cst === undefined) return segments;
  for (const each of cst) {
    const previous = segments.at(-1)?.step;
    const segment = buildSegment(source, each.children);
    if (previous?.kind === "AttributeStep" && previous.name.kind === "Name") {
      report(source, "SXP1014", segment.span, { name: previous.name.text }, [fix("Remove it", segment.span, "")]);
    }
    segments.push(segment);
  }
  return segments;
}

function buildSegment(source: Source, children: Cst.Segment["children"]): Segment {
  const isChild = children.Slash !== undefined;
  const token = (isChild ? children.Slash : children.DoubleSlash)![0];
  const separatorSpan = take(source, token);
  const step = buildStep(source, children);
  const separator = isChild ? "/" : "//";
  return { kind: "Segment", span: spanFrom(source, separatorSpan.start), separator, separatorSpan, step };
}

/** A step without its slash: reported, and read as if `/` stood there. */
function buildRelativeSegment(source: Source, children: Cst.Step["children"]): Segment {
  const token = tokenFrom(source, source.last);
  const step = buildStep(source, children);
  reportRelative(source, token, step.span.start, step.span.end);
  const { start } = step.span;
  return { kind: "Segment", span: step.span, separator: "/", separatorSpan: { start, end: start }, step };
}

/** `Day[2]` where a path belongs: both ways to write it are offered. */
export function reportRelative(source: Source, first: IToken | null, start: number, end: number): void {
  const at = { start, end: start };
  const span = { start, end: first === null ? end : start + first.image.length };
  report(source, "SXP1013", span, { text: source.text.slice(start, end) }, [
    fix("Start at the root: /", at, "/"),
    fix("Search the whole tree: //", at, "//"),
  ]);
}
