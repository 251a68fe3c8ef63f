import { FileType, Uri, workspace } from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { foundFiles } from "../files/foundFiles.js";

const QUERY_FILES = ["sxp", "sxpnb", "ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"].map(
  (ending) => `.${ending}`,
);
/** VS Code reads these schemes from the network; a path in a query never leads there. */
const REMOTE = new Set(["http", "https"]);
const MAX_FILES = 2000;
const MAX_BYTES = 64 * 1024 * 1024;

interface OfUri {
  readonly uri: string;
}

/**
 * Answers a server that can't read a file by itself, which is any file in a browser, and elsewhere those that are not on the disk, from
 * the files of the editor.
 */
export function answerFileRequests(client: BaseLanguageClient): void {
  // A file that is not there is an answer, not a failure.
  const answer = (request: string, read: (uri: Uri) => Promise<unknown>) =>
    client.onRequest(request, ({ uri }: OfUri) => read(Uri.parse(uri)).catch(() => null));
  answer("sxp/readFile", read);
  answer("sxp/listFolder", list);
  answer("sxp/findFiles", find);
}

/** The text, or its length if it is too long to be sent. */
async function read(uri: Uri): Promise<string | number | null> {
  if (REMOTE.has(uri.scheme)) return null;
  const { size } = await workspace.fs.stat(uri);
  if (size > MAX_BYTES) return size;
  return new TextDecoder().decode(await workspace.fs.readFile(uri));
}

async function list(uri: Uri): Promise<readonly string[]> {
  if (REMOTE.has(uri.scheme)) return [];
  const entries = await workspace.fs.readDirectory(uri);
  return entries
    .filter(([name]) => !name.startsWith("."))
    .map(([name, type]) => ((type & FileType.Directory) !== 0 ? `${name}/` : name));
}

async function find(folder: Uri): Promise<readonly string[]> {
  const files = await foundFiles(QUERY_FILES, MAX_FILES, [folder]);
  return files.map((uri) => uri.toString());
}
