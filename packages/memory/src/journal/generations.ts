import { coverOf, isOver } from "./findFile.js";
import {
  damaged,
  encodeFile,
  type FileIndex,
  hashChunk,
  MARK,
  markOf,
  nextChain,
  readChunk,
  type StoredChunk,
} from "./format.js";
import type { Chunk, Published, Rewritten } from "./journal.js";
import { endName, isGeneration, LEVELS, looseName, newGeneration, PACK, packName } from "./names.js";
import { PACK_BYTES } from "./pack.js";
import type { Storage } from "./storage.js";
import type { StoredJournal } from "./storedJournal.js";
import { endFile } from "./storeFile.js";

/**
 * How one generation follows another:
 *
 * 1. The files of the next one are written under its name, which nobody looks for yet.
 * 2. Its name is published as the next event of the old one, a `switch`: only one can be that, and no other event comes after it. Events that were
 *    published since step 1 began are carried along in the same file, so that nothing comes in between.
 * 3. What is carried is written into the new generation, then the file that ends the old one. Whoever opens the journal does that if it was not done.
 * 4. The files of the old one are removed.
 */
export interface Ending {
  /** The file of the `switch`. */
  readonly file: string;
  readonly target: string;
  readonly mark: string;
  readonly carried: FileIndex;
  /** How many events of the target were written before the switch, and their fingerprint. */
  readonly base: number;
  readonly chain: Uint8Array;
}

/** How many marks of events the end of a generation keeps. */
const MARKS = 256;
/** How often a rewriter carries along what others publish just then, before it begins again. */
const ATTEMPTS = 1000;

/** Writes the next generation and decides for it. False if somebody else did that first: then nothing of ours is left. */
export function writeGeneration(
  journal: StoredJournal,
  next: (events: readonly Published[]) => Iterable<Rewritten>,
): boolean {
  const { storage, current } = journal;
  const target = newGeneration(current.number + 1);
  const content = new Content(journal);
  const names: string[] = [];
  // Whether the decision has been written, as far as is known: a disk may fail after it took it.
  let mayBeDecided = false;
  try {
    let seen = 0;
    const takeOn = () => {
      const events = [...journal.knownEvents(seen)];
      seen += events.length;
      content.add(next(events));
    };
    takeOn();
    const { base, chain } = writeBase(storage, target, content, names);
    const record = new TextEncoder().encode(JSON.stringify({ target, base, chain: [...chain] }));
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const chunks = content.carried(base);
      // Reading may have found that others went on: what is decided here is about the events that were seen.
      const isCurrent = journal.current === current && current.known === seen && current.ending === null;
      mayBeDecided = isCurrent;
      if (isCurrent && journal.publish([...chunks, journal.marked("switch", record)])) return true;
      mayBeDecided = false;
      journal.advance();
      if (journal.current !== current || current.ending !== null) break;
      takeOn();
    }
  } catch (error) {
    if (mayBeDecided) throw error;
    discard(storage, names);
    // Others went on to a generation of theirs, in which what was to be read here may be gone for good.
    if (journal.current !== current) return false;
    throw error;
  }
  discard(storage, names);
  return false;
}

export function readEnding(index: FileIndex, bytes: Uint8Array): Ending {
  try {
    const { target, base, chain } = JSON.parse(new TextDecoder().decode(bytes.subarray(MARK)));
    if (isGeneration(target) && Number.isSafeInteger(base) && Array.isArray(chain) && chain.length === 32) {
      const mark = markOf(bytes);
      return { file: index.name, target, mark, base, chain: Uint8Array.from(chain), carried: index };
    }
  } catch {}
  throw damaged(index.name, "what it says of the next generation can't be read");
}

/** Ends the generation of a journal. May be done by several at once, and again. */
export function finishGeneration(journal: StoredJournal, ending: Ending): void {
  const { storage, current } = journal;
  const { target, carried } = ending;
  if (storage.size(endName(current.name)) !== null) return;
  const others: StoredChunk[] = [];
  const records: Uint8Array[] = [];
  for (const entry of carried.entries) {
    if (entry.kind === "switch") continue;
    const bytes = readChunk(storage, carried.name, entry);
    if (bytes === null) return;
    if (entry.kind === "carried") records.push(bytes);
    else others.push({ kind: entry.kind, bytes, hash: entry.hash });
  }
  let { chain, base } = ending;
  records.forEach((bytes, i) => {
    base++;
    const event: StoredChunk = { kind: "record", bytes, hash: hashChunk(storage, "record", bytes) };
    const name = looseName(target, base);
    const { pieces } = encodeFile(storage, {
      name,
      first: base,
      chain,
      chunks: i === 0 ? [...others, event] : [event],
    });
    if (!isElsewhere(storage, target, base)) storage.publish(name, pieces);
    // What is on the way may have been packed, and its place taken again by this.
    if (isElsewhere(storage, target, base)) storage.remove(name);
    chain = nextChain(storage, chain, event.hash);
  });
  storage.sync();
  const end = endFile(storage, target, current.known + 1, [...current.marks(MARKS), ending.mark]);
  storage.publish(endName(current.name), [end]);
  storage.sync();
}

/** What a generation will have: events, each with the chunks that it needs and that none before it brought. */
class Content {
  readonly events: { record: StoredChunk; chunks: (StoredChunk | string)[]; bytes: number }[] = [];
  private readonly brought = new Set<string>();

  constructor(private readonly journal: StoredJournal) {}

  add(rewritten: Iterable<Rewritten>): void {
    for (const { record, chunks } of rewritten) {
      const mine: (StoredChunk | string)[] = [];
      let bytes = record.length;
      for (const chunk of chunks) {
        const hash = typeof chunk === "string" ? chunk : this.journal.hashOf(chunk);
        if (this.brought.has(hash)) continue;
        this.brought.add(hash);
        bytes += typeof chunk === "string" ? this.journal.current.placeOf(chunk).entry.length : chunk.bytes.length;
        mine.push(typeof chunk === "string" ? chunk : this.stored(chunk));
      }
      this.events.push({ record: this.journal.marked("record", record), chunks: mine, bytes });
    }
  }

  /** The chunks of some events, with their records. */
  chunks(from: number, to: number): StoredChunk[] {
    return this.events
      .slice(from, to)
      .flatMap(({ record, chunks }) => [
        ...chunks.map((chunk) => (typeof chunk === "string" ? this.stored(this.journal.read(chunk)) : chunk)),
        record,
      ]);
  }

  carried(from: number): StoredChunk[] {
    return this.chunks(from, this.events.length).map((chunk) =>
      chunk.kind === "record"
        ? { ...chunk, kind: "carried", hash: hashChunk(this.journal.storage, "carried", chunk.bytes) }
        : chunk,
    );
  }

  private stored({ kind, bytes }: Chunk): StoredChunk {
    return { kind, bytes, hash: hashChunk(this.journal.storage, kind, bytes) };
  }
}

/** Writes all events into files as large as packs may be. */
function writeBase(
  storage: Storage,
  target: string,
  content: Content,
  names: string[],
): { base: number; chain: Uint8Array } {
  const base = content.events.length;
  let chain = storage.hash([new TextEncoder().encode(target)]);
  for (let from = 0; from < base; ) {
    const count = blockAt(content, from);
    const name = packName(target, from + 1, from + count);
    const { pieces, index } = encodeFile(storage, {
      name,
      first: from + 1,
      chain,
      chunks: content.chunks(from, from + count),
    });
    storage.publish(name, pieces);
    names.push(name);
    chain = index.events.reduce((before, { hash }) => nextChain(storage, before, hash), chain);
    from += count;
  }
  return { base, chain };
}

/** How many events make the next file: the largest aligned block that is there and not too large. */
function blockAt({ events }: Content, from: number): number {
  let best = 1;
  for (let level = 1; level <= LEVELS; level++) {
    const count = PACK ** level;
    if (from % count !== 0 || from + count > events.length) break;
    const bytes = events.slice(from, from + count).reduce((sum, event) => sum + event.bytes, 0);
    if (bytes > PACK_BYTES) break;
    best = count;
  }
  return best;
}

const isElsewhere = (storage: Storage, generation: string, event: number): boolean =>
  coverOf(storage, generation, event) !== null || isOver(storage, generation);

function discard(storage: Storage, names: readonly string[]): void {
  for (const name of names) storage.remove(name);
}
