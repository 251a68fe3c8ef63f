import { ByteLru } from "../../byteLru.js";
import { isStopWord, stemOf } from "../english.js";
import { Neighbours } from "./neighbours.js";
import { openPack } from "./pack.js";
import { areOfOneList, isLight } from "./restraint.js";
import { WordNet } from "./wordNet.js";
import { wordTable } from "./wordTable.js";

/** What a stem of a text is to a word of a condition. */
export interface KnownRelation {
  /** In (0, 1]. */
  readonly strength: number;
  readonly how: "synonym" | "narrower" | "broader" | "related" | "vector";
  /** Cosine, with "vector". */
  readonly similarity?: number;
}

/** A word of a condition among the others. */
export interface KnownWord {
  readonly word: string;
  /** Whether it is written as a name. */
  readonly isName: boolean;
  /** The other words of the condition that are no function words. */
  readonly others: readonly string[];
}

/** Words from outside: what a word of a condition is related to, whatever the tree. */
export interface WordKnowledge {
  /** Names the words: the same id, the same answers. */
  readonly id: string;
  /** By stem, from a dictionary of meanings. */
  senses(word: KnownWord): ReadonlyMap<string, KnownRelation>;
  /** By stem, from how words are used. */
  vectors(word: KnownWord): ReadonlyMap<string, KnownRelation>;
}

/** Cosines below say nothing: of 100 000 words some hundred are above. */
const LEAST_SIMILARITY = 0.4;
/** Similarity that counts as much as the word. */
const FULL_SIMILARITY = 0.95;
/** What kinds of one thing keep of their strength: tea is near coffee, and is not coffee. */
const SISTERS = 0.25;
/** How much of a neighbour's strength the rest of the condition has to support. */
const UNSUPPORTED = 0.5;
const SUPPORTED_AT = 0.3;
/** Weaker relations are left out. */
const LEAST = 0.1;
const KEPT_WORDS = 512;

/**
 * The words of a file that `sxp models add words` has made.
 *
 * @throws PackError if the bytes are something else.
 */
export function wordKnowledge(bytes: Uint8Array): WordKnowledge {
  const pack = openPack(bytes);
  const table = wordTable(pack.sections);
  const neighbours = new Neighbours(pack, table);
  const wordNet = new WordNet(pack, table, neighbours);
  const known = new ByteLru<ReadonlyMap<string, KnownRelation>>(2 * KEPT_WORDS);
  const kept = (key: string, make: () => ReadonlyMap<string, KnownRelation>) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make();
    known.set(key, made, 1);
    return made;
  };
  const keyOf = (kind: string, { word, isName, others }: KnownWord) => JSON.stringify([kind, word, isName, ...others]);
  return {
    id: `words-${pack.about.sha256.slice(0, 12)}`,
    senses: (asked) =>
      kept(keyOf("senses", asked), () => (asked.isName ? NONE : wordNet.related(asked.word, asked.others))),
    vectors: (asked) => kept(keyOf("vectors", asked), () => fromVectors(asked, wordNet, neighbours)),
  };
}

const NONE: ReadonlyMap<string, KnownRelation> = new Map();

/** A name is like other names, and none of them is evidence of it. */
function fromVectors(
  { word, isName, others }: KnownWord,
  wordNet: WordNet,
  neighbours: Neighbours,
): ReadonlyMap<string, KnownRelation> {
  const row = neighbours.row(word);
  if (row < 0 || isName || wordNet.senses.isName(word)) return NONE;
  const own = stemOf(word);
  const rows = others.map((other) => neighbours.row(other)).filter((other) => other >= 0);
  const apartFrom = wordNet.apartFrom(word);
  const found = new Map<string, KnownRelation>();
  for (const { word: other, similarity, row: at } of neighbours.near(row, LEAST_SIMILARITY)) {
    const stem = stemOf(other);
    const raw = (similarity - LEAST_SIMILARITY) / (FULL_SIMILARITY - LEAST_SIMILARITY);
    const strength = Math.min(1, raw) * support(at, rows, neighbours);
    if (strength < LEAST || strength <= (found.get(stem)?.strength ?? 0)) continue;
    if (stem === own || isStopWord(other) || isLight(other) || areOfOneList(word, other)) continue;
    const apart = apartFrom(other);
    const left = apart === "antonyms" ? 0 : apart === "sisters" ? strength * SISTERS : strength;
    if (left >= LEAST) found.set(stem, { strength: left, how: "vector", similarity });
  }
  return found;
}

/** In [UNSUPPORTED, 1]: near the other words of the condition, a neighbour is meant in their sense. */
function support(row: number, others: readonly number[], neighbours: Neighbours): number {
  if (others.length === 0) return 1;
  const nearest = Math.max(...others.map((other) => neighbours.similarity(row, other)));
  return UNSUPPORTED + (1 - UNSUPPORTED) * Math.max(0, Math.min(1, nearest / SUPPORTED_AT));
}
