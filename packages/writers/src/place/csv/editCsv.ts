import type { Edit, NodeData, Tree } from "@semantic-xpath/tree";
import { csvCell } from "../../csvCell.js";
import type { Editor } from "../editors.js";
import { newlineOf } from "../lines.js";
import type { TextEdit } from "../textEdits.js";

type Change = readonly TextEdit[];
type Cell = { readonly start: number; readonly end: number };

/** Edits in CSV: a cell, a row. Quotation marks come where a value needs them, and stay where a cell has them. */
export const editCsv: Editor = (text, tree) => {
  const table = new Table(text, tree);
  return (edit) => table.ways(edit);
};

class Table {
  private readonly delimiter: string;
  private readonly columns: readonly string[];
  private readonly newline: string;

  constructor(
    private readonly text: string,
    private readonly tree: Tree,
  ) {
    this.newline = newlineOf(text);
    const start = /^\uFEFF?(?:sep=[^"\r\n](?:\r\n|\r|\n))?/.exec(text)![0].length;
    const first = tree.size > 1 ? tree.node(2).span!.start : text.length;
    const header = { start, end: this.trimmed(start, first) };
    this.delimiter = this.likeliest(header);
    this.columns = this.cells(header).map((cell) => this.said(cell));
  }

  *ways(edit: Edit): Generator<Change, void, undefined> {
    const { text, newline } = this;
    if (edit.kind === "setAttribute" && edit.node > 1)
      return yield* this.setCell(edit.node, edit.name, edit.value ?? "");
    if (edit.kind === "delete") {
      const { start, end } = this.tree.node(edit.node).span!;
      const after = text.startsWith("\r\n", end) ? 2 : 1;
      return yield [
        end < text.length ? { start, end: end + after, text: "" } : { start: this.trimmed(0, start), end, text: "" },
      ];
    }
    if (edit.kind === "replace" && edit.node > 1)
      return yield [{ ...this.tree.node(edit.node).span!, text: this.row(edit.content) }];
    if (edit.kind === "insert" || edit.kind === "move") {
      const row = edit.kind === "insert" ? this.row(edit.content) : this.slice(this.tree.node(edit.node).span!);
      const next = edit.before == null ? null : this.tree.node(edit.before).span!.start;
      const last = this.trimmed(0, text.length);
      const put =
        next === null
          ? { start: last, end: last, text: newline + row }
          : { start: next, end: next, text: row + newline };
      if (edit.kind === "insert") return yield [put];
      for (const gone of this.ways({ kind: "delete", node: edit.node })) yield [...gone, put];
    }
  }

  private *setCell(node: number, name: string, value: string): Generator<Change, void, undefined> {
    const span = this.tree.node(node).span!;
    const cells = this.cells(span);
    const old = this.tree.attribute(node, name);
    const places = this.columns.flatMap((column, i) => (column === name ? [i] : []));
    const saying = cells.flatMap((cell, i) => (old !== undefined && this.said(cell) === old ? [i] : []));
    for (const place of [...places, ...saying]) {
      const cell = cells[place];
      if (cell !== undefined) yield [{ ...cell, text: this.written(value, this.text[cell.start] === '"') }];
      else
        yield [
          {
            start: span.end,
            end: span.end,
            text: this.delimiter.repeat(place - cells.length + 1) + this.written(value),
          },
        ];
    }
  }

  private row({ attributes = {} }: NodeData): string {
    const values = this.columns.map((column) => (Object.hasOwn(attributes, column) ? attributes[column]! : ""));
    return values.map((value) => this.written(value)).join(this.delimiter);
  }

  private written(value: string, isQuoted = false): string {
    return csvCell(value, this.delimiter, isQuoted);
  }

  /** The cells of a row; a delimiter in quotation marks does not separate. */
  private cells({ start, end }: Cell, delimiter = this.delimiter): Cell[] {
    const cells: Cell[] = [];
    let from = start;
    let isQuoted = false;
    for (let at = start; at < end; at++) {
      if (this.text[at] === '"' && (isQuoted || at === from)) isQuoted = !isQuoted;
      if (isQuoted || this.text[at] !== delimiter) continue;
      cells.push({ start: from, end: at });
      from = at + 1;
    }
    return [...cells, { start: from, end }];
  }

  private said(cell: Cell): string {
    const text = this.slice(cell);
    return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
  }

  /** The delimiter under which the names of columns are those of the attributes. */
  private likeliest(header: Cell): string {
    const attributeNames = new Set(this.tree.attributeNames);
    const counts = [",", ";", "\t", "|"].map((delimiter) => {
      const names = this.cells(header, delimiter).map((cell) => this.said(cell));
      return { delimiter, count: names.filter((name) => attributeNames.has(name)).length };
    });
    return counts.sort((a, b) => b.count - a.count)[0]!.delimiter;
  }

  private slice({ start, end }: Cell): string {
    return this.text.slice(start, end);
  }

  private trimmed(from: number, to: number): number {
    let end = to;
    while (end > from && "\r\n".includes(this.text[end - 1]!)) end--;
    return end;
  }
}
