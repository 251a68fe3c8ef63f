import { isWord } from "../../whole/shapes.js";
import { YamlPrinter, yamlScalar } from "../../whole/yaml.js";
import { newlineOf } from "../lines.js";
import type { TextEdit } from "../textEdits.js";
import { FlowLayout } from "./flowLayout.js";
import type { Layout, Send } from "./layout.js";
import { itemsOf, type Value } from "./value.js";

/** YAML: blocks, whose items begin at marks on lines of their own, and what is in brackets. */
export class YamlLayout implements Layout {
  private readonly flow: FlowLayout;
  private readonly newline: string;
  private readonly unit: string;

  constructor(private readonly text: string) {
    this.flow = new FlowLayout(text);
    this.newline = newlineOf(text);
    this.unit = /^ {2,8}(?=[^\s])/m.exec(text)?.[0] ?? "  ";
  }

  scalar(old: Value, text: string): readonly TextEdit[] {
    const { start, end } = old;
    const source = this.text.slice(start, end);
    const bare = { start, end, text: isWord(text) ? text : yamlScalar(text) };
    const quoted = { start, end, text: yamlScalar(text, true) };
    if (/^[|>]/.test(source)) {
      const after = /\n$/.test(source) ? this.newline : "";
      const indentation = /\n([ \t]+)\S/.exec(source)?.[1] ?? this.unit;
      const lines = text.split("\n").map((line) => (line === "" ? "" : indentation + line));
      const block = `|-${this.newline}${lines.join(this.newline)}${after}`;
      return [
        { start, end, text: block },
        { ...quoted, text: quoted.text + after },
      ];
    }
    if (source.startsWith("'") && !/[\n\r\t]/.test(text))
      return [{ start, end, text: `'${text.replaceAll("'", "''")}'` }, quoted];
    return source.startsWith('"') ? [quoted] : [bare, quoted];
  }

  key({ keyStart, keyEnd }: { readonly keyStart: number; readonly keyEnd: number }, name: string): TextEdit {
    return { start: keyStart, end: keyEnd, text: yamlScalar(name) };
  }

  replace(old: Value, send: Send): readonly TextEdit[] {
    if (old.style !== "block") return this.flow.replace(old, send);
    const indentation = " ".repeat(this.column(old.marks[0] ?? old.start));
    return [{ start: old.marks[0] ?? old.start, end: this.contentEnd(old.end), text: this.printed(send, indentation) }];
  }

  insert(into: Value, place: number, key: string | null, send: Send): readonly TextEdit[] {
    if (into.style === "flow") {
      const isEmptyBlock = itemsOf(into).length === 0;
      const outer = into.parent?.style === "block" && into.member !== null && isEmptyBlock;
      return outer ? [this.firstItem(into, key, send)] : this.flow.insert(into, place, key, send);
    }
    return [this.put(into, place, (indentation) => this.item(key, send, indentation))];
  }

  remove(from: Value, place: number): readonly TextEdit[] {
    if (from.style !== "block") return this.flow.remove(from, place);
    const { text } = this;
    const mark = from.marks[place]!;
    const next = from.marks[place + 1];
    const end = this.contentEnd(itemsOf(from)[place]!.end);
    if (from.marks.length === 1) {
      let start = mark;
      while (" \t\r\n".includes(text[start - 1] ?? "x")) start--;
      return [{ start, end, text: `${start === 0 ? "" : " "}${from.kind === "array" ? "[]" : "{}"}` }];
    }
    if (!this.isFirstOnLine(mark)) return [{ start: mark, end: next!, text: "" }];
    const line = text.lastIndexOf("\n", mark - 1) + 1;
    const lineEnd = text.indexOf("\n", end);
    if (lineEnd >= 0) return [{ start: line, end: lineEnd + 1, text: "" }];
    return [{ start: Math.max(0, text[line - 2] === "\r" ? line - 2 : line - 1), end: text.length, text: "" }];
  }

  move(from: Value, place: number, to: Value, before: number): readonly TextEdit[] | null {
    if (from.style !== "block" || to.style !== "block") return this.flow.move(from, place, to, before);
    const mark = from.marks[place]!;
    const old = `\n${" ".repeat(this.column(mark))}`;
    const moved = this.text.slice(mark, this.contentEnd(itemsOf(from)[place]!.end));
    return [
      ...this.remove(from, place),
      this.put(to, before, (indentation) => moved.replaceAll(old, `\n${indentation}`)),
    ];
  }

  /** The edit that puts an item before another one, or after the last one. */
  private put(into: Value, place: number, write: (indentation: string) => string): TextEdit {
    const { text, newline } = this;
    const next = into.marks[place];
    const indentation = " ".repeat(this.column(into.marks[0]!));
    if (next !== undefined) return { start: next, end: next, text: write(indentation) + newline + indentation };
    const end = this.contentEnd(into.end);
    const lineEnd = text.indexOf("\n", end);
    const at = lineEnd < 0 ? text.length : text[lineEnd - 1] === "\r" ? lineEnd - 1 : lineEnd;
    return { start: at, end: at, text: newline + indentation + write(indentation) };
  }

  /** The first item of `[]` or `{}`, which becomes a block below its key. */
  private firstItem(into: Value, key: string | null, send: Send): TextEdit {
    const indentation = " ".repeat(this.column(into.member!.keyStart)) + this.unit;
    let { start } = into;
    while (" \t".includes(this.text[start - 1] ?? "x")) start--;
    return { start, end: into.end, text: this.newline + indentation + this.item(key, send, indentation) };
  }

  private item(key: string | null, send: Send, indentation: string): string {
    return this.printed((sink) => {
      if (key === null) sink.beginArray(0);
      else {
        sink.beginObject(0);
        sink.key(key);
      }
      send(sink);
      if (key === null) sink.endArray(0);
      else sink.endObject(0);
    }, indentation);
  }

  private printed(send: Send, indentation: string): string {
    const printer = new YamlPrinter(this.unit, this.newline + indentation);
    send(printer);
    return printer.take();
  }

  private column(at: number): number {
    return at - (this.text.lastIndexOf("\n", at - 1) + 1);
  }

  private isFirstOnLine(at: number): boolean {
    return this.text.slice(this.text.lastIndexOf("\n", at - 1) + 1, at).trim() === "";
  }

  /** Without the line break that a block of text ends with. */
  private contentEnd(end: number): number {
    let at = end;
    while ("\r\n".includes(this.text[at - 1] ?? "x")) at--;
    return at;
  }
}
