import { stemsIn } from "./words.js";

/** Words whose stems are kept. */
const MOST_KEPT = 20_000;
const SPACES = /\s+/;
/** Numbers, and names such as `t06`: each is its own stem. */
const NUMBERED = /^[a-z]?[0-9]+$/i;

/** The stems of many texts: most of their words are the same few. */
export class StemsOfWords {
  private readonly kept = new Map<string, readonly string[]>();

  of(text: string): readonly string[] {
    const stems: string[] = [];
    for (const word of text.split(SPACES)) for (const stem of this.stemsOf(word)) stems.push(stem);
    return stems;
  }

  private stemsOf(word: string): readonly string[] {
    if (NUMBERED.test(word)) return [word.toLowerCase()];
    const known = this.kept.get(word);
    if (known !== undefined) return known;
    const stems = stemsIn(word);
    if (this.kept.size < MOST_KEPT) this.kept.set(word, stems);
    return stems;
  }
}
