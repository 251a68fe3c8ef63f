import { FREQUENCIES } from "@semantic-xpath/english";
import { isStopWord, stemOf } from "./english.js";

/** The share of a word that is not in the table, times its letters: shorter ones are more frequent (Zipf's law of abbreviation). A word of eight letters is rarer than those of the table. Measured: flat from .0012 to .0048. */
const REST = 0.0024;
/** The share of a function word. Measured: flat from .1 to .5; at .75 everyday conditions lose .004 of AUC. */
const STOP_SHARE = 0.5;

let shares: ReadonlyMap<string, number> | undefined;

const shareByLength = (word: string): number => REST / Math.max(2, word.length);

/** Expected share for a word of another language, from its length and from the list of function words. */
export const otherShare = (word: string, isStop: boolean): number => (isStop ? STOP_SHARE : shareByLength(word));

/** In which share of short English texts a word is expected, in (0, 1): a fixed table by stem, so that no data of a user is needed to weigh a word. */
export function backgroundShare(word: string, stem: string): number {
  if (isStopWord(word)) return STOP_SHARE;
  shares ??= new Map(
    FREQUENCIES.toReversed().flatMap(([share, words]) =>
      words.split(" ").map((word): [string, number] => [stemOf(word), share]),
    ),
  );
  return shares.get(stem) ?? shareByLength(word);
}
