import { type ExplainResult, REQUESTS } from "@semantic-xpath/lsp";
import { type Disposable, EventEmitter, Uri, ViewColumn, window, workspace } from "vscode";
import { requestOf, type Target } from "../runs/target.js";
import { tellProblem } from "../runs/tell.js";
import type { Services } from "../services.js";

const SCHEME = "sxp-plan";
const plans = new Map<string, string>();
const changed = new EventEmitter<Uri>();

/** Plans are read-only documents beside the query: one for each query, written anew each time it is explained. */
export const providePlans = (): Disposable =>
  workspace.registerTextDocumentContentProvider(SCHEME, {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => plans.get(uri.toString()) ?? "",
  });

/** Shows the plan of a query, with counts from the data. Nothing is run. */
export async function explain({ session }: Services, target: Target): Promise<void> {
  const { problem, text } = await session.request<ExplainResult>(REQUESTS.explain, requestOf(target));
  if (problem !== null) return tellProblem(problem);
  const uri = Uri.from({
    scheme: SCHEME,
    path: `/Plan of ${target.title.replaceAll("/", "∕")}`,
    query: target.uri.toString(),
  });
  plans.set(uri.toString(), text);
  changed.fire(uri);
  const document = await workspace.openTextDocument(uri);
  await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preserveFocus: true, preview: true });
}
