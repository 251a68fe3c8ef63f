import type { ProblemKind, QueryReference, RunOutcome } from "@semantic-xpath/lsp";
import { commands, window } from "vscode";
import { revealLocation } from "./panel/reveal.js";

/** Remedy for a run without a result. */
interface Remedy {
  readonly title: string;
  readonly command: string;
  readonly argument?: string | QueryReference;
}

/** Problem and its cause, as the language server answers. */
interface Problem {
  readonly problem: string;
  readonly about?: ProblemKind | undefined;
  /** Place of the problem. */
  readonly at?: RunOutcome["at"];
}

const CHOOSE_DATA = { title: "Choose Data…", command: "sxp.chooseData" };
const REMEDIES: Readonly<Record<ProblemKind, Remedy>> = {
  trust: { title: "Manage Trust", command: "workbench.trust.manage" },
  noData: CHOOSE_DATA,
  data: CHOOSE_DATA,
  unsaved: { title: "Save", command: "workbench.action.files.save" },
  scorer: { title: "Choose Scorer…", command: "sxp.chooseScorer" },
  arguments: { title: "Run With…", command: "sxp.runWith" },
};
const MODELS: Remedy = {
  title: "Settings…",
  command: "workbench.action.openSettings",
  argument: "@id:sxp.onnxRuntime,sxp.modelsFolder",
};

/**
 * The remedies for what a problem is about. `own`: the query if it has a scorer of its own. Then that is what has to be changed,
 * since the scorer of the settings is not used.
 */
export function remediesFor(about: ProblemKind | undefined, own?: QueryReference): readonly Remedy[] {
  if (about === undefined) return [];
  if (about !== "scorer") return [REMEDIES[about]];
  return [own === undefined ? REMEDIES.scorer : { ...REMEDIES.arguments, argument: own }, MODELS];
}

const SHOW = "Show in Data";

/** Shows what went wrong, with a button for each thing that can be done about it; `own` as in `remediesFor`. */
export async function showProblem({ problem, about, at = null }: Problem, own?: QueryReference): Promise<void> {
  const remedies = remediesFor(about, own);
  const titles = remedies.map(({ title }) => title);
  const chosen = await window.showErrorMessage(problem, ...(at === null ? titles : [SHOW, ...titles]));
  if (chosen === SHOW && at !== null) return revealLocation(at);
  const remedy = remedies.find(({ title }) => title === chosen);
  if (remedy !== undefined) {
    await commands.executeCommand(remedy.command, ...(remedy.argument === undefined ? [] : [remedy.argument]));
  }
}
