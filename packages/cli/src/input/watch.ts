import { type FSWatcher, watch } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Io } from "../io.js";

/** Milliseconds without another change before something is done: editors write in several steps. */
const QUIET = 60;

/** Waits for changes of files until the user interrupts. */
export class Watch {
  private readonly folders = new Map<string, FSWatcher>();
  private wake: (() => void) | null = null;
  private hasChanged = false;
  private stamp = "";

  constructor(private readonly io: Pick<Io, "cwd" | "signal">) {
    io.signal.addEventListener("abort", () => this.ring(), { once: true });
  }

  /**
   * Resolves with true when one of the files was written, replaced, made or removed since the last call (of the first call: from now on), and
   * with false when the user interrupts. Folders are watched and not files, since editors put a new file in the place of the old one.
   */
  async next(paths: readonly string[]): Promise<boolean> {
    const files = paths.map((path) => resolve(this.io.cwd, path));
    this.look(new Set(files.map((path) => dirname(path))));
    if (this.stamp === "") this.stamp = await stampOf(files);
    while (!this.io.signal.aborted) {
      const stamp = await stampOf(files);
      if (stamp !== this.stamp) {
        await settled(files, stamp);
        this.stamp = await stampOf(files);
        return true;
      }
      if (!this.hasChanged) await new Promise<void>((done) => (this.wake = done));
      this.hasChanged = false;
    }
    this.close();
    return false;
  }

  close(): void {
    for (const watcher of this.folders.values()) watcher.close();
    this.folders.clear();
  }

  private look(folders: ReadonlySet<string>): void {
    for (const [folder, watcher] of this.folders) {
      if (folders.has(folder)) continue;
      watcher.close();
      this.folders.delete(folder);
    }
    for (const folder of folders) {
      if (this.folders.has(folder)) continue;
      // A folder that can't be watched has no changes to tell.
      try {
        const watcher = watch(folder, () => this.ring());
        watcher.on("error", () => watcher.close());
        this.folders.set(folder, watcher);
      } catch {}
    }
  }

  private ring(): void {
    this.hasChanged = true;
    this.wake?.();
    this.wake = null;
  }
}

/** When and how large the files are; what is missing is so, too. */
async function stampOf(files: readonly string[]): Promise<string> {
  const stats = await Promise.all(files.map((file) => stat(file).catch(() => null)));
  return `|${stats.map((one) => (one === null ? "" : `${one.mtimeMs} ${one.size} ${one.ino}`)).join("|")}`;
}

/** Waits until the files stay as they are. */
async function settled(files: readonly string[], stamp: string): Promise<void> {
  await new Promise((done) => setTimeout(done, QUIET));
  const now = await stampOf(files);
  if (now !== stamp) await settled(files, now);
}
