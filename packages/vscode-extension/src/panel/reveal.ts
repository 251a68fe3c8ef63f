import { REQUESTS, type RunEntry, type RunOutcome } from "@semantic-xpath/lsp";
import {
  commands,
  Range,
  Selection,
  type TextDocument,
  type TextDocumentShowOptions,
  TextEditorRevealType,
  Uri,
  ViewColumn,
  window,
  workspace,
} from "vscode";
import { editorRange, openDocument, partRange } from "../files/names.js";
import { isUnchanged, overviewOf } from "../runs/askView.js";
import type { Services } from "../services.js";

type Location = NonNullable<RunOutcome["at"]>;

/** Opens the data file at a node. */
export async function revealNode(
  { session }: Services,
  { id }: RunEntry,
  { node, isFocused }: { readonly node: number; readonly isFocused: boolean },
): Promise<void> {
  const { problem, source, isOld } = await session.request(REQUESTS.source, { run: id, node });
  if (problem !== null) return warn(problem);
  if (source === null) return warn("The reader of this data keeps no places, so the node can't be shown in its file.");
  await revealLocation(source, !isFocused);
  if (isOld)
    await warn(
      "The data has changed since this run, so the node may be elsewhere now. Run the query again to be sure.",
    );
}

/** Selects what the language server points at. A file that is too large for a document is opened at its place anyway. */
export async function revealLocation({ uri: text, range: at }: Location, preserveFocus = false): Promise<void> {
  const uri = Uri.parse(text);
  const range = editorRange(at);
  if (!(await isThere(uri))) return warn(`There is no file "${workspace.asRelativePath(uri)}" any more.`);
  const document = await documentOf(uri);
  const place = { viewColumn: columnFor(uri), preview: false, preserveFocus };
  if (document !== null) await select(document, range, place);
  else await commands.executeCommand("vscode.open", uri, { ...place, selection: range });
}

/** Selects a part of the text that was run, in its file. */
export async function revealQuery(
  { session }: Services,
  { id, request, start }: RunEntry,
  part: { readonly start: number; readonly end: number },
): Promise<void> {
  const uri = Uri.parse(request.uri);
  const document = await documentOf(uri);
  if (document === null) return warn(`"${workspace.asRelativePath(uri)}" can't be opened any more.`);
  await select(document, partRange(document, start, part), { viewColumn: columnFor(uri), preview: false });
  const overview = await overviewOf(session, id);
  if (overview === null || isUnchanged(document, start, overview.text)) return;
  await warn("The query has changed since this run, so the step may be elsewhere now.");
}

const warn = async (text: string): Promise<void> => void (await window.showWarningMessage(text));

async function isThere(uri: Uri): Promise<boolean> {
  if (openDocument(uri.toString()) !== undefined) return true;
  return workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

/** Null if there is no such file, or VS Code gives no text of it to extensions: from 50 MB on. */
const documentOf = async (uri: Uri): Promise<TextDocument | null> =>
  workspace.openTextDocument(uri).then(undefined, () => null);

async function select(document: TextDocument, range: Range, place: TextDocumentShowOptions): Promise<void> {
  // The cursor comes with the editor: a later selection is lost if the editor is shown again meanwhile.
  const editor = await window.showTextDocument(document, { ...place, selection: new Range(range.start, range.start) });
  // From the end to the start, so that the cursor is at the beginning.
  editor.selection = new Selection(range.end, range.start);
  editor.revealRange(editor.selection, TextEditorRevealType.InCenterIfOutsideViewport);
}

/** The column in which the file is open already, else beside the panel: never over it. */
function columnFor(uri: Uri): ViewColumn {
  const open = window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  return open?.viewColumn ?? window.visibleTextEditors[0]?.viewColumn ?? ViewColumn.One;
}
