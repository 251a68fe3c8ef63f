import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isRunning } from "../isRunning.js";
import { CHECKSUM, KeyTable, RECORD_BYTES, type Seal, scoreAt } from "./records.js";

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
function newName(created = Math.max(Date.now(), lastCreated + 1)): string {
  lastCreated = Math.max(lastCreated, created);
  return `v1-${created.toString(36)}-${process.pid.toString(36)}-${randomBytes(6).toString("hex")}.scores`;
}

/** The segments of a folder, the oldest first; none if there is no folder. Those that vanish meanwhile are left out. */
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

/** Bytes that no segment has, since none is begun or merged beyond a sixteenth of it. A longer file was written by something else. */
export const MOST_BYTES = 2 ** 26;
/** Bytes that are read at a time. */
const PIECE = RECORD_BYTES * 2 ** 15;

/**
 * Calls `visit` with each whole record of a segment from a place on, and gives the place where they end; what is torn there is left
 * for later. The score of a damaged record is NaN. The bytes are overwritten after the call. null: the file has vanished, can't be
 * read, or is longer than any segment.
 */
export async function readRecords(
  path: string,
  from: number,
  visit: (bytes: Buffer, at: number, score: number) => void,
  seal: Seal = CHECKSUM,
): Promise<number | null> {
  const file = await open(path, "r").catch(() => null);
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    if (size > MOST_BYTES) return null;
    const bytes = Buffer.alloc(Math.max(RECORD_BYTES, Math.min(PIECE, size - from)));
    for (let at = from, filled = 0; ; ) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, at + filled);
      filled += bytesRead;
      if (bytesRead > 0 && filled < bytes.length) continue;
      const whole = filled - (filled % RECORD_BYTES);
      const marks = seal.marks(bytes, whole / RECORD_BYTES);
      for (let place = 0; place < whole; place += RECORD_BYTES) {
        const score = scoreAt(bytes, place, marks[place / RECORD_BYTES]!);
        if (seal.isStrict && Number.isNaN(score)) return size;
        visit(bytes, place, score);
      }
      at += whole;
      if (bytesRead === 0) return at;
      filled = 0;
    }
  } catch {
    return null;
  } finally {
    await file.close().catch(() => undefined);
  }
}

/** Whether it is gone; a file that another process holds may stay. */
export const remove = (path: string): Promise<boolean> =>
  rm(path, { force: true }).then(
    () => true,
    () => false,
  );

/** Appends to a segment of its own, and begins another one where this one is full, gone, or was written to in part. */
export class SegmentWriter {
  private name: string | null = null;
  private written = 0;

  constructor(
    private readonly directory: string,
    private readonly segmentBytes: number,
  ) {}

  /**
   * The name of the segment that has the bytes now. Rejects if the disk refuses; what is torn then is the end of a segment that
   * nobody writes to any more. The file is open only meanwhile, so there is nothing to close.
   */
  async append(bytes: Buffer): Promise<string> {
    if (this.written + bytes.length > this.segmentBytes) this.name = null;
    const file = (await this.reopen()) ?? (await this.begin());
    const name = this.name!;
    try {
      await file.appendFile(bytes);
      this.written += bytes.length;
    } catch (error) {
      this.name = null;
      throw error;
    } finally {
      await file.close();
    }
    return name;
  }

  /** null if there is none yet, or another process evicted or merged it. */
  private async reopen(): Promise<FileHandle | null> {
    if (this.name === null) return null;
    return open(join(this.directory, this.name), constants.O_WRONLY | constants.O_APPEND).catch(() => null);
  }

  private async begin(): Promise<FileHandle> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    const name = newName();
    const file = await open(join(this.directory, name), "ax", 0o600);
    this.name = name;
    this.written = 0;
    return file;
  }
}

/** Removes the oldest segments until the others have `maxBytes` at most; gives those that are left. */
export async function evict(segments: readonly Segment[], maxBytes: number): Promise<readonly Segment[]> {
  let total = segments.reduce((sum, { bytes }) => sum + bytes, 0);
  const left: Segment[] = [];
  for (const segment of segments) {
    if (total > maxBytes && (await remove(segment.path))) total -= segment.bytes;
    else left.push(segment);
  }
  return left;
}

/** From so many abandoned small segments on they are merged. */
const MANY = 16;
/** Milliseconds after which a segment counts as abandoned even if a process of its number lives, and a part as abandoned. */
const LONG_AGO = 3_600_000;

/**
 * Merges small segments of processes that have ended, without doubles and damaged records. The merged one is written beside, then
 * put in place by a rename, and only then are its sources removed: at every moment each record is in some segment. Two
 * processes that merge at once leave doubles for the next time. Says how many segments were merged.
 */
export async function compact(directory: string, segmentBytes: number, seal: Seal = CHECKSUM): Promise<number> {
  await removeLeftParts(directory);
  const small = (await listSegments(directory)).filter(
    (segment) => segment.bytes < segmentBytes / 2 && isAbandoned(segment),
  );
  if (small.length < MANY) return 0;
  let merged = 0;
  for (const group of groups(small, segmentBytes)) merged += await merge(directory, group, seal);
  return merged;
}

/** Neighbours in age, each group no larger than a segment. */
function groups(segments: readonly Segment[], segmentBytes: number): Segment[][] {
  const found: Segment[][] = [];
  let bytes = 0;
  for (const segment of segments) {
    if (found.length === 0 || bytes + segment.bytes > segmentBytes) {
      found.push([]);
      bytes = 0;
    }
    found.at(-1)!.push(segment);
    bytes += segment.bytes;
  }
  return found.filter((group) => group.length > 1);
}

/** Says how many were merged. One that can't be read stays as it is. */
async function merge(directory: string, group: readonly Segment[], seal: Seal): Promise<number> {
  const seen = new KeyTable();
  const records: Buffer[] = [];
  const read: Segment[] = [];
  for (const segment of group) {
    const end = await readRecords(
      segment.path,
      0,
      (bytes, at, score) => {
        if (!Number.isNaN(score) && seen.add(bytes, at, score)) {
          records.push(Buffer.from(bytes.subarray(at, at + RECORD_BYTES)));
        }
      },
      seal,
    );
    // Of another one nothing is known: another process took it, or it can be read some other time.
    if (end !== null) read.push(segment);
  }
  if (read.length < 2) return 0;
  const path = join(directory, newName(group.at(-1)!.created));
  try {
    const file = await open(`${path}.part`, "wx", 0o600);
    try {
      await file.writeFile(Buffer.concat(records));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.part`, path);
  } catch {
    await remove(`${path}.part`);
    return 0;
  }
  for (const source of read) await remove(source.path);
  return read.length;
}

const isAbandoned = ({ pid, changed }: Segment): boolean =>
  pid !== process.pid && (Date.now() - changed > LONG_AGO || !isRunning(pid));

async function removeLeftParts(directory: string): Promise<void> {
  for (const name of await readdir(directory).catch(() => [])) {
    if (!isPart(name)) continue;
    const path = join(directory, name);
    const facts = await stat(path).catch(() => null);
    if (facts !== null && Date.now() - facts.mtimeMs > LONG_AGO) await remove(path);
  }
}
