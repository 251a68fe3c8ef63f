import { mkdir, open, readFile, realpath, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { writeWhole } from "../../input/files.js";
import { MAX_ENTRIES, withEntry } from "./history.js";
import { clean } from "./keys.js";

type Environment = Readonly<Record<string, string | undefined>>;

const OFF = new Set(["", "0", "off", "none", "false"]);
/** Longer input, such as a pasted document, is not kept from session to session. */
const MAX_LENGTH = 20_000;

/**
 * Place of the history: SXP_HISTORY, else the folder for a user's state; null if it is switched off (SXP_HISTORY=off).
 */
export function historyPath(env: Environment): string | null {
  const variable = env.SXP_HISTORY;
  if (variable !== undefined) return OFF.has(variable.toLowerCase()) ? null : variable;
  const home = env.HOME || homedir();
  if (process.platform === "win32" && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, "sxp", "history");
  return join(env.XDG_STATE_HOME || join(home, ".local", "state"), "sxp", "history");
}

/** One entry a line; line ends in it are written as `\n`, and backslashes doubled. */
export const printHistory = (entries: readonly string[]): string =>
  entries.map((entry) => `${entry.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}\n`).join("");

export function parseHistory(text: string): readonly string[] {
  const lines = text.split("\n").filter((line) => line !== "");
  const entries = lines.map((line) => clean(line.replaceAll(/\\([\\n])/g, (_, sign) => (sign === "n" ? "\n" : "\\"))));
  return entries.slice(-MAX_ENTRIES);
}

/** The entries of earlier sessions; empty without a file. */
export async function readHistory(path: string | null): Promise<readonly string[]> {
  if (path === null) return [];
  return parseHistory(await readFile(path, "utf8").catch(() => ""));
}

/** Adds entries one after the other: each is written before the next one reads the file. */
export function historyWriter(path: string | null): (entry: string) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (entry) => {
    last = last.then(() => appendHistory(path, entry));
    return last;
  };
}

/**
 * Adds an entry to what the file holds now, one session after the other, so that those side by side lose nothing. The file is replaced in one step and only its
 * owner may read it. A history that can't be written is no reason to disturb a session.
 */
export async function appendHistory(path: string | null, entry: string): Promise<void> {
  if (path === null || entry.length > MAX_LENGTH) return;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // A link stays one: what it leads to is replaced.
    const target = await realpath(path).catch(() => path);
    await withLock(target, async () => {
      const before = await readHistory(target);
      const after = withEntry(before, entry);
      if (after !== before) await writeWhole(target, printHistory(after), { cwd: "" }, 0o600);
    });
  } catch {
    // A folder that can't be written, or a disk that is full.
  }
}

const TRIES = 100;
const BETWEEN_MILLISECONDS = 10;
/** A process that keeps a lock for so long has ended without giving it back. */
const STALE_MILLISECONDS = 5000;

/** Does something while no other process does the same to the file. Who waits too long goes on without the lock. */
async function withLock<T>(path: string, task: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  const isOwn = await take(lock);
  try {
    return await task();
  } finally {
    if (isOwn) await rm(lock, { force: true });
  }
}

async function take(lock: string): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      await (await open(lock, "wx", 0o600)).close();
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const age = await stat(lock).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => 0,
      );
      if (age > STALE_MILLISECONDS) await rm(lock, { force: true });
      else await delay(BETWEEN_MILLISECONDS);
    }
  }
  return false;
}
