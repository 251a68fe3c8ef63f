import { open, readFile, rm } from "node:fs/promises";
import { ModelFailure } from "./failure.js";

/** Runs `task` while no other process does the same. A lock that a process left behind when it died does not count. */
export async function locked<T>(file: string, name: string, task: () => Promise<T>): Promise<T> {
  await take(file, name);
  try {
    return await task();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string, name: string): Promise<void> {
  for (let attempt = 0; attempt < 2; attempt++) {
    const handle = await open(file, "wx").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return null;
      throw error;
    });
    if (handle !== null) {
      await handle.writeFile(String(process.pid));
      await handle.close();
      return;
    }
    const holder = Number(await readFile(file, "utf8").catch(() => ""));
    if (holder !== process.pid && !isAlive(holder)) await rm(file, { force: true });
    else throw new ModelFailure("usage", `"${name}" is being fetched already, by process ${holder}.`);
  }
  throw new ModelFailure("usage", `"${name}" is being fetched already.`);
}

function isAlive(process_: number): boolean {
  if (!(process_ > 0)) return false;
  try {
    process.kill(process_, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
