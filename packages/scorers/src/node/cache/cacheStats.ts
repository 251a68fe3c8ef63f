import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { listCounts } from "./countsFiles.js";
import { KeyTable } from "./records.js";
import { isPart, listSegments, readRecords, remove } from "./segments.js";

export interface CacheStats {
  readonly directory: string;
  readonly segments: number;
  readonly bytes: number;
  /** Distinct scores that can be read. */
  readonly scores: number;
  /** Records that are damaged, a torn end of a segment and a file that can't be read included. They are passed over. */
  readonly damaged: number;
  /** Trees whose statistics are kept, and the bytes of these. */
  readonly trees: number;
  readonly treeBytes: number;
  /** When the oldest segment was begun, and when a segment was last written to; null if there is none. */
  readonly oldest: Date | null;
  readonly newest: Date | null;
}

/** What a cache folder has. It changes nothing; a folder that does not exist is an empty cache. */
export async function cacheStats(directory = cacheDirectory()): Promise<CacheStats> {
  const segments = await listSegments(directory);
  const table = new KeyTable();
  let damaged = 0;
  for (const { path, bytes } of segments) {
    const end = await readRecords(path, 0, (records, at, score) => {
      if (Number.isNaN(score)) damaged++;
      else table.add(records, at, score);
    });
    if (end === null || end < bytes) damaged++;
  }
  const counts = (await listCounts(directory)).filter(({ isPart }) => !isPart);
  const changes = segments.map(({ changed }) => changed);
  return {
    directory,
    segments: segments.length,
    bytes: segments.reduce((sum, { bytes }) => sum + bytes, 0),
    scores: table.size,
    damaged,
    trees: counts.length,
    treeBytes: counts.reduce((sum, { bytes }) => sum + bytes, 0),
    oldest: segments.length === 0 ? null : new Date(segments[0]!.created),
    newest: segments.length === 0 ? null : new Date(changes.reduce((last, change) => Math.max(last, change))),
  };
}

/** Removes the files of the cache, and nothing else that is in its folder. Says how many bytes that were. */
export async function clearCache(directory = cacheDirectory()): Promise<number> {
  let bytes = 0;
  for (const segment of await listSegments(directory)) if (await remove(segment.path)) bytes += segment.bytes;
  for (const { path, bytes: size } of await listCounts(directory)) if (await remove(path)) bytes += size;
  for (const name of await readdir(directory).catch(() => [])) if (isPart(name)) await remove(join(directory, name));
  return bytes;
}

/** What decides where caches lie. */
interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly home: string;
}

const thisMachine = (): Machine => ({ environment: process.env, platform: process.platform, home: homedir() });

/**
 * The folder for kept scores: `SXP_CACHE_DIR`, else `sxp` in `XDG_CACHE_HOME` (XDG Base Directory Specification; a relative path
 * there counts as none), else in the folder for caches that the platform has. It need not exist.
 */
export function cacheDirectory({ environment, platform, home }: Machine = thisMachine()): string {
  const { SXP_CACHE_DIR: own, XDG_CACHE_HOME: shared, LOCALAPPDATA: local } = environment;
  if (own) return own;
  if (shared && isAbsolute(shared)) return join(shared, "sxp");
  if (platform === "darwin") return join(home, "Library", "Caches", "sxp");
  if (platform === "win32") return join(local || join(home, "AppData", "Local"), "sxp", "Cache");
  return join(home, ".cache", "sxp");
}
