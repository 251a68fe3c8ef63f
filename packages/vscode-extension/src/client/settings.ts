import { type Uri, workspace } from "vscode";
import type { Choices } from "../choices.js";
import type { PlatformSettings } from "./platform.js";

/** The settings by their names in `package.json`, each read in one place. */
interface Settings {
  readonly data: string;
  readonly schema: string;
  readonly limit: number;
  readonly minScore: number;
  readonly scorer: string;
  readonly onnxRuntime: string;
  readonly modelsFolder: string;
  readonly inlayHints: boolean;
  readonly heat: boolean;
  readonly runOnSave: boolean;
  readonly hoverMatches: number;
  readonly history: number;
  readonly maxScorerPairs: number;
}

/** A setting as it is for a file. What is not trusted or not set has the default of the manifest. */
export function setting<K extends keyof Settings>(name: K, uri?: Uri): Settings[K] {
  return workspace.getConfiguration("sxp", uri).get(name) as Settings[K];
}

/** What is read once, when models are opened. */
export const platformSettings = (): PlatformSettings => ({
  onnxRuntime: setting("onnxRuntime"),
  modelsFolder: setting("modelsFolder"),
});

/** What the server receives under the same name, and of that what each folder of a workspace may set for itself. */
const OF_FOLDER = ["schema", "data", "scorer", "hoverMatches"] as const;
const OF_SERVER = [...OF_FOLDER, "inlayHints", "maxScorerPairs", "limit", "minScore"] as const;

/** What the server receives, at its start and whenever it requests it. */
export function serverSettings(choices: Choices): object {
  const read = (names: readonly (keyof Settings)[], uri?: Uri) =>
    Object.fromEntries(names.map((name) => [name, setting(name, uri)]));
  return {
    ...read(OF_SERVER),
    trusted: workspace.isTrusted,
    keptRuns: setting("history"),
    files: choices.files(),
    folders: Object.fromEntries(
      (workspace.workspaceFolders ?? []).map(({ uri }) => [uri.toString(), read(OF_FOLDER, uri)]),
    ),
  };
}
