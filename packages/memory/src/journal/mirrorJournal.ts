import { MemoryError, memoryError } from "../memoryError.js";
import { chunkHash, equalBytes, firstLink, nameOf, nextLink, type Sha256 } from "./digests.js";
import { emptyHeld, type Held, InMemoryJournal, portableSha256 } from "./inMemoryJournal.js";
import type { Appended, Chunk, Head, Journal, JournalContent, Remote } from "./journal.js";
import type { RemoteEvent, RemoteHead, RemoteJournal, RemoteNews, RemoteStep } from "./remoteJournal.js";

export interface MirrorOptions {
  readonly sha256?: Sha256;
  /** Milliseconds between looks of a watched store; 1 000 by default. */
  readonly poll?: number;
  /** Milliseconds before a step without an answer is made again, each time twice as long; 50 by default. */
  readonly pause?: number;
}

/** Attempts at a step without an answer. Its mark shows if an earlier attempt was successful. */
const ATTEMPTS = 8;

/** Makes an empty store on a server. Throws SXP5008 where there is one. */
export async function createMirror(
  remote: RemoteJournal,
  store: string,
  options: MirrorOptions = {},
): Promise<MirrorJournal> {
  const journal = new MirrorJournal(remote, store, options);
  await journal.begin();
  return journal;
}

/** Reads a store from a server. Throws SXP5001 where there is none, SXP5002 where it is damaged. */
export async function openMirror(
  remote: RemoteJournal,
  store: string,
  options: MirrorOptions = {},
): Promise<MirrorJournal> {
  const journal = new MirrorJournal(remote, store, options);
  await journal.load();
  return journal;
}

/** A journal of a server, in memory: reads are of the copy, and what is written is written there first. */
export class MirrorJournal extends InMemoryJournal {
  readonly remote: Remote;
  /** Chunks whose bytes were not compared with their hashes yet. */
  private readonly unchecked = new WeakSet<Chunk>();
  /** The last call that was begun: calls follow each other. */
  private last: Promise<unknown> = Promise.resolve();
  /** A pull that has not begun yet. */
  private awaited: Promise<void> | null = null;
  /** The error of a look in the background, for the next reader. */
  private failure: unknown = null;
  private isFailing = false;
  private watchers = 0;
  private endPolling: () => void = () => {};

  constructor(
    private readonly server: RemoteJournal,
    private readonly store: string,
    private readonly options: MirrorOptions = {},
  ) {
    super(`${server.where}#${store}`, options.sha256 ?? portableSha256);
    this.remote = {
      pull: () => this.pull(),
      append: (expected, events) => this.queued(() => this.appendNow(expected, events)),
      replace: (expected, content) => this.queued(() => this.replaceNow(expected, content)),
      forget: async (quotes) => server.forget?.(store, quotes),
      compact: () => this.queued(() => server.compact()),
      copy: () => this.copy(),
    };
  }

  async begin(): Promise<void> {
    const next = headOf(this.held);
    const isMade = await this.stepped({ expected: null, next, events: [] }, ({ id }) => id === next.id);
    if (!isMade) throw memoryError("SXP5008", { where: this.where });
  }

  async load(): Promise<void> {
    this.held = this.heldOf(await this.server.pull(this.store, null));
  }

  override since(head: Head | null) {
    const { failure } = this;
    if (failure === null) return super.since(head);
    this.failure = null;
    throw failure;
  }

  override chunks(hashes: Iterable<string>): ReadonlyMap<string, Chunk> {
    const chunks = super.chunks(hashes);
    for (const [hash, chunk] of chunks)
      if (this.unchecked.has(chunk)) {
        if (nameOf(chunkHash(this.sha256, chunk)) !== hash)
          throw this.damaged(`the chunk ${hash} does not have its hash`);
        this.unchecked.delete(chunk);
      }
    return chunks;
  }

  override append(): never {
    throw awaitedOnly();
  }

  override replace(): never {
    throw awaitedOnly();
  }

  override transaction(): never {
    throw awaitedOnly();
  }

  override compact(): never {
    throw awaitedOnly();
  }

  /** Looks from time to time, and at once where the server tells that there is something. */
  override watch(listener: () => void, keepsAlive = false): () => void {
    const end = super.watch(listener);
    if (this.watchers++ === 0) this.endPolling = this.polling(keepsAlive);
    return () => {
      end();
      if (--this.watchers === 0) this.endPolling();
    };
  }

  private polling(keepsAlive: boolean): () => void {
    const look = (): void => void this.lookInBackground();
    const timer = setInterval(look, this.options.poll ?? 1000);
    if (!keepsAlive) (timer as { unref?: () => void }).unref?.();
    const listening = this.server.listen(this.store, look).catch(() => null);
    return () => {
      clearInterval(timer);
      void listening.then((end) => end?.());
    };
  }

  private async lookInBackground(): Promise<void> {
    try {
      await this.pull();
      this.isFailing = false;
    } catch (error) {
      // A failure that lasts is reported once.
      if (this.isFailing || this.watchers === 0) return;
      this.isFailing = true;
      this.failure = error;
      this.tell();
      this.failure = null;
    }
  }

  override close(): void {
    this.watchers = 0;
    this.endPolling();
  }

  /** Callers that wait for another call share the next pull: it begins after all of them have called. */
  private pull(): Promise<void> {
    this.awaited ??= this.queued(() => {
      this.awaited = null;
      return this.pullNow();
    });
    return this.awaited;
  }

  private queued<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work);
    this.last = result.catch(() => {});
    return result;
  }

  private async pullNow(): Promise<void> {
    const { held } = this;
    const news = await this.server.pull(this.store, headOf(held));
    if (news.head !== null && news.head.generation === held.generation && this.follows(news)) {
      if (news.events.length > 0) this.tell();
      return;
    }
    const isWhole = news.head === null || news.head.generation !== held.generation;
    this.held = this.heldOf(isWhole ? news : await this.server.pull(this.store, null));
    this.tell();
  }

  /** Takes over what follows what is there. False where it does not: nothing was taken over then. */
  private follows({ head, events, chunks }: RemoteNews): boolean {
    const { held } = this;
    const linked = this.linked(last(held), events, held.events.length);
    if (head!.id !== held.id || linked === null || !isAt(head!, held, linked)) return false;
    held.events.push(...linked);
    for (const [hash, chunk] of chunks) this.take(held, hash, chunk);
    held.bytes = head!.bytes;
    return true;
  }

  /** Events with their chains, computed from the one before; null if an event is missing. */
  private linked(chain: Uint8Array, events: RemoteNews["events"], after: number): Held["events"] | null {
    const linked: Held["events"] = [];
    for (const { sequence, mark, record } of events) {
      if (sequence !== after + linked.length + 1) return null;
      linked.push({
        sequence,
        mark,
        record,
        chain: nextLink(this.sha256, linked.at(-1)?.chain ?? chain, mark, record),
      });
    }
    return linked;
  }

  private heldOf({ head, events, chunks }: RemoteNews): Held {
    if (head === null) throw memoryError("SXP5001", { where: this.where, reason: "there is no such store" });
    const held = emptyHeld(this.sha256, head.id, head.generation);
    const linked = this.linked(held.first, events, 0);
    if (linked === null || linked.length !== head.sequence)
      throw this.damaged(`its head says that there are ${head.sequence} events, and one is missing`);
    if (!isAt(head, held, linked)) throw this.damaged("its events do not have the fingerprint that its head says");
    held.events.push(...linked);
    for (const [hash, chunk] of chunks) this.take(held, hash, chunk);
    held.bytes = head.bytes;
    return held;
  }

  private take(held: Held, hash: string, chunk: Chunk): void {
    held.chunks.set(hash, chunk);
    this.unchecked.add(chunk);
  }

  private async appendNow(expected: Head, appended: readonly Appended[]): Promise<Head | null> {
    const { held } = this;
    if (!isSame(this.head(), expected)) return null;
    const events = eventsAfter(this.sha256, held, appended);
    const next = headAfter(held, events);
    const isMade = await this.stepped({ expected: headOf(held), next, events }, ({ generation, events: all }) => {
      const newest = all[next.sequence - 1];
      return generation === held.generation && newest !== undefined && equalBytes(newest.chain, next.chain);
    });
    if (!isMade) return null;
    if (this.held.events.length < next.sequence) for (const event of events) addTo(this.held, event);
    return this.head();
  }

  private async replaceNow(expected: Head, content: JournalContent): Promise<Head | null> {
    if (!isSame(this.head(), expected)) return null;
    const held = emptyHeld(this.sha256, content.id ?? this.id, content.generation);
    const events: RemoteEvent[] = [];
    for (const { mark, record, chunks } of content.events) {
      const named = [...chunks].map((chunk): [string, Chunk] => {
        const hash = typeof chunk === "string" ? chunk : this.hashOf(chunk);
        const bytes = typeof chunk === "string" ? this.chunks([chunk]).get(chunk) : chunk;
        if (bytes === undefined) throw memoryError("SXP5003", { hash });
        return [hash, bytes];
      });
      const [event] = eventsAfter(this.sha256, held, [{ mark, record, chunks: new Map(named) }]);
      events.push(event!);
      addTo(held, event!);
    }
    const next = headOf(held);
    const isThere = ({ id, generation, events: there }: Held): boolean =>
      id === held.id &&
      generation === held.generation &&
      equalBytes(there[held.events.length - 1]?.chain ?? held.first, next.chain);
    const step = { expected: headOf(this.held), next, events, replaces: true };
    if (!(await this.stepped(step, isThere))) return null;
    if (!isThere(this.held)) {
      this.held = held;
      this.tell();
    }
    return this.head();
  }

  /**
   * Makes a step, again where no answer came. Whether an earlier attempt was made all the same is seen in what is there then; of attempts that are still under
   * way only one can be made, since each expects the same head.
   */
  private async stepped(step: RemoteStep, isMade: (held: Held) => boolean): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      let lost: unknown = null;
      try {
        if (await this.server.append(this.store, step)) return true;
      } catch (error) {
        if (!isUnanswered(error)) throw error;
        lost = error;
        await pause((this.options.pause ?? 50) * 2 ** Math.min(attempt, 6));
      }
      try {
        if (step.expected === null) await this.load();
        else await this.pullNow();
        if (isMade(this.held)) return true;
        if (step.expected === null || !isSameHead(headOf(this.held), step.expected)) return false;
      } catch (error) {
        const isMissing = step.expected === null && error instanceof MemoryError && error.code === "SXP5001";
        if (!isMissing && !isUnanswered(error)) throw error;
        lost ??= error;
      }
      if (attempt < ATTEMPTS) continue;
      if (lost === null) return false;
      const problem = "it is not known whether the last step was written: look at what is there before trying again";
      throw memoryError("SXP5023", { where: this.server.where, reason: problem }, { cause: lost });
    }
  }

  private copy(): Promise<Journal> {
    return this.queued(async () => {
      const { head, events, chunks } = await this.server.pull(this.store, null);
      if (head === null) throw memoryError("SXP5001", { where: this.where, reason: "there is no such store" });
      const { id, generation, bytes } = head;
      const first = firstLink(this.sha256, id, generation);
      return new InMemoryJournal(this.where, this.sha256, {
        ...{ id, generation, first, bytes },
        events: [...events],
        chunks: new Map(chunks),
        head,
      });
    });
  }

  private damaged(problem: string): Error {
    return memoryError("SXP5002", { file: this.where, problem });
  }
}

/** An error that points to the calls that end in `Async`. */
export const awaitedOnly = (what = "Writing without waiting"): MemoryError =>
  memoryError("SXP5018", {
    what,
    problem: "the store is on a server: await refreshAsync, transactionAsync, pruneAsync, doctorAsync or compactAsync",
  });

const isUnanswered = (error: unknown): boolean => error instanceof MemoryError && error.code === "SXP5023";

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

const last = ({ events, first }: Held): Uint8Array => events.at(-1)?.chain ?? first;

const headOf = (held: Held): RemoteHead => ({
  id: held.id,
  generation: held.generation,
  sequence: held.events.length,
  chain: last(held),
  bytes: held.bytes,
});

const isSame = (one: Head, other: Head): boolean =>
  one.generation === other.generation && one.sequence === other.sequence && one.fingerprint === other.fingerprint;

const isSameHead = (one: RemoteHead, other: RemoteHead): boolean =>
  one.generation === other.generation && one.sequence === other.sequence && equalBytes(one.chain, other.chain);

/** True if events follow the held ones up to a head. */
const isAt = (head: RemoteHead, held: Held, linked: Held["events"]): boolean =>
  head.sequence === held.events.length + linked.length && equalBytes(linked.at(-1)?.chain ?? last(held), head.chain);

/** Events as the next ones, each with the chunks that are neither held nor in an earlier one. */
function eventsAfter(sha256: Sha256, held: Held, appended: readonly Appended[]): RemoteEvent[] {
  const sent = new Set<string>();
  let chain = last(held);
  return appended.map(({ mark, record, chunks }, i) => {
    const fresh = new Map([...chunks].filter(([hash]) => !held.chunks.has(hash) && !sent.has(hash)));
    for (const hash of fresh.keys()) sent.add(hash);
    chain = nextLink(sha256, chain, mark, record);
    return { sequence: held.events.length + i + 1, mark, record, chain, chunks: fresh };
  });
}

const bytesIn = ({ record, chunks }: RemoteEvent): number =>
  [...chunks.values()].reduce((sum, { bytes }) => sum + bytes.length, record.length);

const headAfter = (held: Held, events: readonly RemoteEvent[]): RemoteHead => ({
  ...headOf(held),
  sequence: held.events.length + events.length,
  chain: events.at(-1)?.chain ?? last(held),
  bytes: events.reduce((sum, event) => sum + bytesIn(event), held.bytes),
});

function addTo(held: Held, event: RemoteEvent): void {
  const { chunks, ...linked } = event;
  held.events.push(linked);
  for (const [hash, chunk] of chunks) held.chunks.set(hash, chunk);
  held.bytes += bytesIn(event);
}
