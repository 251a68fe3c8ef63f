import { ConfigurationTarget, window, workspace } from "vscode";
import { askScorer } from "../runs/askScorer.js";
import type { Services } from "../services.js";
import { setting } from "../settings.js";

/**
 * Writes the scorer into the settings: of the folder of the open file where the workspace has several, of the workspace where it has
 * one, else of the user.
 */
export async function chooseScorer({ platform, session }: Services): Promise<void> {
  const uri = window.activeTextEditor?.document.uri;
  const scorer = await askScorer(platform.hasNode, setting("scorer", uri));
  if (scorer === undefined) return;
  const folders = workspace.workspaceFolders ?? [];
  const folder = uri && folders.length > 1 ? workspace.getWorkspaceFolder(uri) : undefined;
  const target =
    folder !== undefined
      ? ConfigurationTarget.WorkspaceFolder
      : folders.length > 0
        ? ConfigurationTarget.Workspace
        : ConfigurationTarget.Global;
  await workspace.getConfiguration("sxp", folder?.uri).update("scorer", scorer === "" ? undefined : scorer, target);
  await session.reconfigure();
}
