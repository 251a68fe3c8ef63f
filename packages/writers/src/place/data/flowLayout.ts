import { JsonPrinter } from "../../whole/json.js";
import { isWord } from "../../whole/shapes.js";
import { breakBefore, endOfSpace, indentationOfLine, newlineOf, unitOf } from "../lines.js";
import type { TextEdit } from "../textEdits.js";
import type { Layout, Send } from "./layout.js";
import { type Item, itemsOf, type Value } from "./value.js";

/** JSON, and what of YAML is in brackets: items between commas, on lines of their own or on one line, as their neighbours are. */
export class FlowLayout implements Layout {
  protected readonly unit: string;
  protected readonly newline: string;
  private readonly isSpaced: boolean;
  private readonly isPadded: boolean;

  constructor(protected readonly text: string) {
    this.unit = unitOf(text);
    this.newline = newlineOf(text);
    this.isPadded = /\{ "/.test(text.slice(0, 1 << 12));
    this.isSpaced = !/"\s*:\S/.test(text.slice(0, 1 << 12));
  }

  scalar(old: Value, text: string): readonly TextEdit[] {
    const { start, end } = old;
    const isBare = !old.isString && old.text !== null && isWord(text);
    return [{ start, end, text: isBare ? text : JSON.stringify(text) }];
  }

  key({ keyStart, keyEnd }: { readonly keyStart: number; readonly keyEnd: number }, name: string): TextEdit {
    return { start: keyStart, end: keyEnd, text: JSON.stringify(name) };
  }

  replace(old: Value, send: Send): readonly TextEdit[] {
    const { start, end } = old;
    const isInline = !this.text.slice(start, end).includes("\n");
    return [{ start, end, text: this.printed(send, isInline ? null : indentationOfLine(this.text, start)) }];
  }

  insert(into: Value, place: number, key: string | null, send: Send): readonly TextEdit[] {
    return [
      this.put(into, place, (indentation) => {
        const name = key === null ? "" : `${JSON.stringify(key)}:${this.isSpaced ? " " : ""}`;
        return name + this.printed(send, indentation);
      }),
    ];
  }

  remove(from: Value, place: number): readonly TextEdit[] {
    const { text } = this;
    const items = itemsOf(from);
    const { start, end } = items[place]!;
    const next = items[place + 1];
    if (from.style === "lines") {
      const line = text.indexOf("\n", end);
      return [
        {
          start: next === undefined || line < 0 ? (items[place - 1]?.end ?? start) : start,
          end: line < 0 || next === undefined ? end : line + 1,
          text: "",
        },
      ];
    }
    if (next !== undefined) {
      const comma = this.comma(end);
      const after = endOfSpace(text, comma + 1);
      if (after === next.start) return [{ start, end: after, text: "" }];
      return [{ start, end: comma + 1, text: "" }];
    }
    if (place > 0) {
      const comma = this.comma(items[place - 1]!.end);
      if (endOfSpace(text, comma + 1) === start) return [{ start: comma, end, text: "" }];
      return [
        { start: comma, end: comma + 1, text: "" },
        { start, end, text: "" },
      ];
    }
    const isAlone = endOfSpace(text, from.start + 1) === start && endOfSpace(text, end) === from.end - 1;
    return [isAlone ? { start: from.start + 1, end: from.end - 1, text: "" } : { start, end, text: "" }];
  }

  move(from: Value, place: number, to: Value, before: number): readonly TextEdit[] | null {
    const { start, end } = itemsOf(from)[place]!;
    const old = breakBefore(this.text, start);
    const moved = this.text.slice(start, end);
    const put = this.put(to, before, (indentation) =>
      old === null || indentation === null ? moved : moved.replaceAll(old, this.newline + indentation),
    );
    return [...this.remove(from, place), put];
  }

  /** The edit that puts an item at a place; `write` gets its indentation, null for an item on one line. */
  protected put(into: Value, place: number, write: (indentation: string | null) => string): TextEdit {
    const { text, newline } = this;
    const items = itemsOf(into);
    if (into.style === "lines") return this.putLine(items, place, write(null));
    const next = items[place];
    if (next !== undefined) {
      const space = breakBefore(text, next.start);
      const after = space ?? this.separator(items);
      return { start: next.start, end: next.start, text: `${write(this.indentationAt(next, space))},${after}` };
    }
    const last = items[items.length - 1];
    if (last !== undefined) {
      const space = breakBefore(text, last.start);
      const before = space ?? this.separator(items);
      return { start: last.end, end: last.end, text: `,${before}${write(this.indentationAt(last, space))}` };
    }
    const start = into.start + 1;
    const inside = endOfSpace(text, start);
    const end = inside === into.end - 1 ? inside : start;
    if (!text.trimEnd().includes("\n")) return { start, end, text: write(null) };
    const outer = indentationOfLine(text, into.start);
    const lines = newline + outer + this.unit + write(outer + this.unit);
    return { start, end, text: end === inside ? lines + newline + outer : lines };
  }

  /** Indentation of a neighbour of an item; null if the neighbour is an object or a list on one line, and the new item should be, too. */
  private indentationAt({ start, end }: Item, space: string | null): string | null {
    const isOneLine = BRACKETS.test(this.text[end - 1]!) && !this.text.slice(start, end).includes("\n");
    return space === null || isOneLine ? null : space.slice(space.lastIndexOf("\n") + 1);
  }

  private putLine(items: readonly Item[], place: number, written: string): TextEdit {
    const { text, newline } = this;
    const next = items[place];
    if (next !== undefined) return { start: next.start, end: next.start, text: written + newline };
    const last = items[items.length - 1];
    if (last === undefined) return { start: text.length, end: text.length, text: written + newline };
    return { start: last.end, end: last.end, text: newline + written };
  }

  private separator([first, second]: readonly Item[]): string {
    if (first === undefined || second === undefined) return this.isSpaced ? " " : "";
    return endOfSpace(this.text, this.comma(first.end) + 1) === second.start
      ? this.text.slice(this.comma(first.end) + 1, second.start)
      : " ";
  }

  /** The comma after an item; comments may stand between. */
  private comma(from: number): number {
    const { text } = this;
    for (let at = from; at < text.length; at++) {
      if (text[at] === ",") return at;
      if (text.startsWith("//", at) || text[at] === "#") at = endOf(text, "\n", at);
      else if (text.startsWith("/*", at)) at = endOf(text, "*/", at + 2) + 1;
    }
    return text.length;
  }

  protected printed(send: Send, indentation: string | null): string {
    const printer =
      indentation === null
        ? new JsonPrinter("", "", this.isSpaced ? " " : "", this.isPadded ? " " : "")
        : new JsonPrinter(this.unit, this.newline + indentation);
    send(printer);
    return printer.take();
  }
}

const BRACKETS = /[}\]]/;

const endOf = (text: string, mark: string, from: number): number => {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at;
};
