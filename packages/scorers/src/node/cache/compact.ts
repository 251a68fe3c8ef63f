import { open, readdir, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { isRunning } from "../isRunning.js";
import { KeyTable, RECORD_BYTES } from "./records.js";
import { isPart, listSegments, newName, readRecords, remove, type Segment } from "./segments.js";

/** From so many abandoned small segments on they are merged. */
const MANY = 16;
/** Milliseconds after which a segment counts as abandoned even if a process of its number lives, and a part as abandoned. */
const LONG_AGO = 3_600_000;

/**
 * Merges small segments of processes that have ended, without doubles and damaged records. The merged one is written beside, then
 * put in place by a rename, and only then are its sources removed: at every moment each record is in some segment. Two
 * processes that merge at once leave doubles for the next time. Says how many segments were merged.
 */
export async function compact(directory: string, segmentBytes: number, many = MANY): Promise<number> {
  await removeLeftParts(directory);
  const small = (await listSegments(directory)).filter(
    (segment) => segment.bytes < segmentBytes / 2 && isAbandoned(segment),
  );
  if (small.length < many) return 0;
  let merged = 0;
  for (const group of groups(small, segmentBytes)) merged += await merge(directory, group);
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
async function merge(directory: string, group: readonly Segment[]): Promise<number> {
  const seen = new KeyTable();
  const records: Buffer[] = [];
  const read: Segment[] = [];
  for (const segment of group) {
    const end = await readRecords(segment.path, 0, (bytes, at, score) => {
      if (!Number.isNaN(score) && seen.add(bytes, at, score)) {
        records.push(Buffer.from(bytes.subarray(at, at + RECORD_BYTES)));
      }
    });
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
