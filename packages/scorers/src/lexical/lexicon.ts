import type { Span } from "@semantic-xpath/parser";
import { getOrMake } from "@semantic-xpath/tree";
import { stemOf } from "./english.js";
import { readFlag } from "./flags.js";
import { eachLine, eachSentence } from "./lines.js";
import { CLAUSE_END, denies } from "./negation.js";
import { QuantityStore } from "./quantity/store.js";
import { eachChunk, wordsOfChunk } from "./words.js";

/** Numbers of the fields that have no name of their own in a text. */
export const BODY = 0;
export const TYPE = 1;
export const ATTRIBUTE_NAME = 2;
/** Sentences of own text that end in a question mark. */
export const QUESTION = 3;

/** Characters that are read between two chances to pause. */
export const STEP = 8192;
/** Ends what a word before it denies: the end of a clause. It is no word of a text, and the number of none. */
export const BREAK = 0;

/** What a quantity counts for in the bound, in characters. */
const QUANTITY_COST = 32;

/**
 * Analysed texts. `items` holds them one after the other: a negative item `~field` begins a line of that field, any other is a
 * token of the vocabulary, or `BREAK`. Texts are found again by their characters, so that a text is analysed once.
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
  quantities(slot: number, text: string): readonly number[] {
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

  /** Where the item of a text with this number, counted from the first one, is in it. */
  spanOf(text: string, item: number): Span {
    const spans: Span[] = [];
    this.lines(text, (_, start, end, isDenied) => {
      spans.push({ start, end });
      this.tokens(text, start, end, scopeOf(isDenied), (_, start, end) => spans.push({ start, end }));
    });
    return spans[item]!;
  }

  /** Analyses a long text. It may be left at each step, and other texts may be analysed meanwhile. */
  *steps(text: string): Generator<void> {
    if (this.slots.has(text)) return;
    const items: number[] = [];
    const lines: [field: number, start: number, end: number, isDenied: boolean][] = [];
    this.lines(text, (...line) => lines.push(line));
    for (const [field, start, end, isDenied] of lines) {
      items.push(~field);
      const scope = scopeOf(isDenied);
      for (let at = start; at < end; ) {
        at = this.tokens(text, at, end, scope, (token) => items.push(token), STEP);
        yield;
      }
    }
    if (this.slots.has(text)) return;
    for (const item of items) this.push(item);
    this.place(text);
  }

  private analyse(text: string): number {
    this.lines(text, (field, start, end, isDenied) => {
      this.push(~field);
      this.tokens(text, start, end, scopeOf(isDenied), this.push);
    });
    return this.place(text);
  }

  /** Makes what was pushed since the last text the items of this one. */
  private place(text: string): number {
    const slot = this.slots.size;
    this.slots.set(text, slot);
    this.characters += text.length;
    if (slot + 2 > this.starts.length) this.starts = grown(this.starts, slot + 2);
    this.starts[slot + 1] = this.used;
    return slot;
  }

  /**
   * The name of an attribute that is true is as good as a word of its value, one that is false is a word that is denied, and one without a value is
   * nothing; the values of these say nothing.
   */
  private lines(text: string, visit: (field: number, start: number, end: number, isDenied: boolean) => void): void {
    eachLine(text, {
      type: (start, end) => visit(TYPE, start, end, false),
      attribute: (start, colon, end) => {
        const flag = readFlag(text, colon + 2, end);
        if (flag === "absent") return;
        const field = this.field(text.slice(start, colon));
        if (flag === "none") visit(field, colon + 2, end, false);
        else if (flag === "true") visit(field, start, colon, false);
        else visit(ATTRIBUTE_NAME, start, colon, flag === "false");
        if (flag === "value") visit(field, colon + 2, end, false);
      },
      body: (start, end) =>
        eachSentence(text, start, end, (from, to, asks) => visit(asks ? QUESTION : BODY, from, to, false)),
    });
  }

  /** Ends of clauses are of interest after a word that denies. */
  private tokens(
    text: string,
    start: number,
    end: number,
    scope: Scope,
    visit: (token: number, start: number, end: number) => void,
    most?: number,
  ): number {
    const { vocabulary } = this;
    let last = start;
    if (scope.isImplied) visit(vocabulary.not, start, start);
    scope.isImplied = false;
    return eachChunk(
      text,
      start,
      end,
      (chunk, from) => {
        if (scope.isDenied && CLAUSE_END.test(text.slice(last, from))) {
          scope.isDenied = false;
          visit(BREAK, from, from);
        }
        last = from + chunk.length;
        const tokens = vocabulary.tokens(chunk);
        for (let i = 0; i < tokens.length; i++) {
          visit(tokens[i]!, from, last);
          if (vocabulary.denying[tokens[i]! >> 1]) scope.isDenied = true;
        }
      },
      most,
    );
  }

  private readonly push = (item: number): void => {
    if (this.used === this.items.length) this.items = grown(this.items, this.used + 1);
    this.items[this.used++] = item;
  };

  private field(name: string): number {
    return getOrMake(this.fieldNumbers, name, () => this.fields.push(name) - 1);
  }
}

/** What comes before the words of a line, which may be read in pieces. */
interface Scope {
  /** A word denies what follows, up to the end of the clause. */
  isDenied: boolean;
  /** That word is not written. */
  isImplied: boolean;
}

const scopeOf = (isImplied: boolean): Scope => ({ isDenied: false, isImplied });

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
  /** Whether they deny what follows. */
  readonly denying: boolean[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly chunks = new Map<string, readonly number[]>();

  /** The token of a "not" that is not written out. */
  readonly not: number;

  constructor() {
    this.number("");
    this.not = this.number("not") << 1;
  }

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
    return getOrMake(this.numbers, word, () => {
      this.stems.push(stemOf(word));
      this.denying.push(denies(word));
      return this.words.push(word) - 1;
    });
  }
}
