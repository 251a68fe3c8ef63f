import { type Column, makeColumn } from "./column.js";
import type { IntColumn } from "./intColumn.js";

/** Attributes as they were given: node, name and value of each. */
interface AttributeList {
  readonly node: IntColumn;
  readonly name: IntColumn;
  readonly value: IntColumn;
}

export interface AttributeLayout {
  readonly attributeColumns: readonly (readonly (Column | undefined)[])[];
  readonly attributesOfType: readonly Int32Array[];
}

/** Sorts attributes into one column for each (name, type of the node) that occurs, in time linear in attributes. */
export function layAttributes(
  list: AttributeList,
  nameCount: number,
  type: Int32Array,
  rank: Int32Array,
  postings: readonly Int32Array[],
): AttributeLayout {
  const { keys, cellOf, sizes } = assignCells(list, type, postings.length);
  const ranks = sizes.map((size) => new Int32Array(size));
  const values = sizes.map((size) => new Int32Array(size));
  const filled = new Int32Array(sizes.length);
  const [nodesGiven, valuesGiven] = [list.node.entries, list.value.entries];
  for (let i = 0; i < cellOf.length; i++) {
    const cell = cellOf[i]!;
    const at = filled[cell]!++;
    ranks[cell]![at] = rank[nodesGiven[i]!]!;
    values[cell]![at] = valuesGiven[i]!;
  }
  const cells = keys.map((key, cell) => ({ key, ...sortCell(ranks[cell]!, values[cell]!) }));
  return layColumns(cells, nameCount, postings);
}

interface AttributeCell {
  /** The name's number times the number of types, and the type's number. */
  readonly key: number;
  /** Ascending. */
  readonly ranks: Int32Array;
  readonly values: Int32Array;
}

/** The columns of cells, in their order. */
export function layColumns(
  cells: readonly AttributeCell[],
  nameCount: number,
  postings: readonly Int32Array[],
): AttributeLayout {
  const attributeColumns: (Column | undefined)[][] = Array.from({ length: nameCount }, () => []);
  const attributesOfType: number[][] = postings.map(() => []);
  for (const { key, ranks, values } of cells) {
    const attribute = Math.floor(key / postings.length);
    const ofType = key % postings.length;
    attributeColumns[attribute]![ofType] = makeColumn(ranks, values, postings[ofType]!.length);
    attributesOfType[ofType]!.push(attribute);
  }
  return { attributeColumns, attributesOfType: attributesOfType.map((ids) => Int32Array.from(ids)) };
}

/** Up to here a plain table finds the cell of a (name, type); it is several times faster than a map. */
const TABLE_SIZE = 1 << 16;

/** Numbers the (name, type) pairs that occur, in order of first occurrence. */
function assignCells(list: AttributeList, type: Int32Array, typeCount: number) {
  const keys: number[] = [];
  const sizes: number[] = [];
  const cellOf = new Int32Array(list.node.length);
  const table = new Int32Array(TABLE_SIZE);
  const others = new Map<number, number>();
  const [names, nodes] = [list.name.entries, list.node.entries];
  for (let i = 0; i < cellOf.length; i++) {
    const key = names[i]! * typeCount + type[nodes[i]!]!;
    let cell = (key < TABLE_SIZE ? table[key]! : (others.get(key) ?? 0)) - 1;
    if (cell < 0) {
      cell = keys.push(key) - 1;
      sizes.push(0);
      if (key < TABLE_SIZE) table[key] = cell + 1;
      else others.set(key, cell + 1);
    }
    cellOf[i] = cell;
    sizes[cell]!++;
  }
  return { keys, cellOf, sizes };
}

/** Attributes may be given after a node's children were closed, and twice: sorts by rank, the later of two winning. */
function sortCell(ranks: Int32Array, values: Int32Array): { ranks: Int32Array; values: Int32Array } {
  let ascending = true;
  for (let i = 1; i < ranks.length && ascending; i++) ascending = ranks[i - 1]! < ranks[i]!;
  if (ascending) return { ranks, values };
  const order = Uint32Array.from(ranks.keys()).sort((a, b) => ranks[a]! - ranks[b]! || a - b);
  const last = order.filter((at, i) => i + 1 === order.length || ranks[order[i + 1]!] !== ranks[at]);
  return { ranks: Int32Array.from(last, (at) => ranks[at]!), values: Int32Array.from(last, (at) => values[at]!) };
}
