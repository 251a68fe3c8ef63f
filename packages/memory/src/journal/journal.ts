import type { Storage } from "./storage.js";
import type { JournalReport } from "./verify.js";

/** What a chunk holds. `record` is one commit (or other event) of the store; the others are what records point to. */
export type ChunkKind = "record" | "manifest" | "segment" | "blob";

export interface Chunk {
  readonly kind: ChunkKind;
  readonly bytes: Uint8Array;
}

/** One event of the store with its place in the order of all. */
export interface Published {
  /** From 1, without gaps, within a generation. */
  readonly sequence: number;
  /** The bytes of the record. */
  readonly record: Uint8Array;
}

/** An event of the next generation: its record, and what it needs of chunks: new ones, and the hashes of those that are taken over as they are. */
export interface Rewritten {
  readonly record: Uint8Array;
  readonly chunks: Iterable<Chunk | string>;
}

export interface JournalSize {
  readonly files: number;
  readonly bytes: number;
  readonly chunks: number;
  readonly events: number;
}

/**
 * Append-only chunks, each known by the SHA-256 of its kind and bytes (43 letters of base64url), which is computed again whenever it is read.
 * Several processes may write: whoever publishes the next number first wins, the others see what was published and try again. There are no locks.
 */
export interface Journal {
  /** The number of the newest event that this process has seen; 0 in an empty journal. */
  readonly sequence: number;
  /** From 1; one more after each `rewrite`, whoever did it. Then the numbers of the events start again. */
  readonly generation: number;
  /** 43 letters that stand for all events so far and their order: equal in two journals only if their histories are equal. */
  readonly fingerprint: string;
  /**
   * Looks what others have published since: the events after `sequence`, which they are then counted in. If `generation` is another one afterwards,
   * they are all events of the new generation, and what was known of the old one does not hold any more.
   */
  refresh(): readonly Published[];
  /** All events after a number that have been seen, oldest first. */
  events(after?: number): Iterable<Published>;
  /**
   * Publishes an event together with the chunks that it points to and that are not there yet: all or nothing, durable on return. False if
   * another process has published since the last `refresh`: nothing is written, call `refresh` and try again.
   */
  append(record: Uint8Array, chunks: readonly Chunk[]): boolean;
  has(hash: string): boolean;
  /** Throws a `MemoryError` if the chunk is missing or its bytes are not those that were written. */
  read(hash: string): Chunk;
  /** What a chunk is called, whether or not it is there. */
  hashOf(chunk: Chunk): string;
  /** Joins small files into larger ones, so that their number stays logarithmic; `append` does it by itself now and then. Gives how many files it made. */
  pack(): number;
  /**
   * Writes a new generation and removes the files of the old one permanently: what `next` does not name is nowhere any more. `next` is called with all
   * events and says what becomes of them; then with those that others have published meanwhile, if any, whose outcome is added. If another process
   * rewrites first, it starts again: `next` is called with a list that starts with event 1. A crash
   * leaves the old generation or the new one. Afterwards `refresh` gives the events of the new one.
   */
  rewrite(next: (events: readonly Published[]) => Iterable<Rewritten>): void;
  /** Copies everything to another storage while others write: the events up to the newest one at the beginning or later. Continues an earlier backup. */
  backup(to: Storage): void;
  /** Reads and checks every byte. Never throws. */
  verify(): JournalReport;
  size(): JournalSize;
  /** Calls back when others may have published: then call `refresh`. Gives what ends it. */
  watch(listener: () => void): () => void;
  close(): void;
}
