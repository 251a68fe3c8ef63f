import { mkdirSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { cacheDirectory } from "@semantic-xpath/scorers/node";

/**
 * The folder for code compiled by Node, in the user's cache; null if it can't be made or others may write there. A writer of
 * that folder decides which code runs, so it is neither a folder for temporary files nor one that depends on the working directory.
 */
export function compileCacheFolder(cache = cacheDirectory()): string | null {
  const folder = join(cache, "compiled");
  if (!isAbsolute(cache)) return null;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return [cache, folder].every(isOwn) ? folder : null;
  } catch {
    return null;
  }
}

/** Tests that a folder belongs to the user and only the user may write there. On Windows its place ensures that. */
function isOwn(folder: string): boolean {
  const { uid, mode } = statSync(folder);
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}
