import { commands, window } from "vscode";
import { remediesFor } from "./problems.js";

/** Says what went wrong, with a button for each thing that can be done about it. */
export async function tellProblem(problem: string): Promise<void> {
  const remedies = remediesFor(problem);
  const chosen = await window.showErrorMessage(problem, ...remedies.map(({ title }) => title));
  const remedy = remedies.find(({ title }) => title === chosen);
  if (remedy !== undefined) {
    await commands.executeCommand(remedy.command, ...(remedy.argument === undefined ? [] : [remedy.argument]));
  }
}
