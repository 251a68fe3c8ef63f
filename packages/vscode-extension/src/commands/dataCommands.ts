import { env, Uri, ViewColumn, window } from "vscode";
import { fileName, importPath } from "../files/names.js";
import { named } from "../files/preview.js";
import { askView } from "../runs/askView.js";
import type { Services } from "../services.js";
import { pathAtCursor } from "../status/nodePath.js";

/** Copies the path of the node at the cursor of a data file. */
export async function copyNodePath(services: Services): Promise<void> {
  const path = await pathOrWarning(services);
  if (path === null) return;
  await env.clipboard.writeText(path);
  window.setStatusBarMessage(`Copied: ${path}`, 3000);
}

/** Shows in the panel what became of the node at the cursor in the newest run over its file, and why. */
export async function whyHere(services: Services): Promise<unknown> {
  const path = await pathOrWarning(services);
  if (path === null) return null;
  const data = window.activeTextEditor?.document.uri.toString();
  const run = (await services.runs.list()).findLast((one) => one.data === data);
  if (run === undefined) return warn("No query has run over this file yet.");
  const node = await nodeIn(services, run.id, path);
  if (node === null) return warn(`The run "${run.title}" has no node ${path}. Run the query again.`);
  return services.panel.show(run.id, "memory", { node, isFocused: true });
}

/** Opens a new file with a query that finds the node at the cursor and those like it. */
export async function newQueryHere(services: Services): Promise<void> {
  const data = window.activeTextEditor?.document.uri;
  const path = (await pathOrWarning(services)) ?? "";
  if (data === undefined) return;
  const name = fileName(data).replace(/\.\w+$/, "");
  const query = path.replaceAll(/\[\d+\]/g, "") || "//*";
  const text = (from: Uri): string =>
    `import data "${importPath(from, data)}";\n\ndeclare query found() :=\n  ${query};\n`;
  const document = await named(Uri.joinPath(data, ".."), name, ".sxp", text);
  await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preview: false });
}

/** The path of the node at the cursor; null if there is none, which is shown. */
async function pathOrWarning({ session }: Services): Promise<string | null> {
  const editor = window.activeTextEditor;
  if (editor === undefined) return null;
  const path = await pathAtCursor(session, editor);
  if (path === null) await warn("There is no node at the cursor, or the file can't be read as data.");
  return path;
}

/** The node of a run at a path. What a schema makes a field of its parent is not there: then it is the parent. */
async function nodeIn({ session }: Services, run: string, path: string): Promise<number | null> {
  for (let at = path; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    const node = await askView(session, { run, method: "locate", params: { path: at } });
    if (typeof node === "number") return node;
  }
  return null;
}

async function warn(text: string): Promise<null> {
  await window.showWarningMessage(text);
  return null;
}
