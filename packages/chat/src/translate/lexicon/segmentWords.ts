import { type AttributeType, kindOfType, type Schema } from "@semantic-xpath/planner";
import type { Steps } from "@semantic-xpath/scorers";
import { getOrMake, type NodeId, stringValue, type Tree } from "@semantic-xpath/tree";
import { StemsOfWords } from "../words/stemsOfWords.js";
import { stemsIn } from "../words/words.js";
import { labelOf, nodeTypeOf } from "./labelOf.js";

/** Longer texts are prose: what they say is for relevance, not for names. */
const LONGEST_NAME = 60;
/** Of a list with commas, and of what a node is called. */
const LONGEST_LIST = 200;
/** A value that says what kind of thing a node is. */
const LONGEST_FACET = 40;
/** UTF-16 units of sentences that are read for their words, for each node, and at least. */
const PROSE_PER_NODE = 10;
const LEAST_PROSE = 1_000_000;
/** Nodes or values between two looks at the clock. */
const STEP = 128;

/** What the values of one attribute of one type are like. Of the parts of a tree the numbers add up. */
export interface ColumnShape {
  readonly type: string;
  readonly attribute: string;
  /** Distinct values, their UTF-16 units, and how many have commas. */
  readonly count: number;
  readonly length: number;
  readonly commas: number;
  /** Of the first values how many were looked at, and how many end as sentences do. */
  readonly looked: number;
  readonly sentences: number;
}

/** The words of the nodes next to each other in a segment: whoever keeps them has them for all versions that share it. */
export interface SegmentWords {
  readonly columns: readonly ColumnShape[];
  /** The distinct values of names and lists, and for each the place of its column. */
  readonly texts: readonly string[];
  readonly columnOf: readonly number[];
  /** By stem the places of values. */
  readonly byStem: ReadonlyMap<string, number | readonly number[]>;
  /** By type the stems of sentences. */
  readonly prose: ReadonlyMap<string, ReadonlySet<string>>;
  /** By stem the nodes that are called so, from the first of the segment; and those that have it in a short value. */
  readonly labels: ReadonlyMap<string, readonly number[]>;
  readonly facets: ReadonlyMap<string, readonly number[]>;
}

/** Whether values are lists with commas between, or prose. */
export function kindOfColumn({ count, length, commas, looked, sentences }: ColumnShape): {
  isList: boolean;
  isProse: boolean;
} {
  const mean = count === 0 ? 0 : length / count;
  const endsAsSentence = sentences * 2 > looked;
  const isList = commas > 0 && commas * 2 >= count && mean <= LONGEST_LIST && !endsAsSentence;
  return { isList, isProse: !isList && (mean > LONGEST_NAME || endsAsSentence) };
}

/** Reads the words of the nodes `[from, to)`. A generator, so that a caller may pause at each `yield`. */
export function* readSegment(tree: Tree, schema: Schema, from: NodeId, to: NodeId): Steps<SegmentWords> {
  const reader = new SegmentReader(tree, schema, from);
  for (let node = from; node < to; node++) {
    reader.node(node);
    if ((node - from) % STEP === STEP - 1) yield;
  }
  return yield* reader.finish(to - from);
}

/** How an attribute of a type is read. */
interface Part {
  readonly index: number;
  readonly name: string;
  readonly column: Column | null;
  readonly isLabel: boolean;
  readonly declared: AttributeType | undefined;
}

class Column {
  readonly texts = new Set<string>();
  /** The places of values that were seen. */
  readonly seen = new Set<number>();

  constructor(
    readonly type: string,
    readonly attribute: string,
  ) {}

  get shape(): ColumnShape {
    const texts = [...this.texts];
    const some = texts.slice(0, 50);
    return {
      type: this.type,
      attribute: this.attribute,
      count: texts.length,
      length: texts.reduce((sum, text) => sum + text.length, 0),
      commas: texts.filter((text) => text.length <= LONGEST_LIST && text.includes(", ")).length,
      looked: some.length,
      sentences: some.filter((text) => /[.!?]$/.test(text)).length,
    };
  }
}

class SegmentReader {
  private readonly columns = new Map<string, Column>();
  private readonly parts: (readonly Part[] | undefined)[] = [];
  private readonly labels = new Map<string, number[]>();
  private readonly facets = new Map<string, number[]>();
  private readonly stems = new StemsOfWords();
  /** Most values are said more than once. */
  private readonly stemsOfValues = new Map<number, readonly string[]>();

  constructor(
    private readonly tree: Tree,
    readonly schema: Schema,
    private readonly first: NodeId,
  ) {}

  node(node: NodeId): void {
    const { tree } = this;
    const type = tree.type[node]!;
    this.parts[type] ??= this.partsOf(type);
    for (const part of this.parts[type]) {
      const value = tree.attributeValue(node, part.index);
      if (value >= 0) this.attribute(node, part, value);
    }
    this.field(node);
    const name = tree.typeNames[type]!;
    if (labelOf(this, name) !== null) return;
    const text = tree.ownText(node);
    if (text !== "" && text.length <= LONGEST_LIST)
      for (const stem of new Set(this.stems.of(text))) add(this.labels, stem, node - this.first);
  }

  private partsOf(type: number): readonly Part[] {
    const { tree, schema } = this;
    const name = tree.typeNames[type]!;
    const label = labelOf(this, name);
    return Array.from(tree.attributesOfType[type] ?? [], (index): Part => {
      const attribute = tree.attributeNames[index]!;
      const attributes = nodeTypeOf({ schema }, name)?.attributes ?? {};
      const declared = Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined;
      const column = isNamed(declared) ? this.column(name, attribute) : null;
      return { index, name: attribute, column, isLabel: attribute === label, declared };
    });
  }

  private column = (type: string, attribute: string): Column =>
    getOrMake(this.columns, JSON.stringify([type, attribute]), () => new Column(type, attribute));

  private attribute(node: NodeId, { name, column, isLabel, declared }: Part, value: number): void {
    const { values } = this.tree;
    if (column !== null && !column.seen.has(value)) {
      column.seen.add(value);
      column.texts.add(values.get(value));
    }
    if (values.length(value) > LONGEST_LIST) return;
    const place = node - this.first;
    if (isLabel) for (const stem of this.stemsOfValue(value)) add(this.labels, stem, place);
    else if (values.get(value) === "true") for (const stem of new Set(stemsIn(name))) add(this.facets, stem, place);
    else if (isFacet(declared, values.length(value)))
      for (const stem of this.stemsOfValue(value)) add(this.facets, stem, place);
  }

  private stemsOfValue = (value: number): readonly string[] =>
    getOrMake(this.stemsOfValues, value, () => [...new Set(this.stems.of(this.tree.values.get(value)))]);

  /** A child that the schema says is an attribute of its parent. */
  private field(node: NodeId): void {
    const { tree } = this;
    const parent = tree.parent[node]!;
    if (parent < 1) return;
    const type = tree.typeNames[tree.type[parent]!]!;
    const attributes = nodeTypeOf(this, type)?.attributes ?? {};
    const name = tree.typeNames[tree.type[node]!]!;
    if (!Object.hasOwn(attributes, name) || !attributes[name]!.element || !isNamed(attributes[name])) return;
    this.column(type, name).texts.add(stringValue(tree, node));
  }

  *finish(nodes: number): Steps<SegmentWords> {
    const texts: string[] = [];
    const columnOf: number[] = [];
    const byStem = new Map<string, number | number[]>();
    const prose = new Map<string, Set<string>>();
    const shapes: ColumnShape[] = [];
    let count = 0;
    let left = Math.max(LEAST_PROSE, PROSE_PER_NODE * nodes);
    for (const column of this.columns.values()) {
      const at = shapes.push(column.shape) - 1;
      const { isProse } = kindOfColumn(shapes[at]!);
      for (const text of column.texts) {
        if (isProse) {
          left -= text.length;
          if (left < 0) break;
          const stems = getOrMake(prose, column.type, () => new Set());
          for (const stem of this.stems.of(text)) stems.add(stem);
        } else {
          const place = texts.push(text) - 1;
          columnOf.push(at);
          if (text.length <= LONGEST_LIST) for (const stem of this.stems.of(text)) addPlace(byStem, stem, place);
        }
        if (++count % STEP === 0) yield;
      }
    }
    const { labels, facets } = this;
    return { columns: shapes, texts, columnOf, byStem, prose, labels, facets };
  }
}

/** Texts whose values are said in requests; numbers and dates are read, not looked up. */
const isNamed = (declared: AttributeType | undefined): boolean =>
  declared !== undefined && ["string", "id"].includes(declared.type);

const isFacet = (declared: AttributeType | undefined, length: number): boolean =>
  declared?.values !== undefined ||
  (length <= LONGEST_FACET && (declared === undefined || kindOfType(declared.type) === "string"));

function add(map: Map<string, number[]>, key: string, place: number): void {
  const places = map.get(key);
  if (places === undefined) map.set(key, [place]);
  else if (places.at(-1) !== place) places.push(place);
}

/** A place, or several: most stems of large data are numbers and names that occur once. */
function addPlace(map: Map<string, number | number[]>, key: string, place: number): void {
  const places = map.get(key);
  if (places === undefined) map.set(key, place);
  else if (typeof places !== "number") {
    if (places.at(-1) !== place) places.push(place);
  } else if (places !== place) map.set(key, [places, place]);
}
