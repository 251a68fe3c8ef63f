import { resolve } from "node:path";
import { watchPaths } from "../../input/watch.js";
import { Stop } from "../../stop.js";
import { dataText, loadData, loadModule, loadSchema, schemaText } from "./loading.js";
import type { Notices } from "./notices.js";
import { type LoadedData, note, type Session, type Settings } from "./session.js";

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
        const paths = name === null ? [] : filesOf(session, kind, name);
        const path = paths.join("\n");
        const watch = watched.get(kind);
        if (watch?.path === path) continue;
        watch?.end();
        watched.delete(kind);
        if (paths.length === 0) continue;
        const end = watchPaths(paths, () => notices.add(() => reload(session, kind)));
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

/** Files that are looked at, and of data also the folders and patterns that were named. */
const MAX_WATCHED = 500;

function filesOf({ cwd, settings }: Session, kind: Kind, name: string): readonly string[] {
  if (kind !== "data" || settings.data === null) return [resolve(cwd, name)];
  const { paths, trees } = settings.data;
  const files = trees.slice(0, MAX_WATCHED).map(({ path }) => path);
  return [...new Set([...paths.map((path) => resolve(cwd, path)), ...files])];
}

/** An unreadable file leaves the loaded state. */
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
  if (kind === "data") return { data: await reloadedData(session) };
  if (kind === "schema") return { schema: { ...session.settings.schema, ...(await loadSchema(session, path)) } };
  const { data, schema, imported } = session.settings;
  const loaded = await loadModule(session, path);
  return {
    ...loaded,
    ...((data?.path ?? null) !== imported.data && { data }),
    ...((schema?.path ?? null) !== imported.schema && { schema }),
  };
}

/** Reads the same names again: files may have come or gone. A chosen tree stays chosen while it exists. */
async function reloadedData(session: Session): Promise<LoadedData> {
  const { paths, mapping, chosen } = session.settings.data!;
  const data = await loadData(session, paths, mapping);
  return { ...data, chosen: data.trees.find(({ name }) => name === chosen?.name) ?? data.chosen };
}

/** Earlier settings, which :undo goes back to, with the file as it is now. */
function renewed(before: Settings, now: Settings, kind: Kind, path: string): Settings {
  if (nameOf(before, kind) !== path) return before;
  if (kind !== "module") return { ...before, [kind]: now[kind] };
  const elsewhere = [...before.definitions].filter(([, { file }]) => file !== path);
  const redefined = [...now.definitions].filter(([, { file }]) => file === path);
  return { ...before, definitions: new Map([...elsewhere, ...redefined]) };
}

function about({ settings: { data, schema, definitions } }: Session, kind: Kind): string {
  if (kind === "data" && data !== null) return dataText(data);
  return kind === "schema" && schema !== null ? schemaText(schema) : `${definitions.size} queries`;
}
