import { type Span, tokenize } from "@semantic-xpath/parser";
import type { Paint } from "../../../render/terminal.js";

/** Colour of a span of the text, for tokens as the language service names them. */
const COLOURS = {
  class: "cyan",
  property: "blue",
  function: "yellow",
  keyword: "magenta",
  operator: "magenta",
  string: "green",
  number: "yellow",
  parameter: "red",
  variable: "red",
  comment: "dim",
  modifier: "magenta",
  command: "bold",
  ghost: "dim",
} as const;

export interface Mark extends Span {
  readonly style: keyof typeof COLOURS;
}

/** Overlay on the colours. */
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
  const inside = [...marks, ...overlays]
    .flatMap(({ start, end }) => [start, end])
    .filter((place) => place > from && place < to);
  const edges = [from, ...new Set(inside.sort((a, b) => a - b)), to];
  return edges
    .slice(1)
    .map((end, i) => {
      const begin = edges[i]!;
      const covers = (span: Span): boolean => span.start <= begin && span.end >= end;
      const piece = text.slice(begin, end);
      const style = marks.find(covers)?.style;
      const over = overlays.filter(covers);
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

/** The bracket before the cursor, or else the one after it, with its match. Brackets in strings and comments do not count. */
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
