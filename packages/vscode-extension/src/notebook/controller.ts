import { messageOf } from "@semantic-xpath/inspect/numbers";
import { NOTEBOOK_TYPE, REQUESTS } from "@semantic-xpath/lsp";
import { type NotebookCell, type NotebookCellExecution, type NotebookController, notebooks } from "vscode";
import { askChoice } from "../runs/askArguments.js";
import { requestFor } from "../runs/runTarget.js";
import { requestOf, type Target, targetIn } from "../runs/target.js";
import type { Services } from "../services.js";
import { problemOutput, runOutput, textOutput, updateOutput } from "./outputs.js";

/** Runs cells through the language server, one after the other: same runs, limits and trust as in a file of queries. */
export function createController(services: Services): NotebookController {
  const controller = notebooks.createNotebookController("sxp", NOTEBOOK_TYPE, "Semantic XPath");
  controller.supportedLanguages = ["sxp"];
  controller.description = "Runs queries over the data that the notebook names";
  controller.executeHandler = async (cells) => {
    for (const cell of cells) {
      const isWhole = await runCell(services, controller, cell);
      // After an error, or when stopped, what follows is left as it was.
      if (!isWhole) break;
    }
  };
  return controller;
}

async function runCell(services: Services, controller: NotebookController, cell: NotebookCell): Promise<boolean> {
  const execution = controller.createNotebookCellExecution(cell);
  const stopping = execution.token.onCancellationRequested(() => services.runs.cancel());
  execution.start(Date.now());
  let isWhole = false;
  try {
    await execution.clearOutput();
    isWhole = await runQueries(services, execution);
  } catch (error) {
    await execution.appendOutput(problemOutput(messageOf(error)));
  } finally {
    stopping.dispose();
    execution.end(isWhole, Date.now());
  }
  return isWhole;
}

/** Every query and update of a cell in its order; whether all of them came to an answer. */
async function runQueries(services: Services, execution: NotebookCellExecution): Promise<boolean> {
  const { uri } = execution.cell.document;
  const { queries, updates, diagnostics } = await services.session.compile(uri);
  if (showsError(execution.cell)) {
    const text = diagnostics.map(({ code, message }) => `${code}: ${messageOf(message)}`).join("\n");
    const isShown = diagnostics.length > 0;
    await execution.appendOutput(isShown ? textOutput(text) : problemOutput("This cell has to show a diagnostic."));
    return isShown;
  }
  const isBroken = [...queries, ...updates].some(({ canRun }) => !canRun) || queries.length + updates.length === 0;
  const [error] = isBroken ? diagnostics.filter(({ severity }) => severity === 1) : [];
  if (error !== undefined) {
    await execution.appendOutput(problemOutput(`${error.code}: ${messageOf(error.message)}`));
    return false;
  }
  for (const entry of queries) {
    if (execution.token.isCancellationRequested) return false;
    const isWhole = await runQuery(services, execution, await targetIn(uri, { ...entry }));
    if (!isWhole) return false;
  }
  for (const entry of updates) {
    const target = await targetIn(uri, entry);
    const choice = await askChoice(services.choices, target);
    if (choice === undefined || execution.token.isCancellationRequested) return false;
    const request = { ...requestOf(target), params: choice.params };
    const outcome = await services.session.request(REQUESTS.update, request);
    await execution.appendOutput(outcome.problem === null ? updateOutput(outcome) : problemOutput(outcome.problem));
    if (outcome.problem !== null) return false;
  }
  return true;
}

/** Tells if a cell shows an error on purpose. */
const showsError = ({ metadata }: NotebookCell): boolean =>
  /^sxp(?: update)? error\b/.test(String(metadata.info ?? ""));

async function runQuery(services: Services, execution: NotebookCellExecution, target: Target): Promise<boolean> {
  const choice = await askChoice(services.choices, target);
  if (choice === undefined) return false;
  const outcome = await services.runs.run(requestFor(target, choice), target.title);
  if (outcome === null) {
    await execution.appendOutput(problemOutput("The run was cancelled."));
    return false;
  }
  const { problem, run, about } = outcome;
  if (about === "noData") {
    await execution.appendOutput(textOutput("This compiles. Data to run it on is named by front matter or an import."));
    return true;
  }
  if (run === null) {
    await execution.appendOutput(problemOutput(problem ?? "The run gave nothing."));
    return false;
  }
  await execution.appendOutput(runOutput({ ...outcome, run }));
  return true;
}
