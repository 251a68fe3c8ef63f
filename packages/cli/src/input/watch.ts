import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Io } from "../io.js";

/** Milliseconds between checks of a file. Systems report changes differently, and those of some disks not at all. */
const LOOK_MILLISECONDS = 150;

/**
 * Calls back when one of some files has changed since `known`, or another has taken its name, and all rest: an editor that saves writes several
 * times. Of a folder it is seen that files come and go. Gives back how to end it; it holds no process.
 */
export function watchPaths(paths: readonly string[], onChange: () => void, known = stampsOf(paths)): () => void {
  let last = known;
  const look = (): void => {
    const now = stampsOf(paths);
    const isNew = now === last && now !== known;
    last = now;
    if (!isNew) return;
    known = now;
    onChange();
  };
  const timer = setInterval(look, LOOK_MILLISECONDS).unref();
  return () => clearInterval(timer);
}

/**
 * Waits for changes: with each call until one of the files was written, replaced, made or removed since the last call (of the first call: from now on).
 * Resolves with false when the user interrupts.
 */
export function changesOf({ cwd, signal }: Pick<Io, "cwd" | "signal">): (paths: readonly string[]) => Promise<boolean> {
  let stamps: string | undefined;
  return async (paths) => {
    const files = paths.map((path) => resolve(cwd, path));
    stamps ??= stampsOf(files);
    // Waiting for a file keeps the process alive.
    const held = setInterval(() => undefined, 2 ** 30);
    let end = (): void => undefined;
    await new Promise<void>((done) => {
      end = watchPaths(files, done, stamps);
      signal.addEventListener("abort", () => done(), { once: true });
      if (signal.aborted) done();
    });
    end();
    clearInterval(held);
    stamps = stampsOf(files);
    return !signal.aborted;
  };
}

const stampsOf = (paths: readonly string[]): string => paths.map(stampOf).join("\n");

function stampOf(path: string): string {
  const status = statSync(path, { throwIfNoEntry: false });
  return status === undefined ? "" : `${status.mtimeMs} ${status.size} ${status.ino}`;
}
