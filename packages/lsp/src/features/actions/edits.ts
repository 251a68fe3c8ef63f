import type { TextEdit } from "@semantic-xpath/parser";
import type { CodeAction, CodeActionKind, WorkspaceEdit } from "vscode-languageserver";
import { spell } from "../embedded/regions.js";
import { toRange, type View } from "../workspace/view.js";

/** Edits of the text of a view as edits of its file. */
export const workspaceEdit = (view: View, edits: readonly TextEdit[]): WorkspaceEdit => ({
  changes: {
    [view.document.uri]: edits.map(({ span, newText }) => ({
      range: toRange(view, span),
      newText: spell(view.region, newText),
    })),
  },
});

export const rewrite = (view: View, kind: CodeActionKind, title: string, edits: readonly TextEdit[]): CodeAction => ({
  title,
  kind,
  edit: workspaceEdit(view, edits),
});
