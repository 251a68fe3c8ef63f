import { getOrMake, lowerBound, type NodeId } from "@semantic-xpath/tree";
import type { KnownTexts } from "./sharedTexts.js";

/** Nodes by text number: by text the first node, and by node the next one with an equal text, each plus one; 0 for none. */
interface Lists {
  readonly firsts: Int32Array;
  readonly nexts: Int32Array | null;
  /** Nodes in no list, since they were apart from the column. */
  readonly apart: ReadonlySet<NodeId>;
}

/** By column and posting. */
const listsOf = new WeakMap<Int32Array, WeakMap<Int32Array, Lists>>();

function listsIn(ids: Int32Array, { column, apart }: KnownTexts, texts: number): Lists {
  const firsts = new Int32Array(texts);
  let nexts: Int32Array | null = null;
  for (let i = ids.length - 1; i >= 0; i--) {
    const node = ids[i]!;
    if (apart.size > 0 && apart.has(node)) continue;
    const text = column[node]!;
    // Most texts are those of one node.
    if (firsts[text] !== 0) {
      nexts ??= new Int32Array(column.length);
      nexts[node] = firsts[text]!;
    }
    firsts[text] = node + 1;
  }
  return { firsts, nexts, apart: new Set(apart.keys()) };
}

/** The nodes that have a text, of some, ascending, whose texts are all known. */
export class NodesByText {
  private readonly lists: Lists;
  /** Nodes of texts whose lists differ in this version. */
  private readonly changed = new Map<number, NodeId[]>();

  /** `texts`: their number. */
  constructor(ids: Int32Array, known: KnownTexts, texts: number) {
    const { column, apart, learned } = known;
    const make = (): Lists => listsIn(ids, known, texts);
    this.lists = learned.has(ids)
      ? getOrMake(
          getOrMake(listsOf, column, () => new WeakMap()),
          ids,
          make,
        )
      : make();
    for (const node of new Set([...apart.keys(), ...this.lists.apart])) {
      const listed = this.lists.apart.has(node) ? -1 : column[node]!;
      const text = known.codeOf(node);
      if (listed === text || !isAmong(ids, node)) continue;
      if (listed >= 0)
        this.changed.set(
          listed,
          this.nodesOf(listed).filter((one) => one !== node),
        );
      const nodes = [...this.nodesOf(text), node];
      this.changed.set(
        text,
        nodes.sort((a, b) => a - b),
      );
    }
  }

  /** The weight of a text by the highest of its nodes, 0 if no node has it. Without a weight of nodes it is one and the same function. */
  weighBy(weigh: ((node: number, score: number) => number) | null): (text: number, score: number) => number {
    if (weigh === null) return this.weigh;
    return (text, score) => {
      let highest = 0;
      this.each(text, (node) => {
        highest = Math.max(highest, weigh(node, score));
      });
      return highest;
    };
  }

  private readonly weigh = (text: number, score: number): number => {
    const changed = this.changed.size === 0 ? undefined : this.changed.get(text);
    return (changed === undefined ? (this.lists.firsts[text] ?? 0) : changed.length) > 0 ? score : 0;
  };

  each(text: number, visit: (node: NodeId) => void): void {
    const changed = this.changed.size === 0 ? undefined : this.changed.get(text);
    if (changed !== undefined) for (const node of changed) visit(node);
    else
      for (let next = this.lists.firsts[text] ?? 0; next > 0; next = this.lists.nexts?.[next - 1] ?? 0) visit(next - 1);
  }

  private nodesOf(text: number): NodeId[] {
    const nodes: NodeId[] = [];
    this.each(text, (node) => nodes.push(node));
    return nodes;
  }
}

/** Tests that an ascending list has a node. */
export const isAmong = (ids: Int32Array, node: NodeId): boolean => ids[lowerBound(ids, node)] === node;
