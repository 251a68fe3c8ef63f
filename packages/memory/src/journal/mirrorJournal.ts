import { bytesOfBase64Url } from "@semantic-xpath/values";
import { MemoryError, memoryError } from "../memoryError.js";
import type { Packing } from "./byteLog.js";
import { equalBytes, isHashName, nextLink, type Sha256 } from "./digests.js";
import type { Held } from "./held.js";
import { InMemoryJournal, isSameHead, portableSha256 } from "./inMemoryJournal.js";
import type { Appended, Chunk, Head, Journal, JournalContent, Remote } from "./journal.js";
import type { RemoteEvent, RemoteHead, RemoteJournal, RemoteNews, RemoteStep } from "./remoteJournal.js";
import { type JournalReport, verifyJournal } from "./verify.js";

export interface MirrorOptions {
  readonly sha256?: Sha256;
  /** Compresses what is kept in RAM; by default it is kept as it is. */
  readonly packing?: Packing;
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
    super(`${server.where}#${store}`, options.sha256 ?? portableSha256, options.packing);
    this.remote = {
      loadedBytes: () => this.held.loadedBytes,
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
      if (this.hashOf(chunk) !== hash) throw this.damaged(`the chunk ${hash} does not have its hash`);
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
  private follows(news: RemoteNews): boolean {
    const { held } = this;
    const position = held.position();
    if (news.head!.id === held.id && this.takesOver(held, news)) return true;
    held.takeBack(position);
    return false;
  }

  /** Adds events with their chains, computed from the one before, and chunks. False if an event is missing, or others lead to the head. */
  private takesOver(held: Held, { head, events, chunks }: RemoteNews): boolean {
    for (const event of events) {
      if (event.sequence !== held.sequence + 1) return false;
      held.add(event);
    }
    if (!isAt(head!, held)) return false;
    for (const [hash, chunk] of chunks) held.hold(hash, chunk);
    held.bytes = head!.bytes;
    return true;
  }

  private heldOf(news: RemoteNews): Held {
    const { head, events } = news;
    if (head === null) throw memoryError("SXP5001", { where: this.where, reason: "there is no such store" });
    const held = this.emptyHeld(head.id, head.generation);
    if (!this.takesOver(held, news))
      throw this.damaged(
        head.sequence !== events.length || held.sequence !== events.length
          ? `its head says that there are ${head.sequence} events, and one is missing`
          : "its events do not have the fingerprint that its head says",
      );
    held.seal();
    return held;
  }

  private async appendNow(expected: Head, appended: readonly Appended[]): Promise<Head | null> {
    const { held } = this;
    if (!isSameHead(this.head(), expected)) return null;
    const events = eventsAfter(this.sha256, held, appended);
    const next = headAfter(held, events);
    const isMade = await this.stepped({ expected: headOf(held), next, events }, (now) => {
      return now.generation === held.generation && equalBytes(now.chainAt(next.sequence), next.chain);
    });
    if (!isMade) return null;
    if (this.held.sequence < next.sequence) for (const event of events) addTo(this.held, event);
    return this.head();
  }

  private async replaceNow(expected: Head, content: JournalContent): Promise<Head | null> {
    if (!isSameHead(this.head(), expected)) return null;
    const { events, next } = this.replacing(content);
    const isThere = (now: Held): boolean =>
      now.id === next.id && now.generation === next.generation && equalBytes(now.chainAt(next.sequence), next.chain);
    const step = { expected: headOf(this.held), next, events, replaces: true };
    if (!(await this.stepped(step, isThere))) return null;
    if (!isThere(this.held)) {
      this.held = this.heldOf({ head: next, events, chunks: events.flatMap(({ chunks }) => [...chunks]) });
      this.tell();
    }
    return this.head();
  }

  /** The events of a next generation, and the head after them. */
  private replacing({ id = this.id, generation, events }: JournalContent): Pick<RemoteStep, "events" | "next"> {
    const held = this.emptyHeld(id, generation);
    const rewritten = [...events].map(({ mark, record, chunks }) => {
      const named = [...chunks].map((chunk): [string, Chunk] => {
        const hash = typeof chunk === "string" ? chunk : this.hashOf(chunk);
        const content = typeof chunk === "string" ? this.chunks([chunk]).get(chunk) : chunk;
        if (content === undefined) throw memoryError("SXP5003", { hash });
        return [hash, content];
      });
      const [event] = eventsAfter(this.sha256, held, [{ mark, record, chunks: new Map(named) }]);
      addTo(held, event!);
      return event!;
    });
    return { events: rewritten, next: headOf(held) };
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
        if (step.expected === null || !isAt(step.expected, this.held)) return false;
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
      const { head, ...content } = await this.server.pull(this.store, null);
      if (head === null) throw memoryError("SXP5001", { where: this.where, reason: "there is no such store" });
      return new CopiedJournal(this.where, this.sha256, { head, ...content });
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

const headOf = ({ id, generation, sequence, chain, bytes }: Held): RemoteHead => ({
  ...{ id, generation, sequence, chain, bytes },
});

const isAt = (head: RemoteHead, { generation, sequence, chain }: Held): boolean =>
  head.generation === generation && head.sequence === sequence && equalBytes(head.chain, chain);

/** Events as the next ones, each with the chunks that are neither held nor in an earlier one. */
function eventsAfter(sha256: Sha256, held: Held, appended: readonly Appended[]): RemoteEvent[] {
  const sent = new Set<string>();
  let { chain } = held;
  return appended.map(({ mark, record, chunks }, i) => {
    const fresh = new Map([...chunks].filter(([hash]) => !held.holds(hash) && !sent.has(hash)));
    for (const hash of fresh.keys()) sent.add(hash);
    chain = nextLink(sha256, chain, mark, record);
    return { sequence: held.sequence + i + 1, mark, record, chain, chunks: fresh };
  });
}

const bytesIn = ({ record, chunks }: RemoteEvent): number =>
  [...chunks.values()].reduce((sum, { bytes }) => sum + bytes.length, record.length);

const headAfter = (held: Held, events: readonly RemoteEvent[]): RemoteHead => ({
  ...headOf(held),
  sequence: held.sequence + events.length,
  chain: events.at(-1)?.chain ?? held.chain,
  bytes: events.reduce((sum, event) => sum + bytesIn(event), held.bytes),
});

function addTo(held: Held, event: RemoteEvent): void {
  held.add(event, event.chain);
  for (const [hash, chunk] of event.chunks) held.hold(hash, chunk);
}

/** All that lies on a server at one moment, with nothing about it checked. */
class CopiedJournal extends InMemoryJournal {
  constructor(
    where: string,
    sha256: Sha256,
    private readonly copied: RemoteNews & { readonly head: RemoteHead },
  ) {
    super(where, sha256);
    const { head, events, chunks } = copied;
    this.held = this.emptyHeld(head.id, head.generation);
    for (const event of events) this.held.add(event, event.chain);
    for (const [name, chunk] of chunks) if (isHashName(name)) this.held.hold(name, chunk);
    this.held.bytes = head.bytes;
  }

  override verify(): JournalReport {
    const { head, events, chunks } = this.copied;
    const rows = chunks.map(([name, chunk]) => ({ ...chunk, hash: isHashName(name) ? bytesOfBase64Url(name) : name }));
    return verifyJournal(() => ({ sha256: this.sha256, id: head.id, head, events, chunks: rows }));
  }
}
