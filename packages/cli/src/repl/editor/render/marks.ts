import { tokenize } from "@semantic-xpath/parser";
import type { Colors } from "picocolors/types.js";

/** What a stretch of the text is, for its colour. */
export type Style =
  | "type"
  | "attribute"
  | "function"
  | "keyword"
  | "operator"
  | "string"
  | "number"
  | "parameter"
  | "comment"
  | "axis"
  | "command"
  | "ghost";

export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly style: Style;
}

/** What is laid over the colours. */
export interface Overlay {
  readonly start: number;
  readonly end: number;
  readonly kind: "error" | "warning" | "pair";
}

const PAINTS: Readonly<Record<Style, (paint: Colors, text: string) => string>> = {
  type: (paint, text) => paint.cyan(text),
  attribute: (paint, text) => paint.blue(text),
  function: (paint, text) => paint.yellow(text),
  keyword: (paint, text) => paint.magenta(text),
  operator: (paint, text) => paint.magenta(text),
  string: (paint, text) => paint.green(text),
  number: (paint, text) => paint.yellow(text),
  parameter: (paint, text) => paint.red(text),
  comment: (paint, text) => paint.dim(text),
  axis: (paint, text) => paint.magenta(text),
  command: (paint, text) => paint.bold(text),
  ghost: (paint, text) => paint.dim(text),
};

/** A part of a text in its colours. Marks do not overlap; overlays may. */
export function painted(
  text: string,
  from: number,
  to: number,
  marks: readonly Mark[],
  overlays: readonly Overlay[],
  paint: Colors,
): string {
  if (!paint.isColorSupported) return text.slice(from, to);
  const touching = <T extends { readonly start: number; readonly end: number }>(all: readonly T[]): readonly T[] =>
    all.filter(({ start, end }) => start < to && end > from);
  const ownMarks = touching(marks);
  const ownOverlays = touching(overlays);
  const edges = new Set([from, to]);
  for (const { start, end } of [...ownMarks, ...ownOverlays]) {
    if (start > from) edges.add(start);
    if (end < to) edges.add(end);
  }
  const places = [...edges].sort((a, b) => a - b);
  return places
    .slice(1)
    .map((end, i) => {
      const start = places[i]!;
      const covers = (stretch: { readonly start: number; readonly end: number }): boolean =>
        stretch.start <= start && stretch.end >= end;
      const style = ownMarks.find(covers)?.style;
      const piece = text.slice(start, end);
      const over = ownOverlays.filter(covers);
      // A mistake is red whatever it is.
      const isPlain = style === undefined || over.some(({ kind }) => kind === "error");
      const coloured = isPlain ? piece : PAINTS[style](paint, piece);
      return over.reduce((shown, { kind }) => overlay(shown, kind, paint), coloured);
    })
    .join("");
}

function overlay(text: string, kind: Overlay["kind"], paint: Colors): string {
  if (kind === "pair") return paint.bold(paint.underline(text));
  return kind === "error" ? paint.red(paint.underline(text)) : paint.underline(text);
}

const PAIRS: Readonly<Record<string, string>> = { "[": "]", "(": ")" };

/** The bracket before the cursor, or else the one behind it, with its partner. Brackets in strings and comments are none. */
export function matchingBrackets(text: string, cursor: number): readonly Overlay[] {
  if (!/[[\]()]/.test(text.slice(Math.max(0, cursor - 1), cursor + 1))) return [];
  const open: number[] = [];
  for (const { kind, span } of tokenize(text)) {
    if (kind !== "punctuation" || span.end !== span.start + 1) continue;
    const sign = text[span.start]!;
    if (sign in PAIRS) open.push(span.start);
    else if (PAIRS[text[open.at(-1) ?? -1] ?? ""] === sign) {
      const partner = open.pop()!;
      if (isAt(partner, cursor) || isAt(span.start, cursor)) return [pair(partner), pair(span.start)];
    }
  }
  return [];
}

const isAt = (place: number, cursor: number): boolean => place === cursor || place === cursor - 1;
const pair = (at: number): Overlay => ({ start: at, end: at + 1, kind: "pair" });
