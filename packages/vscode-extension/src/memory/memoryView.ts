import { counted } from "@semantic-xpath/inspect/numbers";
import { type MemoryTask, type MemoryVersion, REQUESTS } from "@semantic-xpath/lsp";
import {
  type Command,
  type Disposable,
  EventEmitter,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
  window,
  workspace,
} from "vscode";
import { foundFiles } from "../files/foundFiles.js";
import { fileName } from "../files/names.js";
import type { Services } from "../services.js";
import { VERSION_SCHEME, versionFiles } from "./versionFiles.js";
import { MEMORY_FILE, watchMemories } from "./watchMemories.js";

const MAX_MEMORIES = 200;

/** The subject of a line, which its commands are given. */
export interface MemoryPlace {
  /** The URI of the memory's folder. */
  readonly memory: string;
  readonly task: string;
  readonly branch: string;
  /** The newest version of a branch, or the number of a version. */
  readonly version: number;
  readonly parent: number | null;
}

export interface MemoryLine {
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string;
  readonly icon: string;
  readonly command?: Command;
  readonly kind?: "memory" | "task" | "branch" | "version";
  /** Incomplete for a memory or a task. */
  readonly place?: Partial<MemoryPlace>;
  readonly children?: () => Promise<readonly MemoryLine[]>;
  readonly isOpen?: boolean;
}

/** The memories of the workspace with their tasks, branches and versions. No memory is opened before its line is expanded. */
export function showMemories(services: Services): Disposable[] {
  const changed = new EventEmitter<void>();
  const watching = watchMemories(() => changed.fire());
  const tree = window.registerTreeDataProvider<MemoryLine>("sxp.memories", {
    onDidChangeTreeData: changed.event,
    getTreeItem: treeItem,
    async getChildren(line) {
      if (line !== undefined) return [...(await line.children!())];
      const files = await memoryFiles();
      await watching.of(files);
      return files.map((file) => memoryLine(services, file));
    },
  });
  const files = workspace.registerTextDocumentContentProvider(VERSION_SCHEME, versionFiles(services.session));
  return [tree, files, watching, changed, workspace.onDidGrantWorkspaceTrust(() => changed.fire())];
}

function treeItem({
  label,
  description,
  tooltip,
  icon,
  command,
  kind,
  children,
  isOpen = false,
}: MemoryLine): TreeItem {
  const { None, Collapsed, Expanded } = TreeItemCollapsibleState;
  const item = new TreeItem(label, children === undefined ? None : isOpen ? Expanded : Collapsed);
  return Object.assign(item, { description, tooltip, iconPath: new ThemeIcon(icon), command, contextValue: kind });
}

const problemLine = (problem: string): readonly MemoryLine[] => [{ label: problem, tooltip: problem, icon: "warning" }];

/** The files of the memories in a trusted workspace; none of them is opened. */
export async function memoryFiles(): Promise<readonly Uri[]> {
  if (!workspace.isTrusted) return [];
  return (await foundFiles([MEMORY_FILE], MAX_MEMORIES)).filter((uri) => fileName(uri) === MEMORY_FILE);
}

function memoryLine(services: Services, file: Uri): MemoryLine {
  const folder = Uri.joinPath(file, "..");
  const memory = folder.toString();
  return {
    label: workspace.asRelativePath(folder),
    icon: "database",
    kind: "memory",
    place: { memory },
    children: () => tasks(services, memory),
  };
}

async function tasks(services: Services, memory: string): Promise<readonly MemoryLine[]> {
  const { problem, tasks: all } = await services.session.request(REQUESTS.memoryTasks, { memory });
  if (problem !== null) return problemLine(problem);
  return all.map((task) => ({
    label: task.title ?? task.name,
    description: `${counted(task.nodes, "node")} · ${counted(task.versionCount, "version")}`,
    tooltip: task.name,
    icon: "list-tree",
    kind: "task",
    place: { memory, task: task.name },
    children: async () => branches(services, memory, task),
  }));
}

const branches = (services: Services, memory: string, { name: task, branches: all }: MemoryTask): MemoryLine[] =>
  all.map(({ name: branch, head: version }) => ({
    label: branch,
    description: `version ${version}`,
    icon: "git-branch",
    kind: "branch",
    place: { memory, task, branch, version, parent: null },
    isOpen: all.length === 1,
    children: () => versions(services, { memory, task, branch }, null),
  }));

async function versions(
  services: Services,
  of: Pick<MemoryPlace, "memory" | "task" | "branch">,
  before: number | null,
): Promise<readonly MemoryLine[]> {
  const answer = await services.session.request(REQUESTS.memoryVersions, { ...of, before });
  if (answer.problem !== null) return problemLine(answer.problem);
  const lines = answer.versions.map((version) => versionLine(of, version));
  const oldest = answer.versions.at(-1);
  if (!answer.hasMore || oldest === undefined) return lines;
  const older = { label: "Older versions", icon: "history", children: () => versions(services, of, oldest.number) };
  return [...lines, older];
}

function versionLine(of: Pick<MemoryPlace, "memory" | "task" | "branch">, version: MemoryVersion): MemoryLine {
  const { number, parents, operation } = version;
  if (operation === "pruned") return { label: `Version ${number} was pruned`, icon: "circle-slash" };
  const place = { ...of, version: number, parent: parents[0] ?? null };
  return {
    label: `${number}  ${noteOf(version)}`,
    description: whoAndWhen(version),
    tooltip: changesOf(version),
    icon: parents.length > 1 ? "git-merge" : "git-commit",
    kind: "version",
    place,
    command: { title: "Open Version", command: "sxp.openVersion", arguments: [{ place }] },
  };
}

/** The note of a version in one line; without one its first change. */
export const noteOf = ({ reason, changes, operation }: MemoryVersion): string => reason ?? changes[0] ?? operation;

export const whoAndWhen = ({ author, time }: MemoryVersion): string =>
  [author, new Date(time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })]
    .filter((part) => part !== null)
    .join(" · ");

function changesOf({ changes, changeCount }: MemoryVersion): string {
  const more = changeCount - changes.length;
  return [...changes, ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}
