import { memoryError } from "../memoryError.js";
import { backup } from "./backup.js";
import { coverOf, findFile, isOver, readFound } from "./findFile.js";
import {
  damaged,
  type Entry,
  encodeFile,
  FORMAT,
  hashChunk,
  hashName,
  MARK,
  markOf,
  readChunk,
  readIndex,
  type StoredChunk,
} from "./format.js";
import { Generation, knownFile } from "./generation.js";
import { finishGeneration, writeGeneration } from "./generations.js";
import type { Chunk, ChunkKind, Journal, JournalSize, Published, Rewritten } from "./journal.js";
import { endName, generationNumber, looseName, PACK, parseName } from "./names.js";
import { packFiles } from "./pack.js";
import type { Storage } from "./storage.js";
import { type GenerationEnd, type GenerationStart, readEnd } from "./storeFile.js";
import { tidy } from "./tidy.js";
import { type JournalReport, verifyStorage } from "./verify.js";

const ATTEMPTS = 100;

export class StoredJournal implements Journal {
  /** The generation that is open. */
  current: Generation;
  /** Whether another generation is open than the one that `refresh` gave events of. */
  private isMoved = false;
  /** How many events of the generation `refresh` has given. */
  private shown = 0;
  private isClosed = false;

  constructor(
    readonly storage: Storage,
    /** The first generation. */
    readonly origin: GenerationStart,
  ) {
    this.current = new Generation(storage, origin);
  }

  get sequence(): number {
    return this.shown;
  }

  get generation(): number {
    return this.current.number;
  }

  get fingerprint(): string {
    return hashName(this.current.chain);
  }

  open(): void {
    this.advance();
    this.checkGaps();
    this.storage.sync();
    this.whereWritable(() => {
      if (this.current.ending !== null) this.finish();
      tidy(this);
    });
    this.show();
  }

  refresh(): readonly Published[] {
    this.checkOpen();
    this.advance();
    const after = this.shown;
    // What others have published is shown, and built upon, only once it stays after a crash.
    if (this.current.known > after) this.storage.sync();
    this.show();
    return [...this.events(after)];
  }

  events(after = 0): Iterable<Published> {
    return this.knownEvents(after, this.shown);
  }

  *knownEvents(after: number, to = this.current.known): Iterable<Published> {
    for (let i = after; i < to; i++) yield { sequence: i + 1, record: this.current.records[i]!.subarray(MARK) };
  }

  append(record: Uint8Array, chunks: readonly Chunk[]): boolean {
    this.checkOpen();
    if (this.isMoved || this.current.known > this.shown) return false;
    if (this.current.ending !== null) {
      this.finish();
      return false;
    }
    if (this.current.format < FORMAT) {
      this.upgrade();
      return false;
    }
    const stored = [...this.missing(chunks), this.marked("record", record)];
    if (!this.publish(stored)) return false;
    if (!this.isMoved) this.show();
    if (this.current.known % PACK === 0) this.whereWritable(() => void this.pack());
    return true;
  }

  has(hash: string): boolean {
    return this.current.places.has(hash);
  }

  read(hash: string): Chunk {
    this.checkOpen();
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { file, entry } = this.current.placeOf(hash);
      const bytes = this.readAt(file, entry);
      if (bytes !== null) return { kind: entry.kind as ChunkKind, bytes };
      this.relocate();
    }
    throw damaged(this.current.name, "its files come and go");
  }

  /** The bytes of a chunk; null if its file is gone, also if a writer who is behind has taken the name for a moment, as `publish` says. */
  private readAt(file: string, entry: Entry): Uint8Array | null {
    try {
      return readChunk(this.storage, file, entry);
    } catch (error) {
      const { generation, first, last } = parseName(file)!;
      const isElsewhere = first === last && coverOf(this.storage, generation, first) !== null;
      if (isElsewhere || isOver(this.storage, generation)) return null;
      throw error;
    }
  }

  hashOf({ kind, bytes }: Chunk): string {
    return hashName(hashChunk(this.storage, kind, bytes));
  }

  pack(): number {
    this.checkOpen();
    // Files of an older format become larger with the first write.
    const made = this.current.format < FORMAT ? 0 : packFiles(this);
    if (made > 0) this.storage.sync();
    return made;
  }

  rewrite(next: (events: readonly Published[]) => Iterable<Rewritten>): void {
    this.checkOpen();
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      this.advance();
      if (this.current.ending !== null) this.finish();
      if (writeGeneration(this, next)) {
        if (this.current.ending !== null) this.finish();
        else tidy(this);
        this.storage.sweep(true);
        return;
      }
    }
    throw memoryError("SXP5020", { attempts: ATTEMPTS });
  }

  backup(to: Storage): void {
    this.checkOpen();
    backup(this, to, () => {
      const copy = new StoredJournal(to, this.origin);
      copy.open();
      return copy;
    });
  }

  verify(): JournalReport {
    return verifyStorage(this.storage);
  }

  size(): JournalSize {
    return {
      files: this.current.files.length,
      bytes: this.current.files.reduce((bytes, file) => bytes + file.bytes, 0),
      chunks: this.current.places.size,
      events: this.current.known,
    };
  }

  watch(listener: () => void): () => void {
    return this.storage.watch(listener);
  }

  close(): void {
    this.isClosed = true;
  }

  // What follows is for the other files of this folder.

  /** Reads what has been published since, in this generation and in those that follow it. */
  advance(): void {
    for (;;) {
      const end = readEnd(this.storage, this.current.name);
      if (end !== null) {
        if (generationNumber(end.generation) <= this.generation)
          throw damaged(endName(this.current.name), "it leads back");
        this.current = new Generation(this.storage, end);
        this.shown = 0;
        this.isMoved = true;
        continue;
      }
      this.readOn();
      if (!isOver(this.storage, this.current.name)) return;
    }
  }

  /**
   * Publishes the next event, the last of the chunks, with the others. False if somebody else was first.
   *
   * The name of an event may be free again, once it was packed, or its generation is over. So it is looked whether another file holds the event
   * afterwards; if so, the file is withdrawn unless what it holds was taken from there.
   */
  publish(chunks: readonly StoredChunk[]): boolean {
    const event = this.current.known + 1;
    const name = looseName(this.current.name, event);
    const { pieces, index } = encodeFile(this.storage, { name, first: event, chain: this.current.chain, chunks });
    if (!this.storage.publish(name, pieces)) return false;
    if (!this.isHeld(event, markOf(chunks.at(-1)!.bytes))) {
      this.storage.remove(name);
      return false;
    }
    if (!isOver(this.storage, this.current.name)) this.current.take(index);
    else this.advance();
    return true;
  }

  /** Finds the files again in which the known events are: others have packed them meanwhile, or written a new generation. */
  relocate(): void {
    const known = new Set(this.current.files.map(({ name }) => name));
    this.current.files = [];
    for (let attempt = 0; attempt < ATTEMPTS; ) {
      const next = (this.current.files.at(-1)?.last ?? 0) + 1;
      if (next > this.current.known) return;
      const name = findFile(this.storage, this.current.name, next);
      if (name === null) {
        const end = readEnd(this.storage, this.current.name);
        if (end === null) throw damaged(looseName(this.current.name, next), "it is gone");
        this.advance();
        return;
      }
      const index = readFound(this.storage, name);
      if (index === null) attempt++;
      else if (known.has(name)) this.current.files.push(knownFile(index));
      else this.current.take(index);
    }
    throw damaged(this.current.name, "its files come and go");
  }

  /** Chunks of these that are nowhere yet, once each. */
  missing(chunks: readonly Chunk[]): StoredChunk[] {
    const found = new Map<string, StoredChunk>();
    for (const { kind, bytes } of chunks) {
      const hash = hashChunk(this.storage, kind, bytes);
      const name = hashName(hash);
      if (!this.current.places.has(name)) found.set(name, { kind, bytes, hash });
    }
    return [...found.values()];
  }

  marked(kind: "record" | "switch" | "carried", record: Uint8Array): StoredChunk {
    const bytes = new Uint8Array(MARK + record.length);
    crypto.getRandomValues(bytes.subarray(0, MARK));
    bytes.set(record, MARK);
    return { kind, bytes, hash: hashChunk(this.storage, kind, bytes) };
  }

  /** Ends this generation in favour of the one that was decided upon, and goes on with that. Whoever comes first may do it. */
  private finish(): void {
    finishGeneration(this, this.current.ending!);
    this.advance();
    tidy(this);
  }

  private upgrade(): void {
    const brought = new Map<number, string[]>();
    for (const { first, name } of this.current.files) {
      const index = readIndex(this.storage, name)!;
      brought.set(
        first,
        index.entries.filter(({ kind }) => kind !== "record").map(({ hash }) => hashName(hash)),
      );
    }
    this.rewrite((events) => events.map(({ sequence, record }) => ({ record, chunks: brought.get(sequence) ?? [] })));
  }

  private show(): void {
    this.shown = this.current.known;
    this.isMoved = false;
  }

  private readOn(): void {
    for (let attempt = 0; this.current.ending === null; ) {
      const name = findFile(this.storage, this.current.name, this.current.known + 1);
      if (name === null) return;
      const index = readFound(this.storage, name);
      if (index !== null) this.current.take(index);
      else if (++attempt > ATTEMPTS) throw damaged(name, "it comes and goes");
    }
  }

  /** Whether an event that has just been published is the one that counts under its number. */
  private isHeld(event: number, mark: string): boolean {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const cover = coverOf(this.storage, this.current.name, event);
      const end = readEnd(this.storage, this.current.name);
      if (end !== null) return this.isTakenOver(end, event, mark);
      if (cover === null) return true;
      const packed = readIndex(this.storage, cover);
      if (packed !== null) return markOf(packed.events[event - packed.first]!.bytes) === mark;
    }
    throw damaged(looseName(this.current.name, event), "its files come and go");
  }

  private isTakenOver({ last, marks }: GenerationEnd, event: number, mark: string): boolean {
    if (marks.includes(mark)) return true;
    if (event > last - marks.length) return false;
    throw memoryError("SXP5005", {
      reason: "others rewrote the memory meanwhile, and whether this was written first can't be said",
    });
  }

  /** A file that lies further on than what can be read means that one between is gone: going on would write a second event under its number. */
  private checkGaps(): void {
    const last = (name: string): number => {
      const file = parseName(name);
      return file?.generation === this.current.name ? file.last : 0;
    };
    const furthest = Math.max(0, ...this.storage.list().map(last));
    const { name } = this.current;
    if (furthest > this.current.known && this.current.ending === null) this.advance();
    if (furthest <= this.current.known || this.current.ending !== null || name !== this.current.name) return;
    throw damaged(looseName(name, this.current.known + 1), `it is gone, though events up to ${furthest} are there`);
  }

  /** What is only good to have is not done where nobody can write, or the disk is full. */
  private whereWritable(act: () => void): void {
    try {
      act();
    } catch (error) {
      if (!["SXP5005", "SXP5006"].includes((error as { code?: string }).code ?? "")) throw error;
    }
  }

  private checkOpen(): void {
    if (this.isClosed) throw memoryError("SXP5001", { where: this.storage.where, reason: "it was closed" });
  }
}
