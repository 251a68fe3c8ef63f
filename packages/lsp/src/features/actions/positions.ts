import type { AstNode, Bracket, Path } from "@semantic-xpath/parser";
import type { CodeAction } from "vscode-languageserver";
import { ACTION } from "../kinds.js";
import type { View } from "../workspace/view.js";
import { rewrite } from "./edits.js";

const isPosition = ({ content }: Bracket): boolean =>
  content.kind === "IndexPosition" || content.kind === "RangePosition";
const GRADED = new Set<AstNode["kind"]>(["Relevance", "Aggregate", "Combine", "Not", "And", "Or"]);
const isGraded = ({ content }: Bracket): boolean => GRADED.has(content.kind);

/** A position to the other side of a relevance: by place before it, by rank behind it. */
export function movePosition(view: View, nodes: readonly AstNode[]): CodeAction[] {
  const bracket = nodes.findLast((node) => node.kind === "Bracket");
  const owner = nodes.findLast((node) => node.kind === "AxisStep" || node.kind === "Group");
  if (bracket?.kind !== "Bracket" || (owner?.kind !== "AxisStep" && owner?.kind !== "Group")) return [];
  const { brackets } = owner;
  const at = brackets.indexOf(bracket);
  if (at < 0 || !isPosition(bracket)) return [];
  const text = view.text.slice(bracket.span.start, bracket.span.end);
  const removal = { span: bracket.span, newText: "" };
  const next = brackets[at + 1];
  const previous = brackets[at - 1];
  const actions: CodeAction[] = [];
  if (next !== undefined && isGraded(next)) {
    const insertion = { span: { start: next.span.end, end: next.span.end }, newText: text };
    actions.push(
      rewrite(view, ACTION.rewrite, `Move ${text} behind the relevance: pick by rank`, [removal, insertion]),
    );
  }
  if (previous !== undefined && isGraded(previous)) {
    const insertion = { span: { start: previous.span.start, end: previous.span.start }, newText: text };
    actions.push(
      rewrite(view, ACTION.rewrite, `Move ${text} before the relevance: pick by place`, [insertion, removal]),
    );
  }
  return actions;
}

/** `//x[n]` to `(//x)[n]`, the n-th of the whole result, and back. */
export function groupPosition(view: View, nodes: readonly AstNode[]): CodeAction[] {
  const path = nodes.findLast((node): node is Path => node.kind === "Path");
  if (path === undefined) return [];
  return path.head === null ? toGroup(view, path) : fromGroup(view, path);
}

function toGroup(view: View, { span, segments }: Path): CodeAction[] {
  const step = segments.at(-1)?.step;
  const last = step?.kind === "AxisStep" ? step.brackets.at(-1) : undefined;
  if (last === undefined || !isPosition(last)) return [];
  const text = view.text.slice(last.span.start, last.span.end);
  return [
    rewrite(view, ACTION.rewrite, `Apply ${text} to the whole result: (…)${text}`, [
      { span: { start: span.start, end: span.start }, newText: "(" },
      { span: { start: last.span.start, end: last.span.start }, newText: ")" },
    ]),
  ];
}

function fromGroup(view: View, { head, segments }: Path): CodeAction[] {
  if (head === null || segments.length > 0 || head.query.paths.length !== 1 || head.brackets.length !== 1) return [];
  const bracket = head.brackets[0]!;
  const inner = head.query.paths[0]!;
  if (!isPosition(bracket) || inner.kind !== "Path" || inner.segments.at(-1)?.step.kind !== "AxisStep") return [];
  const text = view.text.slice(bracket.span.start, bracket.span.end);
  return [
    rewrite(view, ACTION.rewrite, `Apply ${text} for each node before the last step`, [
      { span: { start: head.span.start, end: inner.span.start }, newText: "" },
      { span: { start: inner.span.end, end: bracket.span.start }, newText: "" },
    ]),
  ];
}
