import { createHash, randomBytes } from "node:crypto";
import { linkSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { cacheDirectory, diskCache } from "@semantic-xpath/scorers/node";
import type { KeptScores } from "../history/history.js";

export interface FolderScoresOptions {
  /** Default 16 MiB, some 700 000 scores. The oldest go first. */
  readonly maxBytes?: number;
  /** The file with the secret of this user; by default in the folder of the user's caches. */
  readonly secretFile?: string;
}

/** The folder in a memory's folder that scores are kept in. */
export const SCORES_FOLDER = "cache";
const SECRET_BYTES = 32;

/**
 * Scores of expensive scorers, kept in the folder of a memory for the next process. There are hashes and numbers in it, no texts.
 *
 * A memory may come from somebody else, and nothing in it is to decide what a query finds: what is kept depends on a secret that is outside, with
 * the user. Scores that another one wrote, or changed, are not found; a folder that is copied to another machine starts again. After `prune` the
 * secret is another one, too: scores of what was deleted are removed, and worthless to anyone who kept a copy.
 */
export function folderScores(folder: string, options: FolderScoresOptions = {}): KeptScores {
  const directory = join(resolve(folder), SCORES_FOLDER);
  const { maxBytes = 2 ** 24, secretFile = join(cacheDirectory(), "memory.secret") } = options;
  return {
    of(generation) {
      const secret = isOwnFolder(directory) ? secretOf(secretFile) : null;
      if (secret === null) return null;
      const derived = createHash("sha256").update("scores of a memory").update(secret).update(`${generation}`).digest();
      return diskCache({ directory, maxBytes, secret: derived });
    },
    clear() {
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A link may lead anywhere. */
function isOwnFolder(directory: string): boolean {
  try {
    return lstatSync(directory, { throwIfNoEntry: false })?.isDirectory() ?? true;
  } catch {
    return false;
  }
}

/** The secret, made when it is first needed; null where it can't be read or made: then nothing is kept. */
function secretOf(file: string): Buffer | null {
  const known = readSecret(file);
  if (known !== null) return known;
  const temporary = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
    writeFileSync(temporary, randomBytes(SECRET_BYTES), { mode: 0o600, flag: "wx" });
    linkSync(temporary, file);
  } catch {
    // Another process was first, or it can't be written.
  } finally {
    rmSync(temporary, { force: true });
  }
  return readSecret(file);
}

function readSecret(file: string): Buffer | null {
  try {
    const secret = readFileSync(file);
    return secret.length === SECRET_BYTES ? secret : null;
  } catch {
    return null;
  }
}
