import { Cells } from "./cells.js";

const DELIMITERS = [",", ";", "\t", "|"] as const;
/** Characters and rows in which the delimiter shows. */
const HEAD = 1 << 16;
const ROWS = 100;

/** Delimiter of the cells, by the first rows: the one with which most of them have as many cells as the first, then the one with most columns. */
export function delimiterOf(text: string, from: number): string {
  // A row that the end of the head cuts off says nothing.
  const head = text.length - from <= HEAD ? text : text.slice(0, Math.max(text.lastIndexOf("\n", from + HEAD), from));
  let best: string = DELIMITERS[0];
  let most = { even: 0, columns: 1 };
  for (const delimiter of DELIMITERS) {
    const candidate = evenness(head, delimiter, from);
    if (candidate.columns < 2) continue;
    if (candidate.even > most.even || (candidate.even === most.even && candidate.columns > most.columns)) {
      best = delimiter;
      most = candidate;
    }
  }
  return best;
}

/** The cells of the first row, and the part of the rows that have as many. */
function evenness(text: string, delimiter: string, from: number): { even: number; columns: number } {
  const cells = new Cells(text, delimiter.charCodeAt(0), () => {}, from);
  let columns = 0;
  let even = 0;
  let rows = 0;
  for (let count = 0; rows < ROWS && (count > 0 || cells.skipEmptyLines() === undefined) && cells.next(); ) {
    count++;
    if (!cells.isLast) continue;
    if (rows++ === 0) columns = count;
    if (count === columns) even++;
    count = 0;
  }
  return { even: rows === 0 ? 0 : even / rows, columns };
}
