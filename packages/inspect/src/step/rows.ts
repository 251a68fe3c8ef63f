import {
  entryPath,
  entryText,
  type Frame,
  type List,
  mergeFrames,
  rankOrder,
  type ScoreAlgebra,
} from "@semantic-xpath/runtime/internal";
import { DOCUMENT, NONE, type Tree } from "@semantic-xpath/tree";
import { once } from "../memo.js";
import { frameOf } from "../passed.js";
import type { SequenceEntry, SequenceView } from "./stops.js";

/** A weighted sequence in the order in which an operator has it: the columns that the executor made, as they are. */
export interface Rows extends SequenceView {
  readonly frame: Frame;
  /** The order in which entries are shown; null: as the columns have them. */
  readonly order: Int32Array | null;
}

type AlgebraAt = (at: number) => ScoreAlgebra | null;

/**
 * `algebra` says how the i-th weight came about. `isRanked`: entries are shown the best first, whatever order the operators after it
 * get them in. Nothing is made before it is read.
 */
export function rowsOf(tree: Tree, made: Frame | List, algebra: AlgebraAt = () => null, isRanked = false): Rows {
  const { length } = made.ids;
  const frame = once(() => frameOf(made));
  const order = once(() =>
    isRanked ? rankOrder(frame().weights ?? new Float64Array(length).fill(1), made.ids) : null,
  );
  return {
    get frame() {
      return frame();
    },
    get order() {
      return order();
    },
    count: length,
    entries: (from, count) => {
      const start = Math.max(0, Math.trunc(from));
      const end = Math.min(length, start + Math.max(0, Math.trunc(count)));
      return Array.from({ length: Math.max(0, end - start) }, (_, i) =>
        entryOf(tree, frame(), order()?.[start + i] ?? start + i, algebra),
      );
    },
  };
}

/** The columns of a sequence that a stepper gave. */
export function rowsIn(sequence: SequenceView): Rows {
  if ("frame" in sequence) return sequence as Rows;
  throw new TypeError("a watch needs a sequence of one of the stepper's stops");
}

function entryOf(tree: Tree, { ids, weights, attributes }: Frame, at: number, algebra: AlgebraAt): SequenceEntry {
  const node = ids[at]!;
  const attribute = attributes === null || attributes[at] === NONE ? null : attributes[at]!;
  return {
    node,
    path: entryPath(tree, node, attribute ?? NONE),
    weight: weights?.[at] ?? 1,
    value: attribute === null ? null : entryText(tree, node, attribute),
    algebra: () => algebra(at),
  };
}

/** One sequence in document order, every entry once, with its highest weight: what a path starts from. */
export const asStart = ({ frame }: Rows): Frame => mergeFrames([{ ...frame, offsets: null }]);

/** The nodes of a sequence with their places, as shown; without the document node and attributes. */
export function nodesOf({ frame: { ids, attributes }, order }: Rows) {
  const visible = Array.from(ids, (_, i) => ({ at: order?.[i] ?? i, place: i + 1 })).filter(
    ({ at }) => ids[at] !== DOCUMENT && (attributes?.[at] ?? NONE) === NONE,
  );
  return {
    ids: Int32Array.from(visible, ({ at }) => ids[at]!),
    places: Int32Array.from(visible, ({ place }) => place),
  };
}
