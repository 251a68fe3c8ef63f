import { type Disposable, workspace } from "vscode";
import { setting } from "../client/settings.js";
import type { Services } from "../services.js";
import { type LastRun, lastRun } from "./lastRun.js";
import { runRequest } from "./runTarget.js";

/**
 * Runs a query again without a request: with the scorer `lexical` alone, which costs nothing, regardless of the present default. False if the
 * run had another scorer.
 */
export async function runAgain(services: Services, { request, title, scorer }: LastRun): Promise<boolean> {
  if (scorer !== "lexical") return false;
  await runRequest(services, { ...request, scorer }, title, { isUnasked: true });
  return true;
}

/** Runs the query that was run last once more when its file is saved, if the settings want it. */
export const runOnSave = (services: Services): Disposable =>
  workspace.onDidSaveTextDocument(({ uri }) => {
    const last = lastRun(services.context.workspaceState);
    if (last?.request.uri !== uri.toString() || !workspace.isTrusted || !setting("runOnSave", uri)) return;
    runAgain(services, last).catch((error: unknown) => services.log.error(`run on save: ${String(error)}`));
  });
