import { grown } from "./columns.js";
import type { Condition } from "./condition.js";
import { matchWord, type WordMatch } from "./match.js";
import type { LexicalSettings } from "./settings.js";
import type { Vocabulary } from "./vocabulary.js";

/** A word that was not looked at, and one that is no evidence. */
export const UNSEEN = 0;
export const NOTHING = 1;

/** What the words of a vocabulary are evidence of, in one condition. */
export interface WordMatches {
  /** By word number: `UNSEEN`, `NOTHING`, or a place in `matches`. */
  readonly matchOf: Int32Array;
  /** From the third place on. */
  readonly matches: readonly (WordMatch | undefined)[];
  /** Has to be called before `matchOf` is read, since the vocabulary may have grown. */
  begin(): void;
  /** What `matchOf` should say of a word that was not seen. */
  look(word: number): number;
}

/** Looks at words when they are met in a text. */
export class MetWords implements WordMatches {
  matchOf = new Int32Array(0);
  readonly matches: (WordMatch | undefined)[] = [undefined, undefined];

  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly condition: Condition,
    private readonly settings: LexicalSettings,
  ) {}

  begin(): void {
    this.matchOf = grown(this.matchOf, this.vocabulary.size);
  }

  look(word: number): number {
    const { vocabulary } = this;
    const match = matchWord(vocabulary.word(word), vocabulary.stem(word), this.condition, this.settings);
    const found = match === undefined ? NOTHING : this.matches.push(match) - 1;
    this.matchOf[word] = found;
    return found;
  }
}
