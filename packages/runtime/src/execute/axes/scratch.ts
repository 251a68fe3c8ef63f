import type { Tree } from "@semantic-xpath/tree";
import { getOrMake } from "@semantic-xpath/tree";

/** Columns over all nodes for marking some of them, kept with the tree so that a query of microseconds allocates nothing. */
class Scratch {
  private readonly marks: Int32Array;
  private generation = 0;
  private floats: Float64Array | null = null;
  private found: Int32Array | null = null;

  constructor(private readonly length: number) {
    this.marks = new Int32Array(length);
  }

  /** Starts a new set of marks and returns its value: a node is marked where `column[node] === value`. */
  mark(): { readonly column: Int32Array; readonly value: number } {
    this.generation++;
    return { column: this.marks, value: this.generation };
  }

  /** A list of nodes with stale contents. */
  ids(): Int32Array {
    this.found ??= new Int32Array(this.length);
    return this.found;
  }

  /** A column of doubles with stale contents: read only what was written since. */
  weights(): Float64Array {
    this.floats ??= new Float64Array(this.length);
    return this.floats;
  }
}

const scratches = new WeakMap<Tree, Scratch>();

export const scratchOf = (tree: Tree): Scratch => getOrMake(scratches, tree, () => new Scratch(tree.type.length));
