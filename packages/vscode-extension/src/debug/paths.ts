import { type DebugSession, Uri, workspace } from "vscode";

/** A file as the debug protocol names it: by its path on the disk, else by its URI. */
export const pathOf = (uri: Uri): string => (uri.scheme === "file" ? uri.fsPath : uri.toString());

export const uriOf = (path: string): Uri => (/^[a-z][a-z\d+.-]+:/i.test(path) ? Uri.parse(path) : Uri.file(path));

/** A URI, or a path from the root of a system. */
export const isWhole = (path: string): boolean =>
  /^[a-z][a-z\d+.-]+:/i.test(path) || /^(?:\/|\\\\|[a-z]:[\\/])/i.test(path);

/** The file that a configuration means; a path from nowhere is seen from the folder that is open. */
export function fileOf(path: string, folder: Uri | undefined = workspace.workspaceFolders?.[0]?.uri): Uri {
  if (isWhole(path) || folder === undefined) return uriOf(path);
  return Uri.joinPath(folder, path.replaceAll("\\", "/"));
}

/** Tests that a session debugs a query of a file. */
export function isProgramOf({ type, configuration }: DebugSession, uri: Uri): boolean {
  const program: unknown = configuration.program;
  return type === "sxp" && typeof program === "string" && fileOf(program).toString() === uri.toString();
}
