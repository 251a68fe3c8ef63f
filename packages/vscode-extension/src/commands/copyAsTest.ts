import { REQUESTS, type TestResult } from "@semantic-xpath/lsp";
import { env, ViewColumn, window, workspace } from "vscode";
import { queryKey } from "../choices.js";
import { askArguments } from "../runs/askArguments.js";
import { requestFor } from "../runs/runTarget.js";
import type { Target } from "../runs/target.js";
import { tellProblem } from "../runs/tell.js";
import type { Services } from "../services.js";

/** A vitest test that the query finds what it finds now, in the clipboard. */
export async function copyAsTest({ session, choices }: Services, target: Target): Promise<void> {
  const choice = choices.query(queryKey(target.uri.toString(), target.entry.name));
  const params = await askArguments(target.entry, choice.params ?? {});
  if (params === undefined) return;
  const { problem, text } = await session.request<TestResult>(REQUESTS.test, requestFor(target, choice, params));
  if (problem !== null) return tellProblem(problem);
  await env.clipboard.writeText(text);
  const open = "Open as File";
  void window.showInformationMessage(`A test of ${target.title} is in the clipboard.`, open).then(async (chosen) => {
    if (chosen !== open) return;
    const document = await workspace.openTextDocument({ content: text, language: "typescript" });
    await window.showTextDocument(document, { viewColumn: ViewColumn.Beside });
  });
}
