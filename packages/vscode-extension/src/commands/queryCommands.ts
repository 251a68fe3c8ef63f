import { countText } from "@semantic-xpath/inspect/numbers";
import { type ExplainResult, REQUESTS } from "@semantic-xpath/lsp";
import { type Disposable, EventEmitter, env, Uri, ViewColumn, window, workspace } from "vscode";
import { showProblem } from "../problems.js";
import { askChoice } from "../runs/askArguments.js";
import { offer } from "../runs/offer.js";
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
  const plan = await session.request(REQUESTS.explain, requestOf(target));
  const { problem, about } = plan;
  if (problem !== null) return showProblem({ problem, about });
  const path = `/Plan of ${target.title.replaceAll("/", "∕")}`;
  const uri = Uri.from({ scheme: SCHEME, path, query: target.uri.toString() });
  plans.set(uri.toString(), planText(plan));
  changed.fire(uri);
  const document = await workspace.openTextDocument(uri);
  await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preserveFocus: true, preview: true });
}

/** The bounds come first: in a narrow editor the operators may exceed its edge. Notes on the whole plan are below. */
function planText({ operators, text }: ExplainResult): string {
  const bound = (most: number | null | undefined): string =>
    most == null ? "any" : most === 0 ? "0" : `≤ ${countText(most)}`;
  const rows = operators.map(({ id, depth, kind, text: says, estimate }) => [
    bound(estimate?.rows.max),
    bound(estimate?.pairs),
    `#${id}`,
    `${"  ".repeat(depth)}${kind} ${says}`,
  ]);
  const table = [["rows", "pairs", "", "operator"], ...rows];
  const widthOf = (column: number): number => Math.max(...table.map((row) => row[column]?.length ?? 0));
  const lines = table.map((row) => row.map((cell, i) => (i < 3 ? cell.padStart(widthOf(i)) : cell)).join("  "));
  return [...lines, text.slice(text.lastIndexOf("\n\n") + 1)].join("\n");
}

/** A vitest test that the query finds what it finds now, in the clipboard. */
export async function copyAsTest({ session, choices }: Services, target: Target): Promise<void> {
  const choice = await askChoice(choices, target);
  if (choice === undefined) return;
  const { problem, about, text } = await session.request(REQUESTS.test, requestFor(target, choice));
  if (problem !== null) return showProblem({ problem, about });
  await env.clipboard.writeText(text);
  void offer(`A test of ${target.title} is in the clipboard.`, "Open as File", async () => {
    const document = await workspace.openTextDocument({ content: text, language: "typescript" });
    await window.showTextDocument(document, { viewColumn: ViewColumn.Beside });
  });
}
