import { type ReadError, type ReadLimits, readLimits, type Tree, TreeBuilder } from "@semantic-xpath/tree";
import { SaxesParser } from "saxes";
import { checkLength, malformedXml, piecesOf, streamedPieces } from "./decode.js";
import { type ReaderOptions, type Report, reportIfAny } from "./readerOptions.js";
import { listen, type XmlEvents } from "./xmlEvents.js";
import { LOOK_BACK, type Place, xmlProblem } from "./xmlProblem.js";
import { closingTags, recovering } from "./xmlRecovery.js";

export type XmlOptions = ReaderOptions;

/**
 * Reads XML into a tree: elements are nodes, prefixed names stay as written, comments and processing instructions are
 * skipped, CDATA is text. A stream is read as it arrives, and only one piece of it is held.
 *
 * Bytes are in the encoding that their declaration names, in UTF-16 or UTF-8. A DOCTYPE is skipped: its declarations are not
 * expanded, and nothing that it names is fetched.
 *
 * Spans are offsets into the given text, from `<` of the start tag to after the end tag; for bytes into the decoded text
 * without its byte order mark. Throws (for a stream: rejects with) a `ReadError`: SXP4005 if the text is not well formed,
 * SXP4006 for a reference to an entity of a DOCTYPE, SXP4003 beyond a limit.
 *
 * With `onDiagnostic` all readable elements are read. An unclosed one ends with the one around it, and an end tag that ends nothing
 * is left out. A reference to an unknown entity is text, and elements after the root are the last children of it.
 *
 * @example readXml('<Plan><Day index="1"/></Plan>').root.children[0].attributes.index // "1"
 */
export function readXml(input: string | Uint8Array, options?: XmlOptions): Tree;
export function readXml(input: AsyncIterable<string | Uint8Array>, options?: XmlOptions): Promise<Tree>;
export function readXml(
  input: string | Uint8Array | AsyncIterable<string | Uint8Array>,
  options: XmlOptions = {},
): Tree | Promise<Tree> {
  const report = reportIfAny(options.onDiagnostic);
  const reader = new XmlReader(
    readLimits(options.limits),
    report,
    typeof input === "string" || input instanceof Uint8Array ? input.length : 0,
  );
  if (typeof input === "string") {
    reader.write(input);
    return reader.end();
  }
  if (Symbol.asyncIterator in input) return readStream(reader, input, report);
  for (const piece of piecesOf(input, malformedXml, report)) reader.write(piece);
  return reader.end();
}

async function readStream(
  reader: XmlReader,
  stream: AsyncIterable<string | Uint8Array>,
  report: Report | null,
): Promise<Tree> {
  for await (const piece of streamedPieces(stream, malformedXml, report)) reader.write(piece);
  return reader.end();
}

const SECOND_ROOT = /only one root/;
const BOM = "\uFEFF";
const CR = 13;
const isCutOff = (code: number): boolean => code === CR || (code >= 0xd800 && code <= 0xdbff);
/** With the flag `u` this matches half of a pair only if the other half is missing. */
const LONE_SURROGATE = /\p{Surrogate}/u;
const LONE_SURROGATES = /\p{Surrogate}/gu;
const LONE = "half a character (an unpaired surrogate) is not allowed";

/** Feeds a parser piece by piece and builds the tree from its events. */
class XmlReader {
  private readonly parser = new SaxesParser({ position: false });
  private readonly builder: TreeBuilder;
  /** The piece that the parser has, where it starts in the source, and the end of what came before it. */
  private piece = "";
  private base = 0;
  private before = "";
  /** A carriage return or half a character at the end of a piece waits for the next one. */
  private held = "";
  private length = 0;
  /** End of the last valid part outside the root. */
  private outside = 0;
  private hasDoctype = false;
  private closed = "";
  /** Open elements as the parser sees them: the root stays open in the builder when a text with mistakes is read on. */
  private level = 0;
  private isEnding = false;
  /** True if the early end of the text was reported. */
  private hasEnded = false;

  /** `report` null: the first problem is thrown. */
  constructor(
    private readonly limits: ReadLimits,
    private readonly report: Report | null,
    sourceLength: number,
  ) {
    this.builder = new TreeBuilder({ format: "xml", spans: true }, limits, sourceLength);
    recovering(this.parser, (open) => {
      this.closed = open;
    });
    if (report !== null) closingTags(this.parser);
    listen(this.parser, this.events());
  }

  write(text: string): void {
    this.length += text.length;
    checkLength(this.length, this.limits);
    const pending = this.held + text;
    const cut =
      pending.length > 0 && isCutOff(pending.charCodeAt(pending.length - 1)) ? pending.length - 1 : pending.length;
    this.held = pending.slice(cut);
    if (cut > 0) this.feed(cut === pending.length ? pending : pending.slice(0, cut));
  }

  end(): Tree {
    if (this.held !== "") this.feed(this.held);
    this.isEnding = true;
    const end = this.base + this.piece.length;
    this.parser.close();
    if (this.level > 0) this.outside = end;
    while (this.builder.depth > 0) this.builder.close(this.builder.depth === 1 ? this.outside : end);
    return this.builder.finish();
  }

  private feed(piece: string): void {
    this.before = (this.piece.length < LOOK_BACK ? this.before + this.piece : this.piece).slice(-LOOK_BACK);
    this.base += this.piece.length;
    this.piece = piece;
    if (this.base === 0 && piece.startsWith(BOM)) this.outside = 1;
    const lone = LONE_SURROGATE.exec(piece)?.index ?? piece.length;
    if (lone === piece.length) this.parser.write(piece);
    else if (this.report === null) {
      // Mistakes come one at a time, in the order of the text: what comes before this one is read first.
      this.parser.write(piece.slice(0, lone));
      throw malformedXml(LONE, this.base + lone);
    } else {
      let from = 0;
      for (const { index } of piece.matchAll(LONE_SURROGATES)) {
        this.parser.write(piece.slice(from, index));
        this.report(malformedXml(LONE, this.base + index));
        this.parser.write("\uFFFD");
        from = index + 1;
      }
      this.parser.write(piece.slice(from));
    }
  }

  private events(): XmlEvents {
    const { parser, builder } = this;
    const advance = (end = parser.position): void => {
      if (this.level === 0) this.outside = end;
    };
    const addText = (text: string): void => {
      if (builder.depth > 0) builder.addContent(text);
    };
    return {
      opentagstart: (tag) => {
        if (builder.size > 0 && this.level === 0) {
          this.fail(malformedXml("there is a second root element", this.startOf(tag.name)));
        }
        this.level++;
        builder.open(tag.name, this.startOf(tag.name));
      },
      attribute: ({ name, value }) => builder.attribute(name, value),
      closetag: (tag) => {
        this.level--;
        if (this.level > 0 || this.report === null || builder.depth > 1) builder.close(parser.position);
        this.closed = tag.name;
        advance();
      },
      xmldecl: () => advance(),
      processinginstruction: () => advance(),
      // The parser has the `>` still before it.
      comment: () => advance(parser.position + 1),
      doctype: () => {
        this.hasDoctype = true;
        advance();
      },
      text: addText,
      cdata: addText,
      error: (error) => {
        // A text that ends too early says it for each open element; a second root is reported where it begins.
        const isKnown = (this.isEnding && this.hasEnded) || SECOND_ROOT.test(error.message);
        this.hasEnded ||= this.isEnding;
        if (!isKnown) this.fail(xmlProblem(error.message, this.place()));
      },
    };
  }

  private fail(problem: ReadError): void {
    if (this.report === null) throw problem;
    this.report(problem);
  }

  /** The parser is after the character that ended the name, which is two where a line ends in CR LF. */
  private startOf(name: string): number {
    const end = this.parser.position;
    const wide = end - this.base >= 2 && this.piece.charCodeAt(end - this.base - 2) === CR;
    return end - (wide ? 2 : 1) - name.length - 1;
  }

  private place(): Place {
    const { before, piece, base, builder, outside, hasDoctype, closed } = this;
    const end = this.parser.position;
    const openStart = this.level > 0 ? builder.openStart : null;
    return { text: before + piece, base: base - before.length, end, openStart, outside, hasDoctype, closed };
  }
}
