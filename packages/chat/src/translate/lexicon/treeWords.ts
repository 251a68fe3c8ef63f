import type { Schema } from "@semantic-xpath/planner";
import type { Steps } from "@semantic-xpath/scorers";
import { getOrMake, segmentsIn, type Tree } from "@semantic-xpath/tree";
import { type ColumnShape, kindOfColumn, readSegment, type SegmentWords } from "./segmentWords.js";

/** A text of the data that may be said in a request, as a whole or in part. */
interface DataValue {
  readonly text: string;
  readonly attribute: string;
  readonly type: string;
  /** Several values with commas between. */
  readonly isList: boolean;
}

/** Values of one word that are looked at; a word of more says too little. */
export const MAX_VALUES = 2000;

/** By segment and schema. */
const read = new WeakMap<object, WeakMap<Schema, SegmentWords>>();
const wordsOfTree = new WeakMap<Tree, { schema: Schema; words: TreeWords }>();

/**
 * The words of a tree. Of a version of an edited tree only the segments are read that no version before it had, so an edit costs what one segment has
 * of nodes. A generator, so that a caller may pause at each `yield`.
 */
export function* readTreeWords(tree: Tree, schema: Schema): Steps<TreeWords> {
  const cached = wordsOfTree.get(tree);
  if (cached?.schema === schema) return cached.words;
  const pieces: SegmentWords[] = [];
  for (const { segment, from, to } of segmentsIn(tree)) {
    const bySchema = getOrMake(read, segment, () => new WeakMap<Schema, SegmentWords>());
    let words = bySchema.get(schema);
    if (words === undefined) {
      words = yield* readSegment(tree, schema, from, to);
      bySchema.set(schema, words);
    }
    pieces.push(words);
  }
  const words = new TreeWords(pieces);
  wordsOfTree.set(tree, { schema, words });
  return words;
}

/** The words of a tree by their stems: the values and the nodes that have them. Put together from those of its segments when they are asked for. */
export class TreeWords {
  private readonly kinds: ReadonlyMap<string, ReturnType<typeof kindOfColumn>>;
  private readonly values = new Map<string, readonly DataValue[]>();

  constructor(private readonly pieces: readonly SegmentWords[]) {
    this.kinds = kindsOf(pieces);
  }

  /** The values that have a word, each once; of more than 2000 some. */
  having(stem: string): readonly DataValue[] {
    return getOrMake(this.values, stem, () => {
      const values = new Map<string, DataValue>();
      for (const words of this.pieces) {
        for (const place of placesOf(words, stem)) {
          const { type, attribute } = words.columns[words.columnOf[place]!]!;
          const key = keyOf(type, attribute);
          const kind = this.kinds.get(key)!;
          const text = words.texts[place]!;
          if (!kind.isProse) values.set(`${key}${text}`, { text, type, attribute, isList: kind.isList });
        }
        if (values.size > MAX_VALUES) break;
      }
      return [...values.values()];
    });
  }

  /** The number of values with a stem; above 2000 some number above that. */
  count(stem: string): number {
    return this.having(stem).length;
  }

  /** Stems of values with a first letter, of about a length. */
  *near(first: string, length: number): Generator<string> {
    for (const words of this.pieces)
      for (const stem of words.byStem.keys()) if (stem[0] === first && Math.abs(stem.length - length) <= 3) yield stem;
  }

  /** True if a value or a sentence has a word. Very long texts are not examined. */
  knows(stem: string): boolean {
    return this.pieces.some(({ byStem, prose }) => byStem.has(stem) || prose.has(stem));
  }
}

const keyOf = (type: string, attribute: string): string => JSON.stringify([type, attribute]);

const placesOf = ({ byStem }: SegmentWords, stem: string): readonly number[] => {
  const places = byStem.get(stem);
  return places === undefined ? [] : typeof places === "number" ? [places] : places;
};

/** The kinds of values of each column over the whole tree. */
function kindsOf(pieces: readonly SegmentWords[]): ReadonlyMap<string, ReturnType<typeof kindOfColumn>> {
  const sums = new Map<string, ColumnShape>();
  for (const words of pieces)
    for (const shape of words.columns) {
      const key = keyOf(shape.type, shape.attribute);
      const sum = sums.get(key);
      sums.set(key, sum === undefined ? shape : added(sum, shape));
    }
  return new Map([...sums].map(([key, shape]) => [key, kindOfColumn(shape)]));
}

const added = (one: ColumnShape, other: ColumnShape): ColumnShape => ({
  ...one,
  count: one.count + other.count,
  length: one.length + other.length,
  commas: one.commas + other.commas,
  sampled: one.sampled + other.sampled,
  sentences: one.sentences + other.sentences,
  words: one.words + other.words,
  parts: one.parts + other.parts,
});
