import type { TreeSource } from "../../source.js";
import type { SegmentKeys } from "../segmentKeys.js";
import type { Fall, SegmentSummary, Tail, TypeCount } from "../segmentSummary.js";
import { type ByteReader, malformed } from "./byteReader.js";
import { ByteWriter } from "./byteWriter.js";
import { headOf } from "./encodeSegment.js";
import { type Piece, PieceList, readPieces, writePieces } from "./pieces.js";
import { readSource, writeSource } from "./source.js";
import { TextReader, TextWriter } from "./strings.js";

/** A version of a tree: its segments in document order. */
export interface Manifest {
  readonly source: TreeSource;
  readonly segments: readonly ManifestEntry[];
}

interface ManifestEntry {
  /** Stored reference of the segment. */
  readonly reference: string;
  readonly summary: SegmentSummary;
}

/** A manifest as what it has of an earlier one, and what is new. */
export interface ManifestDelta {
  readonly base: string;
  /** Number of deltas on each other, including this one. */
  readonly depth: number;
  readonly baseSize: number;
  readonly source: TreeSource;
  readonly pieces: readonly Piece[];
  readonly added: readonly ManifestEntry[];
}

type Texts = TextWriter<string>;

const texts = (): Texts => new TextWriter((text) => text);

export function encodeManifest({ source, segments }: Manifest): Uint8Array {
  const out = texts();
  writeSource(source, out);
  out.body.number(segments.length);
  for (const entry of segments) writeEntry(entry, out);
  return out.finish(headOf("manifest"));
}

export function readManifest(input: ByteReader): Manifest {
  const reader = new TextReader(input);
  const source = readSource(reader);
  const segments = Array.from({ length: input.count("segments") }, () => readEntry(reader));
  reader.end();
  return { source, segments: checked(segments) };
}

interface ManifestBase {
  /** References of its segments. */
  readonly segments: readonly string[];
  readonly reference: string;
  /** Deltas that the earlier manifest itself is made of. */
  readonly depth: number;
}

/** A manifest as a delta on an earlier one: as many bytes as segments that differ. */
export function encodeManifestDelta({ source, segments }: Manifest, base: ManifestBase): Uint8Array {
  const placeOf = new Map(base.segments.map((reference, i) => [reference, i]));
  const list = new PieceList();
  const added: ManifestEntry[] = [];
  for (const entry of segments) {
    const place = placeOf.get(entry.reference);
    placeOf.delete(entry.reference);
    list.add(place ?? null);
    if (place === undefined) added.push(entry);
  }
  const out = texts();
  out.text(base.reference);
  out.body.number(base.depth + 1);
  out.body.number(base.segments.length);
  writeSource(source, out);
  writePieces(list.pieces, out.body);
  for (const entry of added) writeEntry(entry, out);
  return out.finish(headOf("manifestDelta"));
}

export function readManifestDelta(input: ByteReader): ManifestDelta {
  const reader = new TextReader(input);
  const base = reader.text();
  const depth = input.number();
  const baseSize = input.number();
  const source = readSource(reader);
  const pieces = readPieces(input, baseSize);
  const count = pieces.reduce((sum, { from, length }) => sum + (from === null ? length : 0), 0);
  if (depth < 1 || count > input.left) throw malformed(`there is no room for ${count} segments`);
  const added = Array.from({ length: count }, () => readEntry(reader));
  reader.end();
  return { base, depth, baseSize, source, pieces, added };
}

/** The manifest that a delta makes of the earlier one. Throws SXP4050 where it doesn't fit. */
export function applyManifestDelta({ segments: earlier }: Manifest, delta: ManifestDelta): Manifest {
  if (delta.baseSize !== earlier.length) throw malformed("a delta is of another manifest");
  const segments: ManifestEntry[] = [];
  let used = 0;
  for (const { from, length } of delta.pieces) {
    const [list, at] = from === null ? [delta.added, used] : [earlier, from];
    for (let i = 0; i < length; i++) segments.push(list[at + i]!);
    if (from === null) used += length;
  }
  return { source: delta.source, segments: checked(segments) };
}

/** One root, and each segment goes on in what is open at the end of the one before it. */
function checked(segments: readonly ManifestEntry[]): readonly ManifestEntry[] {
  let [size, deepest] = [0, 0];
  for (const { summary } of segments) {
    const { falls, tails, minLevel } = summary;
    const isFirst = size === 0;
    if (falls[0]!.level > deepest + 1 || (isFirst ? falls[0]!.count > 1 : minLevel < 2))
      throw malformed("segments don't go on in each other");
    size += summary.size;
    deepest = tails[tails.length - 1]!.level;
  }
  if (size >= 2 ** 31) throw malformed("there are too many nodes");
  return segments;
}

function writeEntry({ reference, summary }: ManifestEntry, out: Texts): void {
  out.text(reference);
  writeSummary(summary, out);
}

const readEntry = (reader: TextReader): ManifestEntry => ({ reference: reader.text(), summary: readSummary(reader) });

function writeSummary({ size, keys, falls, tails, counts }: SegmentSummary, out: Texts): void {
  const { body } = out;
  body.number(size);
  body.number(keys.missing);
  body.number(keys.ranges.length / 2);
  for (const [i, edge] of keys.ranges.entries()) body.number(i === 0 ? edge : edge - keys.ranges[i - 1]!);
  body.number(falls.length);
  for (const { place, level, count } of falls) for (const each of [place, level, count]) body.number(each);
  body.number(tails.length);
  for (const { place, level, key } of tails) for (const each of [place, level, key]) body.number(each);
  body.number(counts.length);
  for (const { type, level, count } of counts) {
    out.text(type);
    body.number(level);
    body.number(count);
  }
}

/** Tests that two summaries are equal. */
export function isSameSummary(a: SegmentSummary, b: SegmentSummary): boolean {
  const [one, other] = [a, b].map((summary) => {
    const out = texts();
    writeSummary(summary, out);
    return out.finish(new ByteWriter());
  });
  return one!.length === other!.length && one!.every((byte, i) => byte === other![i]);
}

const MOST = 2 ** 31;

function readSummary(reader: TextReader): SegmentSummary {
  const { input } = reader;
  const size = input.below(MOST, "size");
  const keys = readKeys(input, size);
  const falls = Array.from({ length: input.count("levels") }, (): Fall => {
    return { place: input.below(size, "node"), level: input.below(MOST, "level"), count: input.below(MOST, "count") };
  });
  const tails = Array.from({ length: input.count("levels") }, (): Tail => {
    return { place: input.below(size, "node"), level: input.below(MOST, "level"), key: input.below(MOST, "key") };
  });
  const counts = Array.from({ length: input.count("types") }, (): TypeCount => {
    return { type: reader.text(), level: input.below(MOST, "level"), count: input.below(MOST, "count") };
  });
  const isSummary =
    falls[0]?.place === 0 &&
    tails[tails.length - 1]?.place === size - 1 &&
    falls.every(({ level, count }) => level > 0 && count > 0) &&
    falls.every(({ place, level }, i) => i === 0 || (falls[i - 1]!.place < place && falls[i - 1]!.level > level)) &&
    tails.every(({ level }, i) => level === falls[falls.length - 1]!.level + i) &&
    tails.every(({ place }, i) => i === 0 || tails[i - 1]!.place < place) &&
    counts.reduce((sum, { count }) => sum + count, 0) === size;
  if (!isSummary) throw malformed("what is said of a segment can't be true");
  return { size, minLevel: falls[falls.length - 1]!.level, keys, falls, tails, counts };
}

function readKeys(input: ByteReader, size: number): SegmentKeys {
  const missing = input.below(size + 1, "count");
  const ranges = new Int32Array(input.count("keys") * 2);
  let edge = 0;
  for (let i = 0; i < ranges.length; i++) {
    edge += input.number();
    if (edge >= MOST || edge < 1) throw malformed(`there is no key ${edge}`);
    ranges[i] = edge;
  }
  return { missing, ranges };
}
