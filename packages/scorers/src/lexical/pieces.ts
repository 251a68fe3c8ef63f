import type { Tree } from "@semantic-xpath/tree";
import { isStopWord } from "./english.js";
import { attributeWeight } from "./fields.js";
import { type Flag, readFlag } from "./flags.js";
import { STEP, Vocabulary } from "./lexicon.js";
import type { DocumentRun } from "./neighbourhoods.js";
import type { LexicalSettings } from "./settings.js";
import type { Steps } from "./slices.js";
import { eachChunk } from "./words.js";

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
   * Lengths of the nodes before each node of the piece and before its end, in 1024ths of a word: whole numbers, too. The text of a node with all that is in it
   * has the difference of two.
   */
  readonly lengths: Float64Array;
}

/** What a word of weight 1 has in `Piece.lengths`. */
export const LENGTH_UNIT = 1024;

/** Work between two looks at the clock: characters of values that are new, and so many for each node. */
const NODE_COST = STEP / 256;

/** A value taken apart, its stems by number. */
interface ValueStems {
  readonly stems: readonly number[];
  /** Those that are of words with a meaning of their own. */
  readonly telling: readonly number[];
  /** Words that advance the position. */
  readonly length: number;
  /** What it says of an attribute that has it. */
  readonly flag: Flag;
}

/** Characters and stems of values that are kept for the next tree, and distinct chunks of them. */
const [KEPT, KEPT_CHUNKS] = [2 ** 23, 2 ** 18];

/** Values taken apart. What it keeps serves the trees that are counted after this one: of an edited tree nearly all texts are known. */
class TextStems {
  readonly names: string[] = [];
  private readonly vocabulary = new Vocabulary();
  private readonly numbers = new Map<string, number>();
  private readonly ofWord: number[] = [];
  private readonly known = new Map<string, ValueStems>();
  private held = 0;

  get isFull(): boolean {
    return this.held >= KEPT || this.vocabulary.size >= KEPT_CHUNKS;
  }

  of(text: string): ValueStems {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const found = this.read(text);
    if (this.held < KEPT) this.known.set(text, found);
    this.held += text.length + found.stems.length;
    return found;
  }

  private read(text: string): ValueStems {
    const [stems, telling] = [new Set<number>(), new Set<number>()];
    let length = 0;
    eachChunk(text, 0, text.length, (chunk) => {
      for (const token of this.vocabulary.tokens(chunk)) {
        length += token & 1;
        const stem = this.stem(token >> 1);
        stems.add(stem);
        if (!isStopWord(this.vocabulary.words[token >> 1]!)) telling.add(stem);
      }
    });
    return { stems: [...stems], telling: [...telling], length, flag: readFlag(text, 0, text.length) };
  }

  private stem(word: number): number {
    const known = this.ofWord[word];
    if (known !== undefined) return known;
    const name = this.vocabulary.stems[word]!;
    let number = this.numbers.get(name);
    if (number === undefined) {
      number = this.names.push(name) - 1;
      this.numbers.set(name, number);
    }
    this.ofWord[word] = number;
    return number;
  }
}

let textStems = new TextStems();

function textStemsNow(): TextStems {
  if (textStems.isFull) textStems = new TextStems();
  return textStems;
}

/**
 * Counts pieces of one tree, each node a document of its type, attributes and own text. Time is linear in nodes plus distinct values that
 * were not met lately.
 */
export class PieceCounter {
  private readonly texts = textStemsNow();
  private readonly ofValue: (ValueStems | undefined)[] = [];
  private readonly ofType: readonly ValueStems[];
  private readonly ofName: readonly ValueStems[];
  private readonly weights: readonly number[];
  /** By stem: the last node that it was counted for, the last that it was learned from, the nodes that have it in this piece. */
  private counted = new Int32Array(1024);
  private learned = new Int32Array(1024);
  private documents = new Int32Array(1024);
  private work = 0;

  constructor(
    private readonly tree: Tree,
    private readonly settings: LexicalSettings,
  ) {
    this.ofType = tree.typeNames.map((name) => this.texts.of(name));
    this.ofName = tree.attributeNames.map((name) => this.texts.of(name));
    this.weights = tree.attributeNames.map((name) => attributeWeight(name, settings));
  }

  /** Counts the nodes `[from, to)`. A generator, so that a caller may pause at each `yield`. */
  *count(from: number, to: number): Steps<Piece> {
    const { tree, settings, weights } = this;
    const learns = settings.company > 0;
    const found = new PieceStems(this.texts.names);
    const words = new Map<number, number>();
    const lengths = new Float64Array(to - from + 1);
    let documents = 0;
    for (let node = from; node < to; node++) {
      let length = 0;
      const type = tree.type[node]!;
      this.add(this.ofType[type]!, node, found);
      const take = (stems: ValueStems, weight: number): void => {
        this.add(stems, node, found);
        if (learns && weight >= settings.fields.body) this.learn(stems, node, found);
        if (stems.length === 0) return;
        words.set(weight, (words.get(weight) ?? 0) + stems.length);
        length += stems.length * weight;
      };
      for (const attribute of tree.searchableOfType[type]!) {
        const value = tree.attributeValue(node, attribute);
        if (value < 0) continue;
        const stems = this.stemsOf(value);
        const name = this.ofName[attribute]!;
        if (stems.flag === "value") this.add(name, node, found);
        if (stems.flag === "true") take(name, weights[attribute]!);
        else if (stems.flag === "value" || stems.flag === "none") take(stems, weights[attribute]!);
      }
      const own = tree.text[node]!;
      if (own >= 0) take(this.stemsOf(own), settings.fields.body);
      found.close();
      lengths[node - from + 1] = lengths[node - from]! + Math.round(length * LENGTH_UNIT);
      if (length > 0) documents++;
      this.work += NODE_COST;
      if (this.work < STEP) continue;
      this.work = 0;
      yield;
    }
    const learned = learns ? found.run() : null;
    return { documents, words, frequencies: found.frequencies(this.documents), learned, lengths };
  }

  private stemsOf(value: number): ValueStems {
    const known = this.ofValue[value];
    if (known !== undefined) return known;
    const text = this.tree.values.get(value);
    this.work += text.length;
    const stems = this.texts.of(text);
    this.ofValue[value] = stems;
    return stems;
  }

  /** Adds the node to the documents of each stem, once. */
  private add({ stems }: ValueStems, node: number, found: PieceStems): void {
    this.widen();
    for (const stem of stems) {
      if (this.counted[stem] === node) continue;
      this.counted[stem] = node;
      if (this.documents[stem] === 0) found.met(stem);
      this.documents[stem]!++;
    }
  }

  /** Adds the stems to what the node has of its own, once each, without function words. */
  private learn({ telling }: ValueStems, node: number, found: PieceStems): void {
    for (const stem of telling) {
      if (this.learned[stem] === node) continue;
      this.learned[stem] = node;
      found.add(stem);
    }
  }

  private widen(): void {
    const size = this.texts.names.length;
    if (this.counted.length >= size) return;
    const wider = (column: Int32Array): Int32Array<ArrayBuffer> => {
      const copy = new Int32Array(size * 2);
      copy.set(column);
      return copy;
    };
    [this.counted, this.learned, this.documents] = [wider(this.counted), wider(this.learned), wider(this.documents)];
  }
}

/** The stems of a piece, by numbers of their own. */
class PieceStems {
  private readonly here: number[] = [];
  private readonly numbers = new Map<number, number>();
  private readonly stems: number[] = [];
  private readonly starts: number[] = [0];

  constructor(private readonly names: readonly string[]) {}

  met(stem: number): void {
    this.numbers.set(stem, this.here.push(stem) - 1);
  }

  /** Adds a stem to the document that is being read. */
  add(stem: number): void {
    this.stems.push(this.numbers.get(stem)!);
  }

  /** The document is complete; without stems it is none. */
  close(): void {
    if (this.stems.length > this.starts.at(-1)!) this.starts.push(this.stems.length);
  }

  /** The counts, which begin anew. */
  frequencies(documents: Int32Array): ReadonlyMap<string, number> {
    return new Map(
      this.here.map((stem) => {
        const count = documents[stem]!;
        documents[stem] = 0;
        return [this.names[stem]!, count];
      }),
    );
  }

  run(): DocumentRun {
    const names = this.here.map((stem) => this.names[stem]!);
    return {
      stems: Int32Array.from(this.stems),
      starts: Int32Array.from(this.starts),
      names,
      numbers: new Map(names.map((name, number) => [name, number])),
    };
  }
}
