import { NO_PLACES } from "../content.js";
import { NONE } from "../ids.js";
import { NameTable } from "../names.js";
import type { Segment } from "./segment.js";

/** Numbers for names of types and of attributes that several segments share. */
export class SharedNames {
  readonly types = new NameTable(0);
  readonly attributes = new NameTable(0);
}

/** The nodes of a segment as rows that can be compared with those of another one, laid out in one pass over its columns. */
export class Rows {
  /** By shared numbers, as all names here. */
  readonly type: Int32Array;
  readonly text: Int32Array;
  /** Start of the attributes of each node; they are in the order of their names' numbers. */
  readonly start: Int32Array;
  readonly name: Int32Array;
  readonly value: Int32Array;
  /** Places of nodes in the texts of their parents, null if all texts stand before children. */
  private readonly places: { readonly cut: Int32Array; readonly flags: Uint8Array } | null;

  /** @param ownOf the number that a value has where it is compared, for segments that have values of their own */
  constructor(
    readonly segment: Segment,
    names: SharedNames,
    ownOf: ((value: number) => number) | null = null,
  ) {
    const { size, type, text, cells, postings } = segment;
    const types = segment.typeNames.map((each) => names.types.id(each));
    const attributes = segment.attributeNames.map((each) => names.attributes.id(each));
    const toOwn = (value: number): number => (value === NONE || ownOf === null ? value : ownOf(value));
    // A column's `map` takes seven times as long.
    this.type = new Int32Array(size);
    for (let i = 0; i < size; i++) this.type[i] = types[type[i]!]!;
    this.text = ownOf === null ? text : text.map(toOwn);
    this.start = new Int32Array(size + 1);
    for (const { type: of, ranks } of cells) for (const rank of ranks) this.start[postings[of]![rank]! + 1]!++;
    for (let i = 0; i < size; i++) this.start[i + 1]! += this.start[i]!;
    const next = this.start.slice();
    this.name = new Int32Array(this.start[size]!);
    this.value = new Int32Array(this.start[size]!);
    for (const cell of cells.toSorted((a, b) => attributes[a.name]! - attributes[b.name]!)) {
      for (let i = 0; i < cell.ranks.length; i++) {
        const at = next[postings[cell.type]![cell.ranks[i]!]!]!++;
        this.name[at] = attributes[cell.name]!;
        this.value[at] = toOwn(cell.values[i]!);
      }
    }
    this.places = segment.places === NO_PLACES ? null : spread(segment);
  }

  cutOf(i: number): number {
    return this.places === null ? NONE : this.places.cut[i]!;
  }

  flagsOf(i: number): number {
    return this.places === null ? 0 : this.places.flags[i]!;
  }

  /** Tests that a node equals a node of other rows, apart from its key, its level and its place in the text of its parent. */
  sameContent(i: number, other: Rows, j: number): boolean {
    return this.type[i] === other.type[j] && this.text[i] === other.text[j] && this.sameAttributes(i, other, j);
  }

  sameAttributes(i: number, other: Rows, j: number): boolean {
    const [from, at] = [this.start[i]!, other.start[j]!];
    const count = this.start[i + 1]! - from;
    if (count !== other.start[j + 1]! - at) return false;
    for (let k = 0; k < count; k++) {
      if (this.name[from + k] !== other.name[at + k] || this.value[from + k] !== other.value[at + k]) return false;
    }
    return true;
  }

  samePlace(i: number, other: Rows, j: number): boolean {
    return this.cutOf(i) === other.cutOf(j) && this.flagsOf(i) === other.flagsOf(j);
  }
}

function spread({ size, places: { nodes, cuts, flags } }: Segment): { cut: Int32Array; flags: Uint8Array } {
  const places = { cut: new Int32Array(size).fill(NONE), flags: new Uint8Array(size) };
  for (let i = 0; i < nodes.length; i++) {
    places.cut[nodes[i]!] = cuts[i]!;
    places.flags[nodes[i]!] = flags[i]!;
  }
  return places;
}
