import type { NodeState, TreeShape } from "@semantic-xpath/inspect";
import { bytesOfBase64 } from "@semantic-xpath/values/basics";

/** The order of `NODE_STATES`; written out, so that a panel does not carry the runtime. A test compares both. */
export const STATES = ["unvisited", "dropped", "passed", "result"] as const satisfies readonly NodeState[];

/** The tree as typed arrays over preorder numbers: index 0 is node 1. Use the functions below. */
export interface TreeColumns {
  readonly size: number;
  readonly types: readonly string[];
  readonly type: Uint16Array;
  readonly parent: Int32Array;
  readonly end: Int32Array;
  readonly state: Uint8Array;
  readonly heat: Float32Array;
  /** 0 for the root. */
  readonly depth: Uint16Array;
  /** Place among its siblings, from 1, and how many there are. */
  readonly place: Int32Array;
  readonly siblings: Int32Array;
}

export function treeColumns(shape: TreeShape): TreeColumns {
  const { size } = shape;
  const parent = new Int32Array(bytesOfBase64(shape.parent).buffer);
  const depth = new Uint16Array(size);
  const place = new Int32Array(size);
  const children = new Int32Array(size + 1);
  for (const [i, above] of parent.entries()) {
    depth[i] = above === 0 ? 0 : (depth[above - 1] ?? 0) + 1;
    place[i] = children[above] = (children[above] ?? 0) + 1;
  }
  return {
    size,
    types: shape.types,
    type: new Uint16Array(bytesOfBase64(shape.type).buffer),
    parent,
    end: new Int32Array(bytesOfBase64(shape.end).buffer),
    state: new Uint8Array(bytesOfBase64(shape.state).buffer),
    heat: new Float32Array(bytesOfBase64(shape.heat).buffer),
    depth,
    place,
    siblings: parent.map((above) => children[above] ?? 0),
  };
}

export const typeOf = (tree: TreeColumns, node: number): string => tree.types[tree.type[node - 1] ?? -1] ?? "";
export const stateOf = (tree: TreeColumns, node: number): NodeState => STATES[tree.state[node - 1] ?? 0] ?? "unvisited";
export const hasChildren = (tree: TreeColumns, node: number): boolean => endOf(tree, node) > node + 1;
/** The node after a subtree; of 0, the document, the one after the tree. */
export const endOf = (tree: TreeColumns, node: number): number => tree.end[node - 1] ?? tree.size + 1;

/** The children of a node; of 0, the root. */
export function childrenOf(tree: TreeColumns, node: number): number[] {
  const children: number[] = [];
  const end = endOf(tree, node);
  for (let child = node + 1; child < end; child = endOf(tree, child)) children.push(child);
  return children;
}

/** The nodes of a state in document order. */
export function nodesIn(tree: TreeColumns, state: NodeState): number[] {
  const nodes: number[] = [];
  const stateCode = STATES.indexOf(state);
  for (const [i, found] of tree.state.entries()) if (found === stateCode) nodes.push(i + 1);
  return nodes;
}

/** The nodes above one, the nearest first. */
export function ancestorsOf({ parent }: TreeColumns, node: number): number[] {
  const ancestors: number[] = [];
  for (let at = parent[node - 1] ?? 0; at > 0; at = parent[at - 1] ?? 0) ancestors.push(at);
  return ancestors;
}
