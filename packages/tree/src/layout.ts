import { NONE, type TypeId } from "./ids.js";

/** Facts about all nodes of one type, for choosing access paths. */
export interface TypeShape {
  /** Depths below the document node: the root has depth 1. */
  readonly minDepth: number;
  readonly maxDepth: number;
  /** The type of every parent of nodes of this type, or -1 where parents differ. */
  readonly soleParentType: TypeId;
}

/** The nodes of each type in document order, and the place of each node among them. */
export function layPostings(type: Int32Array, typeCount: number): { postings: Int32Array[]; rank: Int32Array } {
  const counts = new Int32Array(typeCount);
  const rank = new Int32Array(type.length);
  for (let node = 0; node < type.length; node++) rank[node] = counts[type[node]!]!++;
  const postings = Array.from(counts, (count) => new Int32Array(count));
  for (let node = 0; node < type.length; node++) postings[type[node]!]![rank[node]!] = node;
  return { postings, rank };
}

/** One pass over each node's children with two scratch columns over types: no map per parent, nothing quadratic in fan-out. */
export function layOrdinals(type: Int32Array, end: Int32Array, typeCount: number): Int32Array {
  const ordinal = new Int32Array(type.length);
  const lastParent = new Int32Array(typeCount).fill(NONE);
  const lastSibling = new Int32Array(typeCount);
  for (let node = 0; node < type.length; node++) {
    for (let child = node + 1; child < end[node]!; child = end[child]!) {
      const childType = type[child]!;
      if (lastParent[childType] === node) {
        const previous = lastSibling[childType]!;
        if (ordinal[previous] === 0) ordinal[previous] = 1;
        ordinal[child] = ordinal[previous]! + 1;
      }
      lastParent[childType] = node;
      lastSibling[childType] = child;
    }
  }
  return ordinal;
}

/** Depths and parents of the nodes of each type. */
export function layShapes(type: Int32Array, parent: Int32Array, typeCount: number): TypeShape[] {
  const depth = new Int32Array(type.length);
  const shapes = new Shapes(typeCount);
  // Siblings and cousins of one type have the same depth and type of parent, most often.
  const [lastLevel, lastParent] = [new Int32Array(typeCount).fill(NONE), new Int32Array(typeCount).fill(UNSEEN)];
  for (let node = 0; node < type.length; node++) {
    const above = parent[node]!;
    const typeOfNode = type[node]!;
    const level = above < 0 ? 0 : depth[above]! + 1;
    const parentType = above < 0 ? NONE : type[above]!;
    depth[node] = level;
    if (lastLevel[typeOfNode] === level && lastParent[typeOfNode] === parentType) continue;
    shapes.addLevels(typeOfNode, level, level);
    shapes.addParent(typeOfNode, parentType);
    lastLevel[typeOfNode] = level;
    lastParent[typeOfNode] = parentType;
  }
  return shapes.finish();
}

/** No parent seen yet, in `soleParent`. */
export const UNSEEN = -2;

/** For each type its levels, and the type of every parent that was seen; -1 where they differ, -2 where none was seen. */
export class Shapes {
  readonly minLevel: Int32Array;
  readonly maxLevel: Int32Array;
  readonly soleParent: Int32Array;

  constructor(typeCount: number) {
    this.minLevel = new Int32Array(typeCount).fill(0x7fffffff);
    this.maxLevel = new Int32Array(typeCount).fill(NONE);
    this.soleParent = new Int32Array(typeCount).fill(UNSEEN);
  }

  addLevels(type: TypeId, least: number, most: number): void {
    if (least < this.minLevel[type]!) this.minLevel[type] = least;
    if (most > this.maxLevel[type]!) this.maxLevel[type] = most;
  }

  addParent(type: TypeId, parentType: TypeId): void {
    const before = this.soleParent[type]!;
    this.soleParent[type] = before === UNSEEN || before === parentType ? parentType : NONE;
  }

  finish(): TypeShape[] {
    return Array.from(this.minLevel, (minDepth, type) => ({
      minDepth,
      maxDepth: this.maxLevel[type]!,
      soleParentType: this.soleParent[type]!,
    }));
  }
}
