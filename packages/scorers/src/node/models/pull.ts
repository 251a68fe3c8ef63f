import { mkdir, open, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { RetryPolicy } from "../../http/retry.js";
import type { Environment } from "../../http/secret.js";
import { type ChosenFiles, chooseFiles } from "./choose.js";
import { ModelFailure } from "./failure.js";
import { fetchListing, type HubAccess, hubOf } from "./hub.js";
import {
  filesFolder,
  findModel,
  type InstalledModel,
  install,
  lockFile,
  MANIFEST_FILE,
  type ModelManifest,
  type ModelSource,
  modelNamed,
  partialFolder,
  printManifest,
} from "./library.js";
import { checkModelName, type ModelReference, nameOfRepository, readReference } from "./names.js";
import { checkModel } from "./open.js";
import { type Receiving, receiveFile } from "./receive.js";

export interface PullOptions {
  /** Folder of the models. */
  readonly home: string;
  /** Name on this machine. Default: the last part of the repository. */
  readonly name?: string;
  /** Variant of the weights: `default`, `quantized`, `fp16`. */
  readonly variant?: string;
  /** Endpoint, token and proxies. */
  readonly environment: Environment;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: PullProgress) => void;
  /** Called before a wait for another attempt. */
  readonly onWait?: (reason: string, milliseconds: number) => void;
  readonly retry?: RetryPolicy;
  /** Milliseconds without a byte after which an attempt is given up. Default 30 000. */
  readonly patience?: number;
}

export interface PullProgress {
  readonly file: string;
  /** Bytes of all files that are there, and of all that are wanted; null if the hub does not say. */
  readonly received: number;
  readonly total: number | null;
}

export interface Pulled extends InstalledModel {
  /** True if the model existed and nothing was fetched. */
  readonly wasThere: boolean;
}

/**
 * Fetches a model from the hub. The revision is resolved to a commit, and that commit's files are fetched, each verified against the
 * digest from the hub. The model's folder appears when all are complete and right; until then they lie in a folder of their own,
 * where the next attempt continues.
 *
 * @example await pullModel("owner/small-model@v1.0", { home: modelsHome(process.env), environment: process.env })
 * @throws ModelFailure; the reason of `signal` if it aborts
 */
export async function pullModel(text: string, options: PullOptions): Promise<Pulled> {
  const { home, signal = new AbortController().signal, retry, patience = 30_000, environment, onWait } = options;
  const reference = readReference(text);
  const name = checkModelName(options.name ?? nameOfRepository(reference.repository));
  const access: HubAccess = {
    hub: hubOf(environment),
    environment,
    signal,
    patience,
    policy: retry,
    onWait,
  };
  const before = await installed(home, name, reference);
  const listing = await fetchListing(reference, access);
  const chosen = chooseFiles(listing, reference.repository, options.variant);
  const source = { kind: "hub", ...reference, commit: listing.commit, variant: chosen.variant } as const;
  if (before !== null && isSame(before.manifest.source, source)) return { ...before, wasThere: true };
  const parts = partialFolder(home, name);
  await mkdir(dirname(parts), { recursive: true });
  return locked(lockFile(home, name), name, async () => {
    await begin(parts, source);
    const folder = filesFolder(parts, source);
    const receiving = { ...access, reference, commit: listing.commit };
    const files = await receiveAll(chosen, folder, receiving, options.onProgress);
    await checkModel(folder, chosen.weights);
    const manifest: ModelManifest = { version: 1, source, weights: chosen.weights, files };
    await writeFile(join(parts, MANIFEST_FILE), printManifest(manifest));
    await rm(join(parts, PULL_FILE));
    await install(home, name, parts);
    return { ...(await modelNamed(home, name)), wasThere: false };
  });
}

/** The model that has the name; one of another repository keeps it. */
async function installed(home: string, name: string, { repository }: ModelReference): Promise<InstalledModel | null> {
  const model = await findModel(home, name);
  const source = model?.manifest.source;
  if (source === undefined || (source.kind === "hub" && source.repository === repository)) return model;
  const owner = ownerOf(source);
  throw new ModelFailure("usage", `"${name}" is ${owner} already. Give this one another name with --name.`);
}

function ownerOf(source: ModelSource): string {
  switch (source.kind) {
    case "hub":
      return `the model of ${source.repository}`;
    case "folder":
      return `the model in ${source.folder}`;
  }
}

const isSame = (a: ModelSource, b: Extract<ModelSource, { kind: "hub" }>): boolean =>
  a.kind === "hub" && a.repository === b.repository && a.commit === b.commit && a.variant === b.variant;

const PULL_FILE = "sxp-pull.json";

/** Makes the folder for what arrives. What is there of another commit or variant is of no use. */
async function begin(
  parts: string,
  { repository, commit, variant }: Extract<ModelSource, { kind: "hub" }>,
): Promise<void> {
  const file = join(parts, PULL_FILE);
  const record = `${JSON.stringify({ repository, commit, variant })}\n`;
  if ((await readFile(file, "utf8").catch(() => "")) === record) return;
  await rm(parts, { recursive: true, force: true });
  await mkdir(parts);
  await writeFile(file, record);
}

/** One file after the other: small ones first, so that weights are fetched only if the rest is right. */
async function receiveAll(
  { files }: ChosenFiles,
  folder: string,
  receiving: Omit<Receiving, "onBytes">,
  onProgress: PullOptions["onProgress"],
): Promise<ModelManifest["files"]> {
  const sizes = files.map(({ bytes }) => bytes);
  const total = sizes.every((bytes) => bytes !== null) ? sizes.reduce((sum, bytes) => sum + bytes, 0) : null;
  const done: { path: string; bytes: number; sha256: string }[] = [];
  let before = 0;
  for (const file of files) {
    const target = join(folder, ...file.path.split("/"));
    await mkdir(dirname(target), { recursive: true });
    const onBytes = (bytes: number) => onProgress?.({ file: file.path, received: before + bytes, total });
    const { bytes, sha256 } = await receiveFile(file, target, { ...receiving, onBytes });
    before += bytes;
    done.push({ path: file.path, bytes, sha256 });
  }
  return done;
}

/** Runs `task` while no other process does the same. A lock of a process that died does not count. */
async function locked<T>(file: string, name: string, task: () => Promise<T>): Promise<T> {
  await take(file, name);
  try {
    return await task();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string, name: string): Promise<void> {
  for (let attempt = 0; attempt < 2; attempt++) {
    const handle = await open(file, "wx").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return null;
      throw error;
    });
    if (handle !== null) {
      await handle.writeFile(String(process.pid));
      await handle.close();
      return;
    }
    const holder = Number(await readFile(file, "utf8").catch(() => ""));
    if (holder !== process.pid && !isRunning(holder)) await rm(file, { force: true });
    else throw new ModelFailure("usage", `"${name}" is being fetched already, by process ${holder}.`);
  }
  throw new ModelFailure("usage", `"${name}" is being fetched already.`);
}

/** Tests that a process of this machine has the number, including other users' processes. */
function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
