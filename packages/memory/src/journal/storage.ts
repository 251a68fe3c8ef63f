/**
 * Where a journal keeps its files: a folder, or memory. Names are plain (`[0-9a-z.-]+`) and flat. All calls are synchronous: a store is local.
 *
 * `publish` is the one atomic step on which everything rests: the file is there whole, under a name that was free, and stays there after a crash
 * as soon as the call has returned.
 */
export interface Storage {
  /** Names of the files, in no order. */
  list(): readonly string[];
  /** The bytes `[from, to)` of a file, all of it by default; null where there is none. */
  read(name: string, from?: number, to?: number): Uint8Array | null;
  /** Length of a file in bytes; null where there is none. */
  size(name: string): number | null;
  /** Writes a file that nobody sees before it is whole and durable. False where the name is taken: somebody else was first. */
  publish(name: string, pieces: readonly Uint8Array[]): boolean;
  /** Removes a file for good; nothing happens where there is none. */
  remove(name: string): void;
  /** SHA-256, 32 bytes. */
  hash(pieces: readonly Uint8Array[]): Uint8Array;
  /** Calls back when something may have been published by others; gives what ends it. */
  watch(listener: () => void): () => void;
}
