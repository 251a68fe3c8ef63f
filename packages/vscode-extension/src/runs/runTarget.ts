import type { RunOutcome, RunParams } from "@semantic-xpath/lsp";
import { window } from "vscode";
import { setting } from "../client/settings.js";
import { chooseFile } from "../files/chooseFile.js";
import { showProblem } from "../problems.js";
import type { Services } from "../services.js";
import { askChoice, type WholeChoice } from "./askArguments.js";
import { rememberRun } from "./lastRun.js";
import { requestOf, type Target } from "./target.js";

/** Runs a query with what was chosen for it before, asks for what is missing, and shows the result. */
export async function runTarget(services: Services, target: Target): Promise<void> {
  await pin(target);
  const choice = await askChoice(services.choices, target);
  if (choice === undefined) return;
  const run = (isAsked: boolean) => runRequest(services, requestFor(target, choice), target.title, { isAsked });
  const outcome = await run(true);
  if (outcome?.problem == null || outcome.about !== "noData") return;
  const isChosen = await chooseFile(services, "data", target.uri);
  if (isChosen) await run(false);
  else services.panel.showProblem(target.title, outcome.problem);
}

/** A query that is run stays open: the tab of a preview would go to the next file that is looked at. */
async function pin({ uri }: Target): Promise<void> {
  const editor = window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  if (editor === undefined) return;
  const { document, viewColumn } = editor;
  await window.showTextDocument(document, { preview: false, preserveFocus: true, ...(viewColumn && { viewColumn }) });
}

/** The request for a run: only what differs from the settings is in it. */
export const requestFor = (target: Target, { params, ...choice }: WholeChoice): RunParams => ({
  limit: setting("limit", target.uri),
  minScore: setting("minScore", target.uri),
  ...requestOf(target),
  ...(target.entry.parameters.length > 0 && { params }),
  ...choice,
});

interface RunOptions {
  /** The caller continues by asking for data that no file names: then no problem is shown. */
  readonly isAsked?: boolean;
  /** The run was not requested: the panel keeps its view, and is the only place that shows the problem. */
  readonly isUnasked?: boolean;
}

/** Runs and shows what came of it: the results with heat under the query, or what is wrong. Null if it was cancelled. */
export async function runRequest(
  { context, runs, panel, heat, marks }: Services,
  request: RunParams,
  title: string,
  { isAsked = false, isUnasked = false }: RunOptions = {},
): Promise<RunOutcome | null> {
  const outcome = await runs.run(request, title);
  if (outcome === null) {
    panel.showProblem(title, "The run was cancelled.");
    return null;
  }
  const { run, problem, about } = outcome;
  if (problem !== null || run === null) {
    if (isAsked && about === "noData") return outcome;
    const { uri, name = null, offset, scorer } = request;
    const failure = { ...outcome, problem: problem ?? "The run gave nothing." };
    panel.showProblem(title, failure.problem);
    if (!isUnasked) void showProblem(failure, scorer == null ? undefined : { uri, name, offset: offset ?? 0 });
    return outcome;
  }
  const scorer = (await runs.entry(run))?.scorer ?? "";
  await rememberRun(context.workspaceState, { request, title, scorer });
  await panel.show(run, isUnasked ? undefined : "results");
  await heat.show(run);
  await marks.show(run);
  return outcome;
}
