/** What a chunk holds. `record` is one commit (or other event) of the store; the others are what records point to. */
export type ChunkKind = "record" | "manifest" | "segment" | "blob";

export interface Chunk {
  readonly kind: ChunkKind;
  readonly bytes: Uint8Array;
}

/** One event of the store with its place in the order of all. */
export interface Published {
  /** From 1, without gaps. */
  readonly sequence: number;
  /** The bytes of the record. */
  readonly record: Uint8Array;
}

/**
 * Append-only chunks, each known by the SHA-256 of its kind and bytes (43 letters of base64url), which is computed again whenever it is read.
 * Several processes may write: whoever publishes the next number first wins, the others see what was published and try again. There are no locks.
 */
export interface Journal {
  /** The number of the newest event that this process has seen; 0 in an empty journal. */
  readonly sequence: number;
  /** Looks what others have published since: the events after `sequence`, which they are then counted in. */
  refresh(): readonly Published[];
  /** All events after a number that have been seen, oldest first. */
  events(after?: number): Iterable<Published>;
  /**
   * Publishes an event together with the chunks that it points to and that are not there yet: all or nothing, durable on return. False where
   * another process has published since the last `refresh`: nothing is written, call `refresh` and try again.
   */
  append(record: Uint8Array, chunks: readonly Chunk[]): boolean;
  has(hash: string): boolean;
  /** Throws a `MemoryError` where the chunk is missing or its bytes are not those that were written. */
  read(hash: string): Chunk;
  /** What a chunk is called, whether or not it is there. */
  hashOf(chunk: Chunk): string;
  close(): void;
}
