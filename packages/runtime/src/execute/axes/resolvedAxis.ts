import type { Argument, AxisOperator, Places } from "@semantic-xpath/planner";
import { DOCUMENT_TYPE, type Tree } from "@semantic-xpath/tree";

/** An axis operator made ready for one tree and one set of arguments. */
export interface ResolvedAxis {
  readonly axis: AxisOperator["axis"];
  /** Whether the type index may be read. */
  readonly indexed: boolean;
  /** Ids of the named types that the tree has; null: any type. */
  readonly types: readonly number[] | null;
  /** `mask[type]` is 1 where the test passes. */
  readonly mask: Uint8Array;
  readonly take: Places | null;
}

export function resolveAxis(
  tree: Tree,
  operator: AxisOperator,
  place: (argument: Argument<number>) => number,
): ResolvedAxis {
  const { names, document } = operator.test;
  const mask = new Uint8Array(tree.typeNames.length);
  let types: number[] | null = null;
  if (names === null) mask.fill(1);
  else {
    types = [];
    for (const name of names) {
      const type = tree.typeId(name);
      if (type > 0 && mask[type] === 0) {
        mask[type] = 1;
        types.push(type);
      }
    }
  }
  mask[DOCUMENT_TYPE] = document ? 1 : 0;
  return {
    axis: operator.axis,
    indexed: operator.access === "type-index",
    types,
    mask,
    take: resolvePlaces(operator.take, place),
  };
}

export function resolvePlaces(
  range: AxisOperator["take"],
  place: (argument: Argument<number>) => number,
): Places | null {
  if (range === null) return null;
  const from = range.from === null ? null : place(range.from);
  const to = range.to === null ? null : place(range.to);
  return { single: range.single, from, to };
}

/** How many candidates from the front decide a range: its end where both ends count from the front, else all. */
export function neededFromFront({ single, from, to }: Places): number {
  if (single) return from !== null && from > 0 ? from : Number.POSITIVE_INFINITY;
  if (from !== null && from < 0) return Number.POSITIVE_INFINITY;
  return to !== null && to >= 0 ? to : Number.POSITIVE_INFINITY;
}
