import type { Tree } from "@semantic-xpath/tree";
import { grown } from "./columns.js";
import { attributeWeight } from "./fields.js";
import { type Flag, readFlag } from "./flags.js";
import { STEP } from "./lexicon.js";
import type { DocumentRun } from "./neighbourhoods.js";
import type { LexicalSettings } from "./settings.js";
import type { Steps } from "./slices.js";
import { type Vocabulary, vocabularyNow } from "./vocabulary.js";

/** What was counted in nodes next to each other. Whole numbers, so that the counts of pieces add up to those of the whole, to the last bit. */
export interface Piece {
  /** Nodes that have words. */
  readonly documents: number;
  /** Words by the weight of the field that they are in. */
  readonly words: ReadonlyMap<number, number>;
  /** By stem the nodes that have it. */
  readonly frequencies: ReadonlyMap<string, number>;
  /** null if nothing is learned. */
  readonly learned: DocumentRun | null;
  /**
   * Lengths of the nodes before each node of the piece, and of all of them, in 1024ths of a word: whole numbers, too. The text of a node with all that is
   * in it has the difference of two.
   */
  readonly lengths: Float64Array;
}

/** What a word of weight 1 has in `Piece.lengths`. */
export const LENGTH_UNIT = 1024;

/** Work between two looks at the clock: characters of values that are new, and so many for each node. */
const NODE_COST = STEP / 256;
const UNKNOWN = -1;

/** Values of one tree taken apart, one after the other: of each the distinct stems, as `stem << 1`, plus 1 where a word with it tells something. */
class ValueStems {
  stems = new Int32Array(4096);
  private starts = new Int32Array(1024);
  private lengths = new Int32Array(1024);
  /** What each says of an attribute that has it. */
  readonly flags: Flag[] = [];
  private count = 0;
  /** By stem: where the value that is being read has it. */
  private placeOf = new Int32Array(1024);

  constructor(readonly vocabulary: Vocabulary) {}

  /** Takes a text apart and gives its place here. */
  add(text: string): number {
    const { vocabulary } = this;
    const start = this.starts[this.count]!;
    let [end, length] = [start, 0];
    vocabulary.eachChunk(text, 0, text.length, (chunk) => {
      const { tokens, tokenStarts, stemNumbers, isStop } = vocabulary;
      for (let i = tokenStarts[chunk]!; i < tokenStarts[chunk + 1]!; i++) {
        const token = tokens[i]!;
        length += token & 1;
        const stem = stemNumbers[token >> 1]!;
        const telling = 1 - isStop[token >> 1]!;
        if (stem >= this.placeOf.length) this.placeOf = grown(this.placeOf, stem + 1);
        const place = this.placeOf[stem]!;
        if (place >= start && place < end && this.stems[place]! >> 1 === stem) {
          this.stems[place]! |= telling;
          continue;
        }
        if (end === this.stems.length) this.stems = grown(this.stems, end + 1);
        this.placeOf[stem] = end;
        this.stems[end++] = (stem << 1) | telling;
      }
    });
    const at = this.count++;
    this.starts = grown(this.starts, at + 2);
    this.lengths = grown(this.lengths, at + 1);
    this.starts[at + 1] = end;
    this.lengths[at] = length;
    this.flags.push(readFlag(text, 0, text.length));
    return at;
  }

  from(at: number): number {
    return this.starts[at]!;
  }

  /** Words that advance the position. */
  lengthOf(at: number): number {
    return this.lengths[at]!;
  }
}

/**
 * Counts pieces of one tree, each node a document of its type, attributes and own text. Time is linear in nodes plus distinct values.
 */
export class PieceCounter {
  private readonly values: ValueStems;
  /** By value of the tree, its place in `values`. */
  private readonly placeOf: Int32Array;
  private readonly ofType: readonly number[];
  private readonly ofName: readonly number[];
  private readonly weights: readonly number[];
  /** By stem: the last node that it was counted for, the last that it was learned from, the nodes that have it in this piece. */
  private counted = new Int32Array(1024);
  private learned = new Int32Array(1024);
  private documents = new Int32Array(1024);
  private readonly found: PieceStems;
  private work = 0;

  constructor(
    private readonly tree: Tree,
    private readonly settings: LexicalSettings,
  ) {
    this.values = new ValueStems(vocabularyNow(settings.language));
    this.found = new PieceStems(this.values.vocabulary.stemNames);
    this.placeOf = new Int32Array(tree.values.size).fill(UNKNOWN);
    this.ofType = tree.typeNames.map((name) => this.values.add(name));
    this.ofName = tree.attributeNames.map((name) => this.values.add(name));
    this.weights = tree.attributeNames.map((name) => attributeWeight(name, settings));
  }

  /** Counts the nodes `[from, to)`. A generator, so that a caller may pause at each `yield`. */
  *count(from: number, to: number): Steps<Piece> {
    const { tree, settings, weights, values, found } = this;
    const learns = settings.company > 0;
    const { body } = settings.fields;
    const words = new Map<number, number>();
    let documents = 0;
    let isDocument = false;
    const lengths = new Float64Array(to - from + 1);
    const take = (node: number, place: number, weight: number): void => {
      this.add(place, node);
      if (learns && weight >= body) this.learn(place, node);
      const length = values.lengthOf(place);
      if (length === 0) return;
      words.set(weight, (words.get(weight) ?? 0) + length);
      if (weight > 0) isDocument = true;
      lengths[node - from + 1]! += Math.round(length * weight * LENGTH_UNIT);
    };
    for (let node = from; node < to; node++) {
      isDocument = false;
      lengths[node - from + 1] = lengths[node - from]!;
      const type = tree.type[node]!;
      this.add(this.ofType[type]!, node);
      for (const attribute of tree.searchableOfType[type]!) {
        const value = tree.attributeValue(node, attribute);
        if (value < 0) continue;
        const place = this.placeIn(value);
        const flag = values.flags[place]!;
        if (flag === "value") this.add(this.ofName[attribute]!, node);
        if (flag === "true") take(node, this.ofName[attribute]!, weights[attribute]!);
        else if (flag === "value" || flag === "none") take(node, place, weights[attribute]!);
      }
      const own = tree.text[node]!;
      if (own >= 0) take(node, this.placeIn(own), body);
      found.close();
      if (isDocument) documents++;
      this.work += NODE_COST;
      if (this.work < STEP) continue;
      this.work = 0;
      yield;
    }
    return { documents, words, ...found.take(this.documents, learns), lengths };
  }

  private placeIn(value: number): number {
    const known = this.placeOf[value]!;
    if (known !== UNKNOWN) return known;
    const text = this.tree.values.get(value);
    this.work += text.length;
    const place = this.values.add(text);
    this.placeOf[value] = place;
    return place;
  }

  /** Adds the node to the documents of each stem, once. */
  private add(place: number, node: number): void {
    this.widen();
    const { stems } = this.values;
    const { counted, documents, found } = this;
    for (let i = this.values.from(place), end = this.values.from(place + 1); i < end; i++) {
      const stem = stems[i]! >> 1;
      if (counted[stem] === node) continue;
      counted[stem] = node;
      if (documents[stem]!++ === 0) found.met(stem);
    }
  }

  /** Adds the stems to what the node has of its own, once each, without function words. */
  private learn(place: number, node: number): void {
    const { stems } = this.values;
    for (let i = this.values.from(place), end = this.values.from(place + 1); i < end; i++) {
      const stem = stems[i]! >> 1;
      if ((stems[i]! & 1) === 0 || this.learned[stem] === node) continue;
      this.learned[stem] = node;
      this.found.add(stem);
    }
  }

  private widen(): void {
    const size = this.values.vocabulary.stemNames.length;
    if (this.counted.length >= size) return;
    this.counted = grown(this.counted, size);
    this.learned = grown(this.learned, size);
    this.documents = grown(this.documents, size);
  }
}

/** The stems of one piece after the other, by numbers of their own in each. */
class PieceStems {
  private here: number[] = [];
  private numbers = new Int32Array(1024);
  private stems = new Int32Array(1024);
  private starts = new Int32Array(256);
  private length = 0;
  private documents = 0;

  constructor(private readonly names: readonly string[]) {}

  met(stem: number): void {
    this.numbers = grown(this.numbers, stem + 1);
    this.numbers[stem] = this.here.push(stem) - 1;
  }

  /** Adds a stem to the document that is being read. */
  add(stem: number): void {
    if (this.length === this.stems.length) this.stems = grown(this.stems, this.length + 1);
    this.stems[this.length++] = this.numbers[stem]!;
  }

  /** The document is complete; without stems it is none. */
  close(): void {
    if (this.length === this.starts[this.documents]!) return;
    this.documents++;
    this.starts = grown(this.starts, this.documents + 1);
    this.starts[this.documents] = this.length;
  }

  /** The piece, with its counts of documents by stem, which begin anew. */
  take(documents: Int32Array, learns: boolean): Pick<Piece, "frequencies" | "learned"> {
    const names = this.here.map((stem) => this.names[stem]!);
    const frequencies = new Map<string, number>();
    for (const [at, stem] of this.here.entries()) {
      frequencies.set(names[at]!, documents[stem]!);
      documents[stem] = 0;
    }
    const learned = learns
      ? new StemRun(this.stems.slice(0, this.length), this.starts.slice(0, this.documents + 1), names)
      : null;
    this.here = [];
    this.length = 0;
    this.documents = 0;
    return { frequencies, learned };
  }
}

export class StemRun implements DocumentRun {
  private known: ReadonlyMap<string, number> | undefined;
  /** The documents of stem i are `documents` in `[from[i], from[i + 1])`. */
  private inverse: { readonly from: Int32Array; readonly documents: Int32Array } | undefined;

  constructor(
    readonly stems: Int32Array,
    readonly starts: Int32Array,
    readonly names: readonly string[],
  ) {}

  get numbers(): ReadonlyMap<string, number> {
    this.known ??= new Map(this.names.map((name, number) => [name, number]));
    return this.known;
  }

  documentsOf(number: number): Int32Array {
    this.inverse ??= this.inverted();
    const { from, documents } = this.inverse;
    return documents.subarray(from[number]!, from[number + 1]!);
  }

  private inverted() {
    const { stems, starts, names } = this;
    const from = new Int32Array(names.length + 2);
    for (let at = 0; at < stems.length; at++) from[stems[at]! + 2]!++;
    for (let stem = 2; stem < from.length; stem++) from[stem]! += from[stem - 1]!;
    const documents = new Int32Array(stems.length);
    for (let document = 0; document + 1 < starts.length; document++)
      for (let at = starts[document]!; at < starts[document + 1]!; at++) documents[from[stems[at]! + 1]!++] = document;
    return { from, documents };
  }
}
