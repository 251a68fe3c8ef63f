import { NONE } from "./ids.js";
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
    /** The characters; for builders. */
    readonly chunks: readonly string[],
    /** Where each value starts in its chunk; entries from `size` on mean nothing here. For builders. */
    readonly starts: Uint32Array,
  ) {}

  /** The value as a string. */
  get(id: number): string {
    return this.chunks[id >> CHUNK_BITS]!.substring(this.starts[id]!, this.endOf(id));
  }

  /** Its length in UTF-16 units, without making a string of it. */
  length(id: number): number {
    return this.endOf(id) - this.starts[id]!;
  }

  /** Whether the value is `text`, without making a string of it. */
  equals(id: number, text: string): boolean {
    return this.length(id) === text.length && this.chunks[id >> CHUNK_BITS]!.startsWith(text, this.starts[id]!);
  }

  private endOf(id: number): number {
    const next = id + 1;
    return next === this.size || (next & CHUNK_MASK) === 0 ? this.chunks[id >> CHUNK_BITS]!.length : this.starts[next]!;
  }
}

/** A map holds at most 2^24 entries; well below that another one is begun. */
const MAP_SIZE = 1 << 23;

/**
 * Finds values by their characters, without a string object for each: open addressing over a hash of the UTF-16 units
 * (FNV-1a, Fowler, Noll and Vo).
 */
export class ValueIndex {
  private readonly slots: Int32Array;

  /** Of the values that are `kept`, which are `count`. */
  constructor(
    private readonly table: ValueTable,
    count = table.size,
    kept: (id: number) => boolean = () => true,
  ) {
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(count * 2 + 2))).fill(NONE);
    for (let id = 0; id < table.size; id++) if (kept(id)) this.slots[this.slotOf(table.get(id))] = id;
  }

  /** The id of a value, -1 where the index lacks it. */
  find(text: string): number {
    return this.slots[this.slotOf(text)]!;
  }

  private slotOf(text: string): number {
    const mask = this.slots.length - 1;
    let hash = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (this.slots[slot] !== NONE && !this.table.equals(this.slots[slot]!, text)) slot = (slot + 1) & mask;
    return slot;
  }
}

/** Collects values while a tree is built, or while versions of one are edited. */
export class ValueTableBuilder {
  private ids = new Map<string, number>();
  /** Maps that are full. */
  private readonly full: Map<string, number>[] = [];
  private readonly chunks: string[] = [];
  private pending: string[] = [];
  private pendingLength = 0;
  private starts = new Uint32Array(1024);
  private count = 0;
  /** The values that were there before, and their index once it is needed. */
  private base: ValueTable | null = null;
  private index: ValueIndex | null = null;

  /** Goes on where a table ended: its values keep their ids, and stay as they are in it. */
  static after(table: ValueTable): ValueTableBuilder {
    const builder = new ValueTableBuilder();
    builder.base = table;
    builder.count = table.size;
    builder.chunks.push(...table.chunks);
    builder.starts = new Uint32Array(table.starts.subarray(0, table.size));
    if ((table.size & CHUNK_MASK) !== 0) {
      const last = builder.chunks.pop()!;
      builder.pending = [last];
      builder.pendingLength = last.length;
    }
    return builder;
  }

  intern(text: string): number {
    const known = this.ids.get(text) ?? this.knownBefore(text);
    if (known !== undefined) return known;
    const id = this.count++;
    if (this.ids.size === MAP_SIZE) {
      this.full.push(this.ids);
      this.ids = new Map();
    }
    this.ids.set(text, id);
    if (id >= this.starts.length) {
      const grown = new Uint32Array(Math.max(1024, this.starts.length * 2));
      grown.set(this.starts);
      this.starts = grown;
    }
    this.starts[id] = this.pendingLength;
    this.pending.push(text);
    this.pendingLength += text.length;
    if ((this.count & CHUNK_MASK) === 0) this.flush();
    return id;
  }

  /** The values so far; more may follow. */
  snapshot(): ValueTable {
    if (this.pending.length > 1) this.pending = [this.pending.join("")];
    return new ValueTable(this.count, [...this.chunks, ...this.pending], this.starts);
  }

  finish(): ValueTable {
    if (this.pending.length > 0) this.flush();
    this.ids = new Map();
    this.full.length = 0;
    return new ValueTable(this.count, this.chunks, this.starts.slice(0, this.count));
  }

  private knownBefore(text: string): number | undefined {
    for (const ids of this.full) {
      const known = ids.get(text);
      if (known !== undefined) return known;
    }
    if (this.base === null) return undefined;
    this.index ??= new ValueIndex(this.base);
    const id = this.index.find(text);
    return id === NONE ? undefined : id;
  }

  private flush(): void {
    // Joining copies the characters, but one string alone comes back as it was: perhaps a slice of the whole source.
    this.chunks.push(this.pending.length === 1 ? detached(this.pending[0]!) : this.pending.join(""));
    this.pending = [];
    this.pendingLength = 0;
  }
}
