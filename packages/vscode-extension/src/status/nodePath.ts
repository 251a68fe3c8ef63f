import { REQUESTS } from "@semantic-xpath/lsp";
import { type Disposable, StatusBarAlignment, type TextEditor, window } from "vscode";
import type { Session } from "../client/session.js";
import type { Runs } from "../runs/runs.js";
import { whenResting } from "./resting.js";

/** Characters of a path in the status bar; the end says most. */
const MOST = 60;

/** The path of the node at the cursor, in data that a query has run over. A click copies it. */
export function showNodePath(session: Session, runs: Runs): Disposable[] {
  const item = window.createStatusBarItem("sxp.nodePath", StatusBarAlignment.Right, 100);
  item.name = "Semantic XPath: node at the cursor";
  item.command = "sxp.copyNodePath";
  const resting = whenResting(async () => {
    const editor = window.activeTextEditor;
    const data = editor?.document.uri.toString();
    const isData = data !== undefined && (await runs.list()).some((run) => run.data === data);
    const path = isData ? await pathAtCursor(session, editor!) : null;
    if (path === null) return item.hide();
    item.text = path.length > MOST ? `…${path.slice(-MOST)}` : path;
    item.tooltip = `${path}\nClick to copy the path`;
    item.show();
  });
  return [
    item,
    resting,
    window.onDidChangeTextEditorSelection(resting.plan),
    window.onDidChangeActiveTextEditor(resting.plan),
    runs.onChanged(resting.plan),
  ];
}

/** The path of the innermost node at the cursor; null if there is none. */
export async function pathAtCursor(session: Session, { document, selection }: TextEditor): Promise<string | null> {
  const params = { uri: document.uri.toString(), offset: document.offsetAt(selection.active) };
  return (await session.request(REQUESTS.nodeAt, params)).path;
}
