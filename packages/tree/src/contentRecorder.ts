import { type ContentPlaces, GLUED, MIXED, NO_PLACES, PIECE_GLUED, TAIL_GLUED } from "./content.js";
import { IntColumn } from "./intColumn.js";

/** Some child has the flag `GLUED`. */
const HAS_GLUED = 16;

/**
 * Records places of texts among children while a tree is built: the length of the text at the opening of a child, and adjacent texts
 * without white space. Records outside of mixed content are removed at the end.
 */
export class ContentRecorder {
  /** By node; shorter than the tree where nothing was noted further on. */
  private flags: Uint8Array<ArrayBuffer> = new Uint8Array(64);
  private readonly cut = { node: new IntColumn(), length: new IntColumn() };
  private hasMixed = false;
  /** White space since the last text, and the least depth since then. */
  private gap = true;
  private low = 0;

  /** White space and nothing else. */
  space(): void {
    this.gap = true;
  }

  /**
   * A text in the innermost of the open nodes.
   *
   * @param isPiece the first one since that node or a child of it opened or closed
   * @returns whether it follows the text before it in the same node without white space
   */
  text(open: readonly number[], isPiece: boolean, startsSpaced: boolean, endsSpaced: boolean): boolean {
    const depth = open.length - 1;
    const isGlued = isPiece && !this.gap && !startsSpaced;
    this.gap = endsSpaced;
    const { low } = this;
    this.low = depth;
    if (!isGlued) return false;
    if (low >= depth) return true;
    this.flag(open[low + 1]!, GLUED);
    this.flag(open[low]!, HAS_GLUED);
    return false;
  }

  child(node: number, length: number, isPieceGlued: boolean): void {
    this.cut.node.push(node);
    this.cut.length.push(length);
    if (isPieceGlued) this.flag(node, PIECE_GLUED);
  }

  /**
   * A node closes that lies `depth` nodes deep; of one with both children and text with places whether some of that is after a child. Where
   * all of it stands before the children, with white space between, there is nothing to keep.
   */
  close(node: number, depth: number, mixed: { isLate: boolean; isTailGlued: boolean } | null): void {
    if (this.low >= depth) this.low = depth - 1;
    if (mixed === null || !(mixed.isLate || (this.flags[node]! & HAS_GLUED) !== 0)) return;
    const { isTailGlued } = mixed;
    this.hasMixed = true;
    this.flag(node, isTailGlued ? MIXED | TAIL_GLUED : MIXED);
  }

  /** Every node so far goes one number and one level further in, under a new node 1. */
  insertRoot(nodeCount: number): void {
    this.cut.node.add(1);
    this.low++;
    if (nodeCount >= this.flags.length) this.flags = grown(this.flags, nodeCount);
    // Records of the document apply to the new root.
    this.flags.copyWithin(1, 0, nodeCount - 1);
    this.flags[0] = 0;
  }

  finish(parent: Int32Array): ContentPlaces {
    if (!this.hasMixed) return NO_PLACES;
    const { flags, cut } = this;
    const isMixed = (node: number): boolean => (flags[node]! & MIXED) !== 0;
    const nodes = new IntColumn();
    const cuts = new IntColumn();
    const keptFlags = new IntColumn();
    let next = 0;
    for (let node = 1; node < parent.length; node++) {
      let length = 0;
      for (; next < cut.node.length && cut.node.at(next) <= node; next++)
        if (cut.node.at(next) === node) length = cut.length.at(next);
      const isChild = isMixed(parent[node]!);
      if (!isChild && !isMixed(node)) continue;
      nodes.push(node);
      cuts.push(isChild ? length : -1);
      const mixedFlags = isMixed(node) ? MIXED | TAIL_GLUED : 0;
      keptFlags.push(flags[node]! & (isChild ? mixedFlags | PIECE_GLUED | GLUED : mixedFlags));
    }
    return { nodes: nodes.finish(), cuts: cuts.finish(), flags: Uint8Array.from(keptFlags.finish()) };
  }

  private flag(node: number, flag: number): void {
    if (node >= this.flags.length) this.flags = grown(this.flags, node);
    this.flags[node]! |= flag;
  }
}

function grown(flags: Uint8Array, node: number): Uint8Array<ArrayBuffer> {
  const more = new Uint8Array(Math.max(node + 1, flags.length * 2));
  more.set(flags);
  return more;
}
