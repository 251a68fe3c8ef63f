import { walk } from "@semantic-xpath/parser";
import type { FoldingRange } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { toRange, type View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";

/** Declarations, long brackets, comments and the imports, where they take several lines. */
export function foldingRanges(workspace: Workspace, document: TextDocument): FoldingRange[] {
  return workspace.views(document).flatMap((view) => {
    const ranges: FoldingRange[] = [];
    const add = (start: number, end: number, kind?: string): void => {
      const { start: from, end: to } = toRange(view, { start, end });
      if (from.line < to.line)
        ranges.push({ startLine: from.line, endLine: to.line, ...(kind !== undefined && { kind }) });
    };
    addImports(view, add);
    for (const { span } of view.ast.comments) add(span.start, span.end, "comment");
    walk(view.ast, ({ kind, span }) => {
      if (kind === "Declaration" || kind === "Bracket" || kind === "Group") add(span.start, span.end);
    });
    return withoutDoubles(ranges);
  });
}

function addImports({ ast }: View, add: (start: number, end: number, kind: string) => void): void {
  const first = ast.imports[0];
  const last = ast.imports.at(-1);
  if (first !== undefined && last !== undefined) add(first.span.start, last.span.end, "imports");
}

/** Editors take one range per line: the outermost. */
function withoutDoubles(ranges: readonly FoldingRange[]): FoldingRange[] {
  const lines = new Set<number>();
  return ranges.filter(({ startLine }) => !lines.has(startLine) && lines.add(startLine));
}
