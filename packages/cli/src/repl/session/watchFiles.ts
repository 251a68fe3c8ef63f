import { type FSWatcher, type Stats, unwatchFile, watch, watchFile } from "node:fs";
import { basename, dirname } from "node:path";

/** A burst of events of an editor that saves is one change. */
const SETTLE_MILLISECONDS = 120;
const POLL_MILLISECONDS = 1000;

/**
 * Tells when a file changes, also where it is replaced by another of its name; where the system can't tell, it is looked at every second.
 * Gives back how to end it.
 */
export function watchPath(path: string, onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const settle = (): void => {
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLE_MILLISECONDS);
    timer.unref();
  };
  const poll = (): (() => void) => {
    const listener = (now: Stats, before: Stats): void => {
      if (now.mtimeMs !== before.mtimeMs) settle();
    };
    watchFile(path, { interval: POLL_MILLISECONDS, persistent: false }, listener);
    return () => unwatchFile(path, listener);
  };
  let end: () => void;
  try {
    const watcher: FSWatcher = watch(dirname(path), { persistent: false }, (_, name) => {
      if (name === null || name === basename(path)) settle();
    });
    end = () => watcher.close();
    watcher.on("error", () => {
      watcher.close();
      end = poll();
    });
  } catch {
    end = poll();
  }
  return () => {
    clearTimeout(timer);
    end();
  };
}
