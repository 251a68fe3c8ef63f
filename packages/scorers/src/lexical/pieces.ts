import type { Tree } from "@semantic-xpath/tree";
import { grown, NumberList } from "./columns.js";
import type { DistinctWords } from "./distinctWords.js";
import { attributeWeight } from "./fields.js";
import { type Flag, readFlag } from "./flags.js";
import { STEP } from "./lexicon.js";
import type { LexicalSettings } from "./settings.js";
import type { Steps } from "./slices.js";
import { StemCounts, StemRun } from "./stemRun.js";
import { type Vocabulary, vocabularyNow } from "./vocabulary.js";
import { chunkStart } from "./words.js";

/** What was counted in nodes next to each other. Whole numbers, so that the counts of pieces add up to those of the whole, to the last bit. */
export interface Piece {
  /** Nodes that have words. */
  readonly documents: number;
  /** Words by the weight of the field that they are in. */
  readonly words: ReadonlyMap<number, number>;
  /** The nodes that have each stem. */
  readonly stems: StemCounts;
  /** null if nothing is learned. */
  readonly learned: StemRun | null;
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
  /** Of `stems` that are used, and of the words of the value that is being read those that advance the position. */
  private end = 0;
  private length = 0;
  /** By stem: where the value that is being read has it. */
  private placeOf = new Int32Array(1024);

  constructor(readonly vocabulary: Vocabulary) {}

  /** Takes a text apart and gives its place here. */
  add(text: string): number {
    const { vocabulary } = this;
    const { several } = vocabulary;
    const { length } = text;
    this.length = 0;
    for (let from = chunkStart(text, 0, length); from < length; from = chunkStart(text, vocabulary.chunkEnd, length)) {
      const chunk = vocabulary.chunk(text, from, length);
      const token = vocabulary.tokens[chunk]!;
      if (token > 0) this.take(token);
      else for (let at = ~token, last = at + several.at(at); at < last; ) this.take(several.at(++at));
    }
    const at = this.count++;
    this.starts = grown(this.starts, at + 2);
    this.lengths = grown(this.lengths, at + 1);
    this.starts[at + 1] = this.end;
    this.lengths[at] = this.length;
    this.flags.push(readFlag(text, 0, length));
    return at;
  }

  private take(token: number): void {
    const { vocabulary } = this;
    const start = this.starts[this.count]!;
    this.length += token & 1;
    const stem = vocabulary.stemNumbers[token >> 1]!;
    const telling = 1 - vocabulary.isStop[token >> 1]!;
    if (stem >= this.placeOf.length) this.placeOf = grown(this.placeOf, stem + 1);
    const place = this.placeOf[stem]!;
    if (place >= start && place < this.end && this.stems[place]! >> 1 === stem) {
      this.stems[place]! |= telling;
      return;
    }
    if (this.end === this.stems.length) this.stems = grown(this.stems, this.end + 1);
    this.placeOf[stem] = this.end;
    this.stems[this.end++] = (stem << 1) | telling;
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
  /** By attribute, and of own text at the end. */
  private readonly weights: readonly number[];
  private readonly words: Float64Array;
  private readonly body: number;
  private readonly learns: boolean;
  /** By stem: the last node that it was counted for, the last that it was learned from, the nodes that have it in this piece. */
  private counted = new Int32Array(1024);
  private learned = new Int32Array(1024);
  private documents = new Int32Array(1024);
  private readonly found: PieceStems;
  private work = 0;
  /** Of the node that is read: whether it has words that count, and their length in the unit of `Piece.lengths`. */
  private isDocument = false;
  private length = 0;

  constructor(
    private readonly tree: Tree,
    settings: LexicalSettings,
  ) {
    this.values = new ValueStems(vocabularyNow(settings.language));
    this.found = new PieceStems(this.values.vocabulary.spellings);
    this.placeOf = new Int32Array(tree.values.size).fill(UNKNOWN);
    this.ofType = tree.typeNames.map((name) => this.values.add(name));
    this.ofName = tree.attributeNames.map((name) => this.values.add(name));
    this.body = settings.fields.body;
    this.learns = settings.company > 0;
    this.weights = [...tree.attributeNames.map((name) => attributeWeight(name, settings)), this.body];
    this.words = new Float64Array(this.weights.length);
  }

  /** Counts the nodes `[from, to)`. A generator, so that a caller may pause at each `yield`. */
  *count(from: number, to: number): Steps<Piece> {
    const { tree, values, found, weights } = this;
    const ownText = weights.length - 1;
    let documents = 0;
    const lengths = new Float64Array(to - from + 1);
    this.words.fill(0);
    for (let node = from; node < to; node++) {
      this.isDocument = false;
      this.length = 0;
      const type = tree.type[node]!;
      this.add(this.ofType[type]!, node);
      for (const attribute of tree.searchableOfType[type]!) {
        const value = tree.attributeValue(node, attribute);
        if (value < 0) continue;
        const place = this.placeIn(value);
        const flag = values.flags[place]!;
        if (flag === "value") this.add(this.ofName[attribute]!, node);
        if (flag === "true") this.take(node, this.ofName[attribute]!, attribute);
        else if (flag === "value" || flag === "none") this.take(node, place, attribute);
      }
      const own = tree.text[node]!;
      if (own >= 0) this.take(node, this.placeIn(own), ownText);
      lengths[node - from + 1] = lengths[node - from]! + this.length;
      found.close();
      if (this.isDocument) documents++;
      this.work += NODE_COST;
      if (this.work < STEP) continue;
      this.work = 0;
      yield;
    }
    return { documents, words: this.wordsByWeight(), ...found.take(this.documents, this.learns), lengths };
  }

  /** Counts a value of a node, of an attribute or of own text. */
  private take(node: number, place: number, attribute: number): void {
    const weight = this.weights[attribute]!;
    this.add(place, node);
    if (this.learns && weight >= this.body) this.learn(place, node);
    const length = this.values.lengthOf(place);
    if (length === 0) return;
    this.words[attribute]! += length;
    if (weight > 0) this.isDocument = true;
    this.length += Math.round(length * weight * LENGTH_UNIT);
  }

  private wordsByWeight(): ReadonlyMap<number, number> {
    const words = new Map<number, number>();
    for (const [attribute, count] of this.words.entries()) {
      const weight = this.weights[attribute]!;
      if (count > 0) words.set(weight, (words.get(weight) ?? 0) + count);
    }
    return words;
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
      if (documents[stem]!++ === 0) found.meet(stem);
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
    const size = this.values.vocabulary.size;
    if (this.counted.length >= size) return;
    this.counted = grown(this.counted, size);
    this.learned = grown(this.learned, size);
    this.documents = grown(this.documents, size);
  }
}

/** The stems of one piece after the other, by numbers of their own in each. */
class PieceStems {
  /** Those that were met in this piece. */
  private readonly here = new NumberList();
  private numbers = new Int32Array(1024);
  private readonly stems = new NumberList();
  private starts = new Int32Array(256);
  private documents = 0;

  constructor(private readonly vocabulary: DistinctWords) {}

  /** A stem that no document of the piece had before. */
  meet(stem: number): void {
    this.numbers = grown(this.numbers, stem + 1);
    this.here.push(stem);
  }

  /** Adds a stem to the document that is being read. */
  add(stem: number): void {
    this.stems.push(stem);
  }

  /** The document is complete; without stems it is none. */
  close(): void {
    const { length } = this.stems;
    if (length === this.starts[this.documents]!) return;
    this.documents++;
    this.starts = grown(this.starts, this.documents + 1);
    this.starts[this.documents] = length;
  }

  /** The stems of the piece with their counts of documents, which start again. */
  take(documents: Int32Array, learns: boolean): Pick<Piece, "stems" | "learned"> {
    const here = this.here.taken().sort();
    const counts = new Int32Array(here.length);
    for (let at = 0; at < here.length; at++) {
      counts[at] = documents[here[at]!]!;
      documents[here[at]!] = 0;
      this.numbers[here[at]!] = at;
    }
    const stems = new StemCounts(this.vocabulary, here, counts);
    const learned = learns
      ? new StemRun(
          stems,
          this.stems.taken().map((stem) => this.numbers[stem]!),
          this.starts.slice(0, this.documents + 1),
        )
      : null;
    this.here.clear();
    this.stems.clear();
    this.documents = 0;
    return { stems, learned };
  }
}
