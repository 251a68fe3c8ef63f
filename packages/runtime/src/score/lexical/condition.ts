import { eachChunk } from "./chunks.js";
import type { Statistics } from "./statistics.js";
import { stemOf } from "./stem.js";
import { isStopWord } from "./stopWords.js";
import { wordsOfChunk } from "./words.js";

/** A word of a condition, once for all its repetitions. */
export interface Term {
  readonly word: string;
  readonly stem: string;
  /** Share of the weight of the condition: the shares of its terms sum to 1. */
  readonly share: number;
  /** Whether some document of the tree has it. */
  readonly known: boolean;
  readonly rel?: Map<string, number> | undefined;
  readonly hint?: Set<string> | undefined;
}

/** Two terms that stand next to each other, function words left out. */
export interface Pair {
  readonly left: number;
  readonly right: number;
  /** Places from the left to the right word in the condition. */
  readonly distance: number;
  /** The share of the lighter term. */
  readonly share: number;
}

/** Two neighbouring words written as one ("seafood" for "sea food"), with the terms that this is evidence of. */
export interface Join {
  readonly word: string;
  readonly stem: string;
  readonly terms: readonly number[];
}

export interface Condition {
  /** Whether the condition is a question. */
  readonly asks: boolean;
  readonly terms: readonly Term[];
  readonly pairs: readonly Pair[];
  readonly joins: readonly Join[];
}

/**
 * Reads a condition. Function words have no weight, unless there is nothing else; the weight of any other word is its
 * inverse document frequency.
 */
export function readCondition(text: string, statistics: Statistics, settings: any): Condition {
  const words = wordsOf(text);
  const asks = /\?\s*$/.test(text);
  const content = words.filter((word) => !isStopWord(word));
  const counted = new Set(content.length > 0 ? content : words);
  const stems = new Map<string, number>();
  const found: { word: string; stem: string; weight: number; hint?: Set<string> }[] = [];
  const termAt = words.map((word) => {
    if (!counted.has(word)) return -1;
    const stem = stemOf(word);
    const known = stems.get(stem);
    if (known !== undefined) return known;
    stems.set(stem, found.length);
    found.push({ word, stem, weight: Math.pow(statistics.idf(word, stem), settings.power) * (asks && FRAME.has(word) ? settings.frame : 1) });
    return found.length - 1;
  });
  const lower = text.toLowerCase();
  if (asks) for (const [name, re, list] of HINTS) {
    if (settings[name] > 0 && re.test(lower)) found.push({ word: "?" + name, stem: "?" + name, weight: settings[name], hint: list });
  }
  const total = found.reduce((sum, term) => sum + term.weight, 0);
  const terms = found.map(({ word, stem, weight, hint }) => ({
    rel: settings.related > 0 ? statistics.related(stem, settings.least) : undefined,
    hint,
    word,
    stem,
    share: weight / total,
    known: statistics.has(stem),
  }));
  return { asks, terms, pairs: pairsOf(termAt, terms), joins: joinsOf(words, termAt) };
}

const FRAME = new Set("kind kinds type types sort name names called mention mentioned describe describes according say says said tell told thing things way ways does did specific particular conversation discuss discussed currently current".split(" "));
const set = (s: string) => new Set(s.split(" "));
const HINTS: [string, RegExp, Set<string>][] = [
  ["when", /^(when|since when)\b|\b(what|which) (date|day|month|year|time|week|season)\b|\bhow (long|often) ?(ago)?\b/, set("yesterday today tonight tomorrow last next ago week weeks weekend month months year years day days morning evening afternoon night recently monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december summer winter spring fall autumn since few couple soon earlier now")],
  ["where", /^(in |at |from )?where\b|\b(what|which) (place|city|country|town|state|location)\b/, set("at in near city town country street home park beach place trip visited moved here there shop store local")],
  ["many", /\bhow (many|much)\b/, set("two three four five six seven eight nine ten dozen couple few several first second third twice once many one")],
  ["who", /^(who|whom|with whom|whose)\b/, set("friend friends mom dad mother father sister brother family kids wife husband son daughter colleague team cousin aunt uncle grandma grandpa partner neighbor with")],
  ["why", /^why\b|\bwhat (motivated|inspired|made|reason|prompted|led|helped)\b|\breason\b/, set("because since so reason inspired motivated wanted want made help helped love to")],
];

function wordsOf(text: string): string[] {
  const words: string[] = [];
  eachChunk(text, 0, text.length, (chunk) => {
    for (const word of wordsOfChunk(chunk)) if (word.advances) words.push(word.text);
  });
  return words;
}

function pairsOf(termAt: readonly number[], terms: readonly Term[]): Pair[] {
  const pairs = new Map<number, Pair>();
  let before = -1;
  for (let at = 0; at < termAt.length; at++) {
    const right = termAt[at]!;
    if (right < 0) continue;
    const left = before < 0 ? -1 : termAt[before]!;
    const key = left * terms.length + right;
    if (left >= 0 && left !== right && !pairs.has(key)) {
      const share = Math.min(terms[left]!.share, terms[right]!.share);
      pairs.set(key, { left, right, distance: at - before, share });
    }
    before = at;
  }
  return [...pairs.values()];
}

function joinsOf(words: readonly string[], termAt: readonly number[]): Join[] {
  const joins: Join[] = [];
  for (let at = 1; at < words.length; at++) {
    const terms = [...new Set([termAt[at - 1]!, termAt[at]!])].filter((term) => term >= 0);
    if (terms.length === 0) continue;
    const word = words[at - 1]! + words[at]!;
    joins.push({ word, stem: stemOf(word), terms });
  }
  return joins;
}
