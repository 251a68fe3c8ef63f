import { type Column, isDense, makeColumn } from "./column.js";
import { NONE } from "./ids.js";
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

/** Sorts attributes into one column for each (name, type of the node) that occurs, in time linear in attributes. The list is used up. */
export function layAttributes(
  list: AttributeList,
  nameCount: number,
  type: Int32Array,
  rank: Int32Array,
  postings: readonly Int32Array[],
): AttributeLayout {
  const { keys, sizes } = assignCells(list, type, nameCount, postings.length);
  const cells = keys.map((key, cell) => new CellBuilder(sizes[cell]!, postings[key % postings.length]!.length));
  const [nodes, cellOf, values] = [list.node.entries, list.name.entries, list.value.entries];
  for (let i = 0; i < list.node.length; i++) cells[cellOf[i]!]!.add(rank[nodes[i]!]!, values[i]!);
  for (const column of Object.values(list)) column.clear();
  const columns = cells.map((cell, at) => ({ key: keys[at]!, column: cell.finish() }));
  return layOut(columns, nameCount, postings);
}

/** The values of a cell as they come; where most nodes of the type have one they go straight to their places. */
class CellBuilder {
  private readonly dense: Int32Array | null;
  private readonly ranks: Int32Array;
  private readonly values: Int32Array;
  private filled = 0;

  constructor(
    size: number,
    private readonly nodeCount: number,
  ) {
    this.dense = isDense(size, nodeCount) ? new Int32Array(nodeCount).fill(NONE) : null;
    this.ranks = new Int32Array(this.dense === null ? size : 0);
    this.values = new Int32Array(this.ranks.length);
  }

  /** The later of two values wins. */
  add(rank: number, value: number): void {
    if (this.dense !== null) this.dense[rank] = value;
    else {
      this.ranks[this.filled] = rank;
      this.values[this.filled++] = value;
    }
  }

  finish(): Column {
    if (this.dense !== null) return { kind: "dense", values: this.dense };
    const { ranks, values } = sortCell(this.ranks, this.values);
    return makeColumn(ranks, values, this.nodeCount);
  }
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
  const columns = cells.map(({ key, ranks, values }) => {
    return { key, column: makeColumn(ranks, values, postings[key % postings.length]!.length) };
  });
  return layOut(columns, nameCount, postings);
}

function layOut(
  columns: readonly { readonly key: number; readonly column: Column }[],
  nameCount: number,
  postings: readonly Int32Array[],
): AttributeLayout {
  const attributeColumns: (Column | undefined)[][] = Array.from({ length: nameCount }, () => []);
  const attributesOfType: number[][] = postings.map(() => []);
  for (const { key, column } of columns) {
    const attribute = Math.floor(key / postings.length);
    const ofType = key % postings.length;
    attributeColumns[attribute]![ofType] = column;
    attributesOfType[ofType]!.push(attribute);
  }
  return { attributeColumns, attributesOfType: attributesOfType.map((ids) => Int32Array.from(ids)) };
}

/** Up to here a plain table finds the cell of a (name, type); it is several times faster than a map. */
const MAX_TABLE = 1 << 16;

/** Numbers the (name, type) pairs that occur, in order of first occurrence; the numbers take the place of the names in the list. */
function assignCells(list: AttributeList, type: Int32Array, nameCount: number, typeCount: number) {
  const keys: number[] = [];
  const sizes: number[] = [];
  const table = new Int32Array(Math.min(MAX_TABLE, nameCount * typeCount));
  const overflow = new Map<number, number>();
  const [names, nodes] = [list.name.entries, list.node.entries];
  for (let i = 0; i < list.node.length; i++) {
    const key = names[i]! * typeCount + type[nodes[i]!]!;
    let cell = (key < table.length ? table[key]! : (overflow.get(key) ?? 0)) - 1;
    if (cell < 0) {
      cell = keys.push(key) - 1;
      sizes.push(0);
      if (key < table.length) table[key] = cell + 1;
      else overflow.set(key, cell + 1);
    }
    names[i] = cell;
    sizes[cell]!++;
  }
  return { keys, sizes };
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
