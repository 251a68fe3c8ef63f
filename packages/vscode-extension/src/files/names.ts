import type { StepHeat } from "@semantic-xpath/inspect";
import type { CompiledEntry } from "@semantic-xpath/lsp";
import { Range, type TextDocument, Uri, workspace } from "vscode";

/** Names of schema files in the manifest. */
export const SCHEMA_NAME = /\.(?:sxp-)?schema\.json$/;
/** The name of a suite of `sxp eval`. */
export const SUITE_NAME = /\.eval\.json$/;

/** Names of data files in the manifest, including those of schemas. */
export const DATA_NAME = /\.(?:xml|svg|json|geojson|jsonl|ndjson|ya?ml|md|markdown|html?|csv|tsv)$/;

/** The last part of a path. */
export const fileName = ({ path }: Uri): string => path.slice(path.lastIndexOf("/") + 1);

/** A file by its name, with the folder if the workspace has several: two may have files of one name. */
export function nameInWorkspace(uri: Uri): string {
  const folder = isOfSeveral() ? workspace.getWorkspaceFolder(uri) : undefined;
  return folder === undefined ? fileName(uri) : `${fileName(uri)} in ${folder.name}`;
}

/** The folder that a file is in, from the workspace; empty for the workspace itself. */
export function folderInWorkspace(uri: Uri): string {
  const folder = Uri.joinPath(uri, "..");
  const around = workspace.getWorkspaceFolder(folder);
  if (around?.uri.toString() !== folder.toString()) return workspace.asRelativePath(folder);
  return isOfSeveral() ? around.name : "";
}

const isOfSeveral = (): boolean => (workspace.workspaceFolders?.length ?? 0) > 1;

/** A range of the language server. */
export const editorRange = ({ start, end }: CompiledEntry["range"]): Range =>
  new Range(start.line, start.character, end.line, end.character);

/** A part of a query in its document; the text of the query begins at `start`. */
export const partRange = (document: TextDocument, start: number, part: StepHeat["span"]): Range =>
  new Range(document.positionAt(start + part.start), document.positionAt(start + part.end));

/** The document of a file that is open. */
export const openDocument = (uri: string): TextDocument | undefined =>
  workspace.textDocuments.find((document) => document.uri.toString() === uri);

/** Import of a data file within a file: the path to it, or its whole URI if it is of another kind, such as a version of a memory. */
export const importPath = (from: Uri, data: Uri): string =>
  (data.scheme === "sxp-memory" ? `${data.scheme}:${data.path}` : relativePath(from.path, data.path)).replaceAll(
    '"',
    '""',
  );

/** The path from a file to another one, with slashes. */
export function relativePath(from: string, to: string): string {
  const [start, end] = [from.split("/").slice(0, -1), to.split("/")];
  let common = 0;
  while (common < start.length && common < end.length - 1 && start[common] === end[common]) common++;
  return [...start.slice(common).map(() => ".."), ...end.slice(common)].join("/");
}
