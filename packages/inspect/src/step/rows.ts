import {
  entryPath,
  entryText,
  type Frame,
  type List,
  mergeFrames,
  type Run,
  rankOrder,
  type ScoreAlgebra,
} from "@semantic-xpath/runtime/internal";
import { DOCUMENT, NONE } from "@semantic-xpath/tree";
import { once } from "../memo.js";
import { frameOf } from "../passed.js";
import type { SequenceEntry, SequenceView } from "./stops.js";

/** A weighted sequence in the order in which an operator has it: the columns that the executor made, as they are. */
export interface Rows extends SequenceView {
  readonly frame: Frame;
  /** The order in which entries are shown; null: as the columns have them. */
  readonly order: Int32Array | null;
  /** True where its entries are groups. */
  readonly isOfGroups: boolean;
}

type RunItems = Pick<Run, "tree" | "groups">;

type AlgebraAt = (at: number) => ScoreAlgebra | null;

/**
 * `algebra` says how the i-th weight came about. `isRanked`: entries are shown the best first, whatever order the operators after it
 * get them in. Nothing is made before it is read.
 */
export function rowsOf(run: RunItems, made: Frame | List, algebra: AlgebraAt = () => null, isRanked = false): Rows {
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
    get isOfGroups() {
      return run.groups.areGroups(made.ids);
    },
    count: length,
    entries: (from, count) => {
      const start = Math.max(0, Math.trunc(from));
      const end = Math.min(length, start + Math.max(0, Math.trunc(count)));
      return Array.from({ length: Math.max(0, end - start) }, (_, i) =>
        entryOf(run, frame(), order()?.[start + i] ?? start + i, algebra),
      );
    },
  };
}

/** The columns of a sequence that a stepper gave. */
export function rowsIn(sequence: SequenceView): Rows {
  if ("frame" in sequence) return sequence as Rows;
  throw new TypeError("a watch needs a sequence of one of the stepper's stops");
}

function entryOf(run: RunItems, { ids, weights, attributes }: Frame, at: number, algebra: AlgebraAt): SequenceEntry {
  const { tree, groups } = run;
  const node = ids[at]!;
  const attribute = attributes === null || attributes[at] === NONE ? null : attributes[at]!;
  const weight = weights?.[at] ?? 1;
  if (groups.isGroup(node)) {
    const name = attribute === null ? null : groups.keyName(node, attribute);
    const label = groups.label(node);
    return {
      node: groups.firstNode(node),
      path: name === null ? label : `${label}/@${name}`,
      weight: groups.totals(Int32Array.of(node), Float64Array.of(weight))![0]!,
      value: name === null ? null : groups.keyText(node, name),
      members: name === null ? membersOf(run, node) : null,
      algebra: () => algebra(at),
    };
  }
  return {
    node,
    path: entryPath(tree, node, attribute ?? NONE),
    weight,
    value: attribute === null ? null : entryText(tree, node, attribute),
    members: null,
    algebra: () => algebra(at),
  };
}

function membersOf(run: RunItems, group: number): SequenceView {
  const { ids, own } = run.groups.membersOf(group);
  return rowsOf(run, { ids, weights: own, offsets: null, attributes: null });
}

/** One sequence in document order, every entry once, with its highest weight: what a path starts from. */
export const asStart = ({ frame }: Rows): Frame => mergeFrames([{ ...frame, offsets: null }]);

/** The nodes of a sequence with their places, as shown; without the document node, attributes and groups. */
export function nodesOf({ frame: { ids, attributes }, order, isOfGroups }: Rows) {
  if (isOfGroups) return { ids: new Int32Array(0), places: new Int32Array(0) };
  const visible = Array.from(ids, (_, i) => ({ at: order?.[i] ?? i, place: i + 1 })).filter(
    ({ at }) => ids[at] !== DOCUMENT && (attributes?.[at] ?? NONE) === NONE,
  );
  return {
    ids: Int32Array.from(visible, ({ at }) => ids[at]!),
    places: Int32Array.from(visible, ({ place }) => place),
  };
}
