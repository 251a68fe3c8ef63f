import { FileType, Uri, workspace } from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { foundFiles } from "../files/foundFiles.js";

/** The requests of a server that can't read a file by itself: in a browser any, elsewhere those that are not on the disk. */
const REQUESTS = { read: "sxp/readFile", list: "sxp/listFolder", find: "sxp/findFiles" } as const;

const QUERY_FILES = ["sxp", "ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"].map((ending) => `.${ending}`);
/** Of these VS Code reads from the network; a path in a query never leads there. */
const REMOTE = new Set(["http", "https"]);
const MOST_FILES = 2000;
const MOST_BYTES = 64 * 1024 * 1024;

interface OfUri {
  readonly uri: string;
}

/** Answers them from the files of the editor, whatever they are kept in. */
export function answerFileRequests(client: BaseLanguageClient): void {
  client.onRequest(REQUESTS.read, ({ uri }: OfUri) => orNull(() => read(Uri.parse(uri))));
  client.onRequest(REQUESTS.list, ({ uri }: OfUri) => orNull(() => list(Uri.parse(uri))));
  client.onRequest(REQUESTS.find, ({ uri }: OfUri) => orNull(() => find(Uri.parse(uri))));
}

/** The text, or its length where it is too long to be sent. */
async function read(uri: Uri): Promise<string | number | null> {
  if (REMOTE.has(uri.scheme)) return null;
  const { size } = await workspace.fs.stat(uri);
  if (size > MOST_BYTES) return size;
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
  const found = await foundFiles(QUERY_FILES, MOST_FILES, [folder]);
  return found.map((uri) => uri.toString());
}

/** A file that is not there is an answer, not a failure. */
async function orNull<T>(answer: () => Promise<T>): Promise<T | null> {
  try {
    return await answer();
  } catch {
    return null;
  }
}
