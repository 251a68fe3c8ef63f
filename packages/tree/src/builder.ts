import { layAttributes } from "./attributes.js";
import { ContentRecorder } from "./contentRecorder.js";
import { readError } from "./failure.js";
import type { FormatName } from "./formats.js";
import { DOCUMENT, DOCUMENT_TYPE, NONE } from "./ids.js";
import { IntColumn } from "./intColumn.js";
import { layPostings, layShapes } from "./layout.js";
import { READ_LIMITS, type ReadLimits } from "./limits.js";
import { NameTable } from "./names.js";
import type { TreeDocument, TreeSource } from "./source.js";
import { collapseSpace, trimSpace } from "./space.js";
import { Tree } from "./tree.js";
import { ValueTableBuilder } from "./values.js";

/**
 * Builds a tree in one pass over open, attribute, text and close events. Columns that need the whole tree (posting lists, attribute columns) are laid
 * out in `finish`, in time linear in nodes and attributes.
 *
 * The builder is where limits hold, for every reader: what goes beyond one is refused with SXP4003 as soon as it is seen.
 */
export class TreeBuilder {
  private readonly types = new NameTable(DOCUMENT_TYPE + 1);
  private readonly attributes = new NameTable(0);
  private readonly growth = (length: number): number => this.roomAfter(length);
  private readonly values = new ValueTableBuilder(this.growth);
  private readonly type = new IntColumn(this.growth);
  private readonly parent = new IntColumn(this.growth);
  private readonly end = new IntColumn(this.growth);
  private readonly text = new IntColumn(this.growth);
  /** Null while no node has one. */
  private key: IntColumn | null = null;
  private readonly spanStart = new IntColumn(this.growth);
  private readonly spanEnd = new IntColumn(this.growth);
  private readonly given = {
    node: new IntColumn(this.growth),
    name: new IntColumn(this.growth),
    value: new IntColumn(this.growth),
  };
  /** Open nodes from the document inwards; the text of each so far, its white space collapsed; and flags of each, as below. */
  private readonly open_: number[] = [];
  private readonly texts: string[] = [];
  private readonly states: number[] = [];
  private readonly content = new ContentRecorder();

  private readonly documents: TreeDocument[] = [];
  /** True if the last document is still open. */
  private inDocument = false;

  /**
   * `source.documents` is left to `beginDocument`.
   *
   * @param sourceLength length of the source of the nodes' places, 0 if it is unknown: from the length so far, columns
   * reserve room for the rest
   */
  constructor(
    private readonly source: TreeSource,
    private readonly limits: ReadLimits = READ_LIMITS,
    private readonly sourceLength = 0,
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

  /** Start of the innermost open node in the source. */
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
    const state = this.states[parent]!;
    if ((state & SPACED) === 0) this.texts[parent] += " ";
    if ((state & PLACED) !== 0) {
      const length = this.texts[parent]!.length;
      this.content.child(this.type.length, length === 0 ? 0 : length - 1, (state & PIECE_GLUED) !== 0);
    }
    this.states[parent] = SPACED | HAS_CHILD | (state & (PLACED | LATE));
    this.openAs(type === null ? NONE : this.idOf(type, this.types, start), this.open_[parent]!, start);
  }

  /**
   * Opens a node around the root, which is closed and the only node, as if it had been opened before it; its type is given later.
   * Requires a source without documents.
   */
  openAround(start: number): void {
    this.refuseDeeper();
    if (this.size >= this.limits.maxNodes) this.refuse("nodes", "maxNodes", this.spanStart.at(this.size));
    this.type.insert(1, NONE);
    this.parent.insert(1, DOCUMENT, 1);
    this.end.insert(1, 0, 1);
    this.text.insert(1, NONE);
    this.spanStart.insert(1, start);
    this.spanEnd.insert(1, 0);
    this.given.node.add(1);
    this.content.insertRoot(this.type.length);
    this.open_.push(1);
    this.texts.push("");
    this.states.push(SPACED | HAS_CHILD);
  }

  /** Refuses the first node that lies so deep that it can't go one level further in. */
  private refuseDeeper(): void {
    const { maxDepth } = this.limits;
    const depths = new Int32Array(this.type.length);
    for (let node = 1; node < depths.length; node++) {
      depths[node] = depths[this.parent.at(node)]! + 1;
      if (depths[node]! >= maxDepth) this.refuse("levels of nesting", "maxDepth", this.spanStart.at(node));
    }
  }

  /** Gives the open node another type. */
  retype(type: string): void {
    this.type.set(this.open_[this.open_.length - 1]!, this.idOf(type, this.types));
  }

  /** Gives the open node its key, from 1; before a node is opened around the root, none has one. */
  setKey(key: number): void {
    const node = this.open_[this.open_.length - 1]!;
    this.key ??= new IntColumn();
    while (this.key.length <= node) this.key.push(0);
    this.key.set(node, key);
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

  /**
   * A piece of the own text of the open node that has no place among the children: it stands before them. Pieces without a child between
   * them are one text.
   */
  addText(text: string): void {
    this.addPiece(text, false);
  }

  /**
   * A piece of the own text of the open node at this place among its children, with the white space around it: in mixed content words
   * are joined where the source has none. A node takes pieces of one kind.
   */
  addContent(text: string): void {
    this.addPiece(text, true);
  }

  private addPiece(text: string, isPlaced: boolean): void {
    const piece = collapseSpace(text);
    if (piece === " ") this.content.space();
    else if (piece !== "") {
      const at = this.states.length - 1;
      const state = this.states[at]!;
      const startsSpaced = piece.charCodeAt(0) === SPACE;
      const endsSpaced = piece.charCodeAt(piece.length - 1) === SPACE;
      const isGlued = this.content.text(this.open_, (state & PIECE) === 0, startsSpaced, endsSpaced);
      const late = (state & HAS_CHILD) !== 0 ? LATE : 0;
      this.states[at] = state | PIECE | (isPlaced ? PLACED | late : 0) | (isGlued ? PIECE_GLUED : 0);
    }
    this.append(piece);
  }

  private append(collapsed: string): void {
    const at = this.texts.length - 1;
    const state = this.states[at]!;
    const piece = (state & SPACED) !== 0 && collapsed.charCodeAt(0) === SPACE ? collapsed.substring(1) : collapsed;
    if (piece === "") return;
    const joined = this.texts[at]! + piece;
    const spaced = piece.charCodeAt(piece.length - 1) === SPACE;
    if (joined.length - (spaced ? 1 : 0) > this.limits.maxTextLength) {
      this.refuse("characters in the text of one node", "maxTextLength", this.openStart);
    }
    this.texts[at] = joined;
    this.states[at] = spaced ? state | SPACED : state & ~SPACED;
  }

  close(end = 0): void {
    const node = this.open_.pop()!;
    const state = this.states.pop()!;
    const spaced = this.texts.pop()!;
    const text = spaced === "" ? "" : trimSpace(spaced);
    if (text !== "") this.text.set(node, this.values.intern(text));
    const isMixed = text !== "" && (state & MIXED) === MIXED;
    const isLate = (state & LATE) !== 0;
    this.content.close(node, this.open_.length, isMixed ? { isLate, isTailGlued: (state & PIECE_GLUED) !== 0 } : null);
    this.end.set(node, this.type.length);
    this.spanEnd.set(node, end);
  }

  /** The tree. The builder is used up: its columns are given away as they are laid out, so that few are there twice at once. */
  finish(): Tree {
    while (this.open_.length > 0) this.close();
    const values = this.values.finish();
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
        key: this.finishKeys(type.length),
        spanStart: this.source.spans ? this.spanStart.finish() : null,
        spanEnd: this.source.spans ? this.spanEnd.finish() : null,
      },
      // A folder has them even if there are none: it has no place in any.
      source:
        this.documents.length === 0 && source.format !== "folder" ? source : { ...source, documents: this.documents },
      typeIds: this.types.ids,
      attributeIds: this.attributes.ids,
      postings,
      places: this.content.finish(parent),
      shapes: layShapes(type, parent, typeCount),
      ...layAttributes(this.given, this.attributes.ids.size, type, rank, postings),
      values,
    });
  }

  /** Room for as much as the whole source has if it goes on like this, but never much more than there is already. */
  private roomAfter(length: number): number {
    const read = this.spanStart.length === 0 ? 0 : this.spanStart.at(this.spanStart.length - 1);
    const expected = read === 0 || this.sourceLength === 0 ? length * 2 : (length / read) * this.sourceLength * MARGIN;
    return Math.ceil(Math.min(Math.max(expected, length * MIN_GROWTH), length * MAX_GROWTH));
  }

  private finishKeys(count: number): Int32Array | null {
    if (this.key === null) return null;
    const all = new Int32Array(count);
    all.set(this.key.finish());
    return all;
  }

  private openAs(type: number, parent: number, start: number): void {
    this.open_.push(this.type.length);
    this.texts.push("");
    this.states.push(SPACED);
    this.type.push(type);
    this.parent.push(parent);
    this.end.push(0);
    this.text.push(NONE);
    this.spanStart.push(start);
    this.spanEnd.push(0);
  }

  private idOf(name: string, names: NameTable, start?: number): number {
    if (name.length > this.limits.maxNameLength)
      this.refuse("characters in a name", "maxNameLength", start ?? this.openStart);
    return names.id(name);
  }

  private refuse(what: string, limit: keyof ReadLimits, start: number): never {
    const span = this.source.spans ? { start, end: start + 1 } : undefined;
    throw readError("SXP4003", { what, limit: this.limits[limit], option: `limits.${limit}` }, span);
  }
}

const SPACE = 32;

const MARGIN = 1.02;
const MIN_GROWTH = 1.125;
const MAX_GROWTH = 8;

/** Flags of an open node. Its text is empty or ends in a space: looking would flatten a string that is joined from many pieces. */
const SPACED = 1;
const HAS_CHILD = 2;
/** It has text with a place, or some since its last child, and that follows what is before it without white space. */
const PLACED = 4;
const PIECE = 8;
const PIECE_GLUED = 16;
/** Some of it stands after a child. */
const LATE = 32;
const MIXED = HAS_CHILD | PLACED;
