import { lstat, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import type { Environment } from "../../http/secret.js";
import { parsedJson } from "../../json.js";
import { ModelFailure } from "./failure.js";
import { checkModelName, isModelName, nameOfRepository } from "./names.js";

/** A model that can be used by its name. */
export interface InstalledModel {
  readonly name: string;
  /** The folder with its files. */
  readonly folder: string;
  /** The folder of its own under the home of models, with the manifest. */
  readonly home: string;
  readonly manifest: ModelManifest;
}

/** The model of a name, null if there is none. Looks at the disk only. */
export async function findModel(home: string, name: string): Promise<InstalledModel | null> {
  if (!isModelName(name)) return null;
  const modelFolder = join(home, name);
  const entry = await lstat(modelFolder).catch(() => null);
  if (!entry?.isDirectory()) return null;
  const manifest = await readManifest(modelFolder);
  if (manifest === null) return null;
  return { name, folder: filesFolder(modelFolder, manifest.source), home: modelFolder, manifest };
}

/**
 * If the files of a model are. Those of the hub lie in a folder with the name of their repository, whatever the model is called
 * here: models of a family want the prefixes of that family, and are known by that name.
 */
export function filesFolder(own: string, source: ModelSource): string {
  return source.kind === "folder" ? source.folder : join(own, nameOfRepository(source.repository));
}

/** As `findModel`. @throws ModelFailure if there is none, naming those that there are. */
export async function modelNamed(home: string, name: string): Promise<InstalledModel> {
  const installed = await findModel(home, checkModelName(name));
  if (installed !== null) return installed;
  const names = (await listModels(home)).map((model) => model.name);
  const list = names.length === 0 ? "There are none yet." : `There are ${names.join(", ")}.`;
  throw new ModelFailure("usage", `there is no model "${name}" in ${home}. ${list}`);
}

/** All models, by name. A folder whose manifest can't be read is left out. */
export async function listModels(home: string): Promise<readonly InstalledModel[]> {
  const names = await readdir(home).catch(() => []);
  const models = await Promise.all(names.sort().map((name) => findModel(home, name).catch(() => null)));
  return models.filter((model) => model !== null);
}

/** Removes a model, or what is left of one that was never complete. Files that were only added stay where they are. */
export async function removeModel(home: string, name: string): Promise<void> {
  const modelFolder = join(home, checkModelName(name));
  const unfinished = partialFolder(home, name);
  if (!(await isThere(modelFolder)) && !(await isThere(unfinished))) await modelNamed(home, name);
  await rm(unfinished, { recursive: true, force: true });
  await rm(lockFile(home, name), { force: true });
  if (await isThere(modelFolder)) await removeWhole(home, modelFolder);
}

const isThere = async (path: string): Promise<boolean> => (await lstat(path).catch(() => null)) !== null;

/** Moves a complete folder to its name. Readers see the old model, no model, or the new one, and never half of one. */
export async function install(home: string, name: string, complete: string): Promise<void> {
  const modelFolder = join(home, name);
  if (await isThere(modelFolder)) await removeWhole(home, modelFolder);
  await rename(complete, modelFolder);
}

/** A folder with a manifest only, for files that stay where they are. */
export async function installManifest(home: string, name: string, manifest: ModelManifest): Promise<InstalledModel> {
  await mkdir(home, { recursive: true });
  const fresh = await mkdtemp(join(home, ".new-"));
  await writeFile(join(fresh, MANIFEST_FILE), printManifest(manifest));
  await install(home, name, fresh);
  return modelNamed(home, name);
}

/** If a model is fetched to. Begins with a dot, so that it can't be the name of a model. */
export const partialFolder = (home: string, name: string): string => join(home, ".partial", name);

/** Lock file of the process that fetches a model. */
export const lockFile = (home: string, name: string): string => `${partialFolder(home, name)}.lock`;

/** Gone at once by its name, then file by file. A link is removed and not followed. */
async function removeWhole(home: string, own: string): Promise<void> {
  const grave = await mkdtemp(join(await realpath(home), ".old-"));
  await rename(own, join(grave, "model"));
  await rm(grave, { recursive: true, force: true });
}

/** File in a model's folder that describes the model. A folder without it is not a model. */
export const MANIFEST_FILE = "sxp-model.json";

/** If a model came from. */
export type ModelSource =
  | {
      readonly kind: "hub";
      readonly repository: string;
      /** The requested revision, and its commit at that time. */
      readonly revision: string;
      readonly commit: string;
      readonly variant: string;
    }
  /** Files that stay where they are. */
  | { readonly kind: "folder"; readonly folder: string };

export interface ModelManifest {
  readonly version: 1;
  readonly source: ModelSource;
  /** The ONNX file, relative to the folder of the files. */
  readonly weights: string;
  /** Files as verified when fetched, or, for a folder, as present when added. */
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[];
}

export const printManifest = (manifest: ModelManifest): string => `${JSON.stringify(manifest, null, 2)}\n`;

/** The manifest of a folder, null if there is none. */
async function readManifest(folder: string): Promise<ModelManifest | null> {
  const file = join(folder, MANIFEST_FILE);
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return null;
  const data = parsedJson(text) as Partial<ModelManifest> | null;
  const isFit =
    data?.version === 1 && typeof data.weights === "string" && Array.isArray(data.files) && isSource(data.source);
  if (isFit) return data as ModelManifest;
  throw new ModelFailure(
    "files",
    `${file} can't be read. "sxp models remove" removes the model, so that it can be fetched or added again.`,
  );
}

function isSource(source: ModelSource | undefined): boolean {
  switch (source?.kind) {
    case "folder":
      return typeof source.folder === "string";
    case "hub":
      return isModelName(nameIn(source.repository));
    default:
      return false;
  }
}

const nameIn = (repository: unknown): string => String(repository).split("/").at(-1)!;

/**
 * Folder of models: `SXP_MODELS_DIR`, else `sxp/models` under `XDG_DATA_HOME`, else under the system's usual folder for data.
 * A relative `XDG_DATA_HOME` is ignored, as the XDG Base Directory Specification requires.
 */
export function modelsHome(environment: Environment, cwd = "."): string {
  const custom = environment.SXP_MODELS_DIR;
  if (custom !== undefined && custom !== "") return resolve(cwd, custom);
  const { XDG_DATA_HOME: xdg, LOCALAPPDATA: local } = environment;
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, "sxp", "models");
  if (process.platform === "win32" && local !== undefined && isAbsolute(local)) return join(local, "sxp", "models");
  return join(environment.HOME || homedir(), ".local", "share", "sxp", "models");
}
