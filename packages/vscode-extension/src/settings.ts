import { type Uri, workspace } from "vscode";
import type { Choices } from "./choices.js";
import type { PlatformSettings } from "./client/platform.js";

/** The settings by their names in `package.json`, each read in one place. */
export interface Settings {
  readonly data: string;
  readonly schema: string;
  readonly limit: number;
  readonly minScore: number;
  readonly scorer: string;
  readonly onnxRuntime: string;
  readonly modelsFolder: string;
  readonly inlayHints: boolean;
  readonly heat: boolean;
  readonly hoverMatches: number;
  readonly history: number;
  readonly maxScorerPairs: number;
}

const DEFAULTS: Settings = {
  data: "",
  schema: "",
  limit: 50,
  minScore: 0,
  scorer: "",
  onnxRuntime: "",
  modelsFolder: "",
  inlayHints: true,
  heat: true,
  hoverMatches: 3,
  history: 20,
  maxScorerPairs: 20_000,
};

/** A setting as it is for a file. What is not trusted or not set has its default. */
export function setting<K extends keyof Settings>(name: K, uri?: Uri): Settings[K] {
  return workspace.getConfiguration("sxp", uri).get<Settings[K]>(name) ?? DEFAULTS[name];
}

/** What is read once, when models are opened. */
export const platformSettings = (): PlatformSettings => ({
  onnxRuntime: setting("onnxRuntime"),
  modelsFolder: setting("modelsFolder"),
});

/** What the server receives, at its start and whenever it requests it. */
export function serverSettings(choices: Choices): object {
  return {
    trusted: workspace.isTrusted,
    inlayHints: setting("inlayHints"),
    hoverMatches: setting("hoverMatches"),
    maxScorerPairs: setting("maxScorerPairs"),
    schema: setting("schema"),
    data: setting("data"),
    scorer: setting("scorer"),
    limit: setting("limit"),
    minScore: setting("minScore"),
    keptRuns: setting("history"),
    files: choices.files(),
    folders: Object.fromEntries((workspace.workspaceFolders ?? []).map(({ uri }) => [uri.toString(), ofFolder(uri)])),
  };
}

/** What each folder of a workspace may set for itself. */
const ofFolder = (uri: Uri): object => ({
  schema: setting("schema", uri),
  data: setting("data", uri),
  scorer: setting("scorer", uri),
  hoverMatches: setting("hoverMatches", uri),
});
