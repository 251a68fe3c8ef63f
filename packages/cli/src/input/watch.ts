import { statSync } from "node:fs";

/** How often a file is looked at. Systems differ in what they report of changes, and report nothing of some disks. */
const LOOK_MILLISECONDS = 150;

/**
 * Calls back when one of some files has changed, or another has taken its name, and all rest: an editor that saves writes several times. Of a
 * folder it is seen that files come and go. `holds`: the process waits for it. Gives back how to end it.
 */
export function watchPaths(paths: readonly string[], onChange: () => void, holds = false): () => void {
  const stamps = (): string => paths.map(stampOf).join("\n");
  let known = stamps();
  let last = known;
  const look = (): void => {
    const now = stamps();
    const isNew = now === last && now !== known;
    last = now;
    if (!isNew) return;
    known = now;
    onChange();
  };
  const timer = setInterval(look, LOOK_MILLISECONDS);
  if (!holds) timer.unref();
  return () => clearInterval(timer);
}

function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? "" : `${found.mtimeMs} ${found.size} ${found.ino}`;
}
