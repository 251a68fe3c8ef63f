import { sha256 as hasher } from "@noble/hashes/sha2.js";
import { memoryError } from "../memoryError.js";
import { chunkHash, firstLink, nameOf, nextLink, randomId, type Sha256 } from "./digests.js";
import type { Chunk, Head, Journal, JournalContent, News, Published } from "./journal.js";
import { type JournalReport, verifyJournal } from "./verify.js";

/** An event with the chain after it. */
export interface Linked extends Published {
  readonly chain: Uint8Array;
}

/** All that a journal holds. It is never changed but in the places of its lists. */
export interface Held {
  readonly id: string;
  readonly generation: number;
  readonly first: Uint8Array;
  readonly events: Linked[];
  readonly chunks: Map<string, Chunk>;
  bytes: number;
  /** The head as it was read, if it is not computed from the events: `verify` compares the two. */
  readonly head?: { readonly sequence: number; readonly chain: Uint8Array };
}

/** SHA-256 that needs no platform. */
export const portableSha256: Sha256 = (pieces) => {
  const hash = hasher.create();
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
};

export const emptyHeld = (sha256: Sha256, id: string, generation: number): Held => {
  const first = firstLink(sha256, id, generation);
  return { id, generation, first, events: [], chunks: new Map(), bytes: 0 };
};

/** A journal that is gone with the process: for tests, and for browsers. Several memories may be opened on it, as several processes on a file. */
export const inMemoryJournal = (): Journal => new InMemoryJournal("memory", portableSha256);

export class InMemoryJournal implements Journal {
  protected held: Held;
  private readonly listeners = new Set<() => void>();
  private isInTransaction = false;

  constructor(
    readonly where: string,
    protected readonly sha256: Sha256,
    held?: Held,
  ) {
    this.held = held ?? emptyHeld(sha256, randomId(), 1);
  }

  get id(): string {
    return this.held.id;
  }

  head(): Head {
    const { generation, events, first, bytes } = this.held;
    return { generation, sequence: events.length, fingerprint: nameOf(events.at(-1)?.chain ?? first), bytes };
  }

  since(head: Head | null): News {
    const { generation, events, first } = this.held;
    const sequence = head?.sequence ?? 0;
    const chain = sequence === 0 ? first : events[sequence - 1]?.chain;
    const isKnown = head?.generation === generation && chain !== undefined && nameOf(chain) === head.fingerprint;
    return { head: this.head(), isAnew: !isKnown, events: events.slice(isKnown ? sequence : 0) };
  }

  hashOf(chunk: Chunk): string {
    return nameOf(chunkHash(this.sha256, chunk));
  }

  chunks(hashes: Iterable<string>): ReadonlyMap<string, Chunk> {
    const chunkByHash = new Map<string, Chunk>();
    for (const hash of hashes) {
      const chunk = this.held.chunks.get(hash);
      if (chunk !== undefined) chunkByHash.set(hash, chunk);
    }
    return chunkByHash;
  }

  names(): Iterable<string> {
    return this.held.chunks.keys();
  }

  append(expected: Head, mark: Uint8Array, record: Uint8Array, chunks: ReadonlyMap<string, Chunk>): Head | null {
    const { generation, sequence, fingerprint } = this.head();
    const isNewest = expected.generation === generation && expected.sequence === sequence;
    if (!isNewest || expected.fingerprint !== fingerprint) return null;
    for (const [hash, chunk] of chunks) this.hold(hash, chunk);
    this.add(mark, record);
    if (!this.isInTransaction) this.tell();
    return this.head();
  }

  replace({ id = this.id, generation, events }: JournalContent): Head {
    return this.transaction(() => {
      const old = this.held.chunks;
      // Events that arrive during the iteration are not part of it.
      const all = [...events];
      this.held = emptyHeld(this.sha256, id, generation);
      for (const { mark, record, chunks } of all) {
        for (const chunk of chunks) {
          const hash = typeof chunk === "string" ? chunk : this.hashOf(chunk);
          const content = typeof chunk === "string" ? old.get(chunk) : chunk;
          if (content === undefined) throw memoryError("SXP5003", { hash });
          this.hold(hash, content);
        }
        this.add(mark, record);
      }
      return this.head();
    });
  }

  snapshot<T>(work: () => T): T {
    return work();
  }

  transaction<T>(work: () => T): T {
    if (this.isInTransaction) return work();
    const before = { ...this.held, events: [...this.held.events], chunks: new Map(this.held.chunks) };
    this.isInTransaction = true;
    try {
      const result = work();
      this.isInTransaction = false;
      this.tell();
      return result;
    } catch (error) {
      this.held = before;
      throw error;
    } finally {
      this.isInTransaction = false;
    }
  }

  compact(): boolean {
    return true;
  }

  verify(): JournalReport {
    const { sha256 } = this;
    const { id, generation, events, chunks, bytes, first } = this.held;
    const { sequence, chain } = this.held.head ?? { sequence: events.length, chain: events.at(-1)?.chain ?? first };
    return verifyJournal(() => ({
      sha256,
      id,
      head: { generation, sequence, chain, bytes },
      events,
      chunks: [...chunks].map(([name, chunk]) => ({ ...chunk, hash: bytesOf(name) })),
    }));
  }

  size() {
    const { events, chunks, bytes } = this.held;
    return { events: events.length, chunks: chunks.size, bytes, fileBytes: 0, freeBytes: 0, logBytes: 0 };
  }

  watch(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  close(): void {}

  protected hold(hash: string, chunk: Chunk): void {
    if (this.held.chunks.has(hash)) return;
    this.held.chunks.set(hash, chunk);
    this.held.bytes += chunk.bytes.length;
  }

  private add(mark: Uint8Array, record: Uint8Array): void {
    const { events, first } = this.held;
    const chain = nextLink(this.sha256, events.at(-1)?.chain ?? first, mark, record);
    events.push({ sequence: events.length + 1, mark, record, chain });
    this.held.bytes += record.length;
  }

  protected tell(): void {
    for (const listener of [...this.listeners]) listener();
  }
}

/** The bytes that `nameOf` has written as letters. */
export const bytesOf = (name: string): Uint8Array =>
  Uint8Array.from(atob(name.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
