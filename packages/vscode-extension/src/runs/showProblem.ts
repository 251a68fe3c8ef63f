import type { QueryReference, RunOutcome } from "@semantic-xpath/lsp";
import { commands, window } from "vscode";
import { revealLocation } from "../panel/reveal.js";
import { remediesFor } from "./problems.js";

const SHOW = "Show in Data";

/** Shows what went wrong, with a button for each thing that can be done about it; `at`: where it can be seen, the rest as in `remediesFor`. */
export async function showProblem(
  problem: string,
  at: RunOutcome["at"] = null,
  ownScorer?: QueryReference,
): Promise<void> {
  const remedies = remediesFor(problem, ownScorer);
  const titles = remedies.map(({ title }) => title);
  const chosen = await window.showErrorMessage(problem, ...(at === null ? titles : [SHOW, ...titles]));
  if (chosen === SHOW && at !== null) return revealLocation(at);
  const remedy = remedies.find(({ title }) => title === chosen);
  if (remedy !== undefined) {
    await commands.executeCommand(remedy.command, ...(remedy.argument === undefined ? [] : [remedy.argument]));
  }
}
