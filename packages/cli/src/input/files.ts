import { rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { fileProblem, readRegularFile, readStream, textOf } from "@semantic-xpath/readers/node";
import type { Io } from "../io.js";
import { abortable, EXIT, problem, Stop } from "../stop.js";

/** Reads a file as bytes; `-` is standard input. Ends with exit code 3 if that fails, in words instead of error codes. */
async function readBytes(path: string, io: Io): Promise<Uint8Array> {
  const bytes = path === "-" ? abortable(io.signal, readStream(io.stdin)) : readRegularFile(resolve(io.cwd, path));
  return bytes.catch((error: unknown) => {
    if (error instanceof Stop) throw error;
    throw problem(EXIT.input, `can't read "${path}": ${fileProblem(error)}.`);
  });
}

export async function readText(path: string, io: Io): Promise<string> {
  return textOf(await readBytes(path, io));
}

export async function writeText(path: string, text: string, io: Io): Promise<void> {
  await writeFile(resolve(io.cwd, path), text).catch((error: unknown) => {
    throw unwritten(path, error);
  });
}

/** Prints a text, or writes it to a file if there is one for it. */
export async function writeOut(text: string, path: string | undefined, io: Io): Promise<void> {
  if (path === undefined) io.stdout.write(text);
  else await writeText(path, text, io);
}

/** Writes a file atomically: readers see the old content or the new one. `mode`: its permissions. */
export async function writeWhole(
  path: string,
  text: string | Iterable<string>,
  { cwd }: Pick<Io, "cwd">,
  mode?: number,
): Promise<void> {
  const target = resolve(cwd, path);
  const partial = `${target}.${process.pid}.part`;
  try {
    await writeFile(partial, text, { mode });
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw unwritten(path, error);
  }
}

/** A missing file at a write means a missing folder. */
function unwritten(path: string, error: unknown): Stop {
  const isFolder = (error as NodeJS.ErrnoException).code === "ENOENT";
  return problem(
    EXIT.input,
    `can't write "${path}": ${isFolder ? `there is no folder "${dirname(path)}"` : fileProblem(error)}.`,
  );
}

/** The file that `QUERY|FILE.sxp` names, if it names one. */
export const sxpFiles = (operand: string, { cwd }: Pick<Io, "cwd">): readonly string[] =>
  operand.endsWith(".sxp") ? [resolve(cwd, operand)] : [];

export async function isFile(path: string, io: Io): Promise<boolean> {
  const status = await stat(resolve(io.cwd, path)).catch(() => null);
  return status?.isFile() === true;
}

/** A path as one would type it here. */
export function shownPath(path: string, io: Io): string {
  const fromHere = relative(io.cwd, path);
  return fromHere.startsWith("..") && fromHere.length > path.length ? path : fromHere;
}
