import { widthOf } from "../../../../packages/cli/src/render/columns.js";

const clusters = new Intl.Segmenter();

const ESC = "\u001b";
const PIECES = new RegExp(`${ESC}\\[(\\??\\d*)([A-Za-z])|\\r|\\n|[^${ESC}\\r\\n]+`, "g");

/** As much of a terminal as the editor uses: cells, a cursor, and what its escape codes do to them. */
export class Vt {
  rows: string[][] = [[]];
  row = 0;
  column = 0;
  isCursorShown = true;

  constructor(readonly columns: number) {}

  write(text: string): void {
    const pieces = text.matchAll(PIECES);
    for (const [piece, argument, command] of pieces) {
      if (command !== undefined) this.escape(argument ?? "", command);
      else if (piece === "\r") this.column = 0;
      else if (piece === "\n") this.down();
      else for (const { segment } of clusters.segment(piece)) this.put(segment);
    }
  }

  /** The screen as text, spaces at the ends of lines left out. */
  text(): string[] {
    return this.rows.map((row) =>
      Array.from(row, (cell) => cell ?? " ")
        .join("")
        .trimEnd(),
    );
  }

  private escape(argument: string, command: string): void {
    const times = Number(argument) || 1;
    if (command === "A") this.row = Math.max(0, this.row - times);
    else if (command === "B") this.row = Math.min(this.rows.length - 1, this.row + times);
    else if (command === "C") this.column = Math.min(this.columns - 1, this.column + times);
    else if (command === "K") this.rows[this.row]!.length = Math.min(this.rows[this.row]!.length, this.column);
    else if (command === "J") {
      this.rows[this.row]!.length = Math.min(this.rows[this.row]!.length, this.column);
      this.rows.length = this.row + 1;
    } else if (command === "l" || command === "h") this.isCursorShown = command === "h";
  }

  private down(): void {
    this.row++;
    this.rows[this.row] ??= [];
  }

  /** The cursor stays on the last cell of a full row until something more is written. */
  private put(cluster: string): void {
    const width = widthOf(cluster);
    if (this.column + width > this.columns) {
      this.column = 0;
      this.down();
    }
    const row = this.rows[this.row]!;
    while (row.length < this.column) row.push(" ");
    if (width === 0 && this.column > 0) row[this.column - 1] += cluster;
    else row.splice(this.column, width, cluster, ...Array<string>(Math.max(0, width - 1)).fill(""));
    this.column += width;
  }
}
