import { stemOf } from "../english.js";
import type { Neighbours } from "./neighbours.js";
import { EDGE, type Pack } from "./pack.js";
import { isLight } from "./restraint.js";
import { edges, type Sense, Senses } from "./senses.js";
import type { KnownRelation } from "./wordKnowledge.js";
import type { WordTable } from "./wordTable.js";

/** Strengths, where nothing else makes a relation weaker. */
const SYNONYM = 0.8;
const NARROWER = 0.65;
const BROADER = 0.3;
const SIMILAR = 0.55;
const DERIVED = 0.7;
const ATTRIBUTE = 0.2;
const PART = 0.3;
const DOMAIN = 0.25;
const ALSO = 0.3;
/** Weaker relations are left out. */
const LEAST = 0.1;
const MOST_BELOW = 10;
const MOST_ABOVE = 2;
/** A word with more kinds than this is no help: "thing". */
const MOST_KINDS = 6000;
/** Kinds of one thing are looked for so many steps above two words. */
const SISTER_STEPS = 2;
/** What is as general as "object" makes nothing sisters. */
const SISTER_SPECIFICITY = 0.3;
const SURE = 0.3;

/** How two words stand to each other that are near in use and not alike in meaning. */
export type Apart = "antonyms" | "sisters" | null;

/** What WordNet says of words (G. A. Miller, "WordNet: a lexical database for English", CACM 38(11), 1995). */
export class WordNet {
  readonly senses: Senses;
  /** The other way round of `broader` and `domain`, made when first needed. */
  private backwards: { readonly start: Uint32Array; readonly to: Uint32Array; readonly kind: Uint8Array } | undefined;

  constructor(
    private readonly pack: Pack,
    private readonly table: WordTable,
    neighbours: Neighbours,
  ) {
    this.senses = new Senses(pack, table, neighbours);
  }

  /** What a word is related to, by stem, the other words of the condition helping to tell what it means. */
  related(word: string, others: readonly string[]): Map<string, KnownRelation> {
    const found = new Map<string, KnownRelation>();
    for (const sense of this.senses.among(word, others)) {
      this.ofSense(sense, (synset, strength, how) => this.addWords(found, synset, strength, how));
    }
    found.delete(stemOf(word));
    return found;
  }

  /** Tells of words whether they are opposites of a word or other kinds of the same thing, in what both are likely to mean. */
  apartFrom(word: string): (other: string) => Apart {
    const mine = this.likely(word);
    const opposites = new Set(mine.flatMap((synset) => this.opposites(synset)));
    const above = this.above(mine);
    return (other) => {
      const theirs = this.likely(other);
      if (theirs.some((synset) => mine.includes(synset))) return null;
      if (theirs.some((synset) => opposites.has(synset))) return "antonyms";
      const overThem = this.above(theirs);
      // A kind of the other one is no sister.
      if (theirs.some((synset) => above.has(synset)) || mine.some((synset) => overThem.has(synset))) return null;
      const isCommon = (synset: number) => above.has(synset) && this.specificity(synset) >= SISTER_SPECIFICITY;
      return [...overThem].some(isCommon) ? "sisters" : null;
    };
  }

  private likely(word: string): readonly number[] {
    return this.senses.of(word).flatMap(({ synset, weight }) => (weight >= SURE ? [synset] : []));
  }

  /** Antonyms of the synset, of those that it is similar to, and what is similar to them: "hot", and with it "cold", "chilly". */
  private opposites(synset: number): number[] {
    const group = [synset, ...edges(this.pack, synset, EDGE.similar)];
    const direct = group.flatMap((one) => edges(this.pack, one, EDGE.antonym));
    return [...direct, ...direct.flatMap((one) => edges(this.pack, one, EDGE.similar))];
  }

  private above(synsets: readonly number[]): ReadonlySet<number> {
    const found = new Set<number>();
    let open = synsets;
    for (let step = 0; step < SISTER_STEPS; step++) {
      open = open.flatMap((synset) => edges(this.pack, synset, EDGE.broader));
      for (const synset of open) found.add(synset);
    }
    return found;
  }

  private specificity(synset: number): number {
    return this.pack.sections.specificity[synset]! / 255;
  }

  private ofSense({ synset, weight }: Sense, add: Add): void {
    add(synset, SYNONYM * weight, "synonym");
    this.narrower(synset, weight, add);
    this.broader(synset, weight, add);
    for (const [kind, strength, how] of ONE_STEP)
      for (const other of edges(this.pack, synset, kind)) add(other, strength * weight, how);
    for (const other of this.into(synset, EDGE.domain)) add(other, DOMAIN * weight, "related");
  }

  /** Kinds of kinds: Lin's similarity with intrinsic information content (D. Lin, ICML 1998; N. Seco et al., ECAI 2004). */
  private narrower(synset: number, weight: number, add: Add): void {
    const own = this.specificity(synset);
    const seen = new Set([synset]);
    let open = [synset];
    for (let step = 0; step < MOST_BELOW && open.length > 0; step++) {
      const next: number[] = [];
      for (const from of open) {
        for (const kind of this.into(from, EDGE.broader)) {
          if (seen.has(kind)) continue;
          seen.add(kind);
          next.push(kind);
        }
      }
      if (seen.size > MOST_KINDS) return;
      open = next;
    }
    for (const kind of seen) {
      if (kind === synset) continue;
      add(kind, (NARROWER * weight * 2 * own) / (own + this.specificity(kind)), "narrower");
    }
  }

  private broader(synset: number, weight: number, add: Add): void {
    let open = [synset];
    for (let step = 0; step < MOST_ABOVE; step++) {
      open = open.flatMap((one) => edges(this.pack, one, EDGE.broader));
      for (const one of open) {
        const above = this.specificity(one);
        add(one, (BROADER * weight * 2 * above) / (above + this.specificity(synset)), "broader");
      }
    }
  }

  /** A word counts as much as it is likely to have this meaning. */
  private addWords(
    found: Map<string, KnownRelation>,
    synset: number,
    strength: number,
    how: KnownRelation["how"],
  ): void {
    if (strength < LEAST) return;
    const { memberStart, member } = this.pack.sections;
    for (let i = memberStart[synset]!; i < memberStart[synset + 1]!; i++) {
      const likely = strength * this.likelihood(member[i]!, synset);
      if (likely < LEAST) continue;
      const word = this.table.word(member[i]!);
      if (isLight(word)) continue;
      const stem = stemOf(word);
      if (likely > (found.get(stem)?.strength ?? 0)) found.set(stem, { strength: likely, how });
    }
  }

  /** Of a word to have a meaning, against its likeliest. */
  private likelihood(word: number, synset: number): number {
    const { sense, senseStart, senseShare } = this.pack.sections;
    let [most, own] = [1, 0];
    for (let i = senseStart[word]!; i < senseStart[word + 1]!; i++) {
      if (senseShare[i]! > most) most = senseShare[i]!;
      if (sense[i] === synset) own = Math.max(1, senseShare[i]!);
    }
    return own / most;
  }

  /** The synsets that lead to a synset. */
  private into(synset: number, wanted: number): number[] {
    this.backwards ??= turned(this.pack);
    const { start, to, kind } = this.backwards;
    const found: number[] = [];
    for (let i = start[synset]!; i < start[synset + 1]!; i++) if (kind[i] === wanted) found.push(to[i]!);
    return found;
  }
}

type Add = (synset: number, strength: number, how: KnownRelation["how"]) => void;

const ONE_STEP: readonly (readonly [number, number, KnownRelation["how"]])[] = [
  [EDGE.similar, SIMILAR, "synonym"],
  [EDGE.derived, DERIVED, "synonym"],
  [EDGE.attribute, ATTRIBUTE, "related"],
  [EDGE.part, PART, "narrower"],
  [EDGE.whole, PART, "related"],
  [EDGE.also, ALSO, "related"],
  [EDGE.entails, ALSO, "related"],
];

/** The graph with its edges turned round. */
function turned({ sections: { edgeStart, edgeTo, edgeKind } }: Pack) {
  const start = new Uint32Array(edgeStart.length);
  for (const to of edgeTo) start[to + 1]!++;
  for (let i = 1; i < start.length; i++) start[i]! += start[i - 1]!;
  const next = start.slice();
  const to = new Uint32Array(edgeTo.length);
  const kind = new Uint8Array(edgeTo.length);
  for (let from = 0; from + 1 < edgeStart.length; from++) {
    for (let i = edgeStart[from]!; i < edgeStart[from + 1]!; i++) {
      const at = next[edgeTo[i]!]!++;
      to[at] = from;
      kind[at] = edgeKind[i]!;
    }
  }
  return { start, to, kind };
}
