import type { DistinctWords } from "./distinctWords.js";
import type { Piece } from "./pieces.js";
import { StemCounts, StemRun } from "./stemRun.js";

/** The first number of the bytes; on a machine that has its numbers the other way round they are not read. */
const FORMAT = 0x53585001;
/** Numbers of the head: the format, documents, weights, stems, places in `starts` (-1 without a run), in `stems` and in `lengths`, bytes of names. */
const HEAD = 8;

/** A piece as bytes, for another process. */
export function writePiece({ documents, words, stems, learned, lengths }: Piece): Uint8Array {
  const names = new TextEncoder().encode(Array.from(stems.stems, (stem) => stems.vocabulary.get(stem)).join("\n"));
  const head = [FORMAT, documents, words.size, stems.size, learned?.starts.length ?? -1];
  const parts = [
    Int32Array.of(...head, learned?.stems.length ?? 0, lengths.length, names.length),
    Float64Array.from([...words].flat()),
    lengths,
    stems.counts,
    learned?.starts ?? new Int32Array(0),
    learned?.stems ?? new Int32Array(0),
    names,
  ];
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const { buffer, byteOffset, byteLength } of parts) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return bytes;
}

/** The piece that was written, its stems numbered in a vocabulary; null for bytes that are no piece of so many nodes. */
export function readPiece(bytes: Uint8Array, nodes: number, vocabulary: DistinctWords): Piece | null {
  const reader = new Reader(bytes);
  const [format, documents, weights, count, starts, stems, places, letters] = reader.ints(HEAD);
  const isPiece = format === FORMAT && places === nodes + 1 && starts! >= -1;
  if (!isPiece || [documents!, weights!, count!, stems!, letters!].some((number) => number < 0)) return null;
  const words = reader.floats(2 * weights!);
  const lengths = reader.floats(places!);
  const frequencies = reader.ints(count!);
  const run = { starts: reader.ints(Math.max(0, starts!)), stems: reader.ints(stems!) };
  const names = reader.names(letters!);
  if (!reader.isAtEnd || names.length !== count || !isRun(run, count)) return null;
  if (!lengths.every((length, i) => length >= (lengths[i - 1] ?? 0) && length < Infinity)) return null;
  if (!frequencies.every((frequency) => frequency > 0)) return null;
  const numbers = Int32Array.from(names, (name) => vocabulary.number(name));
  const here = numbers.slice().sort();
  if (here.some((stem, i) => stem === here[i - 1])) return null;
  const placeOf = new Map(Array.from(here, (stem, place) => [stem, place]));
  const order = numbers.map((stem) => placeOf.get(stem)!);
  const counts = new Int32Array(count);
  for (const [i, place] of order.entries()) counts[place] = frequencies[i]!;
  const of = new StemCounts(vocabulary, here, counts);
  return {
    documents: documents!,
    words: new Map(Array.from({ length: weights! }, (_, i) => [words[2 * i]!, words[2 * i + 1]!])),
    stems: of,
    lengths,
    learned:
      starts === -1
        ? null
        : new StemRun(
            of,
            run.stems.map((stem) => order[stem]!),
            run.starts,
          ),
  };
}

/** Whether starts ascend from 0 to the end of the stems, and all stems have names. */
function isRun({ starts, stems }: { readonly starts: Int32Array; readonly stems: Int32Array }, names: number): boolean {
  if (starts.length === 0) return stems.length === 0;
  if (starts[0] !== 0 || starts[starts.length - 1] !== stems.length) return false;
  for (let i = 1; i < starts.length; i++) if (starts[i]! <= starts[i - 1]!) return false;
  for (const stem of stems) if (!(stem >= 0 && stem < names)) return false;
  return true;
}

/** Reads what is there; what is not is empty, and the end is not reached. */
class Reader {
  private at = 0;
  private isShort = false;

  constructor(private readonly bytes: Uint8Array) {}

  get isAtEnd(): boolean {
    return !this.isShort && this.at === this.bytes.length;
  }

  ints(count: number): Int32Array {
    return new Int32Array(this.take(4 * count));
  }

  floats(count: number): Float64Array {
    return new Float64Array(this.take(8 * count));
  }

  names(length: number): string[] {
    const text = new TextDecoder().decode(this.take(length));
    return text === "" ? [] : text.split("\n");
  }

  /** A copy, since numbers have to be aligned. */
  private take(length: number): ArrayBuffer {
    const end = this.at + length;
    this.isShort ||= !(end <= this.bytes.length);
    if (this.isShort) return new ArrayBuffer(0);
    const taken = new Uint8Array(length);
    taken.set(this.bytes.subarray(this.at, end));
    this.at = end;
    return taken.buffer;
  }
}
