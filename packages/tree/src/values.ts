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
    private readonly chunks: readonly string[],
    private readonly starts: Uint32Array,
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

/** Collects values while a tree is built. */
export class ValueTableBuilder {
  private ids = new Map<string, number>();
  /** Maps that are full. */
  private readonly full: Map<string, number>[] = [];
  private readonly chunks: string[] = [];
  private pending: string[] = [];
  private pendingLength = 0;
  private starts = new Uint32Array(1024);
  private count = 0;

  intern(text: string): number {
    const known = this.ids.get(text) ?? this.knownBefore(text);
    if (known !== undefined) return known;
    const id = this.count++;
    if (this.ids.size === MAP_SIZE) {
      this.full.push(this.ids);
      this.ids = new Map();
    }
    this.ids.set(text, id);
    if (id === this.starts.length) {
      const grown = new Uint32Array(this.starts.length * 2);
      grown.set(this.starts);
      this.starts = grown;
    }
    this.starts[id] = this.pendingLength;
    this.pending.push(text);
    this.pendingLength += text.length;
    if ((this.count & CHUNK_MASK) === 0) this.flush();
    return id;
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
    return undefined;
  }

  private flush(): void {
    // Joining copies the characters, but one string alone comes back as it was: perhaps a slice of the whole source.
    this.chunks.push(this.pending.length === 1 ? detached(this.pending[0]!) : this.pending.join(""));
    this.pending = [];
    this.pendingLength = 0;
  }
}
