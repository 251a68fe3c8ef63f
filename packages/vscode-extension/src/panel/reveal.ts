import type { RunOverview } from "@semantic-xpath/inspect";
import { REQUESTS, type RunEntry, type RunOutcome, type SourceResult, type ViewResult } from "@semantic-xpath/lsp";
import {
  commands,
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
import { isUnchanged } from "../runs/isUnchanged.js";
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

/** Selects what the language server points at. A file that is too large for a document is opened at its place all the same. */
export async function revealLocation({ uri: text, range: { start, end } }: Location): Promise<void> {
  const uri = Uri.parse(text);
  const range = new Range(start.line, start.character, end.line, end.character);
  if (!(await isThere(uri))) {
    await window.showWarningMessage(`There is no file "${workspace.asRelativePath(uri)}" any more.`);
    return;
  }
  const document = await documentOf(uri);
  if (document !== null) await select(document, range);
  else await commands.executeCommand("vscode.open", uri, { viewColumn: columnFor(uri), selection: range });
}

/** Selects a part of the text that was run, in its file. */
export async function revealQuery(
  { session }: Services,
  { id, request, start }: RunEntry,
  part: { readonly start: number; readonly end: number },
): Promise<void> {
  const uri = Uri.parse(request.uri);
  const document = await documentOf(uri);
  if (document === null) {
    await window.showWarningMessage(`"${workspace.asRelativePath(uri)}" can't be opened any more.`);
    return;
  }
  await select(document, new Range(document.positionAt(start + part.start), document.positionAt(start + part.end)));
  const { answer } = await session.request<ViewResult>(REQUESTS.view, { run: id, method: "overview" });
  const text = (answer as RunOverview | null)?.text;
  if (text === undefined || isUnchanged(document, start, text)) return;
  await window.showWarningMessage("The query has changed since this run, so the step may stand elsewhere now.");
}

async function isThere(uri: Uri): Promise<boolean> {
  if (workspace.textDocuments.some((document) => document.uri.toString() === uri.toString())) return true;
  return workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

/** Null where there is no such file, or VS Code gives no text of it to extensions: from 50 MB on. */
const documentOf = async (uri: Uri): Promise<TextDocument | null> => {
  try {
    return await workspace.openTextDocument(uri);
  } catch {
    return null;
  }
};

async function select(document: TextDocument, range: Range): Promise<void> {
  const editor = await window.showTextDocument(document, { viewColumn: columnFor(document.uri), preserveFocus: false });
  showRange(editor, range);
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
