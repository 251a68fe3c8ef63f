/** A value with the text that it was computed from. */
export interface DerivedEntry {
  /** All that the value depends on, such as a digest of the content and the settings. Only a hash of it is kept. */
  readonly source: string;
  readonly bytes: Uint8Array;
}

/**
 * Keeps what can be computed again, by what it was computed from. It may forget a value at any time, and never gives other bytes than it was given: what was
 * damaged or forged is not found. No call throws; a store that can't be read or written is an empty one.
 */
export interface DerivedStore {
  /** By source the bytes that were kept, else null. `kind` names what computes and its version, such as `scores/1`. */
  get(kind: string, sources: readonly string[]): readonly (Uint8Array | null)[];
  /** Replaces what there is of the same kind and source. An entry that is larger than the whole store may be is not kept. */
  put(kind: string, entries: readonly DerivedEntry[]): void;
  /** A digest that stands for a long source. Absent: sources stand for themselves. */
  digest?(source: string): string;
  /** Removes the least recently used entries until at most `maxBytes` are left. */
  evict(maxBytes: number): void;
}
