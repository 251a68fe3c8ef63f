import type { NodeState, TreeShape } from "@semantic-xpath/inspect";

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
  const parent = new Int32Array(bytesOf(shape.parent));
  const end = new Int32Array(bytesOf(shape.end));
  const depth = new Uint16Array(size);
  const place = new Int32Array(size);
  const siblings = new Int32Array(size);
  const children = new Int32Array(size + 1);
  for (let i = 0; i < size; i++) {
    const above = parent[i]!;
    depth[i] = above === 0 ? 0 : depth[above - 1]! + 1;
    place[i] = ++children[above]!;
  }
  for (let i = 0; i < size; i++) siblings[i] = children[parent[i]!]!;
  return {
    size,
    types: shape.types,
    type: new Uint16Array(bytesOf(shape.type)),
    parent,
    end,
    state: new Uint8Array(bytesOf(shape.state)),
    heat: new Float32Array(bytesOf(shape.heat)),
    depth,
    place,
    siblings,
  };
}

export const typeOf = (tree: TreeColumns, node: number): string => tree.types[tree.type[node - 1]!] ?? "";
export const stateOf = (tree: TreeColumns, node: number): NodeState => STATES[tree.state[node - 1]!] ?? "unvisited";
export const hasChildren = (tree: TreeColumns, node: number): boolean => tree.end[node - 1]! > node + 1;

/** The nodes above one, the nearest first. */
export function ancestorsOf(tree: TreeColumns, node: number): number[] {
  const found: number[] = [];
  for (let at = tree.parent[node - 1] ?? 0; at > 0; at = tree.parent[at - 1]!) found.push(at);
  return found;
}

function bytesOf(base64: string): ArrayBuffer {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes.buffer;
}
