import { ConfigurationTarget, workspace } from "vscode";
import { askScorer } from "../runs/askScorer.js";
import type { Services } from "../services.js";
import { setting } from "../settings.js";

/** Writes the scorer into the settings: of the workspace where one is open, else of the user. */
export async function chooseScorer({ session }: Services): Promise<void> {
  const scorer = await askScorer(setting("scorer"));
  if (scorer === undefined) return;
  const target = workspace.workspaceFolders === undefined ? ConfigurationTarget.Global : ConfigurationTarget.Workspace;
  await workspace.getConfiguration("sxp").update("scorer", scorer === "" ? undefined : scorer, target);
  await session.reconfigure();
}
