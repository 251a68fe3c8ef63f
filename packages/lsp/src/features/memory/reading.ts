import { locateIn } from "@semantic-xpath/inspect";
import { MemoryError, type Task, treeFile, type Version } from "@semantic-xpath/memory";
import { printSchema } from "@semantic-xpath/planner";
import type { MemoryProvider } from "../host.js";
import { nodeAtPlace } from "../run/schemaText.js";
import { newestAt, versionAt, versionUri } from "../workspace/versionUri.js";
import type { Workspace } from "../workspace/workspace.js";
import type {
  MemoryBlameParams,
  MemoryBlameResult,
  MemoryFileParams,
  MemoryFileResult,
  MemoryParams,
  MemoryTasksResult,
  MemoryVersion,
  MemoryVersionsParams,
  MemoryVersionsResult,
} from "./requests.js";
import { withMemory } from "./withMemory.js";

const LIMIT = 100;
const MOST = 500;
/** Changes of a version that are said in words. */
const MAX_CHANGES = 10;

export const noTasks = (problem: string): MemoryTasksResult => ({ problem, tasks: [] });
export const noVersions = (problem: string): MemoryVersionsResult => ({ problem, versions: [], hasMore: false });
export const noFile = (problem: string): MemoryFileResult => ({ problem, uri: null, text: "" });
export const noBlame = (problem: string): MemoryBlameResult => ({
  ...{ problem, path: null, memory: "", task: "", parts: [] },
});

/** The tasks of a memory with their branches. No tree is read. */
export const memoryTasks = (workspace: Workspace, { memory }: MemoryParams): Promise<MemoryTasksResult> =>
  withMemory(workspace, memory, noTasks, (store) => ({
    problem: null,
    tasks: store.tasks().map((task) => ({
      name: task.name,
      title: task.title,
      nodes: task.head().nodes,
      versionCount: task.state.versions.length,
      branches: task.branches().map(({ name, head }) => ({ name, head })),
    })),
  }));

/** The versions that led to the newest one of a branch, page by page. No tree is read. */
export const memoryVersions = (
  workspace: Workspace,
  { memory, task, branch, before, limit }: MemoryVersionsParams,
): Promise<MemoryVersionsResult> =>
  withMemory(workspace, memory, noVersions, (store) => {
    const most = Math.min(MOST, Math.max(1, limit ?? LIMIT));
    const older = store
      .task(task)
      .log({ branch })
      .filter(({ number }) => number < (before ?? Number.POSITIVE_INFINITY));
    return { problem: null, versions: older.slice(0, most).map(versionEntry), hasMore: older.length > most };
  });

/** A version as a file. */
export async function memoryFile(workspace: Workspace, params: MemoryFileParams): Promise<MemoryFileResult> {
  const place = "uri" in params ? versionAt(params.uri) : params;
  if (place === null) return noFile(NO_VERSION);
  const { memory, task, version } = place;
  return withMemory(workspace, memory, noFile, (store) => {
    const { format, text } = treeFile(store.task(task).version(version).tree());
    return { problem: null, uri: versionUri({ memory, task, version, file: format }), text };
  });
}

const NO_VERSION = "This file is no version of a memory.";

/** The text of a version's file, or of its schema, or the URI of a newest version; null: there is none. Never rejects. */
export async function textOfVersion(memories: MemoryProvider, uri: string): Promise<string | null> {
  const place = versionAt(uri);
  const newest = newestAt(uri);
  if (place === null && newest === null) return null;
  const { memory, task } = (place ?? newest)!;
  try {
    return await memories.use(memory, {}, (store) => {
      if (place === null) return fileOf(memory, store.task(task), store.task(task).head());
      const { version, file } = place;
      const opened = store.task(task).version(version);
      if (file === "schema.json") return opened.schema === null ? null : printSchema(opened.schema);
      const { format, text } = treeFile(opened.tree());
      return format === file ? text : null;
    });
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    return null;
  }
}

/** The versions that made the node at a place of a version's file, part by part. */
export async function memoryBlame(workspace: Workspace, params: MemoryBlameParams): Promise<MemoryBlameResult> {
  const place = versionAt(params.uri);
  if (place === null) return noBlame(NO_VERSION);
  const { memory, task } = place;
  const { path } = await nodeAtPlace(workspace, params);
  return withMemory(workspace, memory, noBlame, (store) => {
    const history = store.task(task);
    const version = history.version(place.version);
    const node = path === null ? null : locateIn(version.tree(), path);
    if (node === null) return { problem: null, path: null, memory, task, parts: [] };
    const parts = history.blame(version.keyOf(node), { version: version.number }).map((each) => ({
      part: each.part,
      value: each.value,
      version: versionEntry(each.version),
      change: each.change.text,
    }));
    return { problem: null, path, memory, task, parts };
  });
}

function versionEntry(version: Version): MemoryVersion {
  const { author = null, reason = null } = version.provenance;
  const { number, branch, parents, time, operation, isPruned } = version;
  const changes = isPruned ? [] : version.changes;
  return {
    ...{ number, branch, parents, time, author, reason, operation },
    changes: changes.slice(0, MAX_CHANGES).map(({ text }) => text),
    changeCount: changes.length,
  };
}

/** The URI of a version's file. */
export function fileOf(memory: string, { name }: Task, version: Version): string {
  const file = treeFile(version.tree()).format;
  return versionUri({ memory, task: name, version: version.number, file });
}
