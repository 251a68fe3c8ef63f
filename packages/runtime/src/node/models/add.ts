import { lstat, readdir, realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import { digestsOf } from "./download/verify.js";
import { ModelFailure } from "./failure.js";
import { chooseFiles } from "./hub/choose.js";
import type { RemoteFile } from "./hub/listing.js";
import { findModel, type InstalledModel, installManifest } from "./library.js";
import { checkModelName, isModelName } from "./names.js";
import { type CheckModel, checkModel } from "./safety.js";

export interface AddOptions {
  readonly home: string;
  /** Default: the name of the folder. */
  readonly name?: string;
  readonly variant?: string;
  readonly check?: CheckModel;
  readonly signal?: AbortSignal;
}

/**
 * Gives a folder with a model a name. Its files stay where they are: what is kept is the path, and what the files were.
 *
 * @throws ModelFailure where the folder has no model, or one with links in it, or the name is taken.
 */
export async function addModel(given: string, options: AddOptions): Promise<InstalledModel> {
  const { home, variant, check = checkModel, signal = new AbortController().signal } = options;
  const folder = await realpath(given).catch(() => null);
  if (folder === null || !(await lstat(folder)).isDirectory()) {
    throw new ModelFailure(
      "files",
      `"${given}" is no folder. A model is a folder with config.json, tokenizer.json and an ONNX file.`,
    );
  }
  const name = checkModelName(options.name ?? nameOfFolder(folder));
  const taken = await findModel(home, name);
  const source = { kind: "folder", folder } as const;
  if (taken !== null && !(taken.manifest.source.kind === "folder" && taken.manifest.source.folder === folder)) {
    throw new ModelFailure("usage", `there is a model "${name}" already. Give this one another name with --name.`);
  }
  const { weights, files: chosen } = chooseFiles({ commit: "", files: await filesOf(folder) }, given, variant);
  await check(folder, weights);
  const files = [];
  for (const { path, bytes } of chosen) {
    const { sha256 } = await digestsOf(join(folder, path), bytes!, signal);
    files.push({ path, bytes: bytes!, sha256 });
  }
  return installManifest(home, name, { version: 1, source, weights, files });
}

function nameOfFolder(folder: string): string {
  const name = basename(folder);
  if (isModelName(name)) return name;
  throw new ModelFailure("usage", `the folder's own name can't be that of a model. Give it one with --name.`);
}

/** The files that a model can consist of: those at the top and one level below. Links among them are refused. */
async function filesOf(folder: string): Promise<readonly RemoteFile[]> {
  const files: RemoteFile[] = [];
  const look = async (inside: string): Promise<void> => {
    for (const entry of await readdir(join(folder, inside), { withFileTypes: true })) {
      const path = inside === "" ? entry.name : `${inside}/${entry.name}`;
      if (entry.isSymbolicLink() && (inside !== "" || isPart(path))) {
        throw new ModelFailure(
          "refused",
          `"${path}" is a link. A model's files have to lie in its folder: copy them there.`,
        );
      }
      if (entry.isDirectory() && inside === "" && FOLDERS.includes(path)) await look(path);
      if (!entry.isFile()) continue;
      const { size } = await lstat(join(folder, path));
      files.push({ path, bytes: size, sha256: null, blob: null });
    }
  };
  await look("");
  return files;
}

const FOLDERS = ["onnx", "1_Pooling"];
const isPart = (path: string): boolean => FOLDERS.includes(path) || /\.(?:json|onnx(?:[._]data.*)?)$/.test(path);
