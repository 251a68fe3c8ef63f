import { type Edit, type NodeData, type NodeId, type Tree, treeOf } from "@semantic-xpath/tree";
import { checkXmlName, writeXml, xmlAttribute, xmlText } from "../../whole/xml.js";
import type { Editor } from "../editors.js";
import {
  breakBefore,
  endOfSpace,
  indentationBefore,
  indentationOfLine,
  newlineOf,
  startOfSpace,
  unitOf,
} from "../lines.js";
import type { TextEdit } from "../textEdits.js";
import { type Item, itemsIn, type StartTag, startTagAt } from "./element.js";

type Change = readonly TextEdit[];

/** Edits in XML: start tags and contents are looked at where an edit falls, by the spans of the nodes. */
export const editXml: Editor = (text, tree) => {
  const places = new XmlPlaces(text, tree);
  return (edit) => waysOf(places, edit);
};

/** HTML has elements without end tags, and others that are never closed in their start tag. */
export const editHtml: Editor = (text, tree) => {
  const places = new XmlPlaces(text, tree, VOIDS);
  return (edit) => waysOf(places, edit);
};

const VOIDS: ReadonlySet<string> = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "track",
  "wbr",
]);

function* waysOf(places: XmlPlaces, edit: Edit): Generator<Change, void, undefined> {
  switch (edit.kind) {
    case "setAttribute":
      return yield* setAttribute(places, edit);
    case "setText":
      return yield* setText(places, edit.node, edit.text);
    case "rename":
      return yield rename(places, edit.node, edit.type);
    case "delete":
      return yield* deleted(places, edit.node);
    case "replace": {
      const element = places.written(edit.content, places.indentationOf(edit.node));
      for (const [before, after] of SPACES) yield [{ ...places.spanOf(edit.node), text: before + element + after }];
      return;
    }
    case "insert": {
      const at = places.gap(edit.parent, edit.before ?? null);
      for (const [before, after] of SPACES)
        yield [at.put(before + places.written(edit.content, at.indentation) + after)];
      return;
    }
    case "move": {
      const at = places.gap(edit.parent, edit.before ?? null);
      for (const [before, after] of SPACES) {
        const moved = at.put(before + places.moved(edit.node, at.indentation) + after);
        for (const gone of deleted(places, edit.node)) yield [...gone, moved];
      }
    }
  }
}

/** Spaces that an element may need around it, so that its neighbours' texts stay apart. */
const SPACES = [
  ["", ""],
  [" ", ""],
  ["", " "],
  [" ", " "],
] as const;

function* setAttribute(places: XmlPlaces, edit: Edit & { kind: "setAttribute" }): Generator<Change, void, undefined> {
  const { text, tree } = places;
  const { node, name, value } = edit;
  const { attributes, nameEnd } = places.startTag(node);
  const existing = attributes.find((attribute) => attribute.name === name);
  if (existing !== undefined) {
    if (value === null) return yield [{ start: existing.start, end: existing.end, text: "" }];
    const quote = existing.quote === "" ? '"' : existing.quote;
    const escaped = xmlAttribute(tree, node, value, quote);
    const marks = existing.quote === "" ? quote : "";
    return yield [{ start: existing.valueStart, end: existing.valueEnd, text: marks + escaped + marks }];
  }
  // A child element that a schema takes for an attribute: it is not a node of the tree.
  const field = places
    .itemsOf(node)
    .find((item) => item.kind === "element" && startTagAt(text, item.start).name === name);
  if (field !== undefined && tree.attribute(node, name) !== undefined) {
    yield [value === null ? places.cutOut(field) : fieldText(places, field, xmlText(tree, node, value))];
  }
  if (value === null) return;
  checkXmlName(tree, node, name);
  const last = attributes[attributes.length - 1];
  const quote = last?.quote || '"';
  const space = last === undefined ? " " : text.slice(last.start, last.nameStart);
  const at = last?.end ?? nameEnd;
  yield [{ start: at, end: at, text: `${space}${name}=${quote}${xmlAttribute(tree, node, value, quote)}${quote}` }];
}

function fieldText({ text }: XmlPlaces, field: Item, written: string): TextEdit {
  const tag = startTagAt(text, field.start);
  if (tag.isSelfClosing)
    return { start: text.lastIndexOf("/", tag.end - 1), end: field.end, text: `>${written}</${tag.name}>` };
  return { start: tag.end, end: text.lastIndexOf("</", field.end - 1), text: written };
}

function* setText(places: XmlPlaces, node: NodeId, given: string): Generator<Change, void, undefined> {
  const { text, tree } = places;
  const texts = places.itemsOf(node).filter((item) => isText(text, item));
  const core = (item: Item): { start: number; end: number } =>
    item.kind === "cdata" ? item : { start: endOfSpace(text, item.start), end: startOfSpace(text, item.end) };
  const escaped = xmlText(tree, node, given);
  const [first, ...others] = texts;
  const isCdata = first?.kind === "cdata" && given !== "" && !given.includes("]]>");
  const put = isCdata ? `<![CDATA[${given}]]>` : escaped;
  const emptied = others.map((item) => ({ ...core(item), text: "" }));
  const tag = places.startTag(node);
  const cleared = texts.map((item) => ({ ...core(item), text: "" }));
  // Adjacent elements without a space join their texts; a text that is set has no place, and joins none.
  for (const apart of [[], places.spacesApart(node)]) {
    for (const [before, after] of SPACES) {
      if (first !== undefined) yield [{ ...core(first), text: before + put + after }, ...emptied, ...apart];
      if (given === "" && apart.length === 0) continue;
      const text = before + escaped + after;
      const opening = tag.isSelfClosing ? places.opened(node, tag, text) : { start: tag.end, end: tag.end, text };
      yield [...cleared, opening, ...apart];
    }
  }
}

const isText = (text: string, { kind, start, end }: Item): boolean =>
  kind === "cdata" || (kind === "text" && endOfSpace(text, start) < end);

function rename(places: XmlPlaces, node: NodeId, type: string): Change {
  const { text, tree } = places;
  checkXmlName(tree, node, type);
  const tag = places.startTag(node);
  const { start, end } = places.spanOf(node);
  const opening = { start: start + 1, end: tag.nameEnd, text: type };
  if (tag.isSelfClosing) return [opening];
  const closing = text.lastIndexOf("</", end - 1) + 2;
  return closing < tag.end ? [opening] : [opening, { start: closing, end: closing + tag.name.length, text: type }];
}

function* deleted(places: XmlPlaces, node: NodeId): Generator<Change, void, undefined> {
  const span = places.spanOf(node);
  yield [places.cutOut(span)];
  yield [{ ...span, text: "" }];
  // It may be all that keeps two texts apart, or that the space beside it is for.
  yield [{ ...span, text: " " }];
  yield [{ ...span, start: startOfSpace(places.text, span.start), text: "" }];
  yield [{ ...span, end: endOfSpace(places.text, span.end), text: "" }];
}

/** A place for an element: where it goes, and how deep it lies there. */
interface Gap {
  readonly indentation: string | null;
  put(written: string): TextEdit;
}

/** Places of the nodes of a tree in its text. */
class XmlPlaces {
  private readonly unit: string;
  private readonly newline: string;

  constructor(
    readonly text: string,
    readonly tree: Tree,
    private readonly voids?: ReadonlySet<string>,
  ) {
    this.unit = unitOf(text);
    this.newline = newlineOf(text);
  }

  spanOf(node: NodeId): { start: number; end: number } {
    return this.tree.node(node).span!;
  }

  startTag(node: NodeId): StartTag {
    return startTagAt(this.text, this.spanOf(node).start);
  }

  itemsOf(node: NodeId): Item[] {
    const { text, tree } = this;
    const tag = this.startTag(node);
    if (tag.isSelfClosing) return [];
    const ends = new Map<number, number>();
    for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) {
      const { start, end } = this.spanOf(child);
      ends.set(start, end);
    }
    return itemsIn(text, tag.end, this.contentEnd(node, tag), ends);
  }

  /** A space between each two elements of a node that have none, nor anything else, between them. */
  spacesApart(node: NodeId): TextEdit[] {
    const items = this.itemsOf(node);
    return items.flatMap(({ kind, start }, i) =>
      kind === "element" && items[i - 1]?.kind === "element" ? [{ start, end: start, text: " " }] : [],
    );
  }

  private contentEnd(node: NodeId, tag: StartTag): number {
    const { end } = this.spanOf(node);
    return this.text[end - 1] === ">" ? Math.max(tag.end, this.text.lastIndexOf("</", end - 1)) : end;
  }

  indentationOf(node: NodeId): string | null {
    return indentationBefore(this.text, this.spanOf(node).start);
  }

  /** A node as XML, its lines after the first one indented; on one line without an indentation. */
  written(content: NodeData, indentation: string | null): string {
    const indent = indentation === null ? "" : this.unit;
    const xml = writeXml(treeOf(content), { indent, ...(this.voids && { voids: this.voids }) }).trimEnd();
    return xml.replaceAll("\n", this.newline + (indentation ?? ""));
  }

  /** The text of a node, its lines indented for another place. */
  moved(node: NodeId, indentation: string | null): string {
    const { start, end } = this.spanOf(node);
    const xml = this.text.slice(start, end);
    const from = this.indentationOf(node);
    return from === null || indentation === null ? xml : xml.replaceAll(`\n${from}`, `\n${indentation}`);
  }

  /** Without a range, and without the line that would be left empty. */
  cutOut({ start, end }: { start: number; end: number }): TextEdit {
    const before = breakBefore(this.text, start);
    const isLineEnd = endOfSpace(this.text, end) > end || this.text[end] === "<";
    return { start: before !== null && isLineEnd ? start - before.length : start, end, text: "" };
  }

  /** An empty element with something in it. */
  opened(node: NodeId, tag: StartTag, content: string): TextEdit {
    const { end } = this.spanOf(node);
    return { start: startOfSpace(this.text, end - 2), end, text: `>${content}</${tag.name}>` };
  }

  gap(parent: NodeId, before: NodeId | null): Gap {
    if (before !== null) {
      const { start } = this.spanOf(before);
      const space = breakBefore(this.text, start);
      const after = space ?? "";
      return {
        indentation: this.indentationOf(before),
        put: (written) => ({ start, end: start, text: written + after }),
      };
    }
    const items = this.itemsOf(parent);
    const last = items.filter((item) => item.kind === "element" || isText(this.text, item)).at(-1);
    if (last === undefined) return this.firstGap(parent);
    const at = last.kind === "text" ? startOfSpace(this.text, last.end) : last.end;
    const space = last.kind === "element" ? breakBefore(this.text, last.start) : null;
    return {
      indentation: space === null ? null : space.slice(space.indexOf("\n") + 1),
      put: (written) => ({ start: at, end: at, text: (space ?? "") + written }),
    };
  }

  private firstGap(parent: NodeId): Gap {
    const tag = this.startTag(parent);
    const outside = indentationOfLine(this.text, this.spanOf(parent).start);
    const hasLines = this.text.trimEnd().includes("\n");
    const inside = hasLines ? outside + this.unit : null;
    const [before, after] = hasLines ? [this.newline + inside, this.newline + outside] : ["", ""];
    return {
      indentation: inside,
      put: (written) => {
        if (tag.isSelfClosing) return this.opened(parent, tag, before + written + after);
        const end = this.contentEnd(parent, tag);
        const start = startOfSpace(this.text, end);
        return { start, end, text: before + written + after };
      },
    };
  }
}
