import { sha256 as hasher } from "@noble/hashes/sha2.js";
import { base64UrlOf } from "@semantic-xpath/values";
import { memoryError } from "../memoryError.js";
import type { Packing } from "./byteLog.js";
import { chunkHash, randomId, type Sha256 } from "./digests.js";
import { Held } from "./held.js";
import type { Chunk, Head, Journal, JournalContent, JournalSize, News, Published } from "./journal.js";
import { type JournalReport, verifyJournal } from "./verify.js";

/** SHA-256 that needs no platform. */
export const portableSha256: Sha256 = (pieces) => {
  const hash = hasher.create();
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
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
    protected readonly packing: Packing | null = null,
  ) {
    this.held = this.emptyHeld(randomId(), 1);
  }

  get id(): string {
    return this.held.id;
  }

  head(): Head {
    return this.held.head();
  }

  since(head: Head | null): News {
    const isKnown = head !== null && this.held.has(head);
    return { head: this.head(), isAnew: !isKnown, events: this.held.after(isKnown ? head.sequence : 0) };
  }

  event(sequence: number): Published | null {
    return this.held.event(sequence);
  }

  hashOf(chunk: Chunk): string {
    return base64UrlOf(chunkHash(this.sha256, chunk));
  }

  chunks(hashes: Iterable<string>): ReadonlyMap<string, Chunk> {
    const chunkByHash = new Map<string, Chunk>();
    for (const hash of hashes) {
      const chunk = this.held.chunk(hash);
      if (chunk !== null) chunkByHash.set(hash, chunk);
    }
    return chunkByHash;
  }

  names(): Iterable<string> {
    return this.held.names();
  }

  append(expected: Head, mark: Uint8Array, record: Uint8Array, chunks: ReadonlyMap<string, Chunk>): Head | null {
    if (!isSameHead(this.head(), expected)) return null;
    for (const [hash, chunk] of chunks) this.held.hold(hash, chunk);
    this.held.add({ mark, record });
    if (!this.isInTransaction) this.tell();
    return this.head();
  }

  replace(content: JournalContent): Head {
    return this.transaction(() => {
      const { held } = this;
      this.held = this.rewritten(content, (hash) => held.chunk(hash));
      return this.head();
    });
  }

  /** Events and chunks of a next generation. */
  protected rewritten(
    { id = this.id, generation, events }: JournalContent,
    existing: (hash: string) => Chunk | null,
  ): Held {
    const held = this.emptyHeld(id, generation);
    // Events that arrive during the iteration are not part of it.
    for (const { mark, record, chunks } of [...events]) {
      for (const chunk of chunks) {
        const hash = typeof chunk === "string" ? chunk : this.hashOf(chunk);
        const content = typeof chunk === "string" ? existing(chunk) : chunk;
        if (content === null) throw memoryError("SXP5003", { hash });
        held.hold(hash, content);
      }
      held.add({ mark, record });
    }
    return held;
  }

  snapshot<T>(work: () => T): T {
    return work();
  }

  transaction<T>(work: () => T): T {
    if (this.isInTransaction) return work();
    const { held } = this;
    const position = held.position();
    this.isInTransaction = true;
    try {
      const result = work();
      this.isInTransaction = false;
      this.tell();
      return result;
    } catch (error) {
      held.takeBack(position);
      this.held = held;
      throw error;
    } finally {
      this.isInTransaction = false;
    }
  }

  compact(): boolean {
    return true;
  }

  verify(): JournalReport {
    const { held, sha256 } = this;
    const { id, generation, sequence, chain, bytes } = held;
    return verifyJournal(() => ({
      sha256,
      id,
      head: { generation, sequence, chain, bytes },
      events: held.after(0),
      chunks: held.chunks(),
    }));
  }

  size(): JournalSize {
    const { sequence: events, chunkCount: chunks, bytes } = this.held;
    return { events, chunks, bytes, fileBytes: 0, freeBytes: 0, logBytes: 0 };
  }

  watch(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  close(): void {}

  protected emptyHeld(id: string, generation: number): Held {
    return new Held(id, generation, this.sha256, this.packing);
  }

  protected tell(): void {
    for (const listener of [...this.listeners]) listener();
  }
}

export const isSameHead = (one: Head, other: Head): boolean =>
  one.generation === other.generation && one.sequence === other.sequence && one.fingerprint === other.fingerprint;
