import { memoryError } from "../memoryError.js";
import { damaged, FORMAT, hashName } from "./format.js";
import { endName, isGeneration, STORE_FILE } from "./names.js";
import type { Storage } from "./storage.js";

/** A generation as the files name it that lead to it, and the format of its files. */
export interface GenerationStart {
  readonly generation: string;
  readonly format: number;
}

export interface GenerationEnd extends GenerationStart {
  /** The number of its last event, the switch. */
  readonly last: number;
  /** The marks of the last events, oldest first. */
  readonly marks: readonly string[];
}

/** Files of this kind are small; one that is not is none of them. */
const MAX_BYTES = 1 << 16;

const NAME = "semantic-xpath memory";

/** `memory.json`, by which a folder is known: the first generation. Never changes. */
export const storeFile = (storage: Storage, generation: string): Uint8Array =>
  checked(storage, { name: NAME, format: FORMAT, generation });

/**
 * What a generation ends with: the next one, and the marks of its last events, by which a writer whose event was taken over just then knows it.
 * Stays, so that whoever looks for the old generation finds the new one.
 */
export const endFile = (storage: Storage, next: string, last: number, marks: readonly string[]): Uint8Array =>
  checked(storage, { format: FORMAT, generation: next, last, marks });

export function readStoreFile(storage: Storage): GenerationStart {
  const bytes = storage.read(STORE_FILE, 0, MAX_BYTES);
  if (bytes === null) {
    throw memoryError("SXP5001", { where: storage.where, reason: `it has no "${STORE_FILE}", so it is not a memory` });
  }
  const content = parse(bytes);
  if (content === null || content.get("name") !== NAME) {
    throw memoryError("SXP5001", { where: storage.where, reason: `its "${STORE_FILE}" is not that of a memory` });
  }
  return start(storage, STORE_FILE, content);
}

/** Which generation follows; null while this one is not over. */
export function readEnd(storage: Storage, generation: string): GenerationEnd | null {
  const name = endName(generation);
  const bytes = storage.read(name, 0, MAX_BYTES);
  if (bytes === null) return null;
  const content = parse(bytes);
  if (content === null) throw damaged(name, "it is not what was written");
  const last = content.get("last");
  const marks = content.get("marks");
  if (typeof last !== "number" || !Array.isArray(marks)) throw damaged(name, "it is not what was written");
  return { ...start(storage, name, content), last, marks };
}

function start(storage: Storage, file: string, content: ReadonlyMap<string, unknown>): GenerationStart {
  const format = content.get("format");
  const generation = content.get("generation");
  if (typeof format === "number" && format > FORMAT) throw memoryError("SXP5004", { found: format, known: FORMAT });
  if (typeof format !== "number" || !isGeneration(generation) || !isChecked(storage, format, content)) {
    throw damaged(file, "it is not what was written");
  }
  return { generation, format };
}

function checked(storage: Storage, content: Readonly<Record<string, unknown>>): Uint8Array {
  const check = hashName(storage.hash([encode(JSON.stringify(content))]));
  return encode(`${JSON.stringify({ ...content, check }, null, 2)}\n`);
}

/** Format 0 had no check. */
function isChecked(storage: Storage, format: number, content: ReadonlyMap<string, unknown>): boolean {
  if (format === 0) return true;
  const { check, ...rest } = Object.fromEntries(content);
  return check === hashName(storage.hash([encode(JSON.stringify(rest))]));
}

function parse(bytes: Uint8Array): ReadonlyMap<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return typeof value === "object" && value !== null ? new Map(Object.entries(value)) : null;
  } catch {
    return null;
  }
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
