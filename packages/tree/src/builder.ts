import { layAttributes } from "./attributes.js";
import { readError } from "./failure.js";
import { DOCUMENT_TYPE, NONE } from "./ids.js";
import { IntColumn } from "./intColumn.js";
import { layPostings, layShapes } from "./layout.js";
import { READ_LIMITS, type ReadLimits } from "./limits.js";
import { NameTable } from "./names.js";
import { collapseSpace, trimSpace } from "./space.js";
import { type FormatName, Tree, type TreeDocument, type TreeSource } from "./tree.js";
import { ValueTableBuilder } from "./values.js";

/**
 * Builds a tree in one pass over open, attribute, text and close events. Columns that need the whole tree
 * (posting lists, attribute columns) are laid out in `finish`, in time linear in nodes and attributes.
 *
 * The builder is where limits hold, for every reader: what goes beyond one is refused with SXP4003 as soon as it is seen.
 */
export class TreeBuilder {
  private readonly types = new NameTable(DOCUMENT_TYPE + 1);
  private readonly attributes = new NameTable(0);
  private readonly values = new ValueTableBuilder();
  private readonly type = new IntColumn();
  private readonly parent = new IntColumn();
  private readonly end = new IntColumn();
  private readonly text = new IntColumn();
  private readonly spanStart = new IntColumn();
  private readonly spanEnd = new IntColumn();
  private readonly given = { node: new IntColumn(), name: new IntColumn(), value: new IntColumn() };
  /**
   * Open nodes from the document inwards; the text of each so far, its white space collapsed; and whether that is empty or
   * ends in a space (looking would flatten a string that is joined from many pieces, again at every piece).
   */
  private readonly open_: number[] = [];
  private readonly texts: string[] = [];
  private readonly spaced: boolean[] = [];

  private readonly documents: TreeDocument[] = [];
  /** Whether the document begun last goes on. */
  private inDocument = false;

  /** `source.documents` is left to `beginDocument`. */
  constructor(
    private readonly source: TreeSource,
    private readonly limits: ReadLimits = READ_LIMITS,
  ) {
    this.openAs(DOCUMENT_TYPE, NONE, 0);
  }

  /** Nodes so far, the document node left out. */
  get size(): number {
    return this.type.length - 1;
  }

  /** Open nodes, the document node left out. */
  get depth(): number {
    return this.open_.length - 1;
  }

  /** Where the innermost open node starts in the source. */
  get openStart(): number {
    return this.spanStart.at(this.open_[this.open_.length - 1]!);
  }

  /** Says that the node opened next is the top of a document with a text of its own. Documents don't lie within each other. */
  beginDocument(name: string, format: FormatName): void {
    if (this.inDocument) throw new RangeError("A document can't begin within another");
    this.inDocument = true;
    this.documents.push({ name, node: this.type.length, format });
  }

  /** Says that the top of the document has closed. */
  endDocument(): void {
    this.inDocument = false;
  }

  /** Opens a node. A type of null is given later, with `retype`, before the node closes. */
  open(type: string | null, start = 0): void {
    if (this.size >= this.limits.maxNodes) this.refuse("nodes", "maxNodes", start);
    if (this.depth >= this.limits.maxDepth) this.refuse("levels of nesting", "maxDepth", start);
    const parent = this.open_.length - 1;
    if (!this.spaced[parent]) {
      this.texts[parent] += " ";
      this.spaced[parent] = true;
    }
    this.openAs(type === null ? NONE : this.idOf(type, this.types, start), this.open_[parent]!, start);
  }

  /** Gives the open node another type. */
  retype(type: string): void {
    this.type.set(this.open_[this.open_.length - 1]!, this.idOf(type, this.types));
  }

  /** An attribute of the node opened last and not yet closed. A second value for the same name replaces the first. */
  attribute(name: string, value: string): void {
    if (value.length > this.limits.maxAttributeLength) {
      this.refuse("characters in an attribute value", "maxAttributeLength", this.openStart);
    }
    this.given.node.push(this.open_[this.open_.length - 1]!);
    this.given.name.push(this.idOf(name, this.attributes));
    this.given.value.push(this.values.intern(value));
  }

  /** A piece of the own text of the open node. Pieces without a child between them are one text. */
  addText(text: string): void {
    const at = this.texts.length - 1;
    let piece = collapseSpace(text);
    if (this.spaced[at] && piece.charCodeAt(0) === SPACE) piece = piece.substring(1);
    if (piece === "") return;
    const joined = this.texts[at]! + piece;
    const spaced = piece.charCodeAt(piece.length - 1) === SPACE;
    if (joined.length - (spaced ? 1 : 0) > this.limits.maxTextLength) {
      this.refuse("characters in the text of one node", "maxTextLength", this.openStart);
    }
    this.texts[at] = joined;
    this.spaced[at] = spaced;
  }

  close(end = 0): void {
    const node = this.open_.pop()!;
    this.spaced.pop();
    const text = trimSpace(this.texts.pop()!);
    if (text !== "") this.text.set(node, this.values.intern(text));
    this.end.set(node, this.type.length);
    this.spanEnd.set(node, end);
  }

  finish(): Tree {
    while (this.open_.length > 0) this.close();
    const type = this.type.finish();
    const parent = this.parent.finish();
    const end = this.end.finish();
    const typeCount = this.types.ids.size + 1;
    const { postings, rank } = layPostings(type, typeCount);
    const { documents: _, ...source } = this.source;
    return new Tree({
      columns: {
        type,
        parent,
        end,
        rank,
        text: this.text.finish(),
        spanStart: this.source.spans ? this.spanStart.finish() : null,
        spanEnd: this.source.spans ? this.spanEnd.finish() : null,
      },
      source: this.documents.length === 0 ? source : { ...source, documents: this.documents },
      typeIds: this.types.ids,
      attributeIds: this.attributes.ids,
      postings,
      shapes: layShapes(type, parent, typeCount),
      ...layAttributes(this.given, this.attributes.ids.size, type, rank, postings),
      values: this.values.finish(),
    });
  }

  private openAs(type: number, parent: number, start: number): void {
    this.open_.push(this.type.length);
    this.texts.push("");
    this.spaced.push(true);
    this.type.push(type);
    this.parent.push(parent);
    this.end.push(0);
    this.text.push(NONE);
    this.spanStart.push(start);
    this.spanEnd.push(0);
  }

  private idOf(name: string, names: NameTable, start = this.openStart): number {
    if (name.length > this.limits.maxNameLength) this.refuse("characters in a name", "maxNameLength", start);
    return names.id(name);
  }

  private refuse(what: string, limit: keyof ReadLimits, start: number): never {
    const span = this.source.spans ? { start, end: start + 1 } : undefined;
    throw readError("SXP4003", { what, limit: this.limits[limit], option: `limits.${limit}` }, span);
  }
}

const SPACE = 32;
