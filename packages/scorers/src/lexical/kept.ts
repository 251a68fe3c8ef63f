import { bytesToColumns, columnsToBytes } from "@semantic-xpath/tree";
import type { DerivedStore } from "../derivedStore.js";
import { TextSum } from "../textSum.js";
import { Dictionary } from "./dictionary.js";
import { QuantityColumns } from "./quantityColumns.js";
import { Segment } from "./segment.js";

/** Opens the store in which an index is kept between processes; null: it is not kept. */
export type OpenKept = () => Promise<DerivedStore | null>;

/** Fewest texts, or nodes, whose index is kept: computing a smaller one takes less time than looking it up, as measured. */
export const MIN_KEPT = 4096;

/** Changes with the form of what is kept, and with every change of how texts are read. */
const [SEGMENTS, COUNTS, NAMES] = ["index/3", "counts/2", "names/1"];

/** The source of a value that is computed from texts. Their lengths go first, so that other texts have another source. */
export const sourceOfTexts = (texts: readonly string[]): string =>
  `${texts.map(({ length }) => length).join(" ")}\n${texts.join("")}`;

const sourceOf = (about: string, source: string): string => `${about}\n${source}`;

/** The source of the segment of some texts, by what else decides these: a longer file shares the segments of a shorter one. null: it is not known. */
export function nameOf(store: DerivedStore, source: string): string | null {
  const [bytes] = store.get(NAMES, [source]);
  return bytes ? new TextDecoder().decode(bytes) : null;
}

export const keepName = (store: DerivedStore, source: string, name: string): void =>
  store.put(NAMES, [{ source, bytes: new TextEncoder().encode(name) }]);

const SEGMENT = {
  dictionary: Uint8Array,
  offsets: Uint32Array,
  starts: Uint32Array,
  postings: Uint8Array,
  lengths: Uint16Array,
  types: Uint16Array,
  numbers: Float64Array,
  codes: Int32Array,
  texts: Uint8Array,
};

/** The kept segment of texts that `source` names, with at most `most` of them; null if it was not kept. `about`: the language in which they are read. */
export function keptSegment(store: DerivedStore, about: string, source: string, most: number): Segment | null {
  const [bytes] = store.get(SEGMENTS, [sourceOf(about, source)]);
  const read = bytes ? bytesToColumns(bytes, SEGMENT) : null;
  if (read === null || !isHead(read.head)) return null;
  const { size, typeNames, strings } = read.head;
  const { dictionary, offsets, starts, postings, lengths, types, numbers, codes, texts: withQuantities } = read.columns;
  const isWhole =
    size <= most &&
    lengths.length === size &&
    types.length === size &&
    starts.length === offsets.length &&
    offsets.at(-1) === dictionary.length &&
    starts.at(-1) === postings.length;
  if (!isWhole) return null;
  const quantities = new QuantityColumns(numbers, codes, strings, withQuantities);
  return new Segment(size, dictionary, offsets, starts, postings, lengths, types, typeNames, quantities);
}

export function keepSegment(store: DerivedStore, about: string, from: string, segment: Segment): void {
  const { size, typeNames, dictionary, offsets, starts, postings, lengths, types, quantities } = segment;
  const { strings, numbers, codes } = quantities;
  const columns = [dictionary, offsets, starts, postings, lengths, types, numbers, codes, quantities.texts];
  const bytes = columnsToBytes({ size, typeNames, strings }, columns);
  store.put(SEGMENTS, [{ source: sourceOf(about, from), bytes }]);
}

interface SegmentHead {
  readonly size: number;
  readonly typeNames: readonly string[];
  readonly strings: readonly string[];
}

const areTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

function isHead(head: unknown): head is SegmentHead {
  const { size, typeNames, strings } = (head ?? {}) as Partial<Record<keyof SegmentHead, unknown>>;
  return Number.isSafeInteger(size) && areTexts(typeNames) && areTexts(strings);
}

/** Counts of words in some nodes. */
export interface Counts {
  readonly stems: Dictionary;
  /** Nodes that have each stem; words before each node, and of all. */
  readonly counts: Int32Array;
  readonly lengths: Int32Array;
  readonly documents: number;
  /** A sum over the stems with their counts. */
  readonly sum: TextSum;
}

const COUNTED = {
  dictionary: Uint8Array,
  offsets: Uint32Array,
  counts: Int32Array,
  lengths: Int32Array,
  sum: Int32Array,
};

/** The kept counts of `nodes` nodes that `source` names; null if they were not kept. */
export function keptCounts(store: DerivedStore, about: string, source: string, nodes: number): Counts | null {
  const [bytes] = store.get(COUNTS, [sourceOf(about, source)]);
  const read = bytes ? bytesToColumns(bytes, COUNTED) : null;
  if (read === null) return null;
  const { documents } = (read.head ?? {}) as { documents?: unknown };
  const { dictionary, offsets, counts, lengths, sum } = read.columns;
  if (typeof documents !== "number" || counts.length + 1 !== offsets.length || lengths.length !== nodes + 1)
    return null;
  return { stems: new Dictionary(dictionary, offsets), documents, counts, lengths, sum: new TextSum(sum[0], sum[1]) };
}

export function keepCounts(store: DerivedStore, about: string, from: string, counted: Counts): void {
  const { stems, documents, counts, lengths, sum } = counted;
  const bytes = columnsToBytes({ documents }, [stems.dictionary, stems.offsets, counts, lengths, sum.columns()]);
  store.put(COUNTS, [{ source: sourceOf(about, from), bytes }]);
}
