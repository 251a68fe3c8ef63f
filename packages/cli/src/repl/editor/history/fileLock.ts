import { open, rm, stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

const TRIES = 100;
const BETWEEN_MILLISECONDS = 10;
/** A process that keeps a lock for so long has ended without giving it back. */
const STALE_MILLISECONDS = 5000;

/** Does something while no other process does the same to the file. Who waits too long goes on without the lock. */
export async function withLock<T>(path: string, task: () => Promise<T>): Promise<T> {
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
