import { Dictionary } from "./dictionary.js";
import type { QuantityColumns } from "./quantityColumns.js";

/**
 * An index of some texts, numbered from 0, that never changes. Its stems are sorted by their UTF-8 bytes. The postings of a stem are, for each text that has
 * it, the distance from the text before as a varint, and for each occurrence the byte `(kind << 1) | more`.
 */
export class Segment extends Dictionary {
  constructor(
    readonly size: number,
    dictionary: Uint8Array,
    offsets: Uint32Array,
    /** By stem, where its postings begin; one more for the end. */
    readonly starts: Uint32Array,
    readonly postings: Uint8Array,
    /** By text, its words, at most 65535, and the number of its type plus 1, 0 for none. */
    readonly lengths: Uint16Array,
    readonly types: Uint16Array,
    readonly typeNames: readonly string[],
    readonly quantities: QuantityColumns,
  ) {
    super(dictionary, offsets);
  }

  /** Bytes of its columns. */
  get bytes(): number {
    const { dictionary, offsets, starts, postings, lengths, types, quantities } = this;
    const columns = [dictionary, offsets, starts, postings, lengths, types];
    const all = [...columns, quantities.texts, quantities.numbers, quantities.codes];
    return all.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }
}
