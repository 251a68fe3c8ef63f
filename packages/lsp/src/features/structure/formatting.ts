import { format } from "@semantic-xpath/parser";
import type { Position, Range, TextEdit } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { fileKind } from "../embedded/regions.js";
import { difference, rangeIn } from "../spans.js";
import { declarationsOf, toOffset, toRange, type View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";

/** The canonical layout of a query file; nothing if an error leaves open what it means. In scripts the code action formats. */
export function formatDocument(workspace: Workspace, document: TextDocument): TextEdit[] {
  if (fileKind(document) !== "query") return [];
  const text = document.getText();
  const formatted = format(text);
  if (formatted === null) return workspace.views(document).flatMap((view) => declarationsIn(view, 0, view.text.length));
  if (formatted === text) return [];
  const { span, newText } = difference(text, formatted);
  return [{ range: rangeIn(document, span), newText }];
}

/** The declarations that a range touches, each by itself, so that a mistake in one does not keep the others as they are. */
export function formatRange(workspace: Workspace, document: TextDocument, range: Range): TextEdit[] {
  if (fileKind(document) !== "query") return [];
  return workspace.views(document).flatMap((view) => {
    if (view.ast.query !== null || view.ast.update !== null) return formatDocument(workspace, document);
    return declarationsIn(view, toOffset(view, range.start), toOffset(view, range.end));
  });
}

/** The declaration that a typed `;` or `]` ends, or on a new line the one before it. */
export function formatOnType(
  workspace: Workspace,
  document: TextDocument,
  position: Position,
  character: string,
): TextEdit[] {
  if (fileKind(document) !== "query" || character !== ";") return [];
  return workspace.views(document).flatMap((view) => {
    const offset = toOffset(view, position);
    return declarationsIn(view, offset - 1, offset - 1);
  });
}

function declarationsIn(view: View, start: number, end: number): TextEdit[] {
  return declarationsOf(view.ast).flatMap(({ span }) => {
    const close = view.text.slice(span.end).match(/^\s*;/);
    if (close === null) return [];
    const until = span.end + close[0].length;
    if (span.start > end || until < start) return [];
    const formatted = format(view.text.slice(span.start, until));
    return formatted === null ? [] : change(view, span.start, until, formatted.trimEnd());
  });
}

function change(view: View, start: number, end: number, formatted: string): TextEdit[] {
  const old = view.text.slice(start, end);
  if (old === formatted) return [];
  const { span, newText } = difference(old, formatted);
  return [{ range: toRange(view, { start: start + span.start, end: start + span.end }), newText }];
}
