import type { Stats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { isAbsolute, join, relative, resolve } from "node:path";
import { type ReadError, readError } from "@semantic-xpath/tree";
import { FORMATS } from "./formats.js";
import { fileProblem } from "./regularFile.js";

/** A file as it was named, or found: `path` is absolute, `-` standard input. */
export interface FoundFile {
  readonly name: string;
  readonly path: string;
  /** True for a folder that is read as one tree. */
  readonly isFolder?: true;
}

interface Problem {
  readonly name: string;
  readonly error: ReadError;
}

/** Requested data. */
export interface FoundData {
  readonly files: readonly FoundFile[];
  /** Missing names, and unreadable folders. */
  readonly problems: readonly Problem[];
  /** True for one named file, or one folder that is kept: a tree, and not a collection. */
  readonly isOne: boolean;
}

export interface FindOptions {
  /** Start of relative paths. Default: the folder of the process. */
  readonly cwd?: string;
  /** Files in all, default 20 000: more are refused with SXP4037. */
  readonly maxFiles?: number;
  /** The endings of the files that are looked for in folders. Default: those of data. */
  readonly endings?: readonly string[];
  readonly signal?: AbortSignal;
  /** Keeps a folder itself, instead of its files of readable formats. Default false. */
  readonly keepsFolders?: boolean;
}

const MAX_FILES = 20_000;
/** Characters that only a pattern has, unless a file of that name is there. */
const PATTERN = /[*?[\]{}]|[!@+]\(/;
/** The folder that holds the files of others. What begins with a dot is left out, too. */
const OTHERS = "node_modules";
/** In a folder, the files with the endings of data. */
const DATA_ENDINGS = Object.values(FORMATS).flatMap(({ endings }) => endings);

/** The files that paths, patterns and folders name, each once: in the order of the names, those of one name by their paths. */
export async function findData(names: readonly string[], options: FindOptions = {}): Promise<FoundData> {
  const { cwd = process.cwd(), maxFiles = MAX_FILES, endings = DATA_ENDINGS, signal, keepsFolders = false } = options;
  const files = new Map<string, FoundFile>();
  const problems: Problem[] = [];
  let isOne = names.length === 1;
  for (const name of names) {
    const status = name === "-" ? null : await stat(resolve(cwd, name)).catch(() => null);
    const isPattern = status === null && name !== "-" && PATTERN.test(name);
    const isFolder = status?.isDirectory() === true;
    if (!isPattern && (!isFolder || keepsFolders)) {
      const file = name === "-" ? { name, path: name } : { name, path: resolve(cwd, name) };
      add(files, isFolder ? { ...file, isFolder } : file);
      continue;
    }
    isOne = false;
    const unread: Problem[] = [];
    const below = isPattern
      ? await matching(name, cwd, signal)
      : await filesIn(name, endings, { cwd, unread, ...(signal && { signal }) });
    problems.push(...unread);
    if (below.length === 0) problems.push({ name, error: readError("SXP4036", { name, isPattern }) });
    for (const file of below) add(files, file);
    if (files.size > maxFiles) throw readError("SXP4037", { name, limit: maxFiles, option: "maxFiles" });
  }
  return { files: [...files.values()], problems, isOne };
}

/** A file that is named twice is read once. */
function add(files: Map<string, FoundFile>, file: FoundFile): void {
  if (!files.has(file.path)) files.set(file.path, file);
}

async function matching(pattern: string, cwd: string, signal: AbortSignal | undefined): Promise<readonly FoundFile[]> {
  const posixPattern = process.platform === "win32" ? pattern.replaceAll("\\", "/") : pattern;
  const paths = await search(posixPattern, cwd, signal);
  return paths.map((path) => ({ name: isAbsolute(pattern) ? path : relative(cwd, path), path }));
}

/** Patterns do not select the content of a folder: they can't match names with line ends. */
async function filesIn(
  folder: string,
  endings: readonly string[],
  { cwd, unread, signal }: { readonly cwd: string; readonly unread: Problem[]; readonly signal?: AbortSignal },
): Promise<readonly FoundFile[]> {
  const root = resolve(cwd, folder);
  const named = (path: string): string => join(folder, relative(root, path));
  const paths: string[] = [];
  const waiting = [root];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    signal?.throwIfAborted();
    const path = at;
    const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
      unread.push({
        name: named(path),
        error: readError("SXP4035", { name: named(path), reason: fileProblem(error) }),
      });
      return [];
    });
    for (const entry of entries) {
      if (entry.name.startsWith(".") || entry.name === OTHERS) continue;
      if (entry.isDirectory()) waiting.push(join(path, entry.name));
      else if (entry.isFile() && endings.some((ending) => entry.name.toLowerCase().endsWith(ending)))
        paths.push(join(path, entry.name));
    }
  }
  return inOrder(paths).map((path) => ({ name: named(path), path }));
}

/** By code unit, so that the order is the same on every machine. */
const inOrder = (paths: readonly string[]): string[] => paths.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));

/** Absolute paths. Links to folders are not followed: they may lead in circles. */
async function search(pattern: string, cwd: string, signal: AbortSignal | undefined): Promise<readonly string[]> {
  const { glob } = await import("tinyglobby");
  const matches = await glob(pattern, {
    cwd,
    absolute: true,
    caseSensitiveMatch: false,
    expandDirectories: false,
    followSymbolicLinks: false,
    ignore: [`**/${OTHERS}/**`],
    ...(signal && { signal }),
  });
  signal?.throwIfAborted();
  return inOrder(matches.map((path) => resolve(path)));
}

/** Tests that a name stands for several files: a pattern, or a folder. Reads the disk. */
export async function isSeveral(name: string, cwd: string): Promise<boolean> {
  const status: Stats | null = await stat(resolve(cwd, name)).catch(() => null);
  return status === null ? PATTERN.test(name) : status.isDirectory();
}
