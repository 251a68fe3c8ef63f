import type { Axis } from "@semantic-xpath/parser";
import type { Argument, AxisOperator, IdOperator, Places } from "@semantic-xpath/planner";
import { DOCUMENT_TYPE, type Tree } from "@semantic-xpath/tree";
import { References } from "./references.js";

/** An axis, or the references of `id(…)`, made ready for one tree and one set of arguments. */
export type ResolvedAxis = TreeAxis | Links;

/** An axis of the language. */
export interface TreeAxis extends Candidates {
  readonly axis: Axis;
}

/** From nodes to those that they refer to, or back. */
export interface Links extends Candidates {
  readonly axis: "id" | "inverse-id";
  readonly references: References;
}

interface Candidates {
  /** True if the type index may be read. */
  readonly indexed: boolean;
  /** Ids of the named types that the tree has; null: any type. */
  readonly types: readonly number[] | null;
  /** `mask[type]` is 1 where the test passes. */
  readonly mask: Uint8Array;
  readonly take: Places | null;
}

export function resolveAxis(
  tree: Tree,
  operator: AxisOperator | IdOperator,
  value: (argument: Argument<string | number | boolean>) => string | number | boolean,
): ResolvedAxis {
  const place = (argument: Argument<number>): number => Number(value(argument));
  if (operator.kind === "Id") {
    const mask = anyNode(tree);
    mask[DOCUMENT_TYPE] = 0;
    const references = new References(tree, operator, (argument) => String(value(argument)));
    return { axis: "id", references, indexed: false, types: null, mask, take: resolvePlaces(operator.take, place) };
  }
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

/** The mask that every node passes. */
const anyNode = (tree: Tree): Uint8Array => new Uint8Array(tree.typeNames.length).fill(1);

export function resolvePlaces(
  range: AxisOperator["take"],
  place: (argument: Argument<number>) => number,
): Places | null {
  if (range === null) return null;
  const from = range.from === null ? null : place(range.from);
  const to = range.to === null ? null : place(range.to);
  return { single: range.single, from, to };
}

/** Number of candidates from the front that decide a range: its end if both ends count from the front, else all. */
export function neededFromFront({ single, from, to }: Places): number {
  if (single) return from !== null && from > 0 ? from : Number.POSITIVE_INFINITY;
  if (from !== null && from < 0) return Number.POSITIVE_INFINITY;
  return to !== null && to >= 0 ? to : Number.POSITIVE_INFINITY;
}
