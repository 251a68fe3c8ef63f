import { createHash } from "node:crypto";
import { isStopWord } from "../../lexical/english.js";
import { baseForms } from "../../lexical/knowledge/baseForms.js";
import { EDGE, type PackHeader, printPack, type Sections } from "../../lexical/knowledge/pack.js";
import { BYTE_LANES } from "../../vectors/byteRows.js";
import type { WordVectors } from "./readVectors.js";
import type { Synset, WordNetData, WordSense } from "./readWordNet.js";

/** Words of an explanation that are kept. */
const MOST_GLOSS = 16;
/** What each meaning counts beside how often it was met, divided by its place. */
const PRIOR = 3;

/** The file of words, from what was read. The same data give the same bytes. */
export function makePack(sources: PackHeader["sources"], vectors: WordVectors, wordNet: WordNetData): Uint8Array {
  const words = wordsOf(vectors, wordNet);
  const numbers = new Map(words.map((word, number) => [word, number]));
  const stride = Math.ceil(vectors.dimensions / BYTE_LANES) * BYTE_LANES;
  const sections: Sections = {
    ...lettersOf(words),
    rowWord: Uint32Array.from(vectors.words, (word) => numbers.get(word)!),
    vectors: quantised(vectors, stride),
    ...sensesOf(words, wordNet),
    ...graphOf(numbers, wordNet),
  };
  return printPack({ sources, stride }, sections, (body) => createHash("sha256").update(body).digest("hex"));
}

/** As one word of letters and digits, as words of a text are: "ice_cream" is "icecream". */
const folded = (word: string): string => word.toLowerCase().replace(/[^a-z0-9]/g, "");

function wordsOf(vectors: WordVectors, { senses }: WordNetData): readonly string[] {
  const words = new Set(vectors.words);
  for (const word of senses.keys()) words.add(folded(word));
  words.delete("");
  return [...words].sort();
}

function lettersOf(words: readonly string[]): Pick<Sections, "letters" | "wordStart"> {
  const wordStart = new Uint32Array(words.length + 1);
  words.forEach((word, i) => {
    wordStart[i + 1] = wordStart[i]! + word.length;
  });
  return { letters: new TextEncoder().encode(words.join("")), wordStart };
}

/** Lists one after the other, with their starts. */
function lists(all: readonly (readonly number[])[]): readonly [Uint32Array, Uint32Array] {
  const start = new Uint32Array(all.length + 1);
  all.forEach((list, i) => {
    start[i + 1] = start[i]! + list.length;
  });
  return [start, Uint32Array.from(all.flat())];
}

/** Meanings by word, with their shares. */
function sensesOf(
  words: readonly string[],
  { senses, synsets }: WordNetData,
): Pick<Sections, "senseStart" | "sense" | "senseShare" | "senseIsName"> {
  const order = new Map([...synsets.keys()].map((key, number) => [key, number]));
  const byWord = new Map<string, WordSense[]>();
  for (const [word, found] of senses) {
    const own = folded(word);
    byWord.set(own, [...(byWord.get(own) ?? []), ...found]);
  }
  const weight = ({ count, number }: WordSense) => count + PRIOR / number;
  const sorted = words.map((word) => (byWord.get(word) ?? []).sort((a, b) => weight(b) - weight(a)));
  const [senseStart, sense] = lists(sorted.map((found) => found.map(({ synset }) => order.get(synset)!)));
  const shares = sorted.flatMap((found) => {
    const total = found.reduce((sum, one) => sum + weight(one), 0);
    return found.map((one) => Math.round((255 * weight(one)) / total));
  });
  const names = sorted.flatMap((found, i) => found.map(({ synset }) => isName(synsets.get(synset)!, words[i]!)));
  return {
    senseStart,
    sense,
    senseShare: Uint8Array.from(shares),
    senseIsName: Uint8Array.from(names, Number),
  };
}

/** Whether a word is written as a name in a synset. */
function isName({ isInstance, words }: Synset, word: string): boolean {
  return isInstance || words.some((own) => folded(own) === word && /^[A-Z]/.test(own));
}

function graphOf(numbers: ReadonlyMap<string, number>, { synsets }: WordNetData) {
  const all = [...synsets.values()];
  const order = new Map([...synsets.keys()].map((key, number) => [key, number]));
  // A phrase is no word of a text.
  const single = (word: string): number[] => (word.includes("_") ? [] : [numbers.get(folded(word)) ?? []].flat());
  const [memberStart, member] = lists(all.map(({ words }) => words.flatMap(single)));
  const edges = all.map((synset) =>
    synset.edges.flatMap(({ kind, to }) => (order.has(to) ? [{ kind, to: order.get(to)! }] : [])),
  );
  const [edgeStart, edgeTo] = lists(edges.map((list) => list.map(({ to }) => to)));
  const numberOf = formFinder(numbers);
  const [glossStart, gloss] = lists(all.map((synset) => glossOf(synset.gloss, numberOf)));
  return {
    ...{ memberStart, member, edgeStart, edgeTo, glossStart, gloss },
    pos: Uint8Array.from(all, ({ pos }) => pos),
    edgeKind: Uint8Array.from(edges.flatMap((list) => list.map(({ kind }) => kind))),
    specificity: specificities(edges),
  };
}

/** The number of a word or what it is a form of, each looked for once. */
function formFinder(numbers: ReadonlyMap<string, number>): (word: string) => number | null {
  const known = new Map<string, number | null>();
  return (word) => {
    let number = known.get(word);
    if (number === undefined) {
      const form = baseForms(word).find((one) => numbers.has(one));
      number = form === undefined ? null : numbers.get(form)!;
      known.set(word, number);
    }
    return number;
  };
}

/** The content words of an explanation, without its examples. */
function glossOf(gloss: string, numberOf: (word: string) => number | null): readonly number[] {
  const words =
    gloss
      .split(';  "')[0]!
      .split('; "')[0]!
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  const found = words
    .filter((word) => !isStopWord(word))
    .flatMap((word) => {
      return numberOf(word) ?? [];
    });
  return [...new Set(found)].slice(0, MOST_GLOSS);
}

/**
 * Intrinsic information content (N. Seco, T. Veale, J. Hayes, "An intrinsic information content metric for semantic similarity in WordNet",
 * ECAI 2004), of 255: 1 − ln(kinds + 1) / ln(all), where kinds are all those below.
 */
function specificities(edges: readonly (readonly { readonly kind: number; readonly to: number }[])[]): Uint8Array {
  const kinds = new Float64Array(edges.length);
  const seen = new Int32Array(edges.length).fill(-1);
  for (let from = 0; from < edges.length; from++) {
    let open: readonly number[] = [from];
    seen[from] = from;
    while (open.length > 0) {
      const next: number[] = [];
      for (const one of open) {
        for (const { kind, to } of edges[one]!) {
          if (kind !== EDGE.broader || seen[to] === from) continue;
          seen[to] = from;
          kinds[to]!++;
          next.push(to);
        }
      }
      open = next;
    }
  }
  const all = Math.log(Math.max(2, edges.length));
  return Uint8Array.from(kinds, (count) => Math.round(255 * Math.max(0, 1 - Math.log(count + 1) / all)));
}

/** Added to the rank of a word: Zipf's law with Mandelbrot's offset, in the estimate of how frequent it is. */
const RANK_OFFSET = 100;
const ROUNDS = 24;

/**
 * Unit vectors as bytes, after the mean, weighted with the frequency of the words, and the strongest direction were taken out: both say how
 * frequent a word is more than what it means (J. Mu, P. Viswanath, "All-but-the-top", ICLR 2018; weights as S. Arora et al., "A simple but
 * tough-to-beat baseline for sentence embeddings", ICLR 2017).
 */
function quantised({ words, dimensions, numbers }: WordVectors, stride: number): Int8Array {
  const shares = words.map((_, rank) => 1 / (rank + RANK_OFFSET));
  const centred = withoutMean(numbers, shares, dimensions);
  const top = strongest(centred, shares, dimensions);
  const bytes = new Int8Array(words.length * stride);
  const vector = new Float64Array(dimensions);
  for (let row = 0; row < words.length; row++) {
    const along = dotAt(centred, row * dimensions, top);
    let most = 0;
    for (let i = 0; i < dimensions; i++) {
      vector[i] = centred[row * dimensions + i]! - along * top[i]!;
      most = Math.max(most, Math.abs(vector[i]!));
    }
    if (most > 0) for (let i = 0; i < dimensions; i++) bytes[row * stride + i] = Math.round((127 * vector[i]!) / most);
  }
  return bytes;
}

function withoutMean(numbers: Float32Array, shares: readonly number[], dimensions: number): Float32Array {
  const total = shares.reduce((sum, share) => sum + share, 0);
  const mean = new Float64Array(dimensions);
  for (let row = 0; row < shares.length; row++) {
    for (let i = 0; i < dimensions; i++) mean[i]! += (numbers[row * dimensions + i]! * shares[row]!) / total;
  }
  const centred = new Float32Array(numbers.length);
  for (let at = 0; at < numbers.length; at++) centred[at] = numbers[at]! - mean[at % dimensions]!;
  return centred;
}

/** The product of a vector with the row that begins at a place. */
function dotAt(rows: Float32Array, at: number, vector: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += rows[at + i]! * vector[i]!;
  return sum;
}

/** The first principal direction of weighted rows, by power iteration from a fixed start. */
function strongest(rows: Float32Array, weights: readonly number[], dimensions: number): Float64Array {
  let direction = new Float64Array(dimensions).fill(1 / Math.sqrt(dimensions));
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(dimensions);
    for (let row = 0; row < weights.length; row++) {
      const along = dotAt(rows, row * dimensions, direction) * weights[row]!;
      for (let i = 0; i < dimensions; i++) next[i]! += along * rows[row * dimensions + i]!;
    }
    const norm = Math.sqrt(next.reduce((sum, number) => sum + number * number, 0));
    if (norm === 0) break;
    direction = next.map((number) => number / norm);
  }
  return direction;
}
