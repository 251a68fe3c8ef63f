import { constants, type Stats } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { READ_LIMITS } from "@semantic-xpath/tree";

/** Maximum bytes of a UTF-16 unit in a file. */
const BYTES_A_UNIT = 3;
const PIECE = 1 << 24;

/**
 * The bytes of a regular file. The size is bounded during the reading, so that a file that grows or misreports its size fills no memory. Another
 * kind of file (a pipe, a device, a socket, a folder) is refused before it is opened: it might block or never end.
 * Rejects with an error that has a `code`; `fileProblem` expresses it in words.
 *
 * @param units UTF-16 units that the reader of the bytes takes at most; default: those of `READ_LIMITS`.
 */
export async function readRegularFile(path: string, units = READ_LIMITS.maxInputLength): Promise<Uint8Array> {
  checkKind(path, await stat(path));
  // A replacement of the file meanwhile does not block the opening.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    checkKind(path, stats);
    return await readBounded(file, path, stats.size, units * BYTES_A_UNIT);
  } finally {
    await file.close();
  }
}

/** Content of a stream, bounded in the same way. */
export async function readStream(
  stream: AsyncIterable<string | Uint8Array>,
  units = READ_LIMITS.maxInputLength,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of stream) {
    const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
    length += bytes.length;
    if (length > units * BYTES_A_UNIT) throw failure("-", "EFBIG");
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}

/** Why a file can't be read or written, in words, for the end of a sentence. */
export function fileProblem(error: unknown): string {
  const { code = "", message = String(error) } = error as NodeJS.ErrnoException;
  return Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code]! : message;
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "a part of the path is no folder",
  EISDIR: "it is a folder",
  ENOTREG: "it is a pipe, a device or a socket, and only files are read",
  EFBIG: "it is too large",
  EACCES: "access is denied",
  EPERM: "access is denied",
  ENOSPC: "the disk is full",
  EROFS: "the disk is read-only",
};

function checkKind(path: string, stats: Stats): void {
  if (!stats.isFile()) throw failure(path, stats.isDirectory() ? "EISDIR" : "ENOTREG");
}

async function readBounded(file: FileHandle, path: string, size: number, most: number): Promise<Uint8Array> {
  if (size > most) throw failure(path, "EFBIG");
  let bytes = Buffer.allocUnsafe(size + 1);
  for (let length = 0; ; ) {
    const { bytesRead } = await file.read(bytes, length, Math.min(bytes.length - length, PIECE));
    if (bytesRead === 0) return bytes.subarray(0, length);
    length += bytesRead;
    if (length > most) throw failure(path, "EFBIG");
    if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(2 * length + PIECE, most + 1));
  }
}

function failure(path: string, code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${path}: ${PROBLEMS[code]}`), { code, path });
}
