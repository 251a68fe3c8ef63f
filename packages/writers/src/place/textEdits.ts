/** A range of a text, in UTF-16 units with the end exclusive, and what comes in its place. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** In the order of the text; what is inserted at one place stays in the order in which it was given. */
const inOrder = (edits: readonly TextEdit[]): TextEdit[] =>
  edits.toSorted((a, b) => a.start - b.start || a.end - b.end);

/**
 * Tests that edits are applicable in any order: no two of them touch the same text. Each lies in the text, which has this length; a
 * reader that repairs a text may have places outside of it.
 */
export function canBeMade(edits: readonly TextEdit[], length: number): boolean {
  const sorted = inOrder(edits);
  return sorted.every(({ start, end }, i) => start >= (sorted[i - 1]?.end ?? 0) && end >= start && end <= length);
}

/** The text after edits that are apart. */
export function editedText(text: string, edits: readonly TextEdit[]): string {
  let edited = "";
  let at = 0;
  for (const edit of inOrder(edits)) {
    edited += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return edited + text.slice(at);
}

/** A part of the text before, or a text that came new. */
type Piece = { readonly start: number; readonly end: number } | { readonly text: string };

const lengthOf = (piece: Piece): number => ("text" in piece ? piece.text.length : piece.end - piece.start);

function cut(piece: Piece, from: number, to: number): Piece {
  return "text" in piece ? { text: piece.text.slice(from, to) } : { start: piece.start + from, end: piece.start + to };
}

/** Edits of a text in steps, each of what the one before left, as edits of the first text. */
export class ComposedEdits {
  private pieces: Piece[];

  constructor(private readonly length: number) {
    this.pieces = [{ start: 0, end: length }];
  }

  add(edits: readonly TextEdit[]): void {
    const pieces: Piece[] = [];
    let [at, place, used] = [0, 0, 0];
    const takeTo = (end: number, keep: boolean): void => {
      while (at < end) {
        const piece = this.pieces[place]!;
        const take = Math.min(lengthOf(piece) - used, end - at);
        if (keep && take > 0) pieces.push(cut(piece, used, used + take));
        at += take;
        used += take;
        if (used < lengthOf(piece)) continue;
        place++;
        used = 0;
      }
    };
    for (const { start, end, text } of inOrder(edits)) {
      takeTo(start, true);
      if (text !== "") pieces.push({ text });
      takeTo(end, false);
    }
    takeTo(
      this.pieces.reduce((sum, piece) => sum + lengthOf(piece), 0),
      true,
    );
    this.pieces = pieces;
  }

  finish(): TextEdit[] {
    const edits: TextEdit[] = [];
    let [at, text] = [0, ""];
    const end: Piece = { start: this.length, end: this.length };
    for (const piece of [...this.pieces, end]) {
      if ("text" in piece) {
        text += piece.text;
        continue;
      }
      if (piece.start > at || text !== "") edits.push({ start: at, end: piece.start, text });
      [at, text] = [piece.end, ""];
    }
    return edits;
  }
}
