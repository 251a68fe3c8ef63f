import { type AskReading, type AskResult, REQUESTS } from "@semantic-xpath/lsp";
import { Position, type QuickPickItem, Selection, type Uri, WorkspaceEdit, window, workspace } from "vscode";
import { showProblem } from "../problems.js";
import type { Services } from "../services.js";

/**
 * Reads a sentence from a prompt and appends its query or update to the file, with the sentence as its comment. Of several near readings the
 * user picks one; without a reading a message is shown, and nothing is written.
 */
export async function askInEnglish({ session }: Services, given: unknown): Promise<void> {
  const editor = window.activeTextEditor;
  if (editor?.document.languageId !== "sxp") {
    await window.showInformationMessage("Open a file with queries first.");
    return;
  }
  const { uri } = editor.document;
  const request = typeof given === "string" ? given : await sentence();
  if (request === undefined) return;
  const result = await session.request(REQUESTS.ask, { uri: uri.toString(), request });
  const { problem, about } = result;
  if (problem !== null) return showProblem({ problem, about });
  const reading = await chosen(request, result);
  if (reading?.declaration != null && result.at !== null) await insert(uri, reading.declaration, result.at);
}

const sentence = (): Thenable<string | undefined> =>
  window.showInputBox({
    title: "Ask in English",
    prompt: "What do you want to know of the data that this file imports, or to change in it?",
    placeHolder: "what is outdoors on day 7?",
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === "" ? "Write what you want to know." : null),
  });

/** The clear reading; else the one that is picked. */
async function chosen(request: string, { isClear, question, readings }: AskResult): Promise<AskReading | undefined> {
  const [first] = readings;
  const queries = readings.filter(({ declaration }) => declaration !== null);
  if (isClear && first !== undefined && first.declaration !== null) return first;
  if (queries.length === 0 || isClear) {
    await window.showInformationMessage(
      first === undefined
        ? (question ?? `"${request}" is not understood.`)
        : `This is not about the data: ${first.said}`,
    );
    return undefined;
  }
  const items: readonly (QuickPickItem & { readonly reading: AskReading })[] = queries.map((reading) => ({
    label: reading.said,
    description: `${Math.round(reading.confidence * 100)} %`,
    detail: reading.text ?? "",
    reading,
  }));
  const title = question ?? "What is meant?";
  return (await window.showQuickPick(items, { title, ignoreFocusOut: true, matchOnDetail: true }))?.reading;
}

/** Writes it after all that is in the file, with the cursor in it. */
async function insert(uri: Uri, declaration: string, at: NonNullable<AskResult["at"]>): Promise<void> {
  const place = new Position(at.line, at.character);
  const lead = at.line === 0 && at.character === 0 ? "" : "\n\n";
  const edit = new WorkspaceEdit();
  edit.insert(uri, place, lead + declaration);
  if (!(await workspace.applyEdit(edit))) return;
  const editor = await window.showTextDocument(uri);
  const line = Math.min(at.line + (lead === "" ? 1 : 3), editor.document.lineCount - 1);
  const cursor = new Position(line, 0);
  editor.selection = new Selection(cursor, cursor);
  editor.revealRange(editor.selection);
}
