import { type Span, tokenize } from "@semantic-xpath/parser";
import type { Paint } from "../../../render/terminal.js";

/** What a span of the text is, and its colour. */
const COLOURS = {
  type: "cyan",
  attribute: "blue",
  function: "yellow",
  keyword: "magenta",
  operator: "magenta",
  string: "green",
  number: "yellow",
  parameter: "red",
  comment: "dim",
  axis: "magenta",
  command: "bold",
  ghost: "dim",
} as const;
export type Style = keyof typeof COLOURS;

export interface Mark extends Span {
  readonly style: Style;
}

/** What is laid over the colours. */
export interface Overlay extends Span {
  readonly kind: "error" | "warning" | "pair";
}

/** A part of a text in its colours. Marks do not overlap; overlays may. */
export function painted(
  text: string,
  { start: from, end: to }: Span,
  { marks, overlays }: { readonly marks: readonly Mark[]; readonly overlays: readonly Overlay[] },
  paint: Paint,
): string {
  if (!paint.isColorSupported) return text.slice(from, to);
  const touching = <T extends Span>(all: readonly T[]): readonly T[] =>
    all.filter(({ start, end }) => start < to && end > from);
  const ownMarks = touching(marks);
  const ownOverlays = touching(overlays);
  const edges = new Set([to]);
  for (const { start, end } of [...ownMarks, ...ownOverlays]) {
    if (start > from) edges.add(start);
    if (end < to) edges.add(end);
  }
  let start = from;
  return [...edges]
    .sort((a, b) => a - b)
    .map((end) => {
      const begin = start;
      start = end;
      const piece = text.slice(begin, end);
      const covers = (span: Span): boolean => span.start <= begin && span.end >= end;
      const style = ownMarks.find(covers)?.style;
      const over = ownOverlays.filter(covers);
      // A mistake is red whatever it is.
      const isPlain = style === undefined || over.some(({ kind }) => kind === "error");
      const coloured = isPlain ? piece : paint[COLOURS[style]](piece);
      return over.reduce((shown, { kind }) => overlay(shown, kind, paint), coloured);
    })
    .join("");
}

function overlay(text: string, kind: Overlay["kind"], paint: Paint): string {
  if (kind === "pair") return paint.bold(paint.underline(text));
  return kind === "error" ? paint.red(paint.underline(text)) : paint.underline(text);
}

const PAIRS: Readonly<Record<string, string>> = { "[": "]", "(": ")" };

/** The bracket before the cursor, or else the one after it, with its match. Brackets in strings and comments are none. */
export function matchingBrackets(text: string, cursor: number): readonly Overlay[] {
  if (!/[[\]()]/.test(text.slice(Math.max(0, cursor - 1), cursor + 1))) return [];
  const open: number[] = [];
  for (const { kind, span } of tokenize(text)) {
    if (kind !== "punctuation" || span.end !== span.start + 1) continue;
    const sign = text[span.start]!;
    if (sign in PAIRS) open.push(span.start);
    else if (PAIRS[text[open.at(-1) ?? -1] ?? ""] === sign) {
      const match = open.pop()!;
      if (isAt(match, cursor) || isAt(span.start, cursor)) return [pair(match), pair(span.start)];
    }
  }
  return [];
}

const isAt = (place: number, cursor: number): boolean => place === cursor || place === cursor - 1;
const pair = (at: number): Overlay => ({ start: at, end: at + 1, kind: "pair" });
