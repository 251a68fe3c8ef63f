import type { Change } from "@semantic-xpath/inspect";
import type { RunEntry } from "@semantic-xpath/lsp";
import { type TextDocument, Uri, WorkspaceEdit, window, workspace } from "vscode";
import { partRange } from "../files/names.js";
import type { Services } from "../services.js";
import { asArgument } from "./arguments.js";
import { isUnchanged, overviewOf } from "./askView.js";
import { runRequest } from "./runTarget.js";
import { spelled } from "./spelled.js";

/** Writes a suggested change into the query's file and runs it again. Does nothing if the text is not the one that was run. */
export async function applyChange(services: Services, entry: RunEntry, change: Change): Promise<void> {
  const uri = Uri.parse(entry.request.uri);
  const document = await workspace.openTextDocument(uri);
  const overview = await overviewOf(services.session, entry.id);
  if (overview === null || !isUnchanged(document, entry.start, overview.text)) {
    await window.showWarningMessage(
      "The query has changed since this run, so the change was not made. Run it again first.",
    );
    return;
  }
  if (change.edits.length > 0 && !(await write(document, entry.start, change))) return;
  const changed = Object.entries(change.params).map(([name, value]) => [name, asArgument(value)] as const);
  const params = { ...entry.request.params, ...Object.fromEntries(changed) };
  const request = { ...entry.request, ...change.options, ...(Object.keys(params).length > 0 && { params }) };
  await runRequest(services, request, entry.title);
}

async function write(document: TextDocument, start: number, { edits }: Change): Promise<boolean> {
  const edit = new WorkspaceEdit();
  for (const { span, text } of edits) {
    const range = partRange(document, start, span);
    edit.replace(document.uri, range, spelled(text, document.languageId, document.getText()[start - 1] ?? ""));
  }
  const isDone = await workspace.applyEdit(edit);
  if (!isDone) await window.showErrorMessage("The file could not be changed.");
  return isDone;
}
