import { cut, pad, widthOf, wrap } from "./columns.js";
import type { Screen } from "./screen.js";

/** What a narrow terminal can do without, the dispensable first. */
const DISPENSABLE = ["span", "types", "cached", "rows", "pairs"];
const GAP = "  ";
const LEAST_OPERATOR = 24;

/** A plan as the planner prints it, fitted to the terminal: columns left out if there is no room, colours, long lines wrapped. */
export function planText(text: string, screen: Screen): string {
  const { paint, glyphs, columns } = screen;
  const lines = text.replaceAll("≤", glyphs.atMost).split("\n");
  const gap = lines.indexOf("");
  const [heading = "", ...rows] = fitted(lines.slice(0, gap), screen);
  const painted = rows.map((line) =>
    line.replace(
      /^(#\d+ +)((?: {2})*)(\S+)/,
      (_, id: string, indent: string, kind: string) => `${paint.dim(id)}${indent}${paint.cyan(kind)}`,
    ),
  );
  const notes = lines.slice(gap + 1).flatMap((line) => {
    const [, label = "", says = ""] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    return wrap(says, columns - NOTE_COLUMNS).map(
      (part, i) => `${paint.dim(pad(i === 0 ? label : "", NOTE_COLUMNS))}${part}`,
    );
  });
  return [paint.dim(heading), ...painted, "", ...notes].join("\n");
}

const NOTE_COLUMNS = 12;

/** The table with the columns for which there is room, the operators cut at last. */
function fitted(lines: readonly string[], { columns, glyphs }: Screen): string[] {
  const starts = [...(lines[0] ?? "").matchAll(/\S+/g)].map(({ index, 0: name }) => ({ index, name }));
  const table = starts.map(({ index, name }, i) => ({
    name,
    cells: lines.map((line) => line.slice(index, starts[i + 1]?.index).trimEnd()),
  }));
  const ids = lines.map((line) => line.slice(0, starts[0]?.index).trimEnd());
  const widthOfColumn = (cells: readonly string[]): number => Math.max(...cells.map(widthOf));
  let kept = table;
  const width = (): number =>
    widthOfColumn(ids) + kept.reduce((total, { cells }) => total + GAP.length + widthOfColumn(cells), 0);
  for (const name of DISPENSABLE) if (width() > columns) kept = kept.filter((column) => column.name !== name);
  const operators = kept[0]?.cells ?? [];
  const room = Math.max(LEAST_OPERATOR, widthOfColumn(operators) - Math.max(0, width() - columns));
  const shown = [
    ids,
    operators.map((cell) => cut(cell, room, glyphs.ellipsis)),
    ...kept.slice(1).map(({ cells }) => cells),
  ];
  return lines.map((_, row) =>
    shown
      .map((cells) => pad(cells[row]!, widthOfColumn(cells)))
      .join(GAP)
      .trimEnd(),
  );
}
