import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join, resolve } from "node:path";
import type { Diagnostic } from "@semantic-xpath/parser";
import { chatError } from "../conversation/chatError.js";
import type { ConversationEntry } from "../conversation/record.js";
import { entryOf } from "../conversation/record.js";
import type { ConversationStore, KeptConversation } from "../conversation/store.js";

export interface FolderConversationsOptions {
  /** Bytes of one conversation; what is beyond them is refused. Default 64 MiB. */
  readonly maxBytes?: number;
}

/** The folder in a memory's folder that conversations are kept in. `prune` looks into it, so that what is deleted is deleted here, too. */
const FOLDER = "conversations";
const ID = /^[0-9A-Za-z][0-9A-Za-z_-]{0,63}$/;
const MAX_BYTES = 1 << 26;
/** Letters of the check of a line. */
const CHECK = 12;
const { O_WRONLY, O_CREAT, O_APPEND, O_RDONLY, O_NOFOLLOW = 0 } = constants;

/**
 * Conversations in the folder of a memory: a file each, a line each step, written durably before `append` returns. A line has a check of its own, so that one that a
 * crash cut off, or that was changed, is left out and reported.
 *
 * @example new Conversation({ memory, store: folderConversations("trips") })
 */
export function folderConversations(folder: string, options: FolderConversationsOptions = {}): ConversationStore {
  const directory = join(resolve(folder), FOLDER);
  const { maxBytes = MAX_BYTES } = options;
  return {
    list: () => idsIn(directory),
    read: (id) => readConversation(pathOf(directory, id), maxBytes),
    append: (id, entry) => append(directory, pathOf(directory, id), entry, maxBytes),
    stamp: (id) => lstatSync(pathOf(directory, id), { throwIfNoEntry: false })?.size ?? 0,
    remove: (id) => rmSync(pathOf(directory, id), { force: true }),
  };
}

/** Throws a `ChatError` (SXP5149) for what can't be an id: it would be a path. */
function pathOf(directory: string, id: string): string {
  if (!ID.test(id)) throw chatError("SXP5149", { id });
  return join(directory, `${id}.jsonl`);
}

function idsIn(directory: string): readonly string[] {
  if (lstatSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  const files = readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const id = entry.name.replace(/\.jsonl$/, "");
    if (!entry.isFile() || id === entry.name || !ID.test(id)) return [];
    return [{ id, time: lstatSync(join(directory, entry.name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }];
  });
  return files.sort((a, b) => b.time - a.time).map(({ id }) => id);
}

function readConversation(path: string, maxBytes: number): KeptConversation | null {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined || !status.isFile()) return null;
  const text = readFileSync(path).subarray(0, maxBytes).toString("utf8");
  const entries: ConversationEntry[] = [];
  const problems: Diagnostic[] = [];
  for (const [i, line] of text.split("\n").entries()) {
    if (line === "") continue;
    const read = readLine(line);
    if (typeof read === "object") entries.push(read);
    else problems.push(chatError("SXP5145", { where: `Line ${i + 1} of ${path}`, problem: read }).diagnostic);
  }
  return { entries, problems };
}

/** The entry of a line; or what is wrong with it. */
function readLine(line: string): ConversationEntry | string {
  const [check, json] = [line.slice(0, CHECK), line.slice(CHECK + 1)];
  if (line[CHECK] !== " " || checkOf(json) !== check) return "it was cut off, or changed";
  return entryOf(json) ?? "it is no step of a conversation";
}

const checkOf = (json: string): string => createHash("sha256").update(json).digest("hex").slice(0, CHECK);

/** One write of one line, on the disk when it returns. After a line that was cut off a new one begins. */
function append(directory: string, path: string, entry: ConversationEntry, maxBytes: number): void {
  const json = JSON.stringify(entry);
  const line = `${checkOf(json)} ${json}\n`;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const file = openSync(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600);
    try {
      const { size } = fstatSync(file);
      const bytes = Buffer.from(isCutOff(path, size) ? `\n${line}` : line);
      if (size + bytes.length > maxBytes) throw new RangeError(`it would have more than ${maxBytes} bytes`);
      if (writeSync(file, bytes) < bytes.length) throw new RangeError("the disk is full");
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw chatError("SXP5146", { where: path, reason: code ?? message }, { cause: error });
  }
}

function isCutOff(path: string, size: number): boolean {
  if (size === 0) return false;
  const file = openSync(path, O_RDONLY | O_NOFOLLOW);
  try {
    const last = Buffer.alloc(1);
    readSync(file, last, 0, 1, size - 1);
    return last[0] !== 0x0a;
  } finally {
    closeSync(file);
  }
}
