import { getOrMake } from "@semantic-xpath/tree";
import type { Condition } from "../condition.js";
import { matchWord, type WordMatch } from "../match.js";
import type { LexicalSettings } from "../settings.js";
import type { Steps } from "../slices.js";
import type { Vocabulary } from "../vocabulary.js";
import { NOTHING, type WordMatches } from "../wordMatches.js";
import type { Postings } from "./postings.js";
import type { WordIndex } from "./wordIndex.js";

/** The words of a vocabulary that are evidence in a condition, found before any text is read; no other word is looked at. */
export class FoundWords implements WordMatches {
  private readonly column: MatchColumn;
  private words: number[] = [];
  matches: (WordMatch | undefined)[] = [];

  constructor(
    private readonly index: WordIndex,
    private readonly condition: Condition,
    private readonly settings: LexicalSettings,
  ) {
    this.column = getOrMake(columns, index.vocabulary, () => new MatchColumn(index.vocabulary));
  }

  get matchOf(): Int32Array {
    return this.column.matchOf;
  }

  /** Finds them among the words that the vocabulary has by now. */
  *find(): Steps<void> {
    const { vocabulary } = this.index;
    const candidates = new Set<number>();
    this.index.eachCandidate(this.condition, (word) => candidates.add(word));
    const found: number[] = [];
    const matches: (WordMatch | undefined)[] = [undefined, undefined];
    for (const word of candidates) {
      const match = matchWord(vocabulary.word(word), vocabulary.stem(word), this.condition, this.settings);
      yield;
      if (match === undefined) continue;
      found.push(word);
      matches.push(match);
    }
    this.column.forget(this);
    [this.words, this.matches] = [found, matches];
  }

  /** Words of which each text with evidence has one: of two that are a word of the condition together, the rarer. */
  *decisive(postings: Postings): Generator<number> {
    for (const [at, word] of this.words.entries()) if (this.matches[at + 2]!.hits.length > 0) yield word;
    for (const term of this.condition.terms) {
      const halves = term.literal ? this.index.halves(term) : [];
      for (let at = 0; at < halves.length; at += 2) {
        const [first, second] = [halves[at]!, halves[at + 1]!];
        yield postings.count(first) <= postings.count(second) ? first : second;
      }
    }
  }

  begin(): void {
    this.column.take(this, this.words);
  }

  look(): number {
    return NOTHING;
  }
}

/** Vocabularies are large, so there is one column of matches for each, which is of one condition at a time. */
class MatchColumn {
  matchOf = new Int32Array(0);
  private owner: object | undefined;
  private words: readonly number[] = [];

  constructor(private readonly vocabulary: Vocabulary) {}

  take(owner: object, words: readonly number[]): void {
    if (owner === this.owner) return;
    if (this.matchOf.length < this.vocabulary.size) this.matchOf = new Int32Array(this.vocabulary.size * 2);
    else for (const word of this.words) this.matchOf[word] = 0;
    for (let at = 0; at < words.length; at++) this.matchOf[words[at]!] = at + 2;
    this.owner = owner;
    this.words = words;
  }

  /** The words of an owner change. */
  forget(owner: object): void {
    if (owner === this.owner) this.owner = undefined;
  }
}

const columns = new WeakMap<Vocabulary, MatchColumn>();
