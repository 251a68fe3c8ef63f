import type { RunOutcome, RunParams } from "@semantic-xpath/lsp";
import { type QueryChoice, queryKey } from "../choices.js";
import { chooseFile } from "../files/chooseFile.js";
import type { Services } from "../services.js";
import { setting } from "../settings.js";
import { type Arguments, askArguments } from "./askArguments.js";
import { rememberRun } from "./lastRun.js";
import { needsData } from "./problems.js";
import { showProblem } from "./showProblem.js";
import { requestOf, type Target } from "./target.js";

/** Runs a query with what was chosen for it before, asks for what is missing, and shows the result. */
export async function runTarget(services: Services, target: Target): Promise<void> {
  const key = queryKey(target.uri.toString(), target.entry.name);
  const choice = services.choices.query(key);
  const params = await askArguments(target.entry, choice.params ?? {});
  if (params === undefined) return;
  if (target.entry.parameters.length > 0) await services.choices.setQuery(key, { ...choice, params });
  const outcome = await runRequest(services, requestFor(target, choice, params), target.title, needsData);
  if (outcome?.problem != null && needsData(outcome.problem)) {
    const isChosen = await chooseFile(services, "data", target.uri);
    if (isChosen) await runRequest(services, requestFor(target, choice, params), target.title);
    else await services.panel.showProblem(target.title, outcome.problem);
  }
}

/** The request for a run: only what differs from the settings is in it. */
export const requestFor = (target: Target, choice: QueryChoice, params: Arguments): RunParams => ({
  ...requestOf(target),
  ...(target.entry.parameters.length > 0 && { params }),
  limit: choice.limit ?? setting("limit", target.uri),
  minScore: choice.minScore ?? setting("minScore", target.uri),
  ...(choice.scorer !== undefined && { scorer: choice.scorer }),
});

/**
 * Runs and shows what came of it: the results with heat under the query, or what is wrong, but for what the caller goes on to ask.
 * Null if it was cancelled.
 */
export async function runRequest(
  { context, runs, panel, heat }: Services,
  request: RunParams,
  title: string,
  isAsked: (problem: string) => boolean = () => false,
): Promise<RunOutcome | null> {
  const outcome = await runs.run(request, title);
  if (outcome === null) {
    await panel.showProblem(title, "The run was cancelled.");
    return null;
  }
  if (outcome.problem !== null || outcome.run === null) {
    const problem = outcome.problem ?? "The run gave nothing.";
    if (isAsked(problem)) return outcome;
    await panel.showProblem(title, problem);
    const { uri, name = null, offset, scorer } = request;
    void showProblem(problem, outcome.at, scorer == null ? undefined : { uri, name, offset: offset ?? 0 });
    return outcome;
  }
  await rememberRun(context.workspaceState, { request, title });
  await panel.show(outcome.run, "results");
  await heat.show(outcome.run);
  return outcome;
}
