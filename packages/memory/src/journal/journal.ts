import type { JournalReport } from "./verify.js";

/** A chunk is a piece of a tree (`segment`), the list of the pieces of one (`manifest`), or anything else that a record names (`blob`). */
export type ChunkKind = "manifest" | "segment" | "blob";

export interface Chunk {
  readonly kind: ChunkKind;
  readonly bytes: Uint8Array;
}

/** The state of a journal in four values: equal heads mean equal journals. */
export interface Head {
  /** From 1; one more after each `replace`. Then the numbers of the events start again. */
  readonly generation: number;
  /** Number of the newest event of the generation; 0 where there is none. */
  readonly sequence: number;
  /** 43 letters for all events of the generation and their order: a chain of SHA-256 that begins with the id of the store. */
  readonly fingerprint: string;
  /** Bytes of all records and chunks. */
  readonly bytes: number;
}

/** One event with its place in the order of all. */
export interface Published {
  /** From 1, without gaps, within a generation. */
  readonly sequence: number;
  /** Random bytes by which a writer knows its event again, also beside one of the same content. */
  readonly mark: Uint8Array;
  readonly record: Uint8Array;
}

export interface News {
  readonly head: Head;
  /** True if the given head is not in this history: then the events are all of the generation. */
  readonly isAnew: boolean;
  readonly events: readonly Published[];
}

/** An event of a next generation: its record, and what it needs of chunks: new ones, and the hashes of those that stay. */
export interface Rewritten {
  readonly mark: Uint8Array;
  readonly record: Uint8Array;
  readonly chunks: Iterable<Chunk | string>;
}

/** An event to append. Its chunks by their hashes may be in the journal already. */
export interface Appended {
  readonly mark: Uint8Array;
  readonly record: Uint8Array;
  readonly chunks: ReadonlyMap<string, Chunk>;
}

export interface JournalContent {
  /** Another id than before, for a copy of another journal. */
  readonly id?: string;
  readonly generation: number;
  readonly events: Iterable<Rewritten>;
}

export interface JournalSize {
  readonly events: number;
  readonly chunks: number;
  /** Bytes of records and chunks. */
  readonly bytes: number;
  /** Bytes of the file; 0 in memory. */
  readonly fileBytes: number;
  /** Pages of the file that hold nothing, and are overwritten with zeros. */
  readonly freeBytes: number;
  /** Bytes of the log beside the file: it may hold older contents of pages until a checkpoint. */
  readonly logBytes: number;
}

/**
 * Events and chunks with a compare-and-set. Events only ever follow each other. Chunks are named by the SHA-256 of their kind and bytes (43 letters
 * of base64url), which is computed again on every read. Several processes may write: the first append to a head wins, the others see
 * the new head and try again. All calls are synchronous. Each throws a `MemoryError`: SXP5002 for damage, SXP5005 if the store is not writable.
 */
export interface Journal {
  /** Its name in messages: the path of the file. */
  readonly where: string;
  /** 22 letters that name the store; copies have the same. */
  readonly id: string;
  /** The server of a journal that is a copy of one there: writes go to the server first. Absent for all other journals. */
  readonly remote?: Remote;
  head(): Head;
  /** The events after a head, or all; the newest head with them, at one moment. */
  since(head: Head | null): News;
  /** The event of a number in the present generation; null if it has no such event. */
  event(sequence: number): Published | null;
  hashOf(chunk: Chunk): string;
  /** The chunks of these hashes that are there. */
  chunks(hashes: Iterable<string>): ReadonlyMap<string, Chunk>;
  /** The hashes of all chunks. */
  names(): Iterable<string>;
  /**
   * Publishes an event together with those of its chunks, by their hashes, that are not there yet: all or nothing, durable on return. Null if `expected` is
   * not the newest head any more: then nothing was written.
   */
  append(expected: Head, mark: Uint8Array, record: Uint8Array, chunks: ReadonlyMap<string, Chunk>): Head | null;
  /** Puts other content in the place of all that is there: what it does not name is deleted. All or nothing. */
  replace(content: JournalContent): Head;
  /** Reads several things at one moment, while others write. */
  snapshot<T>(work: () => T): T;
  /** Groups several calls: no other process writes in between, and everything is written or, if `work` throws, nothing. */
  transaction<T>(work: () => T): T;
  /** Gives free space back, and takes over the log. False where others who read or write do not let it. */
  compact(): boolean;
  /** Reads and checks every byte. Never throws for what is damaged. */
  verify(): JournalReport;
  size(): JournalSize;
  /** Calls back when others may have published. Keeps the process alive only if asked to. Gives what ends it. */
  watch(listener: () => void, keepsAlive?: boolean): () => void;
  close(): void;
}

/** The calls of a journal on a server that are awaited. They run one after the other, and reject as those of `RemoteJournal` do. */
export interface Remote {
  /** Bytes of RAM that the copy takes. */
  loadedBytes(): number;
  /** Takes over what others have published: everything that was published before the call. */
  pull(): Promise<void>;
  /** `append` of several events as one step, at least one; on success the copy has them, too. */
  append(expected: Head, events: readonly Appended[]): Promise<Head | null>;
  /** `replace` of the journal, where its newest head is still the expected one; else null, and nothing was written. */
  replace(expected: Head, content: JournalContent): Promise<Head | null>;
  /** Deletes what is kept beside the store, such as conversations, and has one of the quotes in it. */
  forget(quotes: readonly string[]): Promise<void>;
  /** Gives the space of what was deleted back, as far as the server lets it. */
  compact(): Promise<boolean>;
  /** All that lies on the server at one moment, with nothing about it checked, as a journal in memory. */
  copy(): Promise<Journal>;
}
