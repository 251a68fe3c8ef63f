import { baseForms } from "./baseForms.js";
import type { Neighbours } from "./neighbours.js";
import { EDGE, type Pack, POS } from "./pack.js";
import type { WordTable } from "./wordTable.js";

/** A meaning of a word. */
export interface Sense {
  readonly synset: number;
  /** How likely it is meant, against the likeliest: in (0, 1]. */
  readonly weight: number;
  /** Whether the word is a name in this sense. */
  readonly isName: boolean;
}

/** Senses that are less likely than this, against the likeliest, are left out. */
const LEAST_WEIGHT = 0.12;
/** A base form counts so much less than the word itself, where that is a word of its own: "relaxing" to "relax". */
const BASE_WEIGHT = 0.5;
/** How far support by the rest of the condition moves the weight of a sense: its logarithm by so much for a mean cosine of 1. */
const SUPPORT = 12;

/** Finds what words mean. */
export class Senses {
  private readonly known = new Map<string, readonly Sense[]>();

  constructor(
    private readonly pack: Pack,
    private readonly table: WordTable,
    private readonly neighbours: Neighbours,
  ) {}

  /** Without a context, the likeliest first. */
  of(word: string): readonly Sense[] {
    let found = this.known.get(word);
    if (found === undefined) {
      found = this.find(word);
      if (this.known.size >= MOST_KNOWN) this.known.clear();
      this.known.set(word, found);
    }
    return found;
  }

  /**
   * As other words support it: likelier is a sense whose words, explanation and broader terms are used like them (after M. Lesk, "Automatic
   * sense disambiguation using machine readable dictionaries", SIGDOC 1986, with vectors in the place of equal words).
   */
  among(word: string, others: readonly string[]): readonly Sense[] {
    const senses = this.of(word);
    const rows = others.map((other) => this.neighbours.row(other)).filter((row) => row >= 0);
    if (senses.length < 2 || rows.length === 0) return senses;
    const support = ({ synset }: Sense) => Math.exp(SUPPORT * this.support(synset, word, rows));
    return ranked(senses.map((sense) => ({ ...sense, weight: sense.weight * support(sense) })));
  }

  /** Whether the word is a name more often than not. */
  isName(word: string): boolean {
    const senses = this.of(word);
    const names = senses.reduce((sum, { weight, isName }) => sum + (isName ? weight : 0), 0);
    return names * 2 >= senses.reduce((sum, { weight }) => sum + weight, 0);
  }

  private find(word: string): readonly Sense[] {
    const senses: Sense[] = [];
    for (const [form, number] of baseForms(word).map((form) => [form, this.table.find(form)] as const)) {
      if (number < 0) continue;
      const isOwn = form === word;
      if (!isOwn && senses.length > 0 && !VERB_FORM.test(word)) break;
      const factor = isOwn || senses.length === 0 ? 1 : BASE_WEIGHT;
      senses.push(...this.ofForm(number, factor, isOwn ? null : endingOf(word)));
    }
    return ranked(senses);
  }

  private ofForm(number: number, factor: number, ending: Ending | null): Sense[] {
    const { sense, senseStart, senseShare, senseIsName, pos } = this.pack.sections;
    const found: Sense[] = [];
    for (let i = senseStart[number]!; i < senseStart[number + 1]!; i++) {
      const synset = sense[i]!;
      if (ending !== null && !ending.includes(pos[synset]!)) continue;
      found.push({ synset, weight: Math.max(1, senseShare[i]!), isName: senseIsName[i]! > 0 });
    }
    return ranked(found).map((one) => ({ ...one, weight: one.weight * factor }));
  }

  /** The mean cosine of what explains a synset and the nearest of the words. */
  private support(synset: number, word: string, rows: readonly number[]): number {
    const { memberStart, member, glossStart, gloss } = this.pack.sections;
    const words = new Set(gloss.subarray(glossStart[synset]!, glossStart[synset + 1]!));
    for (const one of [synset, ...edges(this.pack, synset, EDGE.broader)])
      for (const number of member.subarray(memberStart[one]!, memberStart[one + 1]!)) words.add(number);
    words.delete(this.table.find(word));
    const about = [...words].map((number) => this.neighbours.rowOfWord(number)).filter((row) => row >= 0);
    if (about.length === 0) return 0;
    const nearest = (row: number) => Math.max(...rows.map((other) => this.neighbours.similarity(row, other)));
    return about.reduce((sum, row) => sum + nearest(row), 0) / about.length;
  }
}

const MOST_KNOWN = 4096;

/** The parts of speech that a form can be of. */
type Ending = readonly number[];

const VERB_FORM = /(?:ing|ed)$/;
const ADJECTIVE_FORM = /(?:er|est)$/;

function endingOf(word: string): Ending {
  if (VERB_FORM.test(word)) return [POS.verb];
  if (ADJECTIVE_FORM.test(word)) return [POS.adjective];
  return [POS.noun, POS.verb, POS.adjective];
}

/** Against the likeliest, which is first; of one synset once. */
function ranked(senses: readonly Sense[]): readonly Sense[] {
  const sorted = senses.toSorted((a, b) => b.weight - a.weight || a.synset - b.synset);
  const most = sorted[0]?.weight ?? 0;
  const seen = new Set<number>();
  return sorted.flatMap((sense) => {
    if (seen.has(sense.synset) || sense.weight < LEAST_WEIGHT * most) return [];
    seen.add(sense.synset);
    return [{ ...sense, weight: sense.weight / most }];
  });
}

/** The synsets that a synset leads to by a kind of edge. */
export function edges({ sections: { edgeStart, edgeTo, edgeKind } }: Pack, synset: number, kind: number): number[] {
  const found: number[] = [];
  for (let i = edgeStart[synset]!; i < edgeStart[synset + 1]!; i++) if (edgeKind[i] === kind) found.push(edgeTo[i]!);
  return found;
}
