import { pad, widthOf } from "./columns.js";
import type { Screen } from "./screen.js";

/** Rows under a heading, each column as wide as its widest cell; numbers to the right where `alignRight` names the column. */
export function table(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  { paint }: Screen,
  alignRight: readonly string[] = [],
): string {
  const widths = heading.map((title, i) => Math.max(widthOf(title), ...rows.map((row) => widthOf(row[i]!))));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (alignRight.includes(heading[i]!) ? cell.padStart(widths[i]!) : pad(cell, widths[i]!)))
      .join("  ")
      .trimEnd();
  return [paint.dim(line(heading)), ...rows.map(line)].map((text) => `${text}\n`).join("");
}
