import type { NodeId, Tree } from "@semantic-xpath/tree";
import { csvCell } from "../csvCell.js";
import { clipped, unwritable } from "../problems.js";
import { attributesOf } from "./shapes.js";

export interface CsvWriteOptions {
  /** Called with the types that CSV has no place for, and with the column that holds own texts. */
  readonly onNote?: (note: string) => void;
}

/** The column of own texts. */
const TEXT = "text";

/**
 * The children of a root as rows, with a column for each attribute and one for own texts. `readCsv` reads rows without text as the same tree,
 * but for the types, which become `root` and `row`. Throws a `WriteError` (SXP4031) for children of a row, for attributes and text of the root,
 * for an empty value, and for two columns of one name.
 */
export function writeCsv(tree: Tree, { onNote = () => {} }: CsvWriteOptions = {}): string {
  if (tree.size === 0) throw unwritable(tree, 0, "csv", "it has no nodes");
  if (tree.text[1]! >= 0 || attributesOf(tree, 1).next().done !== true)
    throw unwritable(tree, 1, "csv", "there is no place for attributes and text of the root");
  const rows: ReadonlyMap<string, string>[] = [];
  const columns = new Set<string>();
  const types = new Set<string>();
  let hasText = false;
  for (let row: NodeId = 2; row <= tree.size; row++) {
    if (tree.end[row]! > row + 1) throw unwritable(tree, row, "csv", "there is no place for children of a row");
    const cells = new Map(attributesOf(tree, row));
    for (const [name, value] of cells) {
      if (value === "")
        throw unwritable(tree, row, "csv", `an empty value, as that of ${clipped(name)}, reads as none`);
      if (name === "" || name !== name.trim())
        throw unwritable(tree, row, "csv", `the column ${clipped(name)} reads as another name`);
      columns.add(name);
    }
    const text = tree.ownText(row);
    if (text !== "") {
      if (cells.has(TEXT)) throw unwritable(tree, row, "csv", `two columns would have the name "${TEXT}"`);
      cells.set(TEXT, text);
      hasText = true;
    }
    types.add(tree.typeOf(row));
    rows.push(cells);
  }
  if (hasText) columns.add(TEXT);
  if (rows.length > 0 && columns.size === 0)
    throw unwritable(tree, 2, "csv", "there is no column, as no row has attributes");
  const lost = [...types].filter((type) => type !== "row");
  if (tree.typeOf(1) !== "root") lost.unshift(tree.typeOf(1));
  if (lost.length > 0) onNote(`types are not written: ${lost.map(clipped).join(", ")}`);
  if (hasText) onNote(`own text is the column "${TEXT}"`);
  return textOf([...columns], rows);
}

function textOf(columns: readonly string[], rows: readonly ReadonlyMap<string, string>[]): string {
  if (columns.length === 0) return "";
  // A declared delimiter, if a name has another one in it or looks like a declaration.
  const declared = columns.some((name) => /[;\t|]|^sep=/.test(name)) ? "sep=,\n" : "";
  const line = (cells: readonly string[]): string => {
    const text = cells.map((cell) => csvCell(cell, ",")).join(",");
    return `${text === "" ? '""' : text}\n`;
  };
  return declared + line(columns) + rows.map((row) => line(columns.map((name) => row.get(name) ?? ""))).join("");
}
