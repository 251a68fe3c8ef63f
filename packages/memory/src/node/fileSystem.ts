import { MemoryError, memoryError } from "../memoryError.js";

export interface Status {
  readonly size: number;
  readonly dev: number;
  readonly ino: number;
  readonly mtimeMs: number;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/** What of `node:fs` a folder of a memory needs: so that tests can put a disk beneath that fails at any call, and forgets what was not made durable. */
export interface FileSystem {
  openSync(path: string, flags: number, mode?: number): number;
  closeSync(file: number): void;
  readSync(file: number, bytes: Uint8Array, offset: number, length: number, position: number): number;
  writeSync(file: number, bytes: Uint8Array, offset: number, length: number): number;
  fsyncSync(file: number): void;
  fstatSync(file: number): Status;
  lstatSync(path: string, options: { throwIfNoEntry: false }): Status | undefined;
  statSync(path: string, options: { throwIfNoEntry: false }): Status | undefined;
  linkSync(from: string, to: string): void;
  unlinkSync(path: string): void;
  readdirSync(path: string): string[];
  /** The first folder that was made, if any. */
  mkdirSync(path: string, options: { recursive: true; mode: number }): string | undefined;
  watch(
    path: string,
    options: { persistent: boolean },
    listener: (event: string, name: string | null) => void,
  ): { close(): void; on(event: "error", listener: () => void): unknown };
}

export const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? error);

/** What a failed write means to those who wanted it; of a file that was written by then, only the link failed. */
export function writeError(folder: string, error: unknown, isWritten = false): MemoryError {
  if (error instanceof MemoryError) return error;
  const code = codeOf(error);
  if (NO_LINKS.has(code) || (isWritten && code === "EPERM"))
    return memoryError("SXP5006", { folder }, { cause: error });
  return memoryError("SXP5005", { reason: reasonOf(code) }, { cause: error });
}

export function openError(where: string, error: unknown): MemoryError {
  if (error instanceof MemoryError) return error;
  return memoryError("SXP5001", { where, reason: reasonOf(codeOf(error)) }, { cause: error });
}

export const isReadOnly = (error: unknown): boolean =>
  error instanceof MemoryError && ["EROFS", "EACCES", "EPERM", "EINVAL", "EBADF"].includes(codeOf(error.cause));

const NO_LINKS = new Set(["EOPNOTSUPP", "ENOTSUP", "ENOSYS", "EMLINK", "EXDEV"]);

const REASONS: ReadonlyMap<string, string> = new Map([
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the quota of the disk is used up"],
  ["EFBIG", "the file would be larger than the file system allows"],
  ["EROFS", "the file system is read-only"],
  ["EACCES", "the folder's permissions do not allow it"],
  ["EPERM", "the folder's permissions do not allow it"],
  ["ENOENT", "there is no such folder"],
  ["ENOTDIR", "it is not a folder"],
  ["ELOOP", "it leads in a circle, or is a symbolic link"],
  ["EIO", "the disk reports a fault"],
  ["EMFILE", "this process has too many open files"],
  ["ENFILE", "there are too many open files"],
  ["ENAMETOOLONG", "the path is too long"],
]);

const reasonOf = (code: string): string => REASONS.get(code) ?? code;
