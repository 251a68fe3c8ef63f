import { endOfSpace } from "../lines.js";

/** An attribute in a start tag: from the white space before it to after its value. */
interface AttributePlace {
  readonly name: string;
  readonly start: number;
  readonly nameStart: number;
  /** The value without its quotation marks, and the mark; "" where there is none. */
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly quote: string;
  readonly end: number;
}

export interface StartTag {
  readonly name: string;
  readonly nameEnd: number;
  readonly attributes: readonly AttributePlace[];
  /** After `>`. */
  readonly end: number;
  readonly isSelfClosing: boolean;
}

/** Content of an element: text, an element, or parts without a node in the tree. */
export interface Item {
  readonly kind: "text" | "cdata" | "element" | "other";
  readonly start: number;
  readonly end: number;
}

/** A start tag of a text that has been read, so that it is well formed; `start` is that of its `<`. */
export function startTagAt(text: string, start: number): StartTag {
  const nameEnd = endOfName(text, start + 1);
  const attributes: AttributePlace[] = [];
  let at = nameEnd;
  while (true) {
    const nameStart = endOfSpace(text, at);
    const next = text[nameStart];
    if (next === undefined)
      return { name: text.slice(start + 1, nameEnd), nameEnd, attributes, end: nameStart, isSelfClosing: false };
    if (next === ">" || (next === "/" && text[nameStart + 1] === ">")) {
      const isSelfClosing = next === "/";
      const end = nameStart + (isSelfClosing ? 2 : 1);
      return { name: text.slice(start + 1, nameEnd), nameEnd, attributes, end, isSelfClosing };
    }
    const attribute = attributeAt(text, at, nameStart);
    attributes.push(attribute);
    at = attribute.end;
  }
}

function attributeAt(text: string, start: number, nameStart: number): AttributePlace {
  const nameEnd = Math.max(endOfName(text, nameStart), nameStart + 1);
  const name = text.slice(nameStart, nameEnd);
  const equals = endOfSpace(text, nameEnd);
  if (text[equals] !== "=")
    return { name, start, nameStart, valueStart: nameEnd, valueEnd: nameEnd, quote: "", end: nameEnd };
  const open = endOfSpace(text, equals + 1);
  const quote = text[open] === '"' || text[open] === "'" ? text[open]! : "";
  if (quote === "") {
    let end = open;
    while (end < text.length && !" \t\r\n>".includes(text[end]!)) end++;
    return { name, start, nameStart, valueStart: open, valueEnd: end, quote, end };
  }
  const close = endAfter(text, quote, open + 1) - 1;
  return { name, start, nameStart, valueStart: open + 1, valueEnd: close, quote, end: close + 1 };
}

function endOfName(text: string, start: number): number {
  let end = start;
  while (end < text.length && !" \t\r\n/>=".includes(text[end]!)) end++;
  return end;
}

function endAfter(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}

/** The items between two places; `skip` gives the end of an element that is known to start at a place. */
export function itemsIn(text: string, from: number, to: number, skip: ReadonlyMap<number, number>): Item[] {
  const items: Item[] = [];
  for (let at = from; at < to; ) {
    const item = itemAt(text, at, to, skip);
    items.push(item);
    at = item.end;
  }
  return items;
}

function itemAt(text: string, start: number, to: number, skip: ReadonlyMap<number, number>): Item {
  if (text[start] !== "<") {
    const end = text.indexOf("<", start);
    return { kind: "text", start, end: end < 0 || end > to ? to : end };
  }
  if (text.startsWith("<!--", start)) return { kind: "other", start, end: endAfter(text, "-->", start + 4) };
  if (text.startsWith("<![CDATA[", start)) return { kind: "cdata", start, end: endAfter(text, "]]>", start + 9) };
  if (text.startsWith("<?", start)) return { kind: "other", start, end: endAfter(text, "?>", start + 2) };
  if (text.startsWith("<!", start)) return { kind: "other", start, end: endAfter(text, ">", start + 2) };
  return { kind: "element", start, end: skip.get(start) ?? endOfElement(text, start, to) };
}

/** The end of an element that the tree does not have, such as a field: by counting tags. */
function endOfElement(text: string, start: number, to: number): number {
  const nothing = new Map<number, number>();
  let depth = 0;
  let at = start;
  while (at < to) {
    if (text[at] !== "<" || text[at + 1] === "!" || text[at + 1] === "?") {
      at = itemAt(text, at, to, nothing).end;
      continue;
    }
    if (text[at + 1] === "/") {
      depth--;
      at = endAfter(text, ">", at);
    } else {
      const tag = startTagAt(text, at);
      if (!tag.isSelfClosing) depth++;
      at = tag.end;
    }
    if (depth === 0) return at;
  }
  return to;
}
