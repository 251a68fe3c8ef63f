import { locate, type Span } from "@semantic-xpath/parser";

/** From which numbers a client counts lines and columns. */
export interface Counting {
  readonly line: 0 | 1;
  readonly column: 0 | 1;
}

/** A place as the protocol has it. */
interface Range {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export function rangeOf(text: string, { start, end }: Span, counting: Counting): Range {
  const place = (offset: number) => {
    const { line, column } = locate(text, offset);
    return { line: line - 1 + counting.line, column: column - 1 + counting.column };
  };
  const { line: endLine, column: endColumn } = place(end);
  return { ...place(start), endLine, endColumn };
}

/** The offsets of a line's first character and of its end; null if the text has no such line. */
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

/** The offset of a column of a line; one beyond the line is the line's end. */
export const columnIn = ({ start, end }: Span, column: number, counting: Counting): number =>
  Math.min(end, start + Math.max(0, column - counting.column));

export const contains = ({ start, end }: Span, offset: number): boolean => start <= offset && offset < end;

/** The offset of a place; null if the text has no such line. */
export function offsetOf(text: string, line: number, column: number, counting: Counting): number | null {
  const span = lineSpan(text, line, counting);
  return span && columnIn(span, column, counting);
}
