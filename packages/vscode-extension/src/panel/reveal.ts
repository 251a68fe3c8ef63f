import { REQUESTS, type RunEntry, type RunOutcome, type SourceResult } from "@semantic-xpath/lsp";
import {
  Range,
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

type Location = NonNullable<RunOutcome["at"]>;

/** Opens the data file at a node. */
export async function revealNode({ session }: Services, { id }: RunEntry, node: number): Promise<void> {
  const { problem, source, isOld } = await session.request<SourceResult>(REQUESTS.source, { run: id, node });
  if (problem !== null) {
    await window.showWarningMessage(problem);
    return;
  }
  if (source === null) {
    await window.showInformationMessage(
      "The reader of this data keeps no places, so the node can't be shown in its file.",
    );
    return;
  }
  await revealLocation(source);
  if (!isOld) return;
  await window.showWarningMessage(
    "The data has changed since this run, so the node may stand elsewhere now. Run the query again to be sure.",
  );
}

/** Selects what the language server points at. */
export const revealLocation = ({ uri, range: { start, end } }: Location): Promise<void> =>
  select(Uri.parse(uri), () => new Range(start.line, start.character, end.line, end.character));

/** Selects a part of the text that was run, in its file. */
export async function revealQuery(
  _: Services,
  { request, start }: RunEntry,
  part: { readonly start: number; readonly end: number },
): Promise<void> {
  await select(
    Uri.parse(request.uri),
    (document) => new Range(document.positionAt(start + part.start), document.positionAt(start + part.end)),
  );
}

async function select(uri: Uri, rangeIn: (document: TextDocument) => Range): Promise<void> {
  try {
    const document = await workspace.openTextDocument(uri);
    const editor = await window.showTextDocument(document, { viewColumn: columnFor(uri), preserveFocus: false });
    showRange(editor, rangeIn(document));
  } catch {
    await window.showErrorMessage(
      `"${workspace.asRelativePath(uri)}" can't be opened in an editor. It may be too large.`,
    );
  }
}

function showRange(editor: TextEditor, { start, end }: Range): void {
  // From the end to the start, so that the cursor stands where it begins.
  editor.selection = new Selection(end, start);
  editor.revealRange(editor.selection, TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Where the file is open already, else beside the panel: never over it. */
function columnFor(uri: Uri): ViewColumn {
  const open = window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  return open?.viewColumn ?? window.visibleTextEditors[0]?.viewColumn ?? ViewColumn.One;
}
