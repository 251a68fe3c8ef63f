import { statSync } from "node:fs";
import { resolve } from "node:path";
import { Stop } from "../../stop.js";
import type { Notices } from "../front/perform.js";
import { dataText, loadData, loadModule, loadSchema, schemaText } from "./loading.js";
import { note, type Session, type Settings } from "./session.js";

const KINDS = ["data", "schema", "module"] as const;
type Kind = (typeof KINDS)[number];

/** Reads data, schema and queries again when their files change, and says so in one line. Runs keep what they had. */
export function reloading(session: Session, notices: Notices) {
  const watched = new Map<Kind, { readonly path: string; readonly end: () => void }>();
  return {
    /** Watches the files that the session has now. */
    follow() {
      for (const kind of KINDS) {
        const name = nameOf(session.settings, kind);
        const path = name === null ? undefined : resolve(session.cwd, name);
        const known = watched.get(kind);
        if (known?.path === path) continue;
        known?.end();
        watched.delete(kind);
        if (path === undefined) continue;
        const end = watchPath(path, () => notices.add(() => reload(session, kind)));
        watched.set(kind, { path, end });
      }
    },
    end() {
      for (const { end } of watched.values()) end();
    },
  };
}

/** The file as it was named. */
const nameOf = (settings: Settings, kind: Kind): string | null =>
  kind === "module" ? settings.module : (settings[kind]?.path ?? null);

/** What can't be read leaves what was there. */
async function reload(session: Session, kind: Kind): Promise<void> {
  const { paint } = session.errors;
  const name = nameOf(session.settings, kind);
  if (name === null) return;
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
  if (nameOf(before, kind) !== path) return before;
  if (kind !== "module") return { ...before, [kind]: now[kind] };
  const others = [...before.definitions].filter(([, { file }]) => file !== path);
  const own = [...now.definitions].filter(([, { file }]) => file === path);
  return { ...before, definitions: new Map([...others, ...own]) };
}

function about({ settings: { data, schema, definitions } }: Session, kind: Kind): string {
  if (kind === "data" && data !== null) return dataText(data);
  return kind === "schema" && schema !== null ? schemaText(schema) : `${definitions.size} queries`;
}

/** How often a file is looked at. Systems differ in what they report of changes, and report nothing of some disks. */
const LOOK_MILLISECONDS = 150;

/**
 * Calls back when a file has changed, or another has taken its name, and rests: an editor that saves writes several times. Gives back
 * how to end it.
 */
export function watchPath(path: string, onChange: () => void): () => void {
  let known = stampOf(path);
  let last = known;
  const look = (): void => {
    const now = stampOf(path);
    const isNew = now === last && now !== known;
    last = now;
    if (!isNew) return;
    known = now;
    onChange();
  };
  const timer = setInterval(look, LOOK_MILLISECONDS).unref();
  return () => clearInterval(timer);
}

function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? "" : `${found.mtimeMs} ${found.size} ${found.ino}`;
}
