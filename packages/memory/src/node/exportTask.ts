import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileProblem } from "@semantic-xpath/readers/node";
import type { Memory } from "../memory.js";
import { memoryError } from "../memoryError.js";
import { EXPORT_FILE, type ExportOptions, exportedFiles, importExported, isExport } from "../store/exported.js";
import type { Task } from "../store/task.js";

/**
 * Writes a task as files into a folder that is new or empty: trees as XML or JSON, keys and schemas beside them, and `task.json`. Throws a
 * `MemoryError` (SXP5022) where the folder has something in it, or can't be written.
 */
export function exportTask(task: Task, folder: string, options: ExportOptions = {}): { readonly files: number } {
  let files = 0;
  try {
    mkdirSync(folder, { recursive: true });
    if (readdirSync(folder).length > 0) throw memoryError("SXP5022", { folder, problem: "it is not empty" });
    for (const { path, text } of exportedFiles(task, options)) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, { flag: "wx" });
      files++;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw memoryError("SXP5022", { folder, problem: fileProblem(error) }, { cause: error });
  }
  return { files };
}

/** Tests that a folder holds an export of `exportTask`. */
export function isExported(folder: string): boolean {
  try {
    return isExport(readText(join(folder, EXPORT_FILE)));
  } catch {
    return false;
  }
}

/** Brings in what `exportTask` wrote as a new task, with its history. Throws as `importExported` does. */
export const importTask = (memory: Memory, folder: string, name: string): Task =>
  importExported(memory, name, (path) => {
    try {
      return readText(join(folder, path));
    } catch (error) {
      throw memoryError("SXP5021", { file: path, problem: fileProblem(error) }, { cause: error });
    }
  });

/** The text of a regular file: a link leads nowhere, and a pipe or a device is not opened for reading. */
function readText(path: string): string {
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;
  const file = openSync(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  try {
    if (!fstatSync(file).isFile()) throw Object.assign(new Error("it is no file"), { code: "EINVAL" });
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}
