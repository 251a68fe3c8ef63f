import { lowerBound } from "@semantic-xpath/tree";
import { grown } from "../columns.js";
import type { AnalysedTexts } from "../lexicon.js";
import type { Steps } from "../slices.js";

/** Texts that are not indexed until there are more; each of them is visited. */
export const MOST_LOOSE = 64;
/** Texts between two chances to pause. */
const STEP_TEXTS = 256;

/** The texts in [from, to) by word: those of `words[i]` are `texts` in `[starts[i], starts[i + 1])`. */
interface Block {
  readonly from: number;
  readonly to: number;
  /** Ascending. */
  readonly words: Int32Array;
  readonly starts: Int32Array;
  readonly texts: Int32Array;
}

/**
 * The texts that have a word, by its number. Texts come in blocks: a new block is merged with the one before it unless that is more than
 * twice as long, so a list that grows text by text costs n log n in all.
 */
export class Postings {
  private readonly blocks: Block[] = [];
  /** By word: the last text that it was counted for, and its texts in the block that is made. */
  private last = new Int32Array(0);
  private counts = new Int32Array(0);

  constructor(private readonly texts: AnalysedTexts) {}

  /** Texts that are indexed: the first ones. */
  get length(): number {
    return this.blocks.at(-1)?.to ?? 0;
  }

  /** Calls `visit` with each indexed text that has a word. */
  each(word: number, visit: (text: number) => void): void {
    for (const block of this.blocks) {
      const { from, to } = rangeOf(block, word);
      for (let at = from; at < to; at++) visit(block.texts[at]!);
    }
  }

  /** How many indexed texts have a word. */
  count(word: number): number {
    let sum = 0;
    for (const block of this.blocks) {
      const { from, to } = rangeOf(block, word);
      sum += to - from;
    }
    return sum;
  }

  /** Indexes all texts but the last few. One caller at a time. */
  *grow(): Steps<void> {
    const end = this.texts.length;
    let from = this.length;
    if (end - from <= MOST_LOOSE) return;
    let merged = 0;
    for (const block of this.blocks.toReversed()) {
      if (block.to - block.from > 2 * (end - from)) break;
      from = block.from;
      merged++;
    }
    const block = yield* this.block(from, end);
    this.blocks.splice(this.blocks.length - merged, merged, block);
  }

  private *block(from: number, to: number): Steps<Block> {
    const { vocabulary } = this.texts;
    this.last = grown(this.last, vocabulary.size).fill(-1);
    this.counts = grown(this.counts, vocabulary.size).fill(0);
    const met: number[] = [];
    yield* this.eachWord(from, to, (word) => {
      if (this.counts[word]!++ === 0) met.push(word);
    });
    const words = Int32Array.from(met).sort();
    const starts = new Int32Array(words.length + 1);
    for (let i = 0; i < words.length; i++) {
      starts[i + 1] = starts[i]! + this.counts[words[i]!]!;
      this.counts[words[i]!] = starts[i]!;
      this.last[words[i]!] = -1;
    }
    const texts = new Int32Array(starts[words.length]!);
    yield* this.eachWord(from, to, (word, text) => {
      texts[this.counts[word]!++] = text;
    });
    return { from, to, words, starts, texts };
  }

  /** Each word of each text once. */
  private *eachWord(from: number, to: number, visit: (word: number, text: number) => void): Steps<void> {
    const { texts, last } = this;
    const { items } = texts;
    for (let text = from; text < to; text++) {
      for (let at = texts.start(text), end = texts.start(text + 1); at < end; at++) {
        const word = items[at]! >> 1;
        if (items[at]! < 0 || last[word] === text) continue;
        last[word] = text;
        visit(word, text);
      }
      if (text % STEP_TEXTS === 0) yield;
    }
  }
}

function rangeOf({ words, starts }: Block, word: number): { readonly from: number; readonly to: number } {
  const at = lowerBound(words, word);
  return words[at] === word ? { from: starts[at]!, to: starts[at + 1]! } : { from: 0, to: 0 };
}
