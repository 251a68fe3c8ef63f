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
  readonly memoryServersWrite: boolean;
}

/** A setting as it is for a file. What is not trusted or not set has the default of the manifest. */
export function setting<K extends keyof Settings>(name: K, uri?: Uri): Settings[K] {
  return workspace.getConfiguration("sxp", uri).get(name) as Settings[K];
}

/** Settings that are read once, when models are opened. */
export const platformSettings = (): PlatformSettings => ({
  onnxRuntime: setting("onnxRuntime"),
  modelsFolder: setting("modelsFolder"),
});

/** Settings of the server under the same name, and those of them that each folder of a workspace may set. */
const OF_FOLDER = ["schema", "data", "scorer", "hoverMatches"] as const;
const OF_SERVER = [...OF_FOLDER, "inlayHints", "maxScorerPairs", "limit", "minScore"] as const;

/** Settings of the server, at its start and on request. */
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
