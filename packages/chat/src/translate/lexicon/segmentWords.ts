import type { AttributeType, Schema } from "@semantic-xpath/planner";
import type { Steps } from "@semantic-xpath/scorers";
import { getOrMake, type NodeId, stringValue, type Tree } from "@semantic-xpath/tree";
import { stemsIn } from "../words/words.js";
import { labelOf, nodeTypeOf, OWN_TEXT } from "./schemaWords.js";

/** Mean length of a column of names in UTF-16 units; a column of longer texts is prose. */
const LONGEST_NAME = 60;
/** Mean words of a column of notes; names, and the parts of lists, have fewer. */
const WORDS_OF_PROSE = 5;
/** Length of a list with commas, and of a text that names a node. */
const LONGEST_LIST = 200;
/** UTF-16 units of sentences that are read for their words, for each node, and at least. */
const PROSE_PER_NODE = 10;
const MIN_PROSE = 1_000_000;
/** Nodes or values between two looks at the clock. */
const STEP = 128;
/** Values that the shape of a column is judged by. */
const MAX_SAMPLED = 50;

/** Shape of the values of one attribute of one type. The numbers of the parts of a tree add up. */
export interface ColumnShape {
  readonly type: string;
  readonly attribute: string;
  /** Distinct values, their UTF-16 units, and the number of those with commas. */
  readonly count: number;
  readonly length: number;
  readonly commas: number;
  /** Number of values that were examined, and of those that end as sentences do. */
  readonly sampled: number;
  readonly sentences: number;
  /** Number of words of the examined ones, spaces between them, and of their parts, commas between them. */
  readonly words: number;
  readonly parts: number;
  /** True beside another attribute that the nodes are called by. */
  readonly isAside: boolean;
}

/** Words of the adjacent nodes of a segment: all versions of a tree that share the segment share them. */
export interface SegmentWords {
  readonly columns: readonly ColumnShape[];
  /** Distinct values of names and lists, and for each the place of its column. */
  readonly texts: readonly string[];
  readonly columnOf: readonly number[];
  /** Places of values by stem: one, or several. */
  readonly byStem: ReadonlyMap<string, number | readonly number[]>;
  /** Stems of sentences. */
  readonly prose: ReadonlySet<string>;
}

/** Tells whether values are lists with commas between, or prose. */
export function kindOfColumn({ count, length, commas, sampled, sentences, words, parts, isAside }: ColumnShape): {
  isList: boolean;
  isProse: boolean;
} {
  const mean = count === 0 ? 0 : length / count;
  const endsAsSentence = sentences * 2 > sampled;
  const isOfShort = commas * 2 >= count && words < WORDS_OF_PROSE * parts;
  const isList = commas > 0 && isOfShort && mean <= LONGEST_LIST && !endsAsSentence;
  const isWordy = isAside && words >= WORDS_OF_PROSE * sampled && sampled > 0;
  return { isList: isList && !isWordy, isProse: (!isList && (mean > LONGEST_NAME || endsAsSentence)) || isWordy };
}

/** Distinct values of an attribute of a type. */
interface Column {
  readonly type: string;
  readonly attribute: string;
  readonly isAside: boolean;
  readonly texts: Set<string>;
  /** Indexes of values that were added. */
  readonly values: Set<number>;
}

/** Reads the words of the nodes `[from, to)`. A generator, so that a caller may pause at each `yield`. */
export function* readSegment(tree: Tree, schema: Schema, from: NodeId, to: NodeId): Steps<SegmentWords> {
  const columns = new Map<string, Column>();
  const columnOf = (type: string, attribute: string): Column =>
    getOrMake(columns, JSON.stringify([type, attribute]), () => ({
      type,
      attribute,
      isAside: ![null, attribute].includes(labelOf({ schema }, type)),
      texts: new Set(),
      values: new Set(),
    }));
  const readers: ((node: NodeId) => void)[] = [];
  for (let node = from; node < to; node++) {
    const type = tree.type[node]!;
    readers[type] ??= readerOf(tree, schema, tree.typeNames[type]!, type, columnOf);
    readers[type](node);
    if ((node - from) % STEP === STEP - 1) yield;
  }
  return yield* indexed([...columns.values()], to - from);
}

/** Makes the function that adds the values of a node of one type to their columns. */
function readerOf(
  tree: Tree,
  schema: Schema,
  name: string,
  type: number,
  columnOf: (type: string, attribute: string) => Column,
): (node: NodeId) => void {
  const declared = nodeTypeOf({ schema }, name)?.attributes ?? {};
  const named = [...(tree.attributesOfType[type] ?? [])].flatMap((index) => {
    const attribute = tree.attributeNames[index]!;
    return isNamed(declared, attribute) ? [{ index, column: columnOf(name, attribute) }] : [];
  });
  const ownColumn = labelOf({ schema }, name) === null ? columnOf(name, OWN_TEXT) : null;
  return (node) => {
    for (const { index, column } of named) {
      const value = tree.attributeValue(node, index);
      if (value < 0 || column.values.has(value)) continue;
      column.values.add(value);
      column.texts.add(tree.values.get(value));
    }
    const text = ownColumn === null ? "" : tree.ownText(node);
    if (text !== "" && text.length <= LONGEST_LIST) ownColumn!.texts.add(text);
    // A child may be an attribute of its parent by the schema.
    const parent = tree.parent[node]!;
    const owner = parent < 1 ? "" : tree.typeNames[tree.type[parent]!]!;
    const attributes = nodeTypeOf({ schema }, owner)?.attributes ?? {};
    if (isNamed(attributes, name) && attributes[name]!.element)
      columnOf(owner, name).texts.add(stringValue(tree, node));
  };
}

/** True for texts, whose values are said in requests; numbers and dates are read, not looked up. */
const isNamed = (attributes: Readonly<Record<string, AttributeType>>, name: string): boolean =>
  Object.hasOwn(attributes, name) && ["string", "id"].includes(attributes[name]!.type);

function* indexed(columns: readonly Column[], nodes: number): Steps<SegmentWords> {
  const texts: string[] = [];
  const columnOf: number[] = [];
  const byStem = new Map<string, number | number[]>();
  const prose = new Set<string>();
  const stems = new StemsOfWords();
  const shapes: ColumnShape[] = [];
  let count = 0;
  let budget = Math.max(MIN_PROSE, PROSE_PER_NODE * nodes);
  for (const column of columns) {
    const shape = shapeOf(column);
    const at = shapes.push(shape) - 1;
    const { isProse } = kindOfColumn(shape);
    for (const text of column.texts) {
      if (isProse) {
        budget -= text.length;
        if (budget < 0) break;
        for (const stem of stems.of(text)) prose.add(stem);
      } else {
        const place = texts.push(text) - 1;
        columnOf.push(at);
        if (text.length <= LONGEST_LIST) for (const stem of stems.of(text)) addPlace(byStem, stem, place);
      }
      if (++count % STEP === 0) yield;
    }
  }
  return { columns: shapes, texts, columnOf, byStem, prose };
}

function shapeOf({ type, attribute, texts, isAside }: Column): ColumnShape {
  const shape = {
    type,
    attribute,
    count: texts.size,
    length: 0,
    commas: 0,
    sampled: 0,
    sentences: 0,
    words: 0,
    parts: 0,
    isAside,
  };
  for (const text of texts) {
    shape.length += text.length;
    if (text.length <= LONGEST_LIST && text.includes(", ")) shape.commas++;
    if (shape.sampled === MAX_SAMPLED) continue;
    shape.sampled++;
    if (/[.!?]$/.test(text)) shape.sentences++;
    shape.words += text.split(" ").length;
    shape.parts += text.split(", ").length;
  }
  return shape;
}

/** Adds a place: a number alone, since most stems of large data occur once. */
function addPlace(map: Map<string, number | number[]>, key: string, place: number): void {
  const places = map.get(key);
  if (places === undefined) map.set(key, place);
  else if (typeof places !== "number") {
    if (places.at(-1) !== place) places.push(place);
  } else if (places !== place) map.set(key, [places, place]);
}

/** Number of words whose stems are kept. */
const MAX_KEPT = 20_000;
/** Numbers, and names such as `t06`: each is its own stem. */
const NUMBERED = /^[a-z]?[0-9]+$/i;

/** Stems of many texts: most of their words are the same few. */
class StemsOfWords {
  private readonly kept = new Map<string, readonly string[]>();

  of(text: string): readonly string[] {
    const stems: string[] = [];
    for (const word of text.split(/\s+/)) stems.push(...this.stemsOf(word));
    return stems;
  }

  private stemsOf(word: string): readonly string[] {
    if (NUMBERED.test(word)) return [word.toLowerCase()];
    const cached = this.kept.get(word);
    if (cached !== undefined) return cached;
    const stems = stemsIn(word);
    if (this.kept.size < MAX_KEPT) this.kept.set(word, stems);
    return stems;
  }
}
