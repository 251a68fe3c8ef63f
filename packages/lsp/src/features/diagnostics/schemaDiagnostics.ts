import type { Diagnostic as LspDiagnostic } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { readSchemaFile, type SchemaFile } from "../workspace/schemaFile.js";
import type { Workspace } from "../workspace/workspace.js";
import { toLspDiagnostic } from "./toLsp.js";

const NAMED = /\.schema\.json$/i;
const MARKED = /"\$schema"\s*:\s*"[^"]*sxp-schema\.json"/;

/** Whether a JSON file is a schema of queries: by its name together with its shape, by its `$schema`, or because queries import it. */
export function isSchemaDocument(workspace: Workspace, document: TextDocument): boolean {
  const text = document.getText();
  if (MARKED.test(text)) return true;
  if (NAMED.test(document.uri) && /"types"\s*:/.test(text) && /"roots"\s*:/.test(text)) return true;
  return workspace.isImportedSchema(document.uri);
}

export function schemaDiagnostics(workspace: Workspace, document: TextDocument): LspDiagnostic[] {
  return schemaOf(workspace, document).diagnostics.map((one) => {
    const range = { start: document.positionAt(one.span.start), end: document.positionAt(one.span.end) };
    return toLspDiagnostic(one, range, workspace.settings.documentation);
  });
}

/** The schema file of an open document, the same that queries see. */
export function schemaOf(workspace: Workspace, document: TextDocument): SchemaFile {
  const file = workspace.schemaFile(document.uri);
  return file?.text === document.getText() ? file : readSchemaFile(document.uri, document.getText());
}
