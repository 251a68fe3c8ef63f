import type { Span } from "@semantic-xpath/parser";

export interface Edit {
  readonly span: Span;
  readonly text: string;
}

/** Part of a text under change: a range of the original, or something written instead. */
type Piece = { readonly kind: "kept"; readonly span: Span } | { readonly kind: "written"; readonly text: string };

/** A text with several edits, each in the coordinates of its time, that reports the replaced spans of the original. */
export class EditedText {
  private constructor(
    private readonly original: string,
    private readonly pieces: readonly Piece[],
  ) {}

  static of(text: string): EditedText {
    return new EditedText(text, [{ kind: "kept", span: { start: 0, end: text.length } }]);
  }

  get text(): string {
    return this.pieces.map((piece) => this.textOf(piece)).join("");
  }

  /** Edits do not overlap. */
  edited(edits: readonly Edit[]): EditedText {
    const fromTheEnd = edits.toSorted((a, b) => b.span.start - a.span.start);
    return fromTheEnd.reduce<EditedText>((pieces, edit) => pieces.replaced(edit), this);
  }

  /** Replacements in the original text, in text order. */
  get edits(): readonly Edit[] {
    const edits: Edit[] = [];
    let from = 0;
    let text = "";
    const close = (to: number): void => {
      if (to > from || text !== "") edits.push({ span: { start: from, end: to }, text });
      text = "";
    };
    for (const piece of this.pieces) {
      if (piece.kind === "written") text += piece.text;
      else {
        close(piece.span.start);
        from = piece.span.end;
      }
    }
    close(this.original.length);
    return edits;
  }

  private replaced({ span, text }: Edit): EditedText {
    const before = this.slice(0, span.start);
    const after = this.slice(span.end, Number.POSITIVE_INFINITY);
    return new EditedText(this.original, [...before, { kind: "written", text }, ...after]);
  }

  private slice(start: number, end: number): Piece[] {
    const cut: Piece[] = [];
    let at = 0;
    for (const piece of this.pieces) {
      const { length } = this.textOf(piece);
      const from = Math.max(start - at, 0);
      const to = Math.min(end - at, length);
      at += length;
      if (from >= to) continue;
      if (piece.kind === "written") cut.push({ kind: "written", text: piece.text.slice(from, to) });
      else cut.push({ kind: "kept", span: { start: piece.span.start + from, end: piece.span.start + to } });
    }
    return cut;
  }

  private textOf(piece: Piece): string {
    return piece.kind === "written" ? piece.text : this.original.slice(piece.span.start, piece.span.end);
  }
}
