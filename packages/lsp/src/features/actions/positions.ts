import { type AstNode, type Bracket, bracketsOf, type Path, type TextEdit } from "@semantic-xpath/parser";
import { ACTION } from "../kinds.js";
import { innermost, isGraded } from "../nodes.js";
import type { View } from "../workspace/view.js";
import type { Rewrite } from "./codeActions.js";

const isPosition = ({ content }: Bracket): boolean =>
  content.kind === "IndexPosition" || content.kind === "RangePosition";

const isOrder = ({ content }: Bracket): boolean => content.kind === "OrderBy";

const rewrite = (title: string, ...edits: readonly TextEdit[]): Rewrite[] => [{ kind: ACTION.rewrite, title, edits }];
const insert = (at: number, newText: string): TextEdit => ({ span: { start: at, end: at }, newText });
const remove = (start: number, end: number): TextEdit => ({ span: { start, end }, newText: "" });

/** A position to the other side of a relevance: by place before it, by rank after it. */
export function movePosition(view: View, nodes: readonly AstNode[]): Rewrite[] {
  const bracket = innermost(nodes, "Bracket");
  const owner = innermost(nodes, "AxisStep", "IdStep", "Group");
  if (bracket === undefined || owner === undefined || !isPosition(bracket)) return [];
  const at = owner.brackets.indexOf(bracket);
  const [previous, next] = at < 0 ? [] : [owner.brackets[at - 1], owner.brackets[at + 1]];
  const { start, end } = bracket.span;
  const text = view.text.slice(start, end);
  const removal = remove(start, end);
  return [
    ...(next !== undefined && isGraded(next.content)
      ? rewrite(`Move ${text} after the relevance: pick by rank`, removal, insert(next.span.end, text))
      : []),
    ...(next !== undefined && isOrder(next)
      ? rewrite(`Move ${text} after the order: pick by its keys`, removal, insert(next.span.end, text))
      : []),
    ...(previous !== undefined && isOrder(previous)
      ? rewrite(`Move ${text} before the order: pick by place`, insert(previous.span.start, text), removal)
      : []),
    ...(previous !== undefined && isGraded(previous.content)
      ? rewrite(`Move ${text} before the relevance: pick by place`, insert(previous.span.start, text), removal)
      : []),
  ];
}

/** `//x[n]` to `(//x)[n]`, the n-th of the whole result, and back. */
export function groupPosition(view: View, nodes: readonly AstNode[]): Rewrite[] {
  const path = innermost(nodes, "Path");
  if (path === undefined) return [];
  return path.head === null ? toGroup(view, path) : fromGroup(view, path);
}

function toGroup(view: View, { span, segments }: Path): Rewrite[] {
  const step = segments.at(-1)?.step;
  const last = step === undefined ? undefined : bracketsOf(step).at(-1);
  if (last === undefined || !isPosition(last)) return [];
  const text = view.text.slice(last.span.start, last.span.end);
  return rewrite(
    `Apply ${text} to the whole result: (…)${text}`,
    insert(span.start, "("),
    insert(last.span.start, ")"),
  );
}

function fromGroup(view: View, { head, segments }: Path): Rewrite[] {
  if (head === null || segments.length > 0) return [];
  const [bracket, ...brackets] = head.brackets;
  const [inner, ...paths] = head.query.paths;
  if (bracket === undefined || brackets.length > 0 || !isPosition(bracket) || paths.length > 0) return [];
  const lastStep = inner?.kind === "Path" ? inner.segments.at(-1)?.step.kind : undefined;
  if (inner === undefined || (lastStep !== "AxisStep" && lastStep !== "IdStep")) return [];
  return rewrite(
    `Apply ${view.text.slice(bracket.span.start, bracket.span.end)} for each node before the last step`,
    remove(head.span.start, inner.span.start),
    remove(inner.span.end, bracket.span.start),
  );
}
