import { REQUESTS, type TextResult } from "@semantic-xpath/lsp";
import { Range, type TextDocument, Uri, ViewColumn, WorkspaceEdit, window, workspace } from "vscode";
import { showProblem } from "../runs/problems.js";
import type { Services } from "../services.js";
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
  await preview(answer, { uri: await schemaOf(data) });
}

/** Shows TypeScript types for a schema, in a new file that is not saved yet. */
export async function generateTypes(services: Services, argument: unknown): Promise<void> {
  const schema =
    argument instanceof Uri && argument.path.endsWith(".json") ? argument : await fileFor(services, "schema");
  if (schema === undefined) return;
  await preview(services.session.request(REQUESTS.types, { uri: schema.toString() }), { language: "typescript" });
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

/** A place beside the data with a name by which a schema is known for one: its file is not there yet. */
async function schemaOf(data: Uri): Promise<Uri> {
  const base = fileName(data).replace(/\.\w+$/, "");
  for (let number = 1; ; number++) {
    const file = Uri.joinPath(data, "..", `${base}${number === 1 ? "" : `-${number}`}.schema.json`);
    const isTaken = await workspace.fs.stat(file).then(
      () => true,
      () => false,
    );
    if (!isTaken) return file;
  }
}

/** Shows a text in a file that is not saved yet: with a name of its own, or of a language. */
async function preview(
  answer: Promise<TextResult>,
  as: { readonly uri: Uri } | { readonly language: string },
): Promise<void> {
  const { problem, about, text } = await answer;
  if (problem !== null) return showProblem({ problem, about });
  const document = await ("uri" in as && as.uri.scheme === "file"
    ? named(as.uri, text)
    : workspace.openTextDocument({ content: text, language: "json", ...as }));
  await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preview: false });
}

async function named(file: Uri, text: string): Promise<TextDocument> {
  const document = await workspace.openTextDocument(file.with({ scheme: "untitled" }));
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, new Range(0, 0, document.lineCount, 0), text);
  await workspace.applyEdit(edit);
  return document;
}
