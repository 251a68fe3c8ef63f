import { REQUESTS, type TextResult } from "@semantic-xpath/lsp";
import { Range, type TextDocument, Uri, ViewColumn, WorkspaceEdit, window, workspace } from "vscode";
import { showProblem } from "../problems.js";
import type { Services } from "../services.js";
import { entriesOf } from "./foundFiles.js";
import { fileName, SCHEMA_NAME } from "./names.js";
import { pickFile } from "./pickFile.js";

/**
 * Shows the schema that a data file follows, in a new file that is not saved yet. Child elements that only hold text become
 * fields of their parent, as most data means them.
 */
export async function inferSchema(services: Services, argument: unknown): Promise<void> {
  const data = argument instanceof Uri ? argument : await fileFor(services, "data");
  if (data === undefined) return;
  const { session } = services;
  const answer = session.request(REQUESTS.inferSchema, { uri: data.toString(), fields: true });
  const base = fileName(data).replace(/\.\w+$/, "");
  await preview(answer, (text) => named(Uri.joinPath(data, ".."), base, ".schema.json", () => text));
}

/** Shows TypeScript types for a schema, in a new file that is not saved yet. */
export async function generateTypes(services: Services, argument: unknown): Promise<void> {
  const schema =
    argument instanceof Uri && argument.path.endsWith(".json") ? argument : await fileFor(services, "schema");
  if (schema === undefined) return;
  const answer = services.session.request(REQUESTS.types, { uri: schema.toString() });
  await preview(answer, (content) => workspace.openTextDocument({ content, language: "typescript" }));
}

/** The file that is open, if it is such a file; else the one that the open query uses; else one that is picked. */
async function fileFor(services: Services, what: "data" | "schema"): Promise<Uri | undefined> {
  const document = window.activeTextEditor?.document;
  const isSchema = document !== undefined && SCHEMA_NAME.test(document.uri.path);
  const isData = document !== undefined && /\.(?:xml|json)$/.test(document.uri.path) && !isSchema;
  if (document !== undefined && (what === "schema" ? isSchema : isData)) return document.uri;
  if (document !== undefined) {
    const compiled = await services.session.compile(document.uri);
    if (compiled[what].uri !== null) return Uri.parse(compiled[what].uri);
  }
  const question = { title: `Which ${what}?`, placeHolder: "", near: document?.uri, canBeNone: false };
  const chosen = await pickFile(what, question);
  return chosen === "none" ? undefined : chosen;
}

/** Shows what the language server wrote, in a file that is not saved yet. */
async function preview(answer: Promise<TextResult>, open: (text: string) => Thenable<TextDocument>): Promise<void> {
  const { problem, about, text } = await answer;
  if (problem !== null) return showProblem({ problem, about });
  await window.showTextDocument(await open(text), { viewColumn: ViewColumn.Beside, preview: false });
}

/**
 * A file that is not saved yet, with a name that no file in the folder has. On no disk it has no name: the language then goes by the
 * ending.
 */
export async function named(
  folder: Uri,
  base: string,
  ending: string,
  text: (file: Uri) => string,
): Promise<TextDocument> {
  const usedNames = new Set((await entriesOf(folder)).map(({ name }) => name));
  let name = `${base}${ending}`;
  for (let number = 2; usedNames.has(name); number++) name = `${base}-${number}${ending}`;
  const file = Uri.joinPath(folder, name);
  if (folder.scheme !== "file") {
    const language = ending.endsWith("json") ? "json" : "sxp";
    return workspace.openTextDocument({ content: text(file), language });
  }
  const document = await workspace.openTextDocument(file.with({ scheme: "untitled" }));
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, new Range(0, 0, document.lineCount, 0), text(file));
  await workspace.applyEdit(edit);
  return document;
}
