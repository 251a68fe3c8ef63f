import { REQUESTS, type RunEntry, type ViewResult } from "@semantic-xpath/lsp";
import type { NodeDetails } from "@semantic-xpath/runtime";
import {
  Selection,
  type TextDocument,
  type TextEditor,
  TextEditorRevealType,
  Uri,
  ViewColumn,
  window,
  workspace,
} from "vscode";
import type { Services } from "../services.js";

/** Opens the data file at a node. */
export async function revealNode({ session }: Services, { id, data }: RunEntry, node: number): Promise<void> {
  const { answer } = await session.request<ViewResult>(REQUESTS.view, { run: id, method: "node", params: { node } });
  const source = (answer as NodeDetails | null)?.source ?? null;
  if (data === null || source === null) {
    await window.showInformationMessage(
      "The reader of this data keeps no places, so the node can't be shown in its file.",
    );
    return;
  }
  await select(Uri.parse(data), source.start, source.end);
}

/** Selects a part of the text that was run, in its file. */
export async function revealQuery(
  _: Services,
  { request, start }: RunEntry,
  part: { readonly start: number; readonly end: number },
): Promise<void> {
  await select(Uri.parse(request.uri), start + part.start, start + part.end);
}

async function select(uri: Uri, start: number, end: number): Promise<void> {
  try {
    const document = await workspace.openTextDocument(uri);
    const editor = await window.showTextDocument(document, { viewColumn: columnFor(uri), preserveFocus: false });
    showRange(editor, document, start, end);
  } catch {
    await window.showErrorMessage(
      `"${workspace.asRelativePath(uri)}" can't be opened in an editor. It may be too large.`,
    );
  }
}

function showRange(editor: TextEditor, document: TextDocument, start: number, end: number): void {
  // From the end to the start, so that the cursor stands where it begins.
  editor.selection = new Selection(document.positionAt(end), document.positionAt(start));
  editor.revealRange(editor.selection, TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Where the file is open already, else beside the panel: never over it. */
function columnFor(uri: Uri): ViewColumn {
  const open = window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  return open?.viewColumn ?? window.visibleTextEditors[0]?.viewColumn ?? ViewColumn.One;
}
