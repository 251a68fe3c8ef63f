import { lstat, readdir, realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import { externalDataOf, isSmallFile } from "./choose.js";
import { ModelFailure } from "./failure.js";
import { findModel, type InstalledModel, installManifest } from "./library.js";
import { checkModelName, isModelName } from "./names.js";
import { checkModel } from "./open.js";
import { digestsOf } from "./receive.js";

interface AddOptions {
  readonly home: string;
  /** Default: the name of the folder. */
  readonly name?: string;
  readonly signal?: AbortSignal;
}

/**
 * Gives a folder with a model a name. Its files stay where they are: what is kept is the path, and what the files were.
 *
 * @throws ModelFailure if the folder has no model, or one with links in it, or the name is taken.
 */
export async function addModel(given: string, options: AddOptions): Promise<InstalledModel> {
  const { home, signal = new AbortController().signal } = options;
  const folder = await realpath(given).catch(() => null);
  if (folder === null || !(await lstat(folder)).isDirectory()) {
    throw new ModelFailure("files", `"${given}" is no folder. ${LAYOUT}`);
  }
  const name = checkModelName(options.name ?? nameOfFolder(folder));
  const existing = await findModel(home, name);
  if (existing !== null && existing.folder !== folder) {
    throw new ModelFailure("usage", `there is a model "${name}" already. Give this one another name with --name.`);
  }
  if (existing?.manifest.source.kind === "hub") return existing;
  const present = await filesOf(folder);
  const needed = present.has("0_StaticEmbedding/tokenizer.json") ? [] : ["config.json", "tokenizer.json"];
  const missing = needed.filter((path) => !present.has(path));
  if (missing.length > 0) throw new ModelFailure("files", `"${given}" has no ${missing.join(" and no ")}. ${LAYOUT}`);
  const weights = await checkModel(folder);
  const parts = [...present].filter(([path]) => isSmallFile(path) || path === weights || externalDataOf(weights, path));
  const files = [];
  for (const [path, bytes] of parts) {
    const { sha256 } = await digestsOf(join(folder, path), bytes, signal);
    files.push({ path, bytes, sha256 });
  }
  return installManifest(home, name, { version: 1, source: { kind: "folder", folder }, weights, files });
}

const LAYOUT =
  "A model is a folder with config.json, tokenizer.json and onnx/model.onnx (or, of a static model, model.safetensors).";

function nameOfFolder(folder: string): string {
  const name = basename(folder);
  if (isModelName(name)) return name;
  throw new ModelFailure("usage", "the folder's own name can't be that of a model. Give it one with --name.");
}

/** Sizes of the files that a model can consist of, by path. A link among them is refused. */
async function filesOf(folder: string): Promise<ReadonlyMap<string, number>> {
  const files = new Map<string, number>();
  for (const inside of ["", ...FOLDERS]) {
    const entries = await readdir(join(folder, inside), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = inside === "" ? entry.name : `${inside}/${entry.name}`;
      if (entry.isSymbolicLink() && isPart(path)) {
        throw new ModelFailure(
          "refused",
          `"${path}" is a link. The files of a model lie in its folder: copy them there.`,
        );
      }
      if (entry.isFile()) files.set(path, (await lstat(join(folder, path))).size);
    }
  }
  return files;
}

const FOLDERS = ["onnx", "0_StaticEmbedding", "1_Pooling", "2_Dense", "3_Dense", "4_Dense"];
const isPart = (path: string): boolean =>
  FOLDERS.includes(path) || /\.(?:json|safetensors|onnx|onnx[._]data.*)$/.test(path);
