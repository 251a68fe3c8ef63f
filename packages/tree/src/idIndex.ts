import { getOrMake } from "@semantic-xpath/values";
import { type Column, lowerBound } from "./column.js";
import { DOCUMENT, NONE, type NodeId } from "./ids.js";
import type { Tree } from "./tree.js";
import { ValueIndex } from "./values.js";

/** An attribute whose values are ids, on the nodes of a type; null: on those of every type. */
export interface IdAttribute {
  readonly type: string | null;
  readonly name: string;
}

/** The nodes of a tree by their ids: the first in document order for a repeated id. An empty text is not an id. */
export class IdIndex {
  /** By value id: the node of which the value is an id, else -1. */
  readonly nodeOfValue: Int32Array;
  private index: ValueIndex | null = null;

  constructor(
    private readonly tree: Tree,
    attributes: readonly IdAttribute[],
    isWithin: (node: NodeId) => boolean = () => true,
  ) {
    this.nodeOfValue = new Int32Array(tree.values.size).fill(NONE);
    eachId(tree, attributes, (node, value) => {
      const first = this.nodeOfValue[value]!;
      if ((first === NONE || node < first) && isWithin(node)) this.nodeOfValue[value] = node;
    });
  }

  /** The node that has a text as its id, -1 where none has. */
  find(text: string): NodeId {
    const { tree, nodeOfValue } = this;
    this.index ??= new ValueIndex(
      tree.values,
      nodeOfValue.reduce((count, node) => count + (node === NONE ? 0 : 1), 0),
      (value) => nodeOfValue[value] !== NONE,
    );
    const value = this.index.find(text);
    return value === NONE ? NONE : nodeOfValue[value]!;
  }

  /** The nodes that a text refers to: that of which the whole text is the id, else those of its words. In the order of the words. */
  refer(text: string): readonly NodeId[] {
    const exact = this.find(text);
    if (exact !== NONE) return [exact];
    return idsIn(text).flatMap((word) => {
      const node = this.find(word);
      return node === NONE ? [] : [node];
    });
  }

  /** As `refer`, of a value of the tree. */
  referValue(value: number): readonly NodeId[] {
    const exact = this.nodeOfValue[value]!;
    return exact === NONE ? this.refer(this.tree.values.get(value)) : [exact];
  }
}

/** The words of a text between white space: several ids in one value. */
export const idsIn = (text: string): readonly string[] => text.split(/[ \t\r\n]+/).filter((word) => word !== "");

const indexes = new WeakMap<Tree, Map<string, IdIndex>>();

/**
 * The index of the ids that a node may refer to, built on first use. They are in the outermost part of the tree (`TreeSource.parts`) that contains
 * the node, or outside of all parts, so that versions side by side each have their own ids.
 */
export function idIndex(tree: Tree, attributes: readonly IdAttribute[], node: NodeId = DOCUMENT): IdIndex {
  const scope = outermostPart(tree, node);
  const key = `${scope} ${JSON.stringify(attributes.map(({ type, name }) => [type, name]))}`;
  const hasParts = (tree.source.parts ?? []).length > 0;
  return getOrMake(
    getOrMake(indexes, tree, () => new Map<string, IdIndex>()),
    key,
    () => new IdIndex(tree, attributes, hasParts ? (other) => outermostPart(tree, other) === scope : undefined),
  );
}

const outermost = new WeakMap<Tree, Int32Array>();

/** The top of the outermost part that a node is in, the document node if it is in none. */
function outermostPart(tree: Tree, node: NodeId): NodeId {
  const { parts = [] } = tree.source;
  if (parts.length === 0) return DOCUMENT;
  const tops = getOrMake(outermost, tree, () => {
    let end = 0;
    return Int32Array.from(
      parts.flatMap((part) => {
        if (part.node < end) return [];
        end = tree.end[part.node]!;
        return [part.node];
      }),
    );
  });
  const top = tops[lowerBound(tops, node + 1) - 1] ?? DOCUMENT;
  return node < tree.end[top]! ? top : DOCUMENT;
}

/** Visits each node that has an id, type by type. */
export function eachId(
  tree: Tree,
  attributes: readonly IdAttribute[],
  visit: (node: NodeId, value: number) => void,
): void {
  for (const { type, name } of attributes) {
    const attribute = tree.attributeId(name);
    if (attribute === NONE) continue;
    const columns = tree.columns[attribute]!;
    const only = type === null ? null : tree.typeId(type);
    for (const [ofType, column] of columns.entries()) {
      if (column === undefined || (only !== null && ofType !== only)) continue;
      eachValue(column, (rank, value) => {
        if (tree.values.length(value) > 0) visit(tree.postings[ofType]![rank]!, value);
      });
    }
  }
}

/** Visits the values of a column by rank. */
function eachValue(column: Column, visit: (rank: number, value: number) => void): void {
  for (let i = 0; i < column.values.length; i++) {
    const value = column.values[i]!;
    if (value !== NONE) visit(column.kind === "dense" ? i : column.ranks[i]!, value);
  }
}
