import { resolve } from "node:path";
import { type Memory, MemoryError, type Retention } from "@semantic-xpath/memory";
import type { FolderMemoryOptions } from "@semantic-xpath/memory/node";
import { isPlace, withoutPassword } from "@semantic-xpath/postgres";
import { diagnosticText } from "../../render/diagnostics.js";
import type { World } from "../../render/screen.js";
import { EXIT, type ExitCode, Stop } from "../../stop.js";

/** `observe` is of a folder's journal only. */
type OpenOptions = Pick<FolderMemoryOptions, "readOnly" | "observe">;

/** The memory of a folder, or of a server: `postgres://HOST/DATABASE#NAME`. */
export async function openPlace(place: string, io: World, options: OpenOptions = {}): Promise<Memory> {
  if (isPlace(place)) {
    const { openMemory, placeOf } = await import("@semantic-xpath/postgres");
    const { url, store } = placeOf(place);
    return openMemory(url, { store, readOnly: options.readOnly ?? false });
  }
  const { openMemory } = await import("@semantic-xpath/memory/node");
  return openMemory(resolve(io.cwd, place), options);
}

/** Makes an empty memory in a folder, or on a server. */
export async function createPlace(
  place: string,
  io: World,
  options: { readonly retention?: Retention } = {},
): Promise<Memory> {
  if (isPlace(place)) {
    const { createMemory, placeOf } = await import("@semantic-xpath/postgres");
    const { url, store } = placeOf(place);
    return createMemory(url, { store, ...options });
  }
  const { createMemory } = await import("@semantic-xpath/memory/node");
  return createMemory(resolve(io.cwd, place), options);
}

/** The folder of a memory for what is kept beside it; null for a memory on a server. */
export const folderOf = (place: string, io: World): string | null => (isPlace(place) ? null : resolve(io.cwd, place));

/** A place in messages, without a password. */
export const placeName = (place: string): string => (isPlace(place) ? withoutPassword(place) : place);

/**
 * Opens the memory of a folder or a server for as long as some work takes, which may answer with an exit code. What the memory refuses becomes a message and an
 * exit code. Read-only, no byte of it is changed.
 */
export const withMemory = (
  folder: string,
  io: World,
  work: (memory: Memory) => unknown,
  readOnly = false,
): Promise<ExitCode | undefined> =>
  guardMemory(folder, io, async () => {
    const memory = await openPlace(folder, io, { readOnly });
    try {
      const answer = await work(memory);
      return typeof answer === "number" ? (answer as ExitCode) : undefined;
    } finally {
      memory.close();
    }
  });

/** Command line after the folder of a memory. */
export interface Line<O> {
  readonly operands: readonly string[];
  readonly options: O;
}

type Work<O> = (memory: Memory, line: Line<O>, io: World, folder: string) => unknown;

/** A command on the memory whose folder is the first operand; the others are in the line that `work` gets. `isReading`: whether it changes nothing. */
export const onMemory =
  <O>(work: Work<O>, isReading: (options: O) => boolean = () => false) =>
  ({ operands: [folder = "", ...operands], options }: Line<O>, io: World) =>
    withMemory(folder, io, (memory) => work(memory, { operands, options }, io, folder), isReading(options));

/** A command that only reads: also on a disk where nothing can be written. */
export const onReadMemory = <O>(work: Work<O>) => onMemory(work, () => true);

/** The codes of what is wrong with the files of a memory. */
const OF_FILES = /^SXP50(?:0\d|23)$/;

/** Does something with a memory; what the memory refuses becomes a message and an exit code. */
export async function guardMemory<T>(folder: string, io: World, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    const { code, diagnostic } = error;
    const text = diagnosticText({ name: placeName(folder), text: "" }, diagnostic, io.errors);
    throw new Stop(OF_FILES.test(code) ? EXIT.input : EXIT.diagnostics, text);
  }
}
