import { mkdirSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { cacheDirectory } from "@semantic-xpath/scorers/node";

/**
 * The folder for code that Node has compiled, in the user's cache; null if it can't be made or somebody else may write there. Whoever writes
 * there decides what runs: it is no folder for temporary files, and none that depends on where the command is called.
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

/** Whether a folder is the user's and only the user may write there. Windows says so by where it is. */
function isOwn(folder: string): boolean {
  const { uid, mode } = statSync(folder);
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}
