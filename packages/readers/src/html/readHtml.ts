import { type ReadLimits, readError, readLimits, type Tree, TreeBuilder } from "@semantic-xpath/tree";
import { Parser, type ParserError } from "parse5";
import { checkLength } from "../decode.js";
import { type ReaderOptions, type Report, reporting } from "../readerOptions.js";
import { documentAdapter, type HtmlMap, type HtmlNode } from "./document.js";
import { htmlText } from "./htmlText.js";

export type HtmlOptions = ReaderOptions;

/**
 * Reads HTML into a tree, as browsers do (the HTML standard's parser, without scripts): elements are nodes, with `html`, `head`, `body` and
 * `tbody` also without their tags. Entities are decoded; comments are skipped.
 *
 * Contents of scripts, styles, templates and frames are not text of the page and are left out; they themselves are nodes with their attributes.
 *
 * Spans are offsets into the text, from the start tag to after the end tag, or to the place where another element ends it. An element
 * without tags spans its children. Bytes are in the encoding of their byte order mark or `<meta charset>`, else in UTF-8; invalid bytes
 * are U+FFFD. Every text is HTML: mistakes are reported as SXP4014, and only limits throw, a `ReadError` with SXP4003.
 *
 * @example readHtml("<p>Fog <b>lifts</b>").root.path // "/html"
 */
export function readHtml(input: string | Uint8Array, options: HtmlOptions = {}): Tree {
  const limits = readLimits(options.limits);
  return reporting(options.onDiagnostic, (report) => {
    const text = typeof input === "string" ? input : htmlText(input, limits, report);
    checkLength(text.length, limits);
    const half = text.search(LONE_SURROGATE);
    if (half >= 0) {
      const problem = "half a character (an unpaired surrogate)";
      report(readError("SXP4014", { problem }, { start: half, end: half + 1 }));
    }
    // The parser ends with a RangeError on some of them.
    const source = (half < 0 ? text : text.replace(LONE_SURROGATE, "\uFFFD")).replace(BYTE_ORDER_MARK, "\n");
    return treeOf(parsed(source, limits, options.onDiagnostic === undefined ? null : report), limits);
  });
}

/** Replaced by a line end, which is as long and ignored before a document. */
const BYTE_ORDER_MARK = /^\uFEFF/;

/** With the flag `u` this matches half of a pair only if the other half is missing. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** The parser compares each attribute of an element with all others, and looks here how many there are. */
const PIECE = 1 << 13;

function parsed(text: string, limits: ReadLimits, report: Report | null): HtmlNode {
  let elements = 0;
  let offset = 0;
  const refuse = (what: string, limit: "maxNodes" | "maxDepth" | "maxAttributes"): never => {
    throw readError(
      "SXP4003",
      { what, limit: limits[limit], option: `limits.${limit}` },
      { start: offset, end: offset + 1 },
    );
  };
  const parser = new Parser<HtmlMap>({
    treeAdapter: documentAdapter((attributes) => {
      if (attributes > limits.maxAttributes) refuse("attributes of an element", "maxAttributes");
      if (++elements > limits.maxNodes) refuse("nodes", "maxNodes");
      // It also looks at open elements one by one.
      if (parser.openElements.stackTop >= limits.maxDepth) refuse("levels of nesting", "maxDepth");
    }),
    sourceCodeLocationInfo: true,
    scriptingEnabled: false,
    ...(report !== null && {
      onParseError: (error: ParserError) => {
        // A part of a page has none.
        if (error.code !== "missing-doctype") report(mistake(error, text));
      },
    }),
  });
  const { tokenizer } = parser;
  for (; offset + PIECE < text.length; offset += PIECE) {
    tokenizer.write(text.slice(offset, offset + PIECE), false);
    const { currentToken } = tokenizer as unknown as { currentToken: { attrs?: readonly unknown[] } | null };
    if ((currentToken?.attrs?.length ?? 0) > limits.maxAttributes) refuse("attributes of an element", "maxAttributes");
  }
  tokenizer.write(text.slice(offset), true);
  return parser.document;
}

function mistake({ code, startOffset, endOffset }: ParserError, text: string) {
  const start = Math.max(0, Math.min(startOffset, text.length - 1));
  const end = Math.max(Math.min(endOffset, text.length), Math.min(start + 1, text.length));
  return readError("SXP4014", { problem: code.replaceAll("-", " ") }, { start, end });
}

/** Elements that hold no text of the page. */
const WITHOUT_TEXT = new Set(["script", "style", "template", "iframe", "noembed", "noframes"]);

function treeOf(document: HtmlNode, limits: ReadLimits): Tree {
  const builder = new TreeBuilder({ format: "html", spans: true }, limits);
  const root = firstElement(document);
  widen(root);
  for (let node: HtmlNode | null = root; node !== null; ) {
    if (node.text !== null) builder.addContent(node.text);
    else if (node.name !== null) open(node, builder);
    if (node.first !== null && !WITHOUT_TEXT.has(node.name!)) {
      node = node.first;
      continue;
    }
    node = after(node, root, (left) => {
      if (left.name !== null) builder.close(left.end);
    });
  }
  return builder.finish();
}

function firstElement(document: HtmlNode): HtmlNode {
  let node = document.first;
  while (node !== null && node.name === null) node = node.next;
  return node!;
}

function open({ name, attributes, start }: HtmlNode, builder: TreeBuilder): void {
  builder.open(name, start);
  for (const { prefix, name, value } of attributes) builder.attribute(prefix ? `${prefix}:${name}` : name, value);
}

/** The node that comes after one and what is in it, null after the root; `leave` is called for each that ends. */
function after(from: HtmlNode, root: HtmlNode, leave: (node: HtmlNode) => void): HtmlNode | null {
  for (let node = from; ; node = node.parent!) {
    leave(node);
    if (node === root) return null;
    if (node.next !== null) return node.next;
  }
}

/** Makes every element span its children, and gives those that the source does not have a place beside what comes before them. */
function widen(root: HtmlNode): void {
  let place = firstPlace(root);
  for (let node: HtmlNode | null = root; node !== null; ) {
    if (node.start >= 0) place = node.start;
    if (node.first !== null) {
      node = node.first;
      continue;
    }
    node = after(node, root, (left) => {
      if (left.name === null && left.text === null) return;
      if (left.start < 0) [left.start, left.end] = [place, place];
      place = left.end;
      const { parent } = left;
      if (parent === null || left === root) return;
      parent.end = parent.start < 0 ? left.end : Math.max(parent.end, left.end);
      parent.start = parent.start < 0 ? left.start : Math.min(parent.start, left.start);
    });
  }
}

/** Start of the first node that the source contains. */
function firstPlace(root: HtmlNode): number {
  for (let node: HtmlNode | null = root; node !== null; node = node.first ?? after(node, root, () => {})) {
    if (node.start >= 0) return node.start;
  }
  return 0;
}
