import type { Diagnostic, Severity } from "./diagnostic.js";

/** A place for people: both count from 1, columns in UTF-16 units. */
export interface Location {
  readonly line: number;
  readonly column: number;
}

/** The line and column of an offset; an offset beyond the text is at its end. */
export function locate(text: string, offset: number): Location {
  const end = Math.max(0, Math.min(offset, text.length));
  let line = 1;
  let lineStart = 0;
  for (let newline = text.indexOf("\n"); newline !== -1 && newline < end; newline = text.indexOf("\n", newline + 1)) {
    line++;
    lineStart = newline + 1;
  }
  return { line, column: end - lineStart + 1 };
}

export interface RenderOptions {
  /** Shown before line and column. Default "query". */
  readonly file?: string;
  /** Colours what says how severe it is. Default: no colours. */
  readonly paint?: (text: string, severity: Severity) => string;
  /** Columns of the terminal: of a longer line the part around the span is shown. Default 102. */
  readonly columns?: number;
}

/**
 * A diagnostic as terminals show it: place, code and message, the line of text, and carets under the span.
 *
 * ```
 * query:1:6: error SXP1006: "-0" is not a position: 0 has no sign.
 *   /Day[-0]
 *        ^^
 * ```
 */
export function renderDiagnostic(text: string, diagnostic: Diagnostic, options: RenderOptions = {}): string {
  const { file = "query", paint = (text) => text, columns = COLUMNS } = options;
  const { span, severity, code, message } = diagnostic;
  const { line, column } = locate(text, span.start);
  const lineStart = span.start - (column - 1);
  const newline = text.indexOf("\n", lineStart);
  const lineEnd = newline === -1 ? text.length : newline;
  const window = windowOf(
    text.slice(lineStart, lineEnd).trimEnd(),
    span.start - lineStart,
    span.end - lineStart,
    Math.max(LEAST, columns - INDENT),
  );
  return [
    `${file}:${line}:${column}: ${paint(`${severity} ${code}`, severity)}: ${message}`,
    `  ${window.line}`,
    `  ${" ".repeat(window.indent)}${paint("^".repeat(window.carets), severity)}`,
  ].join("\n");
}

const COLUMNS = 102;
const INDENT = 2;
/** UTF-16 units to a column, combining marks among them. */
const MAX_UNITS = 8;
/** Fewer columns show nothing worth a caret. */
const LEAST = 12;

/** The part of a line longer than `width` columns around `start` to `end`, and where the carets go under it. */
function windowOf(
  line: string,
  start: number,
  end: number,
  width: number,
): { line: string; indent: number; carets: number } {
  let [from, to] = [0, line.length];
  // Data may be one line of a million characters, of which no more is looked at than is shown.
  if (line.length > width * MAX_UNITS || columnsOf(line) > width) {
    // An ellipsis on each side.
    const room = width - 2;
    from = placeBefore(line, start, Math.floor(room * 0.4));
    to = placeAfter(line, from, room);
    if (to === line.length) from = placeBefore(line, to, room);
  }
  const head = from > 0 ? "…" : "";
  const visible = `${head}${line.slice(from, to)}${to < line.length ? "…" : ""}`.replaceAll("\t", " ");
  const carets = Math.max(1, columnsOf(line.slice(start, Math.min(end, to))));
  return { line: visible, indent: head.length + columnsOf(line.slice(from, start)), carets };
}

/** The place `columns` before another, or the first one. */
function placeBefore(line: string, end: number, columns: number): number {
  let at = end;
  let remaining = columns;
  for (const character of Array.from(line.slice(Math.max(0, end - columns * MAX_UNITS), end)).reverse()) {
    remaining -= columnsOf(character);
    if (remaining < 0) break;
    at -= character.length;
  }
  return at;
}

/** The place `columns` after another. */
function placeAfter(line: string, start: number, columns: number): number {
  let at = start;
  let remaining = columns;
  for (const character of line.slice(start)) {
    remaining -= columnsOf(character);
    if (remaining < 0) break;
    at += character.length;
  }
  return at;
}

/** Terminals show East Asian and pictographic characters two columns wide, and combining marks in none. */
function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += WIDE.test(character) ? 2 : COMBINING.test(character) ? 0 : 1;
  return columns;
}

const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u;
const COMBINING = /^\p{Mn}/u;
