import { REQUESTS } from "@semantic-xpath/lsp";
import { Uri, workspace } from "vscode";
import type { Session } from "../client/session.js";
import { MEMORY_FILE } from "../memory/watchMemories.js";

/** Data as a language model names it. */
export interface PlaceInput {
  /** The path in the workspace of a data file, or of the folder of a memory. */
  readonly file: string;
  /** The task of a memory. It may be left out if there is only one. */
  readonly task?: string;
}

type Place = { readonly problem: string } | { readonly problem: null; readonly uri: Uri };

/** The data file, or the newest version of the task. What lies outside of the workspace is not read. */
export async function dataOf(session: Session, { file, task }: PlaceInput): Promise<Place> {
  const uri = uriIn(file);
  if (uri === null) return { problem: `There is no folder open, and "${file}" is no file of it.` };
  return (await isMemory(uri)) ? newestVersion(session, uri.toString(), task) : { problem: null, uri };
}

function uriIn(file: string): Uri | null {
  for (const { uri } of workspace.workspaceFolders ?? []) {
    const target = Uri.joinPath(uri, file);
    if (target.path.startsWith(`${uri.path.replace(/\/$/, "")}/`)) return target;
  }
  return null;
}

const isMemory = (folder: Uri): Promise<boolean> =>
  Promise.resolve(workspace.fs.stat(Uri.joinPath(folder, MEMORY_FILE))).then(
    () => true,
    () => false,
  );

async function newestVersion(session: Session, memory: string, name: string | undefined): Promise<Place> {
  const { problem, tasks } = await session.request(REQUESTS.memoryTasks, { memory });
  if (problem !== null) return { problem };
  const task = name === undefined && tasks.length === 1 ? tasks[0] : tasks.find((one) => one.name === name);
  if (task === undefined) {
    const names = tasks.map((one) => JSON.stringify(one.name)).join(", ");
    const missing = name === undefined ? "Name a task of the memory" : `The memory has no task ${JSON.stringify(name)}`;
    return { problem: `${missing}. It has: ${names || "none"}.` };
  }
  const version = task.branches[0]!.head;
  const { problem: unread, uri } = await session.request(REQUESTS.memoryFile, { memory, task: task.name, version });
  return uri === null ? { problem: unread ?? "There is no such version." } : { problem: null, uri: Uri.parse(uri) };
}
