import { homedir } from "node:os";
import { join } from "node:path";
import { compile } from "@semantic-xpath/runtime";
import { defined } from "@semantic-xpath/values";
import { readData } from "../../input/data.js";
import { isFile, readText } from "../../input/files.js";
import { configuredSchema } from "../../input/mapping.js";
import { readProject } from "../../input/project.js";
import { importedPath, type QuerySource, sourceOf } from "../../input/query.js";
import { readSchemaText } from "../../input/schema.js";
import type { Io } from "../../io.js";
import { count } from "../../render/columns.js";
import { diagnosticTexts, hasErrors, inOrder } from "../../render/diagnostics.js";
import { definitionsIn, unquoted } from "./definitions.js";
import { failure, type LoadedData, type LoadedSchema, misuse, note, type Session, type Settings } from "./session.js";

/** Mistakes of a file that are shown at the prompt: a hundred would push everything else off the screen. */
const MAX_SHOWN = 8;

/** Loads the data of several names, by a mapping or as configured; several trees are all queried until one is chosen. */
export async function loadData(session: Session, paths: readonly string[], mapping?: string): Promise<LoadedData> {
  if (paths.includes("-")) throw misuse("Standard input is where commands come from: give the data as a file.");
  const project = await readProject(session);
  const reading = { ...session.reading, ...defined({ mapping }) };
  const data = await readData(paths, session, project?.config.limits ?? {}, reading);
  return { ...data, mapping, paths, path: paths.join(" "), chosen: data.isSeveral ? null : data.trees[0]! };
}

/** The settings with data, and with the schema that its configuration has where none was chosen or imported. */
export async function withData(
  session: Session,
  data: LoadedData,
  schema: LoadedSchema | null,
): Promise<Pick<Settings, "data" | "schema">> {
  if (schema !== null && !schema.isOfData) return { data, schema };
  const path = await configuredSchema(data.paths, session);
  return { data, schema: path === null ? null : { ...(await loadSchema(session, path)), isOfData: true } };
}

export async function loadSchema(session: Session, path: string): Promise<LoadedSchema> {
  return { path, ...(await readSchemaText(path, session)) };
}

/**
 * Content of a document: its queries under their names, its data and its schema if it imports some. Its mistakes are reported;
 * queries without mistakes are usable.
 */
export async function loadDocument(session: Session, source: QuerySource): Promise<Partial<Settings>> {
  const { name, text, file } = source;
  const { settings } = session;
  const [schemaPath, dataPath] = [importedPath(source, "schema", session), importedPath(source, "data", session)];
  const named = schemaPath === null ? settings.schema : await loadSchema(session, schemaPath);
  const imported = dataPath === null ? null : await loadData(session, [dataPath]);
  const { data, schema } =
    imported === null ? { data: settings.data, schema: named } : await withData(session, imported, named);
  const { diagnostics } = compile(text, { schema: schema?.schema ?? null });
  // Hints are for the one who edits the file: sxp check has them.
  const reported = diagnostics.filter(({ severity }) => severity !== "hint");
  const most = session.isInteractive && file !== null ? MAX_SHOWN : reported.length;
  note(session, diagnosticTexts(source, inOrder(reported).slice(0, most), session.errors));
  if (reported.length > most) note(session, `and ${reported.length - most} more, which sxp check ${name} lists.\n`);
  const definitions = definitionsIn(source);
  if (definitions.length === 0 && hasErrors(diagnostics)) throw failure("");
  return {
    schema,
    data,
    // Declarations removed from the file are dropped.
    definitions: new Map([
      ...[...settings.definitions].filter(([, one]) => file === null || one.file !== file),
      ...definitions.map((one) => [one.name, one] as const),
    ]),
    ...(file !== null && { module: file, imported: { data: dataPath, schema: schemaPath } }),
  };
}

export const loadModule = async (session: Session, path: string): Promise<Partial<Settings>> =>
  loadDocument(session, sourceOf(path, await readText(path, session), path));

/** `plan.xml, 6 nodes`. */
export function dataText({ path, collection, trees, chosen }: LoadedData): string {
  if (trees.length === 1) return `${path}, ${count(collection.size, "node")}`;
  const all = `${path}, ${count(trees.length, "tree")}, ${count(collection.size, "node")}`;
  return chosen === null ? all : `${all}; queries run over ${chosen.name} alone`;
}

/** `plan.schema.json, 3 types`. */
export const schemaText = ({ path, schema }: LoadedSchema): string =>
  `${path}, ${count(Object.keys(schema.types).length, "type")}`;

/** Several paths or patterns as one types them, each in quotes or bare. A file whose name has spaces may be written as it is called. */
export async function typedPaths(io: Io, written: string): Promise<readonly string[]> {
  const fullPath = typedPath(io, written);
  if (/\s/.test(fullPath) && (await isFile(fullPath, io))) return [fullPath];
  return (written.match(PATHS) ?? []).map((path) => typedPath(io, path));
}

/** Arguments of `:data`: paths, and with `--mapping` a mapping by its name or its file. */
export function typedMapping(io: Io, written: string): { readonly paths: string; readonly mapping?: string } {
  const [option, given = ""] = /(?:^|\s)--mapping(?:=|\s+|$)("[^"]*"|'[^']*'|\S+)?/.exec(written) ?? [];
  if (option === undefined) return { paths: written };
  const mapping = typedPath(io, given);
  const paths = written.replace(option, () => " ").trim();
  if (mapping === "" || paths === "") throw misuse(":data FILE --mapping NAME says how values become nodes.");
  return { paths, mapping };
}

const PATHS = /"[^"]*"|'[^']*'|\S+/g;

/** Start of the last typed path: after a space outside of quotes. */
export function lastPath(typed: string): number {
  const last = [...typed.matchAll(/"[^"]*"?|'[^']*'?|[^\s"']+/g)].at(-1);
  return last === undefined || last.index + last[0].length < typed.length ? typed.length : last.index;
}

/** A path as one types it: in quotes or bare, `~/` for the user's folder. Empty if none was typed. */
export function typedPath(io: Pick<Io, "env">, written: string): string {
  const path = unquoted(written);
  if (path === "-") throw misuse("Standard input is where commands come from: give a file.");
  return atHome(path, io);
}

/** The path with the user's folder if it begins with `~/`. */
export const atHome = (path: string, { env }: Pick<Io, "env">): string =>
  /^~(?:\/|$)/.test(path) ? join(env.HOME || homedir(), path.slice(1)) : path;

/** The names of scorers in the project's configuration, for completion; none if it can't be read: who uses it reports that. */
export async function projectScorers(session: Session): Promise<readonly string[]> {
  const silent = { stderr: { isTerminal: false, write: () => undefined } };
  const loaded = await readProject(Object.assign(Object.create(session) as Session, silent)).catch(() => null);
  return Object.keys(loaded?.config.scorers ?? {});
}
