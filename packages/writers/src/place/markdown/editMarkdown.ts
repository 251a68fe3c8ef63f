import { type Edit, NONE, type NodeData, type NodeId, type Tree } from "@semantic-xpath/tree";
import { yamlScalar } from "../../whole/yaml.js";
import type { Editor } from "../editors.js";
import { indentationOfLine, newlineOf } from "../lines.js";
import type { TextEdit } from "../textEdits.js";
import { blockOf, frontMatterLine, indented } from "./blocks.js";
import { isDerived } from "./derived.js";

type Change = readonly TextEdit[];
type Changes = Generator<Change, void, undefined>;
type Range = { readonly start: number; readonly end: number };

/** Edits in Markdown: titles, paragraphs, items, check boxes, cells, front matter, and whole blocks in the layout of their neighbours. */
export const editMarkdown: Editor = (text, tree) => {
  const notes = new Notes(text, tree);
  return (edit) => notes.ways(edit);
};

/** Nodes within a text, which are not blocks. */
const INLINE = new Set(["Link", "Image", "Tag"]);
const MARKER = /^(?:[-*+]|\d{1,9}[.)])[ \t]+/;
const BOX = /^\[[ xX]\][ \t]+/;
const FRONT = /^\uFEFF?---[ \t]*\r?\n/;

class Notes {
  private readonly newline: string;

  constructor(
    private readonly text: string,
    private readonly tree: Tree,
  ) {
    this.newline = newlineOf(text);
  }

  ways(edit: Edit): Iterable<Change> {
    switch (edit.kind) {
      case "setAttribute":
        return this.setAttribute(edit.node, edit.name, edit.value);
      case "setText":
        return this.setText(edit.node, edit.text);
      case "delete":
        return this.delete(edit.node);
      case "replace":
        return this.replace(edit.node, edit.content);
      case "insert":
        return this.put(edit.parent, edit.before ?? null, (marker) => this.written(edit.content, edit.parent, marker));
      case "move":
        return this.move(edit.node, edit.parent, edit.before ?? null);
      case "rename":
        return this.rename(edit.node, edit.type);
    }
  }

  private span(node: NodeId): Range {
    return this.tree.node(node).span!;
  }

  private slice({ start, end }: Range): string {
    return this.text.slice(start, end);
  }

  private *setAttribute(node: NodeId, name: string, value: string | null): Changes {
    const { type } = this.tree.node(node);
    if (type === "Section" && name === "title" && value !== null) yield* this.setTitle(node, value);
    else if (type === "Section" && name === "depth" && value !== null) yield* this.setDepth(node, Number(value));
    else if (type === "Task" && name === "done") yield* this.setDone(node, value === "true");
    else if (type === "Row") yield* this.setCell(node, name, value ?? "");
    else if (type === "Document") yield* this.setFrontMatter(name, value);
    else if (type === "Code" && name === "lang") yield* this.setLang(node, value ?? "");
    else yield* this.setInline(node, name, value);
    // Derived attributes, such as the id of a section from its title, change with their source.
    if (isDerived(type, name)) yield [];
  }

  private *setTitle(node: NodeId, title: string): Changes {
    const { start } = this.span(node);
    const line = this.line(start);
    const opening = /^#{1,6}[ \t]*/.exec(this.slice(line))?.[0];
    if (opening === undefined) return yield [{ ...line, text: title }];
    const closing = /(?<![ \t])[ \t]+#+[ \t]*$/.exec(this.slice(line))?.[0] ?? "";
    const space = /[ \t]$/.test(opening) ? "" : " ";
    yield [{ start: start + opening.length, end: line.end - closing.length, text: space + title }];
  }

  private *setDepth(node: NodeId, depth: number): Changes {
    const { start } = this.span(node);
    const marks = /^#{1,6}/.exec(this.text.slice(start, start + 6))?.[0];
    if (marks !== undefined && depth >= 1 && depth <= 6)
      yield [{ start, end: start + marks.length, text: "#".repeat(depth) }];
  }

  private *setDone(node: NodeId, isDone: boolean): Changes {
    const { start } = this.span(node);
    const box = start + (MARKER.exec(this.text.slice(start, start + 20))?.[0].length ?? 0);
    yield [{ start: box + 1, end: box + 2, text: isDone ? "x" : " " }];
  }

  private *setCell(node: NodeId, name: string, value: string): Changes {
    const header = this.cells(this.line(this.span(this.tree.parent[node]!).start));
    const cells = this.cells(this.span(node));
    const escaped = value.replaceAll("|", "\\|");
    for (const [i, cell] of header.entries()) {
      const target = cells[i];
      if (this.slice(cell).trim() !== name || target === undefined) continue;
      const content = this.slice(target).trim();
      const start = content === "" ? target.start : target.start + this.slice(target).indexOf(content);
      yield [
        content === "" ? { ...target, text: ` ${escaped} ` } : { start, end: start + content.length, text: escaped },
      ];
    }
  }

  /** The cells of a row, with the spaces around their content. */
  private cells({ start, end }: Range): Range[] {
    const cells: Range[] = [];
    let from = this.text[start] === "|" ? start + 1 : start;
    for (let at = from; at < end; at++) {
      if (this.text[at] === "\\") at++;
      else if (this.text[at] === "|") {
        cells.push({ start: from, end: at });
        from = at + 1;
      }
    }
    return from < end ? [...cells, { start: from, end }] : cells;
  }

  private *setFrontMatter(name: string, value: string | null): Changes {
    const { text, newline } = this;
    const opening = FRONT.exec(text)?.[0];
    if (opening === undefined) {
      const start = text.startsWith("\uFEFF") ? 1 : 0;
      if (value === null) return;
      const block = `---${newline}${frontMatterLine(name, value)}${newline}---${newline}`;
      return yield [{ start, end: start, text: block }];
    }
    for (let at = opening.length; at < text.length; ) {
      const line = this.line(at);
      const content = this.slice(line);
      const next = text.indexOf("\n", line.end) + 1;
      if (/^(?:---|\.\.\.)[ \t]*$/.test(content)) {
        if (value !== null) yield [{ start: at, end: at, text: frontMatterLine(name, value) + newline }];
        return;
      }
      const key = [name, yamlScalar(name), yamlScalar(name, true)].find((each) => content.startsWith(`${each}:`));
      if (key !== undefined) {
        const comment = /(?<![ \t])[ \t]+#.*$/s.exec(content)?.[0] ?? "";
        if (value === null) yield [{ start: at, end: next || text.length, text: "" }];
        else {
          const valueSpan = { start: at + key.length + 1, end: line.end - comment.length };
          yield [{ ...valueSpan, text: ` ${yamlScalar(value)}` }];
          yield [{ ...valueSpan, text: ` ${yamlScalar(value, true)}` }];
        }
        return;
      }
      if (next === 0) return;
      at = next;
    }
  }

  private *setLang(node: NodeId, lang: string): Changes {
    const line = this.line(this.span(node).start);
    const fence = /^(?:`{3,}|~{3,})[ \t]*/.exec(this.slice(line))?.[0];
    if (fence === undefined) return;
    const start = line.start + fence.length;
    const old = this.tree.attribute(node, "lang") ?? "";
    yield [{ start, end: start + old.length, text: lang }];
  }

  /** An attribute that stands in the text of its node as it is: the target of a link, the name of a tag. */
  private *setInline(node: NodeId, name: string, value: string | null): Changes {
    const { start, end } = this.span(node);
    const old = this.tree.attribute(node, name);
    if (old === undefined || old === "" || value === null) return;
    for (let at = this.text.lastIndexOf(old, end); at >= start; at = this.text.lastIndexOf(old, at - 1)) {
      yield [{ start: at, end: at + old.length, text: value }];
      if (at === 0) return;
    }
  }

  private *setText(node: NodeId, given: string): Changes {
    const { type } = this.tree.node(node);
    const { start } = this.span(node);
    if (type === "Code") {
      const lines = this.slice(this.span(node)).split("\n");
      const from = start + lines[0]!.length + 1;
      const to = this.span(node).end - lines[lines.length - 1]!.length - 1;
      return yield [{ start: from, end: Math.max(from, to), text: given }];
    }
    const range = this.ownText(node);
    for (const text of [given, given.replace(/[\\`*_[\]<#|~]/g, "\\$&")]) yield [{ ...range, text }];
  }

  /** Range of the own text of a block: after its marks, up to the first block in it. */
  private ownText(node: NodeId): Range {
    const { tree, text } = this;
    const span = this.span(node);
    const head = text.slice(span.start, span.start + 40);
    const marker = MARKER.exec(head)?.[0] ?? (head.startsWith(">") ? />[ \t]?/.exec(head)![0] : "");
    const isItem = ["Item", "Task", "Quote"].includes(tree.node(node).type);
    const box = tree.node(node).type === "Task" ? (BOX.exec(head.slice(marker.length))?.[0] ?? "") : "";
    const start = span.start + (isItem ? marker.length + box.length : 0);
    let end = span.end;
    for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) {
      if (INLINE.has(tree.node(child).type)) continue;
      end = this.span(child).start;
      break;
    }
    while (end > start && " \t\r\n>".includes(text[end - 1]!)) end--;
    return { start, end };
  }

  private *delete(node: NodeId): Changes {
    const { text } = this;
    const { start, end } = this.span(node);
    const line = text.lastIndexOf("\n", start - 1) + 1;
    const isOwnLine = text.slice(line, start).trim() === "";
    if (!isOwnLine) return yield [{ start, end, text: "" }];
    const lineEnd = text.indexOf("\n", end);
    const after = lineEnd < 0 ? text.length : lineEnd + 1;
    const gap = /^(?:[ \t]*\r?\n)*/.exec(text.slice(after))![0].length;
    const isItem = MARKER.test(text.slice(start, end)) || this.tree.node(node).type === "Row";
    if (!isItem) yield [{ start: line, end: after + gap, text: "" }];
    yield [{ start: line, end: after, text: "" }];
  }

  private *replace(node: NodeId, content: NodeData): Changes {
    const span = this.span(node);
    const marker = MARKER.exec(this.slice(span))?.[0];
    const block = this.written(content, this.tree.parent[node]!, marker);
    const indent = indentationOfLine(this.text, span.start);
    yield [{ ...span, text: indented(block, indent).replaceAll("\n", this.newline) }];
  }

  private *rename(node: NodeId, type: string): Changes {
    const { start } = this.ownText(node);
    const box = BOX.exec(this.text.slice(this.span(node).start + this.markerOf(node).length))?.[0] ?? "";
    if (type === "Task") yield [{ start, end: start, text: "[ ] " }];
    if (type === "Item") yield [{ start: start - box.length, end: start, text: "" }];
  }

  private markerOf(node: NodeId): string {
    return MARKER.exec(this.text.slice(this.span(node).start, this.span(node).start + 20))?.[0] ?? "";
  }

  private *move(node: NodeId, parent: NodeId, before: NodeId | null): Changes {
    const span = this.span(node);
    const old = indentationOfLine(this.text, span.start);
    const moved = this.slice(span).replaceAll(`\n${old}`, "\n");
    for (const put of this.put(parent, before, () => moved)) {
      for (const gone of this.delete(node)) yield [...gone, ...put];
    }
  }

  private written(content: NodeData, parent: NodeId, marker?: string): string {
    if (content.type === "Row") return this.row(content, parent);
    const depth = Number(this.tree.attribute(parent, "depth") ?? "0");
    return blockOf(content, depth, marker);
  }

  private row({ attributes = {} }: NodeData, table: NodeId): string {
    const names = this.cells(this.line(this.span(table).start)).map((cell) => this.slice(cell).trim());
    const values = names.map((name) =>
      Object.hasOwn(attributes, name) ? attributes[name]!.replaceAll("|", "\\|") : "",
    );
    return `| ${values.join(" | ")} |`;
  }

  /** Puts a block before another one, or after the last one: items on the next line, other blocks after an empty one. */
  private *put(parent: NodeId, before: NodeId | null, write: (marker?: string) => string): Changes {
    const { text, newline, tree } = this;
    const isClose = ["List", "Table"].includes(tree.node(parent).type);
    const between = isClose ? newline : newline + newline;
    const lines = (written: string, indent: string): string => indented(written, indent).replaceAll("\n", newline);
    if (before !== null) {
      const { start } = this.span(before);
      const indent = indentationOfLine(text, start);
      return yield [{ start, end: start, text: lines(write(this.nextMarker(before, 0)), indent) + between + indent }];
    }
    const last = this.lastChild(parent);
    const after = last === NONE ? this.span(parent) : this.span(last);
    let end = after.end;
    while (end > after.start && "\r\n".includes(text[end - 1]!)) end--;
    const isInItem = ["Item", "Task"].includes(tree.node(parent).type);
    const indent =
      last === NONE && isInItem
        ? indentationOfLine(text, after.start) + " ".repeat(this.markerOf(parent).length)
        : indentationOfLine(text, after.start);
    const block = lines(write(last === NONE ? undefined : this.nextMarker(last, 1)), indent);
    if (isInItem) yield [{ start: end, end, text: newline + indent + block }];
    yield [{ start: end, end, text: (end === 0 ? "" : between + indent) + block + (end === 0 ? newline : "") }];
  }

  /** The marker of a neighbour in a list, counted on. */
  private nextMarker(node: NodeId, step: number): string | undefined {
    const marker = MARKER.exec(this.slice(this.span(node)))?.[0];
    return marker?.replace(/^\d+/, (number) => String(Number(number) + step));
  }

  private lastChild(parent: NodeId): NodeId {
    let last: NodeId = NONE;
    for (let child = parent + 1; child < this.tree.end[parent]!; child = this.tree.end[child]!)
      if (!INLINE.has(this.tree.node(child).type)) last = child;
    return last;
  }

  /** The line of a place from there on, without its end. */
  private line(start: number): Range {
    const lineEnd = this.text.indexOf("\n", start);
    const end = lineEnd < 0 ? this.text.length : lineEnd;
    return { start, end: this.text[end - 1] === "\r" ? end - 1 : end };
  }
}
