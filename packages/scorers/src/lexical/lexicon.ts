import type { Span } from "@semantic-xpath/parser";
import { getOrMake, NONE } from "@semantic-xpath/tree";
import { grown, NumberList } from "./columns.js";
import { readFlag } from "./flags.js";
import { ENGLISH, type Language } from "./languages/language.js";
import { eachLine, eachSentence } from "./lines.js";
import { CLAUSE_END } from "./negation.js";
import { QuantityStore } from "./quantity/store.js";
import { Vocabulary } from "./vocabulary.js";
import { chunkStart } from "./words.js";

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
 * Analysed texts by slot, numbered from 0 as they come. `items` holds them one after the other: a negative item `~field` begins a line of
 * that field, any other is a token of the vocabulary, or `BREAK`.
 */
export class AnalysedTexts {
  /** Field names by number; the first four are `BODY`, `TYPE`, `ATTRIBUTE_NAME` and `QUESTION`. */
  readonly fields: string[] = ["", "", "", ""];
  items = new Int32Array(4096);
  readonly store = new QuantityStore();
  /** Texts so far. */
  length = 0;
  protected used = 0;
  protected characters = 0;
  private starts = new Int32Array(256);
  /** Quantities of texts: their number, then they themselves; and by slot where in that, plus 1, 0 where they were not read. */
  readonly quantityNumbers = new NumberList();
  private quantityPlaces = new Int32Array(0);
  /** By slot: whether a word of the text may deny others, and the number of its type in `types`, or -1. */
  private denials = new Uint8Array(256);
  private typeNumbers = new Int32Array(256);
  /** The types of texts that are nodes, by number. */
  readonly types: string[] = [];
  private readonly numbersOfTypes = new Map<string, number>();
  private readonly fieldNumbers = new Map<string, number>();

  constructor(readonly vocabulary: Vocabulary) {}

  /** The items of the text in a slot are `[start(slot), start(slot + 1))`. */
  start(slot: number): number {
    return this.starts[slot]!;
  }

  /**
   * Where in `quantityNumbers` the times, dates, sums and amounts of a text are, by their numbers in `store`: how many, then these. Read when a condition first
   * asks for any.
   */
  quantities(slot: number, text: string): number {
    this.quantityPlaces = grown(this.quantityPlaces, this.length);
    const known = this.quantityPlaces[slot]!;
    if (known > 0) return known - 1;
    const found = this.store.read(text);
    const place = this.quantityNumbers.length;
    this.quantityNumbers.push(found.length);
    for (const number of found) this.quantityNumbers.push(number);
    this.quantityPlaces[slot] = place + 1;
    this.characters += found.length * QUANTITY_COST;
    return place;
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

  /** Analyses a text and gives its slot. */
  add(text: string): number {
    this.lines(text, (field, start, end, isDenied) => {
      this.push(~field);
      this.tokens(text, start, end, scopeOf(isDenied), this.push);
    });
    return this.place(text);
  }

  /** The same for a long text. It may be left at each step, and other texts may be analysed meanwhile, unless `isKnown` says it was. */
  *addInSteps(text: string, isKnown = () => false): Generator<void> {
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
    if (isKnown()) return;
    for (const item of items) this.push(item);
    this.place(text);
  }

  /** Makes what was pushed since the last text the items of this one. */
  protected place(text: string): number {
    const slot = this.length++;
    this.characters += text.length;
    this.starts = grown(this.starts, slot + 2);
    this.starts[slot + 1] = this.used;
    this.note(slot, text);
    return slot;
  }

  private note(slot: number, text: string): void {
    const { items, vocabulary } = this;
    this.denials = grown(this.denials, slot + 1);
    for (let at = this.start(slot); at < this.used; at++)
      if (items[at]! >= 0 && vocabulary.denies[items[at]! >> 1] === 1) this.denials[slot] = 1;
    this.typeNumbers = grown(this.typeNumbers, slot + 1);
    const isNode = items[this.start(slot)] === ~TYPE;
    this.typeNumbers[slot] = isNode ? this.typeNumber(text.slice(0, text.indexOf("\n"))) : NONE;
  }

  private typeNumber(type: string): number {
    return getOrMake(this.numbersOfTypes, type, () => this.types.push(type) - 1);
  }

  /** Whether a word of a text may deny others. */
  mayDeny(slot: number): boolean {
    return this.denials[slot] === 1;
  }

  /** The number of the type of a text that is a node, -1 for others. */
  typeOf(slot: number): number {
    return this.typeNumbers[slot]!;
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
        if (flag === "true") visit(field, start, colon, false);
        else if (flag !== "none") visit(ATTRIBUTE_NAME, start, colon, flag === "false");
        if (flag === "value" || flag === "none") visit(field, colon + 2, end, false);
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
    most = Infinity,
  ): number {
    const { vocabulary } = this;
    const { several } = vocabulary;
    let last = start;
    const take = (token: number, from: number): void => {
      visit(token, from, last);
      if (vocabulary.denies[token >> 1] === 1) scope.isDenied = true;
    };
    if (scope.isImplied) visit(vocabulary.not, start, start);
    scope.isImplied = false;
    for (let from = chunkStart(text, start, end); from < end; from = chunkStart(text, last, end)) {
      if (last - start >= most) return last;
      const chunk = vocabulary.chunk(text, from, end);
      const token = vocabulary.tokens[chunk]!;
      if (scope.isDenied && CLAUSE_END.test(text.slice(last, from))) {
        scope.isDenied = false;
        visit(BREAK, from, from);
      }
      last = vocabulary.chunkEnd;
      if (token > 0) take(token, from);
      else for (let at = ~token, to = at + several.at(at); at < to; ) take(several.at(++at), from);
    }
    return end;
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

/** Analysed texts that are found again by their characters, so that a text is analysed once. */
export class Lexicon extends AnalysedTexts {
  private readonly slots = new Map<string, number>();

  /** `most`: items plus characters after which the lexicon counts as full. */
  constructor(
    private readonly most: number,
    language: Language = ENGLISH,
  ) {
    super(new Vocabulary(language));
  }

  get full(): boolean {
    return this.used + this.characters > this.most;
  }

  slot(text: string): number {
    return this.slots.get(text) ?? this.add(text);
  }

  /** Analyses a long text in steps. */
  *steps(text: string): Generator<void> {
    const isKnown = (): boolean => this.slots.has(text);
    if (!isKnown()) yield* this.addInSteps(text, isKnown);
  }

  protected override place(text: string): number {
    const slot = super.place(text);
    this.slots.set(text, slot);
    return slot;
  }
}
