/** Lists of nodes by a code, each taken from the front: scratch columns that are as empty after each use as before it. */
export class Queues {
  private readonly first: Int32Array;
  private readonly next: Int32Array;

  constructor(codeCount: number, nodeCount: number) {
    this.first = new Int32Array(codeCount).fill(-1);
    this.next = new Int32Array(nodeCount);
  }

  /** For each code the first of one list with the first of the other, the second with the second. */
  inTurn(inA: Coded, inB: Coded, visit: (x: number, y: number) => void): void {
    const { first, next } = this;
    for (let j = inB.nodes.length - 1; j >= 0; j--) {
      const node = inB.nodes[j]!;
      next[node] = first[inB.codeOf(node)]!;
      first[inB.codeOf(node)] = node;
    }
    for (const node of inA.nodes) {
      const code = inA.codeOf(node);
      const partner = first[code]!;
      if (partner < 0) continue;
      first[code] = next[partner]!;
      visit(node, partner);
    }
    for (const node of inB.nodes) first[inB.codeOf(node)] = -1;
  }
}

/** Nodes of one tree with the codes that they are compared by. */
export interface Coded {
  readonly nodes: Int32Array;
  readonly codeOf: (node: number) => number;
}
