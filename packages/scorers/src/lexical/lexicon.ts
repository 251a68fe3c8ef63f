import { stemOf } from "./english.js";
import { eachLine, eachSentence } from "./lines.js";
import { QuantityStore } from "./quantity/store.js";
import { eachChunk, wordsOfChunk } from "./words.js";

/** Numbers of the fields that have no name of their own in a text. */
export const BODY = 0;
export const TYPE = 1;
export const ATTRIBUTE_NAME = 2;
/** Sentences of own text that end in a question mark. */
export const QUESTION = 3;

/** What a quantity counts for in the bound, in characters. */
const QUANTITY_COST = 32;

/**
 * Analysed texts. `items` holds them one after the other: a negative item `~field` begins a line of that field, any other is a
 * token of the vocabulary. Texts are found again by their characters, so that a text is analysed once.
 */
export class Lexicon {
  readonly vocabulary = new Vocabulary();
  /** Field names by number; the first four are `BODY`, `TYPE`, `ATTRIBUTE_NAME` and `QUESTION`. */
  readonly fields: string[] = ["", "", "", ""];
  items = new Int32Array(4096);
  private used = 0;
  private starts = new Int32Array(256);
  private characters = 0;
  private readonly placed: (readonly number[])[] = [];
  readonly store = new QuantityStore();
  private readonly fieldNumbers = new Map<string, number>();
  private readonly slots = new Map<string, number>();

  /** `most`: items plus characters after which the lexicon counts as full. */
  constructor(private readonly most: number) {}

  get full(): boolean {
    return this.used + this.characters > this.most;
  }

  /** The slot of a text: its items are `[start(slot), start(slot + 1))`. */
  slot(text: string): number {
    return this.slots.get(text) ?? this.analyse(text);
  }

  start(slot: number): number {
    return this.starts[slot]!;
  }

  /** The numbers, in `store`, of the times, dates, sums and amounts of a text; read when a condition first asks for any. */
  quantities(text: string): readonly number[] {
    const slot = this.slot(text);
    const known = this.placed[slot];
    if (known !== undefined) return known;
    const found = this.store.read(text);
    this.placed[slot] = found;
    this.characters += found.length * QUANTITY_COST;
    return found;
  }

  /** The number of an attribute, or of own text for null. */
  fieldOf(name: string | null): number {
    return name === null ? BODY : this.field(name);
  }

  private analyse(text: string): number {
    const slot = this.slots.size;
    this.slots.set(text, slot);
    this.characters += text.length;
    eachLine(text, {
      type: (start, end) => this.line(TYPE, text, start, end),
      attribute: (start, colon, end) => {
        this.line(ATTRIBUTE_NAME, text, start, colon);
        this.line(this.field(text.slice(start, colon)), text, colon + 2, end);
      },
      body: (start, end) =>
        eachSentence(text, start, end, (from, to, asks) => this.line(asks ? QUESTION : BODY, text, from, to)),
    });
    if (slot + 2 > this.starts.length) this.starts = grown(this.starts, slot + 2);
    this.starts[slot + 1] = this.used;
    return slot;
  }

  private line(field: number, text: string, start: number, end: number): void {
    this.push(~field);
    eachChunk(text, start, end, (chunk) => {
      const tokens = this.vocabulary.tokens(chunk);
      for (let i = 0; i < tokens.length; i++) this.push(tokens[i]!);
    });
  }

  private push(item: number): void {
    if (this.used === this.items.length) this.items = grown(this.items, this.used + 1);
    this.items[this.used++] = item;
  }

  private field(name: string): number {
    const known = this.fieldNumbers.get(name);
    if (known !== undefined) return known;
    const number = this.fields.length;
    this.fieldNumbers.set(name, number);
    this.fields.push(name);
    return number;
  }
}

function grown(column: Int32Array<ArrayBuffer>, least: number): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(Math.max(least, column.length * 2));
  wider.set(column);
  return wider;
}

/**
 * The distinct words met so far, numbered. A token is `word << 1`, plus 1 where it advances the position; a chunk is taken
 * apart, folded and stemmed once, afterwards it is one look-up.
 */
export class Vocabulary {
  /** Folded words by number. */
  readonly words: string[] = [];
  /** Their stems. */
  readonly stems: string[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly chunks = new Map<string, readonly number[]>();

  get size(): number {
    return this.words.length;
  }

  /** The tokens of a chunk. */
  tokens(chunk: string): readonly number[] {
    const known = this.chunks.get(chunk);
    if (known !== undefined) return known;
    const tokens = wordsOfChunk(chunk).map((word) => (this.number(word.text) << 1) | (word.advances ? 1 : 0));
    this.chunks.set(chunk, tokens);
    return tokens;
  }

  private number(word: string): number {
    const known = this.numbers.get(word);
    if (known !== undefined) return known;
    const number = this.words.length;
    this.numbers.set(word, number);
    this.words.push(word);
    this.stems.push(stemOf(word));
    return number;
  }
}
