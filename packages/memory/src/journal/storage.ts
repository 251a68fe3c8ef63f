/**
 * Where a journal keeps its files: a folder, or memory. Names are plain (`[0-9a-z.-]+`) and flat. All calls are synchronous: a store is local.
 *
 * `publish` is the one atomic step on which everything rests: the file is there whole, under a name that was free, and stays there after a crash
 * as soon as the call has returned.
 */
export interface Storage {
  /** What it is called in messages: the path of the folder. */
  readonly where: string;
  /** Names of the files, in no order. What is published or removed meanwhile may be in it or not. */
  list(): readonly string[];
  /** The bytes `[from, to)` of a file, all of it by default, fewer where it ends earlier; null if there is none. */
  read(name: string, from?: number, to?: number): Uint8Array | null;
  /** Length of a file in bytes; null if there is none. */
  size(name: string): number | null;
  /** Writes a file that nobody sees before it is whole and durable. False if the name is taken: somebody else was first. */
  publish(name: string, pieces: readonly Uint8Array[]): boolean;
  /** Removes a file, durably after the next `sync`; nothing happens if there is none. */
  remove(name: string): void;
  /** What has been seen or removed so far stays so after a crash. */
  sync(): void;
  /** Removes the temporary files of writers that are gone, or, if `all`, of all others: a writer who loses one begins again. Says which. */
  sweep(all?: boolean): readonly string[];
  /** What is there besides files of a storage: temporary files, and what was put there by strangers. */
  strangers(): readonly Stranger[];
  /** SHA-256, 32 bytes. */
  hash(pieces: readonly Uint8Array[]): Uint8Array;
  /** Calls back when something may have been published by others; gives what ends it. */
  watch(listener: () => void): () => void;
}

export interface Stranger {
  readonly name: string;
  /** `temporary`: a file that a writer has not published, or not yet. */
  readonly kind: "temporary" | "file" | "folder" | "symbolic link" | "special file";
  readonly bytes: number;
}
