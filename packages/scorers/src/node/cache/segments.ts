import { randomBytes } from "node:crypto";
import { open, readdir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { RECORD_BYTES } from "./record.js";

/** One append-only file of records. Only the process that made it writes to it. */
export interface Segment {
  readonly name: string;
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly changed: number;
  readonly pid: number;
  readonly bytes: number;
}

/** `v1-CREATED-PID-RANDOM.scores`; what is being written for later is `….part`. The version is that of the records. */
const NAME = /^v1-([0-9a-z]+)-([0-9a-z]+)-[0-9a-f]{12}\.scores$/;
export const isPart = (name: string): boolean => /^v1-[0-9a-z-]+\.scores\.part$/.test(name);

let lastCreated = 0;

/** A name that no other process and no other cache of this one has. Names of one process are in order, also within a millisecond. */
export function newName(created = Math.max(Date.now(), lastCreated + 1)): string {
  lastCreated = Math.max(lastCreated, created);
  return `v1-${created.toString(36)}-${process.pid.toString(36)}-${randomBytes(6).toString("hex")}.scores`;
}

/** The segments of a folder, the oldest first; none where there is no folder. Those that vanish meanwhile are left out. */
export async function listSegments(directory: string): Promise<Segment[]> {
  const names = await readdir(directory).catch(() => []);
  const found = await Promise.all(names.map((name) => segmentOf(directory, name)));
  return found
    .filter((segment) => segment !== null)
    .sort((a, b) => a.created - b.created || (a.name < b.name ? -1 : 1));
}

async function segmentOf(directory: string, name: string): Promise<Segment | null> {
  const [, created, pid] = NAME.exec(name) ?? [];
  if (created === undefined || pid === undefined) return null;
  const path = join(directory, name);
  const facts = await stat(path).catch(() => null);
  if (facts === null || !facts.isFile()) return null;
  const changed = facts.mtimeMs;
  return {
    name,
    path,
    created: Number.parseInt(created, 36),
    changed,
    pid: Number.parseInt(pid, 36),
    bytes: facts.size,
  };
}

/** Whole records from a place on; what is torn at the end is left for later. null: the file has vanished or can't be read. */
export async function readFrom(path: string, from: number): Promise<Buffer | null> {
  const file = await open(path, "r").catch(() => null);
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.max(0, Math.floor((size - from) / RECORD_BYTES) * RECORD_BYTES));
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, from + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, Math.floor(filled / RECORD_BYTES) * RECORD_BYTES);
  } catch {
    return null;
  } finally {
    await file.close().catch(() => undefined);
  }
}

/** Whether it is gone; a file that another process holds may stay. */
export const remove = (path: string): Promise<boolean> =>
  unlink(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === "ENOENT",
  );
