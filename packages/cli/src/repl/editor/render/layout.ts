import { widthOf } from "../../../render/columns.js";
import { graphemes } from "../buffer/buffer.js";

/** A row of the terminal: which part of the text it shows, and what is before it. */
export interface Row {
  readonly start: number;
  readonly end: number;
  /** `none`: it goes on with a line that was too long. */
  readonly lead: "prompt" | "more" | "none";
  /** Cells with the lead. */
  readonly width: number;
}

export interface Layout {
  readonly rows: readonly Row[];
  readonly cursor: { readonly row: number; readonly column: number };
}

interface Margins {
  readonly columns: number;
  /** Cells of what is before the first line, and before the others. */
  readonly prompt: number;
  readonly more: number;
}

/**
 * The text in rows of at most `columns` cells. Wide characters take two and are never cut; a cursor after a full row is at the
 * start of the next one.
 */
export function layout(text: string, cursor: number, { columns, prompt, more }: Margins): Layout {
  const rows: Row[] = [];
  let place = { row: 0, column: 0 };
  let offset = 0;
  for (const [number, line] of text.split("\n").entries()) {
    let lead: Row["lead"] = number === 0 ? "prompt" : "more";
    let start = offset;
    let column = number === 0 ? prompt : more;
    const close = (end: number): void => {
      rows.push({ start, end, lead, width: column });
      start = end;
      lead = "none";
      column = 0;
    };
    if (cursor === offset) place = { row: rows.length, column };
    for (const cluster of graphemes(line)) {
      const width = widthOf(cluster);
      if (column + width > columns && column > 0) close(offset);
      column += width;
      offset += cluster.length;
      if (cursor === offset) place = { row: rows.length, column };
    }
    close(offset);
    offset++;
  }
  if (place.column < columns) return { rows, cursor: place };
  const below = rows[place.row + 1];
  if (below?.lead === "none") return { rows, cursor: { row: place.row + 1, column: 0 } };
  const opened: Row = { start: cursor, end: cursor, lead: "none", width: 0 };
  return { rows: rows.toSpliced(place.row + 1, 0, opened), cursor: { row: place.row + 1, column: 0 } };
}
