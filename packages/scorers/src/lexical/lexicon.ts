import type { Span } from "@semantic-xpath/parser";
import { getOrMake } from "@semantic-xpath/tree";
import { grown } from "./columns.js";
import { eachLine, eachSentence } from "./lines.js";
import { QuantityStore } from "./quantity/store.js";
import { Vocabulary } from "./vocabulary.js";

/** Numbers of the fields that have no name of their own in a text. */
export const BODY = 0;
export const TYPE = 1;
export const ATTRIBUTE_NAME = 2;
/** Sentences of own text that end in a question mark. */
export const QUESTION = 3;

/** Characters that are read between two chances to pause. */
export const STEP = 8192;
/** What follows the name of an attribute that is false. */
const FALSE = ": false";

/** What a quantity counts for in the bound, in characters. */
const QUANTITY_COST = 32;

/**
 * Analysed texts by slot, numbered from 0 as they come. `items` holds them one after the other: a negative item `~field` begins a line of
 * that field, any other is a token of the vocabulary.
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
  private readonly placed: (readonly number[])[] = [];
  private readonly fieldNumbers = new Map<string, number>();

  constructor(readonly vocabulary: Vocabulary) {}

  /** The items of the text in a slot are `[start(slot), start(slot + 1))`. */
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
    this.lines(text, (_, start, end) => {
      spans.push({ start, end });
      this.tokens(text, start, end, (_, start, end) => spans.push({ start, end }));
    });
    return spans[item]!;
  }

  /** Analyses a text and gives its slot. */
  add(text: string): number {
    this.lines(text, (field, start, end) => {
      this.push(~field);
      this.tokens(text, start, end, this.push);
    });
    return this.place(text);
  }

  /** The same for a long text. It may be left at each step, and other texts may be analysed meanwhile, unless `isKnown` says it was. */
  *addInSteps(text: string, isKnown = () => false): Generator<void> {
    const items: number[] = [];
    const lines: [field: number, start: number, end: number][] = [];
    this.lines(text, (...line) => lines.push(line));
    for (const [field, start, end] of lines) {
      items.push(~field);
      for (let at = start; at < end; ) {
        at = this.tokens(text, at, end, (token) => items.push(token), STEP);
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
    return slot;
  }

  /** The name of an attribute that is false is left out: `vegan: false` says nothing of vegan things. */
  private lines(text: string, visit: (field: number, start: number, end: number) => void): void {
    eachLine(text, {
      type: (start, end) => visit(TYPE, start, end),
      attribute: (start, colon, end) => {
        if (end - colon !== FALSE.length || !text.startsWith(FALSE, colon)) visit(ATTRIBUTE_NAME, start, colon);
        visit(this.field(text.slice(start, colon)), colon + 2, end);
      },
      body: (start, end) => eachSentence(text, start, end, (from, to, asks) => visit(asks ? QUESTION : BODY, from, to)),
    });
  }

  private tokens(
    text: string,
    start: number,
    end: number,
    visit: (token: number, start: number, end: number) => void,
    most?: number,
  ): number {
    const { vocabulary } = this;
    return vocabulary.eachChunk(
      text,
      start,
      end,
      (chunk, from, to) => {
        const { tokens, tokenStarts } = vocabulary;
        for (let i = tokenStarts[chunk]!; i < tokenStarts[chunk + 1]!; i++) visit(tokens[i]!, from, to);
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

/** Analysed texts that are found again by their characters, so that a text is analysed once. */
export class Lexicon extends AnalysedTexts {
  private readonly slots = new Map<string, number>();

  /** `most`: items plus characters after which the lexicon counts as full. */
  constructor(private readonly most: number) {
    super(new Vocabulary());
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
