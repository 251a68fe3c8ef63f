import type { PlanTable } from "@semantic-xpath/planner";
import { cut, largest, pad, widthOf, wrap } from "./columns.js";
import type { Screen } from "./screen.js";

/** Columns that a narrow terminal leaves out, the most dispensable first. */
const DISPENSABLE = ["span", "types", "cached", "rows", "pairs"];
const GAP = "  ";
const MIN_OPERATOR = 24;
const NOTE_COLUMNS = 12;

/** A plan fitted to the terminal: columns left out without room, operators cut last, long notes wrapped. */
export function planText({ headings, rows, notes }: PlanTable, { paint, glyphs, columns }: Screen): string {
  const columnOf = (cells: readonly string[]) => ({ cells, width: largest(cells.map(widthOf)) });
  const all = [headings, ...rows];
  let shownColumns = headings.map((_, i) => columnOf(all.map((row) => (row[i] ?? "").replaceAll("≤", glyphs.atMost))));
  const excess = (): number =>
    shownColumns.reduce((total, { width }) => total + width, GAP.length * (shownColumns.length - 1)) - columns;
  for (const dispensable of DISPENSABLE)
    if (excess() > 0) shownColumns = shownColumns.filter(({ cells }) => cells[0] !== dispensable);
  const overflow = Math.max(0, excess());
  const fitted = shownColumns.map(({ cells, width }) => {
    const room = cells[0] === "operator" ? Math.max(MIN_OPERATOR, width - overflow) : width;
    return columnOf(cells.map((cell) => cut(cell, room, glyphs.ellipsis)));
  });
  const [heading = [], ...lines] = all.map((_, row) => fitted.map(({ cells, width }) => pad(cells[row] ?? "", width)));
  const painted = lines.map(([id = "", operator = "", ...rest]) =>
    [paint.dim(id), operator.replace(/\S+/, (kind) => paint.cyan(kind)), ...rest].join(GAP).trimEnd(),
  );
  const about = notes.flatMap(([label, says]) =>
    wrap(says, columns - NOTE_COLUMNS).map((part, i) => `${paint.dim(pad(i === 0 ? label : "", NOTE_COLUMNS))}${part}`),
  );
  return [paint.dim(heading.join(GAP).trimEnd()), ...painted, "", ...about].join("\n");
}
