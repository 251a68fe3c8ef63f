import type { Linked } from "./held.js";
import type { Chunk } from "./journal.js";

/** The state of a store on a server. */
export interface RemoteHead {
  /** 22 letters that name the store; copies have the same. */
  readonly id: string;
  readonly generation: number;
  readonly sequence: number;
  /** 32 bytes: see `Head.fingerprint`. */
  readonly chain: Uint8Array;
  readonly bytes: number;
}

/** An event with the chunks that no event before it has, by their hashes. */
export interface RemoteEvent extends Linked {
  readonly chunks: ReadonlyMap<string, Chunk>;
}

/** Head, events and chunks of a store at one moment. */
export interface RemoteNews {
  /** Null: there is no such store. */
  readonly head: RemoteHead | null;
  readonly events: readonly Linked[];
  readonly chunks: readonly (readonly [hash: string, chunk: Chunk])[];
}

export interface RemoteStep {
  /** The head that must be the newest one; null: there must be no such store. */
  readonly expected: RemoteHead | null;
  /** The head after the step. */
  readonly next: RemoteHead;
  /** The events after the expected head; with `replaces`, all events from now on. */
  readonly events: readonly RemoteEvent[];
  readonly replaces?: boolean;
}

/**
 * Journals of many stores on a server, each call one round trip. It rejects with a `MemoryError`: SXP5001 where there is nothing to open, SXP5005 where nothing can
 * be written, SXP5023 where no answer came, so that it is not known whether a step was made.
 */
export interface RemoteJournal {
  /** Its name in messages, without what is secret. */
  readonly where: string;
  /** Everything after a place, as one statement sees it; the whole store if the server is in another generation, or without a place. */
  pull(store: string, after: Pick<RemoteHead, "generation" | "sequence"> | null): Promise<RemoteNews>;
  /** Makes a step whole and durable. False where the expected head is not the newest one: then nothing was written. */
  append(store: string, step: RemoteStep): Promise<boolean>;
  /** Names of stores after one, in the order of their code points. */
  stores(after: string | null, limit: number): Promise<readonly string[]>;
  /** Deletes a store with all that is in it. False where there is none. */
  drop(store: string): Promise<boolean>;
  /** Deletes what is kept beside a store and has one of the quotes in it. Absent: nothing is kept beside stores. */
  forget?(store: string, quotes: readonly string[]): Promise<void>;
  /** Gives the space of what was deleted back. False where the server does not let this user. */
  compact(): Promise<boolean>;
  /** Calls back when something may have been published. Gives the function that ends it; null for a server without notifications. */
  listen(store: string, heard: () => void): Promise<(() => void) | null>;
}
