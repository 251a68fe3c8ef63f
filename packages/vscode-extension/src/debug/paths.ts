import { Uri } from "vscode";

/** A file as the debug protocol names it: by its path on the disk, else by its URI. */
export const pathOf = (uri: Uri): string => (uri.scheme === "file" ? uri.fsPath : uri.toString());

export const uriOf = (path: string): Uri => (/^[a-z][a-z\d+.-]+:/i.test(path) ? Uri.parse(path) : Uri.file(path));
