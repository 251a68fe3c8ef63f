import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { parse } from "@semantic-xpath/parser";
import { compile } from "@semantic-xpath/runtime";
import { readData } from "../../input/data.js";
import { readText } from "../../input/files.js";
import { readProject } from "../../input/project.js";
import { importedPath, type QuerySource } from "../../input/query.js";
import { readSchema } from "../../input/schema.js";
import { count } from "../../render/columns.js";
import { diagnosticTexts, hasErrors, inOrder } from "../../render/diagnostics.js";
import { definitionsIn } from "./definitions.js";
import { errorsOf, failure, misuse, note, type Session } from "./session.js";
import type { LoadedData, LoadedSchema, Settings } from "./settings.js";

/** Mistakes of a file that are told at the prompt: a hundred would push everything else off the screen. */
const MOST_SHOWN = 8;

export async function loadData(session: Session, path: string): Promise<LoadedData> {
  if (path === "-") throw misuse("Standard input is where commands come from: give the data as a file.");
  const errors = errorsOf(session);
  const project = await readProject(session.io, errors);
  const { tree, source } = await readData(path, session.io, errors, project?.config.limits ?? {});
  const { size } = await stat(resolve(session.io.cwd, path));
  // The source decodes its text when it is asked for: it stays as it is.
  return { tree, source, path, size };
}

export async function loadSchema(session: Session, path: string): Promise<LoadedSchema> {
  const schema = await readSchema(path, session.io, errorsOf(session));
  return { path, schema, text: await readText(path, session.io) };
}

/**
 * What a document brings: its queries under their names, its data and its schema where it imports some. Its mistakes are reported;
 * queries without any can be used.
 */
export async function loadDocument(
  session: Session,
  { name, text, file }: { readonly name: string; readonly text: string; readonly file: string | null },
): Promise<Partial<Settings>> {
  const source: QuerySource = { name, text, file, ast: parse(text).ast };
  const { io, settings } = session;
  const [schemaPath, dataPath] = [importedPath(source, "schema", io), importedPath(source, "data", io)];
  const schema = schemaPath === null ? settings.schema : await loadSchema(session, schemaPath);
  const data = dataPath === null ? settings.data : await loadData(session, dataPath);
  const { diagnostics } = compile(text, { schema: schema?.schema ?? null });
  // Hints are for whoever edits the file: sxp check has them.
  const shown = diagnostics.filter(({ severity }) => severity !== "hint");
  const most = session.isInteractive && file !== null ? MOST_SHOWN : shown.length;
  note(session, diagnosticTexts(source, inOrder(shown).slice(0, most), errorsOf(session)));
  if (shown.length > most) note(session, `and ${shown.length - most} more, which sxp check ${name} lists.\n`);
  const definitions = definitionsIn(source, file);
  if (definitions.length === 0 && hasErrors(diagnostics)) throw failure("");
  return {
    schema,
    data,
    // What the file no longer declares is gone.
    definitions: new Map(
      [...[...settings.definitions.values()].filter((one) => file === null || one.file !== file), ...definitions].map(
        (one) => [one.name, one] as const,
      ),
    ),
    ...(file !== null && { module: file, imported: { data: dataPath, schema: schemaPath } }),
  };
}

export async function loadModule(session: Session, path: string): Promise<Partial<Settings>> {
  return loadDocument(session, { name: path, text: await readText(path, session.io), file: path });
}

/** `plan.xml, 6 nodes`. */
export const dataText = ({ path, tree }: LoadedData): string => `${path}, ${count(tree.size, "node")}`;

/** `plan.schema.json, 3 types`. */
export const schemaText = ({ path, schema }: LoadedSchema): string =>
  `${path}, ${count(Object.keys(schema.types).length, "type")}`;
