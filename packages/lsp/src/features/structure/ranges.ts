import { walk } from "@semantic-xpath/parser";
import type { FoldingRange, Position, SelectionRange } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { nodesAt, toRange } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";

/** Declarations, long brackets, records, comments and the imports, if they take several lines. */
export function foldingRanges(workspace: Workspace, document: TextDocument): FoldingRange[] {
  return workspace.views(document).flatMap((view) => {
    const ranges: FoldingRange[] = [];
    const add = (start: number, end: number, kind?: string): void => {
      const { start: from, end: to } = toRange(view, { start, end });
      if (from.line < to.line) ranges.push({ startLine: from.line, endLine: to.line, ...(kind && { kind }) });
    };
    const [first] = view.ast.imports;
    const last = view.ast.imports.at(-1);
    if (first && last) add(first.span.start, last.span.end, "imports");
    for (const { span } of view.ast.comments) add(span.start, span.end, "comment");
    walk(view.ast, ({ kind, span }) => {
      if (kind === "Declaration" || kind === "Bracket" || kind === "Group" || kind === "RecordStep")
        add(span.start, span.end);
    });
    return withoutDoubles(ranges);
  });
}

/** Editors take one range per line: the outermost. */
function withoutDoubles(ranges: readonly FoldingRange[]): FoldingRange[] {
  const lines = new Set<number>();
  return ranges.filter(({ startLine }) => !lines.has(startLine) && lines.add(startLine));
}

/** From the word at each position outwards: operand, condition, bracket, step, path, query, file. */
export const selectionRanges = (
  workspace: Workspace,
  document: TextDocument,
  positions: readonly Position[],
): SelectionRange[] => positions.map((position) => selectionRange(workspace, document, position));

function selectionRange(workspace: Workspace, document: TextDocument, position: Position): SelectionRange {
  const place = workspace.placeAt(document, position);
  let selection: SelectionRange | undefined;
  let last = { start: -1, end: -1 };
  for (const { span } of place === null ? [] : nodesAt(place.view, place.offset)) {
    if (span.start === last.start && span.end === last.end) continue;
    last = span;
    selection = { range: toRange(place!.view, span), ...(selection && { parent: selection }) };
  }
  return selection ?? { range: { start: position, end: position } };
}
