import { lstat, mkdir, mkdtemp, readdir, realpath, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ModelFailure } from "./failure.js";
import { MANIFEST_FILE, type ModelManifest, type ModelSource, printManifest, readManifest } from "./manifest.js";
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

/** The model of a name, null where there is none. Looks at the disk only. */
export async function findModel(home: string, name: string): Promise<InstalledModel | null> {
  if (!isModelName(name)) return null;
  const own = join(home, name);
  const found = await lstat(own).catch(() => null);
  if (!found?.isDirectory()) return null;
  const manifest = await readManifest(own);
  if (manifest === null) return null;
  return { name, folder: filesFolder(own, manifest.source), home: own, manifest };
}

/**
 * Where the files of a model are. Those of the hub lie in a folder with the name of their repository, whatever the model is called
 * here: models of a family want the prefixes of that family, and are known by that name.
 */
export const filesFolder = (own: string, source: ModelSource): string =>
  source.kind === "folder" ? source.folder : join(own, nameOfRepository(source.repository));

/** As `findModel`. @throws ModelFailure where there is none, naming those that there are. */
export async function modelNamed(home: string, name: string): Promise<InstalledModel> {
  const found = await findModel(home, checkModelName(name));
  if (found !== null) return found;
  const names = (await listModels(home)).map((model) => model.name);
  const known = names.length === 0 ? "There are none yet." : `There are ${names.join(", ")}.`;
  throw new ModelFailure("usage", `there is no model "${name}" in ${home}. ${known}`);
}

/** All models, by name. A folder whose manifest can't be read is left out. */
export async function listModels(home: string): Promise<readonly InstalledModel[]> {
  const names = await readdir(home).catch(() => []);
  const found = await Promise.all(names.sort().map((name) => findModel(home, name).catch(() => null)));
  return found.filter((model) => model !== null);
}

/** Removes a model, or what is left of one that was never complete. Files that were only added stay where they are. */
export async function removeModel(home: string, name: string): Promise<void> {
  const own = join(home, checkModelName(name));
  const unfinished = partialFolder(home, name);
  const has = async (path: string) => (await lstat(path).catch(() => null)) !== null;
  if (!(await has(own)) && !(await has(unfinished))) await modelNamed(home, name);
  await rm(unfinished, { recursive: true, force: true });
  await rm(lockFile(home, name), { force: true });
  if (await has(own)) await removeWhole(home, own);
}

/** Puts a complete folder in the place of a name; whoever looks sees the old model, none, or the new one, and never half of one. */
export async function install(home: string, name: string, complete: string): Promise<void> {
  const own = join(home, name);
  if ((await lstat(own).catch(() => null)) !== null) await removeWhole(home, own);
  await rename(complete, own);
}

/** A folder with a manifest only, for files that stay where they are. */
export async function installManifest(home: string, name: string, manifest: ModelManifest): Promise<InstalledModel> {
  await mkdir(home, { recursive: true });
  const made = await mkdtemp(join(home, ".new-"));
  await writeFile(join(made, MANIFEST_FILE), printManifest(manifest));
  await install(home, name, made);
  return modelNamed(home, name);
}

/** Where a model is fetched to. Begins with a dot, so that it can't be the name of a model. */
export const partialFolder = (home: string, name: string): string => join(home, ".partial", name);

/** What a process that fetches it holds. */
export const lockFile = (home: string, name: string): string => `${partialFolder(home, name)}.lock`;

/** Gone at once by its name, then file by file. A link is removed and not followed. */
async function removeWhole(home: string, own: string): Promise<void> {
  const grave = await mkdtemp(join(await realpath(home), ".old-"));
  await rename(own, join(grave, "model"));
  await rm(grave, { recursive: true, force: true });
}
