import { REQUESTS } from "@semantic-xpath/lsp";
import { type Disposable, EventEmitter, env, Uri, ViewColumn, window, workspace } from "vscode";
import { queryKey } from "../choices.js";
import { askArguments } from "../runs/askArguments.js";
import { showProblem } from "../runs/problems.js";
import { requestFor } from "../runs/runTarget.js";
import { requestOf, type Target } from "../runs/target.js";
import type { Services } from "../services.js";

const SCHEME = "sxp-plan";
const plans = new Map<string, string>();
const changed = new EventEmitter<Uri>();

/** Plans are read-only documents beside the query: one for each query, written again each time it is explained. */
export const providePlans = (): Disposable =>
  workspace.registerTextDocumentContentProvider(SCHEME, {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => plans.get(uri.toString()) ?? "",
  });

/** Shows the plan of a query, with counts from the data. Nothing is run. */
export async function explain({ session }: Services, target: Target): Promise<void> {
  const { problem, about, text } = await session.request(REQUESTS.explain, requestOf(target));
  if (problem !== null) return showProblem({ problem, about });
  const path = `/Plan of ${target.title.replaceAll("/", "∕")}`;
  const uri = Uri.from({ scheme: SCHEME, path, query: target.uri.toString() });
  plans.set(uri.toString(), text);
  changed.fire(uri);
  const document = await workspace.openTextDocument(uri);
  await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preserveFocus: true, preview: true });
}

/** A vitest test that the query finds what it finds now, in the clipboard. */
export async function copyAsTest({ session, choices }: Services, target: Target): Promise<void> {
  const choice = choices.query(queryKey(target.uri.toString(), target.entry.name));
  const params = await askArguments(target.entry, choice.params ?? {});
  if (params === undefined) return;
  const { problem, about, text } = await session.request(REQUESTS.test, requestFor(target, choice, params));
  if (problem !== null) return showProblem({ problem, about });
  await env.clipboard.writeText(text);
  const open = "Open as File";
  void window.showInformationMessage(`A test of ${target.title} is in the clipboard.`, open).then(async (chosen) => {
    if (chosen !== open) return;
    const document = await workspace.openTextDocument({ content: text, language: "typescript" });
    await window.showTextDocument(document, { viewColumn: ViewColumn.Beside });
  });
}
