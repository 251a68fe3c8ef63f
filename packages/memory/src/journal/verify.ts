import {
  CHUNK_HEADER,
  type Entry,
  equal,
  type FileIndex,
  HEADER,
  hashChunk,
  hashName,
  isEvent,
  nextChain,
  readIndex,
} from "./format.js";
import { endedBy, endName, type FileName, generationNumber, parseName, STORE_FILE } from "./names.js";
import type { Storage } from "./storage.js";
import { type GenerationStart, readEnd, readStoreFile } from "./storeFile.js";

export type JournalProblemKind =
  /** Bytes are not those that were written. */
  | "damaged"
  /** Events have no file. */
  | "missing"
  /** What a crash left: nothing is lost by it, and the next writer removes it. */
  | "leftover"
  /** Something that no journal has written. */
  | "unknown"
  /** A newer version has written it. */
  | "newer";

export interface JournalProblem {
  readonly kind: JournalProblemKind;
  readonly file: string;
  /** A sentence without its full stop. */
  readonly what: string;
  /** Numbers of the events that can't be read. */
  readonly events: readonly number[];
  /** Hashes of the chunks that can't be read, as far as they are known. */
  readonly chunks: readonly string[];
}

export interface JournalReport {
  /** Whether everything that was written can be read: leftovers and unknown files change nothing about it. */
  readonly isWhole: boolean;
  readonly generation: number;
  readonly format: number;
  readonly events: number;
  readonly chunks: number;
  readonly files: number;
  readonly bytes: number;
  /** See `Journal`; of the events before the first gap. */
  readonly fingerprint: string;
  readonly problems: readonly JournalProblem[];
}

/** Reads and checks every byte of a journal, also of one that can't be opened. Never throws and writes nothing. */
export function verifyStorage(storage: Storage): JournalReport {
  for (let attempt = 1; ; attempt++) {
    const names = namesIn(storage);
    const check = new Check(storage);
    try {
      check.run();
    } catch (error) {
      check.report("damaged", storage.where, messageOf(error));
    }
    const report = check.result();
    // What was packed or rewritten by others meanwhile is not missing.
    if (report.isWhole || attempt === ATTEMPTS || namesIn(storage) === names) return report;
  }
}

const ATTEMPTS = 10;

function namesIn(storage: Storage): string {
  try {
    return [...storage.list()].sort().join();
  } catch {
    return "";
  }
}

interface VerifiedFile {
  readonly index: FileIndex | null;
  readonly problems: readonly string[];
  /** Chunks that are not what was written. */
  readonly lost: readonly Entry[];
}

/** Checks all bytes of a file. */
export function verifyFile(storage: Storage, name: string, bytes: Uint8Array): VerifiedFile {
  let index: FileIndex | null;
  try {
    index = readIndex(single(storage, bytes), name);
  } catch (error) {
    return { index: null, problems: [messageOf(error)], lost: [] };
  }
  if (index === null) return { index: null, problems: ["it is gone"], lost: [] };
  const problems: string[] = [];
  const lost: Entry[] = [];
  if (index.isRebuilt) problems.push("its index is not what was written; everything is found without it");
  let at = HEADER;
  for (const entry of index.entries) {
    const { kind, hash, offset, length } = entry;
    const content = bytes.subarray(offset, offset + length);
    const isWhole = content.length === length && equal(hashChunk(storage, kind, content), hash);
    const header = bytes.subarray(at, at + CHUNK_HEADER);
    const isHeaded = offset === at + CHUNK_HEADER && equal(header.subarray(8), hash) && isZero(header.subarray(1, 4));
    if (!isWhole) lost.push(entry);
    if (!isWhole) problems.push(`the ${kind} at byte ${offset} does not have its hash`);
    else if (!isHeaded || new DataView(header.buffer, header.byteOffset).getUint32(4, true) !== length) {
      problems.push(`the ${kind} at byte ${offset} is whole, what is written before it is not`);
    }
    at = offset + length;
  }
  return { index, problems, lost };
}

const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);

class Check {
  private readonly problems: JournalProblem[] = [];
  private generation: GenerationStart | null = null;
  private events = 0;
  private chunks = new Set<string>();
  private files = 0;
  private bytes = 0;
  private chain = new Uint8Array();

  constructor(private readonly storage: Storage) {}

  run(): void {
    const { storage } = this;
    const names = new Set(storage.list());
    for (const { name, kind } of storage.strangers()) {
      names.delete(name);
      if (kind === "temporary") {
        this.report("leftover", name, "it is a temporary file of a writer at work, or of one that crashed");
      } else this.report("unknown", name, `it is ${kind === "file" ? "no file of a memory" : `a ${kind}`}`);
    }
    this.findGeneration(names);
    if (this.generation === null) return;
    const current = this.generation.generation;
    this.chain = new Uint8Array(storage.hash([new TextEncoder().encode(current)]));
    const indexes: FileIndex[] = [];
    for (const name of [...names].sort()) this.checkName(name, current, indexes);
    this.checkEvents(indexes);
  }

  report(kind: JournalProblemKind, file: string, what: string, lost: Partial<JournalProblem> = {}): void {
    this.problems.push({ kind, file, what, events: [], chunks: [], ...lost });
  }

  result(): JournalReport {
    return {
      isWhole: this.problems.every(({ kind }) => kind === "leftover" || kind === "unknown"),
      generation: this.generation === null ? 0 : generationNumber(this.generation.generation),
      format: this.generation?.format ?? 0,
      events: this.events,
      chunks: this.chunks.size,
      files: this.files,
      bytes: this.bytes,
      fingerprint: hashName(this.chain),
      problems: this.problems,
    };
  }

  private findGeneration(names: ReadonlySet<string>): void {
    const { storage } = this;
    let file = STORE_FILE;
    try {
      let start = readStoreFile(storage);
      this.generation = start;
      for (const seen = new Set<string>(); !seen.has(start.generation); ) {
        seen.add(start.generation);
        file = endName(start.generation);
        const next = names.has(file) ? readEnd(storage, start.generation) : null;
        if (next === null) break;
        this.generation = start = next;
      }
    } catch (error) {
      const isNewer = (error as { code?: string }).code === "SXP5004";
      this.report(isNewer ? "newer" : "damaged", file, messageOf(error));
    }
  }

  private checkName(name: string, current: string, indexes: FileIndex[]): void {
    const file = parseName(name);
    if (name === STORE_FILE || endedBy(name) !== null) this.count(name);
    else if (file === null) this.report("unknown", name, "it is no file of a memory");
    else if (file.generation === current) this.checkFile(name, file, indexes);
    else this.report("leftover", name, "it is of a generation that is over, or was never finished");
  }

  private checkFile(name: string, file: FileName, indexes: FileIndex[]): void {
    const bytes = this.storage.read(name);
    if (bytes === null) return;
    this.count(name);
    const { index, problems, lost } = verifyFile(this.storage, name, bytes);
    const chunks = lost.map(({ hash }) => hashName(hash));
    const events = index === null ? range(file.first, file.last) : [];
    for (const what of problems) this.report("damaged", name, what, what === problems[0] ? { events, chunks } : {});
    if (index === null) return;
    const last = index.first + index.count - 1;
    if (index.first !== file.first || last !== file.last) {
      this.report("damaged", name, `it holds the events ${index.first} to ${last}`);
      return;
    }
    indexes.push(index);
    for (const entry of index.entries) {
      if (!isEvent(entry) && !lost.includes(entry)) this.chunks.add(hashName(entry.hash));
    }
  }

  /** That the events are there without gaps, each following the one before. */
  private checkEvents(indexes: readonly FileIndex[]): void {
    const ordered = [...indexes].sort((one, other) => one.first - other.first || other.count - one.count);
    let next = 1;
    let isBroken = false;
    for (const index of ordered) {
      const last = index.first + index.count - 1;
      if (last < next) {
        this.report("leftover", index.name, "its events are in a larger file, too");
        continue;
      }
      if (index.first > next) {
        const events = range(next, index.first - 1);
        if (!this.isReported(events)) this.report("missing", index.name, `the events before it are gone`, { events });
        isBroken = true;
      } else if (!isBroken && !equal(index.chain, this.chain)) {
        this.report("damaged", index.name, `its event ${index.first} does not follow the one before`);
        isBroken = true;
      }
      for (const event of index.events) {
        if (event.kind === "switch") continue;
        this.events++;
        if (!isBroken) this.chain = new Uint8Array(nextChain(this.storage, this.chain, event.hash));
      }
      next = last + 1;
    }
  }

  private isReported(events: readonly number[]): boolean {
    const lost = new Set(this.problems.flatMap((problem) => problem.events));
    return events.every((event) => lost.has(event));
  }

  private count(name: string): void {
    this.files++;
    this.bytes += this.storage.size(name) ?? 0;
  }
}

/** A storage that has one file, whatever its name, so that all of it is read once. */
const single = (storage: Storage, bytes: Uint8Array): Storage => ({
  ...storage,
  hash: (pieces) => storage.hash(pieces),
  size: () => bytes.length,
  read: (_, from = 0, to) => bytes.subarray(from, to),
});

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, Math.min(last - first + 1, 1_000_000)) }, (_, i) => first + i);
}

/** The problem alone, where it is one of a file that is named anyway. */
function messageOf(error: unknown): string {
  const { parameters, message } = error as { parameters?: Readonly<Record<string, unknown>>; message?: string };
  return String(parameters?.problem ?? message ?? error);
}
