import type { NodeId, Tree } from "@semantic-xpath/tree";
import { clipped, unwritable } from "../problems.js";
import { contentOf } from "./content.js";
import { indentOf, joined, PIECE, type WriteOptions } from "./pieces.js";

export interface XmlWriteOptions extends WriteOptions {
  /** Writes the XML declaration first. Default false. */
  readonly declaration?: boolean;
  /** Types of elements that have no end tag, as in HTML: then no other is closed in its start tag. */
  readonly voids?: ReadonlySet<string>;
}

/**
 * A tree as XML that `readXml` reads as the same tree. Attribute values keep their line breaks as character references; a node with text
 * and children is written on one line.
 *
 * Throws a `WriteError` (SXP4031) for what XML can't hold: names that are no XML names, control characters, halves of characters, a
 * tree without nodes.
 *
 * @example writeXml(readTree({ type: "Day", attributes: { city: "Ottawa" } })) // '<Day city="Ottawa"/>\n'
 */
export const writeXml = (tree: Tree, options: XmlWriteOptions = {}): string => joined(xmlPieces(tree, options));

/** XML in pieces, for trees that are larger than a string should be. */
export function* xmlPieces(tree: Tree, options: XmlWriteOptions = {}): Generator<string, void, undefined> {
  if (tree.size === 0) throw unwritable(tree, 0, "xml", "it has no nodes");
  const indent = indentOf(options);
  const names = new XmlNames(tree);
  let out = options.declaration === true ? `<?xml version="1.0" encoding="UTF-8"?>\n` : "";
  const open: Open[] = [{ node: 0, content: [1], at: 0, isInline: indent === "" }];
  while (open.length > 0) {
    const top = open[open.length - 1]!;
    const next = top.content[top.at++];
    if (typeof next === "string") out += xmlText(tree, top.node, next);
    else if (next !== undefined) {
      if (!top.isInline && next !== 1) out += lineBreak(indent, open.length - 1);
      const content = contentOf(tree, next);
      const isEmpty = content.length === 0;
      const isVoid = options.voids?.has(tree.node(next).type) ?? false;
      out += startTag(tree, next, names, isEmpty && options.voids === undefined);
      if (isEmpty && options.voids !== undefined && !isVoid) out += `</${names.of(next)}>`;
      const isInline = top.isInline || content.some((piece) => typeof piece === "string");
      if (content.length > 0) open.push({ node: next, content, at: 0, isInline });
    } else {
      open.pop();
      if (top.node === 0) break;
      if (!top.isInline) out += lineBreak(indent, open.length - 1);
      out += `</${names.of(top.node)}>`;
    }
    if (out.length > PIECE) {
      yield out;
      out = "";
    }
  }
  yield indent === "" ? out : `${out}\n`;
}

interface Open {
  readonly node: NodeId;
  readonly content: readonly (string | NodeId)[];
  at: number;
  /** True if added white space would become part of a text. */
  readonly isInline: boolean;
}

const lineBreak = (indent: string, depth: number): string => `\n${indent.repeat(depth)}`;

function startTag(tree: Tree, node: NodeId, names: XmlNames, isEmpty: boolean): string {
  let tag = `<${names.of(node)}`;
  for (const attribute of tree.attributesOfType[tree.type[node]!]!) {
    const value = tree.attributeValue(node, attribute);
    if (value < 0) continue;
    tag += ` ${names.ofAttribute(node, attribute)}="${xmlAttribute(tree, node, tree.values.get(value), '"')}"`;
  }
  return isEmpty ? `${tag}/>` : `${tag}>`;
}

/** The names of a tree, each checked once. */
class XmlNames {
  private readonly checked = new Set<string>();

  constructor(private readonly tree: Tree) {}

  of(node: NodeId): string {
    return this.check(node, this.tree.typeOf(node));
  }

  ofAttribute(node: NodeId, attribute: number): string {
    return this.check(node, this.tree.attributeNames[attribute]!);
  }

  private check(node: NodeId, name: string): string {
    if (this.checked.has(name)) return name;
    checkXmlName(this.tree, node, name);
    this.checked.add(name);
    return name;
  }
}

const NAME_START =
  ":A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}";
/** `Name` of XML 1.0. */
const NAME = new RegExp(`^[${NAME_START}][-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}${NAME_START}]*$`, "u");
/** Characters that are not a `Char` of XML 1.0. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const NO_CHARACTER = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/u;

export function checkXmlName(tree: Tree, node: NodeId, name: string): void {
  if (!NAME.test(name)) throw unwritable(tree, node, "xml", `${clipped(name)} is no name in XML`);
}

function checkCharacters(tree: Tree, node: NodeId, text: string): void {
  const match = NO_CHARACTER.exec(text);
  if (match === null) return;
  const code = match[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  throw unwritable(tree, node, "xml", `the character U+${code} can't be in it`);
}

/** Own text as characters of an element. */
export function xmlText(tree: Tree, node: NodeId, text: string): string {
  checkCharacters(tree, node, text);
  return text.replace(/[&<>]/g, (character) => ESCAPES[character]!);
}

/** A value between these quotation marks. */
export function xmlAttribute(tree: Tree, node: NodeId, value: string, quote: string): string {
  checkCharacters(tree, node, value);
  return value.replace(quote === '"' ? /[&<"\t\n\r]/g : /[&<'\t\n\r]/g, (character) => ESCAPES[character]!);
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};
