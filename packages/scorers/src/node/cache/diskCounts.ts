import { createHash, type Hash, randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Tree } from "@semantic-xpath/tree";
import type { KeptCounts } from "../../lexical/keptCounts.js";
import { bytes as bytesRule, checkOptions } from "../../options.js";
import { cacheDirectory } from "./cacheStats.js";
import { listCounts } from "./countsFiles.js";
import { remove } from "./segments.js";

export interface DiskCountsOptions {
  /** Default: `cacheDirectory()`. It is made when the first counts are kept. */
  readonly directory?: string | undefined;
  /** Bytes of all counts together; those used longest ago go first, and none that are larger are kept. Default 64 MiB. */
  readonly maxBytes?: number | undefined;
}

const MARK_BYTES = 32;
/** Milliseconds after which nobody writes a part any more. */
const LONG_AGO = 3_600_000;

/**
 * Keeps what the embedded scorer counts in trees, a file for each tree and settings. The name of a file is a hash of all that the counts depend on, and
 * its last bytes one of its name and content, so a file that is torn, damaged or renamed is none. Like the scores in the folder it is this user's own
 * word: a folder that comes from somebody else must not be given here.
 */
export function diskCounts(options: DiskCountsOptions = {}): KeptCounts {
  const { directory = cacheDirectory(), maxBytes = 2 ** 26 } = options;
  checkOptions({ maxBytes }, { maxBytes: bytesRule });
  return {
    async get(tree, settings) {
      const name = nameOf(tree, settings);
      const path = join(directory, name);
      const facts = await stat(path).catch(() => null);
      if (facts === null || !facts.isFile() || facts.size > maxBytes) return null;
      const file = await readFile(path);
      const content = file.subarray(0, Math.max(0, file.length - MARK_BYTES));
      if (!markOf(name, content).equals(file.subarray(content.length))) return null;
      await utimes(path, new Date(), new Date()).catch(() => undefined);
      return content;
    },
    async set(tree, settings, bytes) {
      if (bytes.length + MARK_BYTES > maxBytes) return;
      const name = nameOf(tree, settings);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await makeRoom(directory, maxBytes - bytes.length - MARK_BYTES);
      const part = join(directory, name.replace(".counts", `-${randomBytes(6).toString("hex")}.counts.part`));
      const file = await open(part, "wx", 0o600);
      try {
        await file.writeFile(Buffer.concat([bytes, markOf(name, bytes)]));
      } finally {
        await file.close();
      }
      await rename(part, join(directory, name));
    },
  };
}

async function makeRoom(directory: string, room: number): Promise<void> {
  const files = await listCounts(directory);
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { path, bytes, used, isPart } of files) {
    if (total <= room && !isPart) continue;
    if (isPart && Date.now() - used < LONG_AGO) continue;
    if (await remove(path)) total -= bytes;
  }
}

const markOf = (name: string, content: Uint8Array): Buffer =>
  createHash("sha256").update(name).update(content).digest();

const names = new WeakMap<Tree, Map<string, string>>();

/** Made once for a tree: half of it is hashing its texts. */
function nameOf(tree: Tree, settings: string): string {
  const known = names.get(tree)?.get(settings);
  if (known !== undefined) return known;
  const hash = createHash("sha256");
  // Which characters are letters changes with Unicode.
  addText(hash, JSON.stringify([settings, process.versions.unicode, tree.size, tree.typeNames, tree.attributeNames]));
  addTree(hash, tree);
  const name = `v1-${hash.digest("hex")}.counts`;
  names.set(tree, (names.get(tree) ?? new Map<string, string>()).set(settings, name));
  return name;
}

/** All that is counted: types, attributes and own texts of nodes in their order. */
function addTree(hash: Hash, tree: Tree): void {
  const { type, text, columns, values } = tree;
  for (const column of [type, text]) addBytes(hash, column);
  for (const [attribute, ofTypes] of columns.entries()) {
    for (const [ofType, column] of ofTypes.entries()) {
      if (column === undefined) continue;
      addText(hash, `${attribute} ${ofType} ${column.kind}`);
      addBytes(hash, column.values);
      if (column.kind === "sparse") addBytes(hash, column.ranks);
    }
  }
  addBytes(hash, values.starts.subarray(0, values.size));
  for (const chunk of values.chunks) addText(hash, chunk);
}

/** With its length in front, so that the parts can't run together. As UTF-16 units, which a lone surrogate is too. */
function addText(hash: Hash, text: string): void {
  hash.update(`${text.length}:`).update(Buffer.from(text, "utf16le"));
}

function addBytes(hash: Hash, column: Int32Array | Uint32Array): void {
  hash.update(`${column.length}:`).update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
}
