import type { SourceEntry } from "@semantic-xpath/lsp";
import { Uri, WorkspaceEdit, window, workspace } from "vscode";
import type { Services } from "../services.js";
import { editorRange, fileName, nameInWorkspace, relativePath } from "./names.js";
import { pickFile } from "./pickFile.js";

const TITLES = { data: "Data", schema: "Schema" } as const;

/**
 * Asks for the data or schema of a file. A file that imports one gets the new path in its import; for any other the choice is
 * remembered. False if nothing was chosen.
 */
export async function chooseFile(services: Services, what: "data" | "schema", query: Uri): Promise<boolean> {
  const compiled = await services.session.compile(query);
  const inUse = compiled[what].uri;
  const chosen = await pickFile(what, {
    title: `${TITLES[what]} for ${nameInWorkspace(query)}`,
    placeHolder: inUse === null ? "None so far" : `Now: ${workspace.asRelativePath(Uri.parse(inUse))}`,
    near: placeOf(query) ?? query,
    canBeNone: true,
  });
  if (chosen === undefined) return false;
  const uri = chosen === "none" ? undefined : chosen;
  const { importedAt } = compiled[what];
  if (importedAt !== null) return writeImport(what, query, importedAt, uri);
  await services.choices.setFile(query.toString(), { [what]: uri?.toString() });
  await services.session.reconfigure();
  return uri !== undefined;
}

/** Writes the path into the import that the file has; false if none was chosen, or none can lead there, which is shown. */
async function writeImport(
  what: "data" | "schema",
  query: Uri,
  importedAt: NonNullable<SourceEntry["importedAt"]>,
  uri: Uri | undefined,
): Promise<boolean> {
  const from = placeOf(query);
  if (uri === undefined) {
    void window.showInformationMessage(`The file imports its ${what}. Change or remove the import.`);
    return false;
  }
  if (from === undefined || !isOnOne(from, uri)) {
    void window.showWarningMessage(
      `The file imports its ${what}, and no path leads from it to "${fileName(uri)}". Remove the import, then choose again.`,
    );
    return false;
  }
  const edit = new WorkspaceEdit();
  edit.replace(query, editorRange(importedAt), `"${relativePath(from.path, uri.path).replaceAll('"', '""')}"`);
  return workspace.applyEdit(edit);
}

/** The start of a file's paths: one that is not saved yet is in the first folder, as the language server has it. */
function placeOf(query: Uri): Uri | undefined {
  if (query.scheme !== "untitled") return query;
  if (query.path.startsWith("/")) return query.with({ scheme: "file" });
  const [first] = workspace.workspaceFolders ?? [];
  return first === undefined ? undefined : Uri.joinPath(first.uri, "-");
}

const isOnOne = (a: Uri, b: Uri): boolean => a.scheme === b.scheme && a.authority === b.authority;
