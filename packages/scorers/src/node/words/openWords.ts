import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { getOrMake, readError } from "@semantic-xpath/tree";
import { bodyOf, headerOf, PACK_LIMITS, PackError, type PackHeader } from "../../lexical/knowledge/pack.js";
import { type WordKnowledge, wordKnowledge } from "../../lexical/knowledge/wordKnowledge.js";
import { findModel } from "../models/library.js";

/** What the words are called among the models, and the file that they are in. */
export const WORDS_NAME = "words";
export const WORDS_FILE = "words.bin";

/** Words that were opened in this process, by path, size and time of change. */
const opened = new Map<string, WordKnowledge>();

/**
 * The words that were added on this machine, null if there are none. Only the start of the file is read here; the rest is, and is verified,
 * when something is first asked.
 *
 * @throws ReadError SXP4070 if the file is damaged; so does what is asked later.
 */
export async function openWords(home: string): Promise<WordKnowledge | null> {
  const model = await findModel(home, WORDS_NAME).catch(() => null);
  if (model?.manifest.source.kind !== "packages") return null;
  const file = join(model.folder, WORDS_FILE);
  return checked(file, () => {
    const { size, mtimeMs } = statSync(file);
    const key = JSON.stringify([file, size, mtimeMs]);
    return getOrMake(opened, key, () => lazily(file, headerIn(file)));
  });
}

/** Whether the file is whole. */
export function areWordsWhole(folder: string): boolean {
  const file = join(folder, WORDS_FILE);
  try {
    readWords(file, headerIn(file).sha256);
    return true;
  } catch {
    return false;
  }
}

/** The same id and answers as `wordKnowledge` of the bytes, which are read when they are needed. */
function lazily(file: string, { sha256 }: PackHeader): WordKnowledge {
  let known: WordKnowledge | undefined;
  const words = (): WordKnowledge => {
    known ??= checked(file, () => wordKnowledge(readWords(file, sha256)));
    return known;
  };
  return {
    id: `words-${sha256.slice(0, 12)}`,
    senses: (word) => words().senses(word),
    vectors: (word) => words().vectors(word),
  };
}

const START = 2 ** 17;

function headerIn(file: string): PackHeader {
  const descriptor = openSync(file, "r");
  try {
    const bytes = new Uint8Array(START);
    return headerOf(bytes.subarray(0, readSync(descriptor, bytes)));
  } finally {
    closeSync(descriptor);
  }
}

function readWords(file: string, sha256: string): Uint8Array {
  if (statSync(file).size > PACK_LIMITS.bytes) throw new PackError("it is too large");
  const bytes = readFileSync(file);
  if (createHash("sha256").update(bodyOf(bytes)).digest("hex") !== sha256) {
    throw new PackError("it is not what was written");
  }
  return bytes;
}

/** What is wrong with the file, said to anyone who has it. */
function checked<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!(error instanceof PackError) && code === undefined) throw error;
    throw readError("SXP4070", {
      file,
      reason: error instanceof PackError ? error.message : `it can't be read (${code})`,
    });
  }
}
