import { applyEdits, byStart, quote, type Span, type TextEdit } from "@semantic-xpath/parser";

/** A change, its place in the given text, and its reason. */
export interface Note {
  readonly span: Span;
  /** A sentence without full stop, the user's words in quotes. */
  readonly what: string;
  readonly why: string;
}

/** A run of a draft: where it begins there, and the text that was given that it is (`isCopy`) or stands for. */
interface Piece {
  readonly at: number;
  readonly length: number;
  readonly origin: Span;
  readonly isCopy: boolean;
}

/** A text on its way to today's language, which remembers where each part of it comes from. */
export interface Draft {
  readonly text: string;
  readonly pieces: readonly Piece[];
  readonly notes: readonly Note[];
}

/** One thing to change in a draft, spans in its text. A change without edits only says how something is read. */
export interface Change {
  readonly span: Span;
  readonly edits: readonly TextEdit[];
  readonly what: string;
  readonly why: string;
}

/** Spans of a text one after the other, as a draft. */
export function draftOf(text: string, spans: readonly Span[], notes: readonly Note[] = []): Draft {
  const pieces: Piece[] = [];
  let at = 0;
  for (const origin of spans) {
    const length = origin.end - origin.start;
    pieces.push({ at, length, origin, isCopy: true });
    at += length;
  }
  return { text: spans.map(({ start, end }) => text.slice(start, end)).join(""), pieces, notes };
}

/** A text that was written in another way in the place `origin`, such as with the escapes of JSON. */
export const decodedDraft = (text: string, origin: Span, notes: readonly Note[]): Draft => ({
  text,
  pieces: [{ at: 0, length: text.length, origin, isCopy: false }],
  notes,
});

/** The draft after some changes. Their edits do not overlap; of two at one place an insertion comes first. */
export function changed(draft: Draft, changes: readonly Change[]): Draft {
  if (changes.length === 0) return draft;
  const noted = new Set(draft.notes.map(keyOf));
  const notes = changes
    .map(({ span, what, why }) => ({ span: originOf(draft, span), what, why }))
    .filter((note) => !noted.has(keyOf(note)));
  const edits = changes.flatMap((change) => change.edits);
  edits.sort((a, b) => byStart(a, b) || a.span.end - b.span.end);
  return {
    text: applyEdits(draft.text, edits),
    pieces: piecesAfter(draft, edits),
    notes: [...draft.notes, ...notes],
  };
}

const keyOf = ({ span, what }: Note): string => `${span.start} ${span.end} ${what}`;

/** The changes whose edits do not reach into those of an earlier one. */
export function withoutOverlaps(changes: readonly Change[]): readonly Change[] {
  const edits = changes.flatMap((change, order) => change.edits.map(({ span }) => ({ span, order })));
  edits.sort((a, b) => byStart(a, b) || a.span.end - b.span.end);
  const dropped = new Set<number>();
  let last: (typeof edits)[number] | null = null;
  for (const edit of edits) {
    if (last !== null && edit.span.start < last.span.end && edit.order !== last.order) {
      dropped.add(Math.max(edit.order, last.order));
      if (edit.order > last.order) continue;
    }
    last = edit;
  }
  return changes.filter((_, order) => !dropped.has(order));
}

/** The draft without white space around it. */
export function withoutMargins(draft: Draft): Draft {
  const { length } = draft.text;
  const start = length - draft.text.trimStart().length;
  const end = Math.max(start, draft.text.trimEnd().length);
  const edits = [
    { start: 0, end: start },
    { start: end, end: length },
  ]
    .filter((span) => span.start < span.end)
    .map((span) => ({ span, newText: "" }));
  return { ...draft, text: draft.text.slice(start, end), pieces: piecesAfter(draft, edits) };
}

function piecesAfter(draft: Draft, edits: readonly TextEdit[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  let index = 0;
  let from = 0;
  const push = (length: number, origin: Span, isCopy: boolean): void => {
    if (length > 0) pieces.push({ at, length, origin, isCopy });
    at += length;
  };
  /** Keeps what is left up to `end`. */
  const keep = (end: number): void => {
    for (; from < end; index++) {
      const { at: start, length, origin, isCopy } = draft.pieces[index]!;
      const stop = Math.min(end, start + length);
      if (stop > from) push(stop - from, isCopy ? shifted(origin, from - start, stop - start) : origin, isCopy);
      from = Math.max(from, stop);
      if (stop < start + length) break;
    }
  };
  for (const { span, newText } of edits) {
    keep(span.start);
    push(newText.length, originOf(draft, span), false);
    from = Math.max(from, span.end);
  }
  keep(draft.text.length);
  return pieces;
}

const shifted = ({ start }: Span, from: number, to: number): Span => ({ start: start + from, end: start + to });

/** The text that was given that a span of the draft comes from. */
export function originOf({ pieces }: Draft, { start, end }: Span): Span {
  const first = pieces[pieceAt(pieces, start)];
  const last = pieces[pieceAt(pieces, Math.max(start, end - 1))];
  if (first === undefined || last === undefined) return { start: 0, end: 0 };
  const from = first.isCopy ? first.origin.start + Math.min(start - first.at, first.length) : first.origin.start;
  const to = last.isCopy ? last.origin.start + Math.min(Math.max(end - last.at, 0), last.length) : last.origin.end;
  return { start: Math.min(from, to), end: Math.max(from, to) };
}

/** The piece at an offset, the last one at the end of the text. */
function pieceAt(pieces: readonly Piece[], offset: number): number {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pieces[middle]!.at <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Note that a part of the given text is not part of a query. */
export const leftOut = (text: string, span: Span, why: string): Note => ({
  span,
  what: `${quote(text.slice(span.start, span.end))} is left out`,
  why,
});
