import {
  type Frame,
  type List,
  mergeFrames,
  multiply,
  rankOrder,
  type ScoreAlgebra,
} from "@semantic-xpath/runtime/internal";
import { DOCUMENT, NONE, nodePath, type Tree } from "@semantic-xpath/tree";
import type { SequenceEntry, SequenceView } from "./stops.js";

/** A weighted sequence in the order in which an operator has it: the columns that the executor made, as they are. */
export interface Rows extends SequenceView {
  readonly frame: Frame;
  /** The order in which entries are shown; null: as the columns have them. */
  readonly order: Int32Array | null;
}

type AlgebraAt = (at: number) => ScoreAlgebra | null;

/**
 * `algebra` tells how the i-th weight came about. `isRanked`: entries are shown the best first, whatever order the operators behind it
 * get them in. Nothing is made before it is read.
 */
export function rowsOf(tree: Tree, made: Frame | List, algebra: AlgebraAt = () => null, isRanked = false): Rows {
  let frame: Frame | null = "own" in made ? null : made;
  let ranks: Int32Array | null = null;
  const order = (): Int32Array | null => {
    if (isRanked) ranks ??= rankOrder(columns().weights ?? ones(made.ids.length), made.ids);
    return ranks;
  };
  const columns = (): Frame => {
    frame ??= frameOf(made as List);
    return frame;
  };
  return {
    get frame() {
      return columns();
    },
    get order() {
      return order();
    },
    count: made.ids.length,
    entries: (from, count) => {
      const start = Math.max(0, Math.trunc(from));
      const end = Math.min(made.ids.length, start + Math.max(0, Math.trunc(count)));
      const at = order();
      return Array.from({ length: Math.max(0, end - start) }, (_, i) =>
        entryOf(tree, columns(), at === null ? start + i : at[start + i]!, algebra),
      );
    },
  };
}

const ones = (count: number): Float64Array => new Float64Array(count).fill(1);

/** The columns of a sequence that a stepper gave. */
export function rowsIn(sequence: SequenceView): Rows {
  if ("frame" in sequence) return sequence as Rows;
  throw new TypeError("a watch looks at a sequence of one of the stepper's stops");
}

const frameOf = ({ ids, base, own, attributes }: List): Frame => ({
  ids,
  weights: multiply(base, own),
  offsets: null,
  attributes,
});

function entryOf(tree: Tree, { ids, weights, attributes }: Frame, at: number, algebra: AlgebraAt): SequenceEntry {
  const node = ids[at]!;
  const attribute = attributes === null || attributes[at] === NONE ? null : attributes[at]!;
  const path = node === DOCUMENT ? "/" : nodePath(tree, node);
  return {
    node,
    path: attribute === null ? path : `${path}/@${tree.attributeNames[attribute]!}`,
    weight: weights === null ? 1 : weights[at]!,
    value: attribute === null ? null : tree.values.get(tree.attributeValue(node, attribute)),
    algebra: () => algebra(at),
  };
}

/** One sequence in document order, every entry once, with its highest weight: what a path starts from. */
export const asStart = ({ frame }: Rows): Frame => mergeFrames([{ ...frame, offsets: null }]);

/** The nodes of a sequence with their places, as they are shown; the document node and attributes are none. */
export function nodesOf({ frame: { ids, attributes }, order }: Rows): Shown {
  const nodes: number[] = [];
  const places: number[] = [];
  for (let i = 0; i < ids.length; i++) {
    const at = order === null ? i : order[i]!;
    if (ids[at] === DOCUMENT || (attributes !== null && attributes[at] !== NONE)) continue;
    nodes.push(ids[at]!);
    places.push(i + 1);
  }
  return { ids: Int32Array.from(nodes), places: Int32Array.from(places) };
}

interface Shown {
  readonly ids: Int32Array;
  readonly places: Int32Array;
}
