import { REQUESTS, type TextResult } from "@semantic-xpath/lsp";
import { Uri, ViewColumn, window, workspace } from "vscode";
import { showProblem } from "../runs/showProblem.js";
import type { Services } from "../services.js";
import { pickFile, SCHEMA_NAME } from "./pickFile.js";

/**
 * Shows the schema that a data file follows, in a new file that is not saved yet. Child elements that only hold text become
 * fields of their parent, as most data means them.
 */
export async function inferSchema(services: Services, argument: unknown): Promise<void> {
  const data = argument instanceof Uri ? argument : await fileFor(services, "data");
  if (data === undefined) return;
  const { session } = services;
  await preview(session.request(REQUESTS.inferSchema, { uri: data.toString(), fields: true }), "json");
}

/** Shows TypeScript types for a schema, in a new file that is not saved yet. */
export async function generateTypes(services: Services, argument: unknown): Promise<void> {
  const schema =
    argument instanceof Uri && argument.path.endsWith(".json") ? argument : await fileFor(services, "schema");
  if (schema === undefined) return;
  await preview(services.session.request(REQUESTS.types, { uri: schema.toString() }), "typescript");
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

async function preview(answer: Promise<TextResult>, language: string): Promise<void> {
  const { problem, text } = await answer;
  if (problem !== null) return showProblem(problem);
  const document = await workspace.openTextDocument({ content: text, language });
  await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preview: false });
}
