import { type ByteReader, malformed } from "./byteReader.js";
import type { ByteWriter } from "./byteWriter.js";

/** Piece of a list: a part of an earlier one, or new items, in order. */
export interface Piece {
  /** Start of the part in the earlier list; null: new items. */
  readonly from: number | null;
  readonly length: number;
  /** By how many levels the nodes of the part are moved down. */
  readonly deeper: number;
}

/** Parts are written by how far they are from where the last one ended: most go on after a gap. */
export function writePieces(pieces: readonly Piece[], out: ByteWriter): void {
  out.number(pieces.length);
  let expected = 0;
  for (const { from, length, deeper } of pieces) {
    out.number(length * 4 + (from === null ? 1 : deeper === 0 ? 0 : 2));
    if (from === null) continue;
    out.signed(from - expected);
    if (deeper !== 0) out.signed(deeper);
    expected = from + length;
  }
}

const KINDS = 3;

/** Pieces of an earlier list of `earlier` items. Together the parts do not exceed that list: nothing large comes from little. */
export function readPieces(input: ByteReader, earlier: number): Piece[] {
  const pieces: Piece[] = [];
  let expected = 0;
  let count = 0;
  for (let left = input.count("pieces"); left > 0; left--) {
    const head = input.number();
    const kind = head & 3;
    const length = Math.floor(head / 4);
    if (kind >= KINDS || length === 0) throw malformed("a piece is of no kind");
    if (kind === 1) {
      pieces.push({ from: null, length, deeper: 0 });
      continue;
    }
    const from = expected + input.signed();
    expected = from + length;
    count += length;
    if (from < 0 || expected > earlier || count > earlier) throw malformed("a piece is of nothing that was there");
    const deeper = kind === 0 ? 0 : input.signed();
    pieces.push({ from, length, deeper });
  }
  return pieces;
}

/** Collects pieces, those that go on after each other as one. */
export class PieceList {
  readonly pieces: { from: number | null; length: number; deeper: number }[] = [];

  add(from: number | null, deeper = 0): void {
    const last = this.pieces[this.pieces.length - 1];
    const goesOn =
      last !== undefined &&
      (from === null ? last.from === null : last.from !== null && last.from + last.length === from) &&
      last.deeper === deeper;
    if (goesOn) last.length++;
    else this.pieces.push({ from, length: 1, deeper });
  }
}
