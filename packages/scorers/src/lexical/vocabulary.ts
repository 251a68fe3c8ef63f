import { stemOf } from "./stem.js";
import { wordsOfChunk } from "./words.js";

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
