import { NONE } from "./ids.js";
import { doubled, type Growth } from "./intColumn.js";
import { detached } from "./names.js";

/** Values of a chunk: small enough that one wide character widens little, large enough that the strings cost nothing. */
const CHUNK_BITS = 10;
const CHUNK_MASK = (1 << CHUNK_BITS) - 1;

/**
 * Interned strings: equal strings have equal ids. The characters lie in a few long strings and come out as slices, so that
 * a million values are a handful of objects for the collector.
 */
export class ValueTable {
  constructor(
    readonly size: number,
    /** The characters; undefined: they are decoded when they are first read. */
    private readonly read: (string | undefined)[],
    /** Start of each value in its chunk; entries from `size` on are unused. For builders. */
    readonly starts: Uint32Array,
    private readonly decode: ((chunk: number) => string) | null = null,
  ) {}

  /** The characters; for builders. */
  get chunks(): readonly string[] {
    for (let i = 0; i < this.read.length; i++) this.chunk(i);
    return this.read as string[];
  }

  /** The characters of a chunk. */
  chunk(at: number): string {
    let characters = this.read[at];
    if (characters === undefined) {
      characters = this.decode!(at);
      this.read[at] = characters;
    }
    return characters;
  }

  /** The value as a string. */
  get(id: number): string {
    return this.chunk(id >> CHUNK_BITS).substring(this.starts[id]!, this.endOf(id));
  }

  /** Its length in UTF-16 units, without making a string of it. */
  length(id: number): number {
    return this.endOf(id) - this.starts[id]!;
  }

  /** Tests that the value is `text`, without making a string of it. */
  equals(id: number, text: string): boolean {
    return this.length(id) === text.length && this.chunk(id >> CHUNK_BITS).startsWith(text, this.starts[id]!);
  }

  /** The values `[from, to)` whose characters are a chunk. */
  valuesIn(chunk: number): { readonly from: number; readonly to: number } {
    return { from: chunk << CHUNK_BITS, to: Math.min(this.size, (chunk + 1) << CHUNK_BITS) };
  }

  private endOf(id: number): number {
    const next = id + 1;
    return next === this.size || (next & CHUNK_MASK) === 0 ? this.chunk(id >> CHUNK_BITS).length : this.starts[next]!;
  }
}

/** A hash that strangers can't foresee, so that no data make every value meet every other. */
const SEED = Math.floor(Math.random() * 2 ** 32) | 0;

/** Slots of a table that lie on one line of the processor's cache; a power of two. */
const NEAR = 16;

/**
 * Over the UTF-16 units (FNV-1a, Fowler, Noll and Vo), its bits mixed at the end (MurmurHash3, Appleby). Texts that differ only in the
 * lowest bits of their last unit, as the numbers of a count do, differ in the lowest bits of the hash and in nothing else: they lie side
 * by side, which is most of what a table larger than the cache costs.
 */
function hashOf(text: string): number {
  const last = text.length - 1;
  if (last < 0) return SEED;
  let hash = SEED;
  for (let i = 0; i < last; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  const low = text.charCodeAt(last) & (NEAR - 1);
  hash = Math.imul(hash ^ (text.charCodeAt(last) - low), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16) ^ low;
}

/** Finds values by their characters, without a string object for each: open addressing over their hashes. */
export class ValueIndex {
  private readonly slots: Int32Array;

  /** Table of the `kept` values, `count` of them. */
  constructor(
    private readonly table: ValueTable,
    count = table.size,
    kept: (id: number) => boolean = () => true,
  ) {
    this.slots = new Int32Array(slotsFor(count + 1)).fill(NONE);
    for (let id = 0; id < table.size; id++) if (kept(id)) this.slots[this.slotOf(table.get(id))] = id;
  }

  /** The id of a value, -1 where the index lacks it. */
  find(text: string): number {
    return this.slots[this.slotOf(text)]!;
  }

  private slotOf(text: string): number {
    const mask = this.slots.length - 1;
    let slot = hashOf(text) & mask;
    while (this.slots[slot] !== NONE && !this.table.equals(this.slots[slot]!, text)) slot = (slot + 1) & mask;
    return slot;
  }
}

/** Initial room for values. */
const FEWEST = 64;
/** A power of two. */
const LATELY = 512;

/**
 * Collects values while a tree is built, or while versions of one are edited. They are found by their characters, in a table of numbers
 * with open addressing: a map of strings would keep each as an object, and measured three times as slow for the collector's work.
 */
export class ValueTableBuilder {
  private readonly chunks: string[] = [];
  /** The chunk that is not full: what is joined of it already, and its values after that. */
  private head = "";
  private pending: string[] = [];
  private pendingLength = 0;
  private count = 0;
  private starts = new Uint32Array(FEWEST);
  private hashes = new Int32Array(0);
  /** Values by hash, as their ids plus one; at most half full. */
  private slots = new Int32Array(0);
  /** Values met lately, by hash: what repeats itself is compared with one string and not with a part of a chunk. */
  private lately: string[] = [];
  private latelyIds = new Int32Array(0);
  /** True if all values are in `slots`: those of an earlier table are entered at the first look-up. */
  private isIndexed = false;

  constructor(private readonly growth: Growth = doubled) {}

  /** Goes on where a table ended: its values keep their ids, and stay as they are in it. */
  static after(table: ValueTable): ValueTableBuilder {
    const builder = new ValueTableBuilder();
    builder.count = table.size;
    builder.chunks.push(...table.chunks);
    builder.starts = new Uint32Array(table.starts.subarray(0, table.size));
    if ((table.size & CHUNK_MASK) !== 0) builder.head = builder.chunks.pop()!;
    builder.pendingLength = builder.head.length;
    return builder;
  }

  /** Values so far. */
  get size(): number {
    return this.count;
  }

  intern(text: string): number {
    if (!this.isIndexed) this.indexAll();
    const hash = hashOf(text);
    const place = hash & (LATELY - 1);
    if (this.lately[place] === text && this.latelyIds[place] !== NONE) return this.latelyIds[place]!;
    const id = this.find(text, hash);
    this.lately[place] = text;
    this.latelyIds[place] = id;
    return id;
  }

  private find(text: string, hash: number): number {
    const mask = this.slots.length - 1;
    let slot = hash & mask;
    for (let id = this.slots[slot]! - 1; id >= 0; id = this.slots[slot]! - 1) {
      if (this.hashes[id] === hash && this.equals(id, text)) return id;
      slot = (slot + 1) & mask;
    }
    this.slots[slot] = this.count + 1;
    return this.add(text, hash);
  }

  /** The value as a string. */
  get(id: number): string {
    const waiting = id - (this.count - this.pending.length);
    if (waiting >= 0) return this.pending[waiting]!;
    return this.chunkOf(id).substring(this.starts[id]!, this.endOf(id));
  }

  /** Its length in UTF-16 units. */
  length(id: number): number {
    const waiting = id - (this.count - this.pending.length);
    return waiting >= 0 ? this.pending[waiting]!.length : this.endOf(id) - this.starts[id]!;
  }

  /** The values so far; more may follow. */
  snapshot(): ValueTable {
    this.head += this.pending.join("");
    this.pending = [];
    const isFull = (this.count & CHUNK_MASK) === 0;
    return new ValueTable(this.count, isFull ? [...this.chunks] : [...this.chunks, this.head], this.starts);
  }

  finish(): ValueTable {
    if ((this.count & CHUNK_MASK) !== 0) this.flush();
    this.slots = new Int32Array(0);
    this.hashes = new Int32Array(0);
    return new ValueTable(this.count, this.chunks, this.starts.slice(0, this.count));
  }

  private roomAfter(count: number): number {
    return Math.max(FEWEST, this.growth(count));
  }

  private add(text: string, hash: number): number {
    const id = this.count++;
    if (id >= this.starts.length) this.starts = grown(this.starts, new Uint32Array(this.roomAfter(id)));
    if (id >= this.hashes.length) this.hashes = grown(this.hashes, new Int32Array(this.roomAfter(id)));
    this.starts[id] = this.pendingLength;
    this.hashes[id] = hash;
    this.pending.push(text);
    this.pendingLength += text.length;
    if (this.count * 2 > this.slots.length) this.enterAll(slotsFor(this.roomAfter(this.count)));
    if ((this.count & CHUNK_MASK) === 0) this.flush();
    return id;
  }

  private equals(id: number, text: string): boolean {
    const waiting = id - (this.count - this.pending.length);
    if (waiting >= 0) return this.pending[waiting] === text;
    return this.endOf(id) - this.starts[id]! === text.length && this.chunkOf(id).startsWith(text, this.starts[id]!);
  }

  private chunkOf(id: number): string {
    return this.chunks[id >> CHUNK_BITS] ?? this.head;
  }

  /** The values `[from, to)` whose characters are a chunk. */
  valuesIn(chunk: number): { readonly from: number; readonly to: number } {
    return { from: chunk << CHUNK_BITS, to: Math.min(this.size, (chunk + 1) << CHUNK_BITS) };
  }

  /** End of a value in an existing chunk. */
  private endOf(id: number): number {
    const next = id + 1;
    return (next & CHUNK_MASK) === 0 || next === this.count ? this.chunkOf(id).length : this.starts[next]!;
  }

  private indexAll(): void {
    const table = this.snapshot();
    this.hashes = new Int32Array(Math.max(FEWEST, this.count));
    for (let id = 0; id < this.count; id++) this.hashes[id] = hashOf(table.get(id));
    this.lately = new Array(LATELY).fill("");
    this.latelyIds = new Int32Array(LATELY).fill(NONE);
    this.isIndexed = true;
    this.enterAll(slotsFor(Math.max(FEWEST, this.count + 1)));
  }

  private enterAll(size: number): void {
    const mask = size - 1;
    this.slots = new Int32Array(size);
    for (let id = 0; id < this.count; id++) {
      let slot = this.hashes[id]! & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = id + 1;
    }
  }

  private flush(): void {
    // Joining copies the characters, but one string alone comes back as it was: perhaps a slice of the whole source.
    const { head, pending } = this;
    this.chunks.push(head === "" && pending.length === 1 ? detached(pending[0]!) : head + pending.join(""));
    this.head = "";
    this.pending = [];
    this.pendingLength = 0;
  }
}

/** Number of slots, so that `count` values take up at most half of them. */
const slotsFor = (count: number): number => 2 ** Math.ceil(Math.log2(count * 2));

function grown<T extends Uint32Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
