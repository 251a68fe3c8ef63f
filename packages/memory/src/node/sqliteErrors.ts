import { sqliteCode } from "@semantic-xpath/scorers/node";
import { sentenceOf } from "../journal/verify.js";
import { MemoryError, memoryError } from "../memoryError.js";

const [BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN] = [5, 6, 8, 10, 13, 14];

/** Meaning of an engine's failure for a memory. Unknown failures count as damage: no bytes in a file are a bug of this code. */
export function translated(error: unknown, file: string, doing: "read" | "write"): Error {
  if (error instanceof MemoryError) return error;
  const code = sqliteCode(error);
  const cause = { cause: error };
  const sentence = sentenceOf(error);
  if (code === BUSY || code === LOCKED)
    return memoryError("SXP5005", { reason: "another process has been writing to it all the time; try again" }, cause);
  if (code === READONLY) return memoryError("SXP5005", { reason: "the file or its folder is read-only" }, cause);
  if (code === FULL) return memoryError("SXP5006", { where: file }, cause);
  if (code === CANTOPEN) return memoryError("SXP5001", { where: file, reason: sentence }, cause);
  if (code === IOERR && isFull(error)) return memoryError("SXP5006", { where: file }, cause);
  if (code === IOERR && doing === "write")
    return memoryError("SXP5005", { reason: `the disk refuses (${sentence})` }, cause);
  if (codeOf(error) === "ERR_NO_SQLITE") return memoryError("SXP5001", { where: file, reason: sentence }, cause);
  if (code === null && !UNREADABLE.includes(codeOf(error))) return error as Error;
  return memoryError("SXP5002", { file, problem: sentence }, cause);
}

/** Codes of a full disk: SQLITE_IOERR_SHMSIZE for the shared memory beside a file, which readers need too, and ENOSPC. */
const [SHMSIZE, NO_SPACE] = [4874, 28];

function isFull(error: unknown): boolean {
  const { errcode, sqliteExtendedCode = errcode, systemErrno } = error as Readonly<Record<string, unknown>>;
  return sqliteExtendedCode === SHMSIZE || systemErrno === NO_SPACE;
}

/** Codes of what the engine and the journal throw for a row that no memory has written. */
const UNREADABLE = ["ERR_OUT_OF_RANGE", "ERR_ROW", "ERR_SQLITE_ERROR"];

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? "");
