import { type FSWatcher, type Stats, statSync, unwatchFile, watch, watchFile } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { Stop } from "../../stop.js";
import type { Notices } from "../front/perform.js";
import { dataText, loadData, loadModule, loadSchema, schemaText } from "./loading.js";
import { note, type Session, type Settings } from "./session.js";

const KINDS = ["data", "schema", "module"] as const;
type Kind = (typeof KINDS)[number];

interface Watched {
  readonly path: string;
  /** What the file was when it was read last. */
  stamp: string;
  readonly end: () => void;
}

/** Reads data, schema and queries again when their files change, and says so in one line. Runs keep what they had. */
export function reloading(
  session: Session,
  notices: Notices,
): { readonly follow: () => void; readonly end: () => void } {
  const watched = new Map<Kind, Watched>();
  const changed = (kind: Kind): void => {
    const file = watched.get(kind);
    if (file === undefined) return;
    const stamp = stampOf(file.path);
    if (stamp === file.stamp) return;
    file.stamp = stamp;
    notices.add(() => reload(session, kind));
  };
  return {
    /** Watches the files that the session has now. */
    follow() {
      for (const kind of KINDS) {
        const path = pathOf(session, kind);
        const known = watched.get(kind);
        if (known?.path === path) continue;
        known?.end();
        watched.delete(kind);
        if (path !== undefined)
          watched.set(kind, { path, stamp: stampOf(path), end: watchPath(path, () => changed(kind)) });
      }
    },
    end() {
      for (const { end } of watched.values()) end();
    },
  };
}

function pathOf({ settings, cwd }: Session, kind: Kind): string | undefined {
  const path = kind === "module" ? settings.module : settings[kind]?.path;
  return path === null || path === undefined ? undefined : resolve(cwd, path);
}

function stampOf(path: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return "";
  }
}

/** What can't be read leaves what was there. */
async function reload(session: Session, kind: Kind): Promise<void> {
  const { paint } = session.errors;
  const name = kind === "module" ? session.settings.module : session.settings[kind]?.path;
  if (name === null || name === undefined) return;
  try {
    session.settings = { ...session.settings, ...(await readAgain(session, kind, name)) };
    for (const [i, { settings, what }] of session.before.entries())
      session.before[i] = { what, settings: renewed(settings, session.settings, kind, name) };
    note(
      session,
      paint.dim(`${name} has changed and was read again: ${about(session, kind)}. Earlier runs stay as they were.`),
    );
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    note(session, error.message);
    note(session, paint.yellow(`${name} has changed and can't be read now; what was read before stays.`));
  }
}

async function readAgain(session: Session, kind: Kind, path: string): Promise<Partial<Settings>> {
  if (kind === "data") return { data: await loadData(session, path) };
  if (kind === "schema") return { schema: await loadSchema(session, path) };
  const { data, schema, imported } = session.settings;
  const loaded = await loadModule(session, path);
  return {
    ...loaded,
    ...((data?.path ?? null) !== imported.data && { data }),
    ...((schema?.path ?? null) !== imported.schema && { schema }),
  };
}

/** Earlier settings, which :undo goes back to, with the file as it is now. */
function renewed(before: Settings, now: Settings, kind: Kind, path: string): Settings {
  switch (kind) {
    case "data":
      return before.data?.path === path ? { ...before, data: now.data } : before;
    case "schema":
      return before.schema?.path === path ? { ...before, schema: now.schema } : before;
    case "module": {
      if (before.module !== path) return before;
      const others = [...before.definitions].filter(([, { file }]) => file !== path);
      const own = [...now.definitions].filter(([, { file }]) => file === path);
      return { ...before, definitions: new Map([...others, ...own]) };
    }
  }
}

function about({ settings: { data, schema, definitions } }: Session, kind: Kind): string {
  if (kind === "module" || data === null) return `${definitions.size} queries`;
  return kind === "data" ? dataText(data) : schema === null ? "no schema" : schemaText(schema);
}

/** A burst of events of an editor that saves is one change. */
const SETTLE_MILLISECONDS = 120;
const POLL_MILLISECONDS = 1000;

/**
 * Calls back when a file changes, also if it is replaced by another of its name; if the system can't say, it is looked at every second.
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
