import { locate, type Span } from "@semantic-xpath/parser";

/** From which numbers a client counts lines and columns. */
export interface Counting {
  readonly line: 0 | 1;
  readonly column: 0 | 1;
}

/** A place as the protocol has it. */
export interface Range {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export function rangeOf(text: string, { start, end }: Span, counting: Counting): Range {
  const [from, to] = [locate(text, start), locate(text, end)];
  return {
    line: from.line - 1 + counting.line,
    column: from.column - 1 + counting.column,
    endLine: to.line - 1 + counting.line,
    endColumn: to.column - 1 + counting.column,
  };
}

/** The offsets of a line's first character and of its end; null where the text has no such line. */
export function lineSpan(text: string, line: number, counting: Counting): Span | null {
  let start = 0;
  for (let at = counting.line; at < line; at++) {
    const end = text.indexOf("\n", start);
    if (end < 0) return null;
    start = end + 1;
  }
  if (line < counting.line) return null;
  const end = text.indexOf("\n", start);
  return { start, end: end < 0 ? text.length : end };
}

/** The offset of a place; a column beyond its line is the line's end. */
export function offsetOf(text: string, line: number, column: number, counting: Counting): number | null {
  const span = lineSpan(text, line, counting);
  return span === null ? null : Math.min(span.end, span.start + Math.max(0, column - counting.column));
}
