import {
  type Axis,
  type Bracket,
  diagnose,
  type Index,
  type IndexPosition,
  type NodeFunction,
  quote,
  type RangePosition,
  type Segment,
} from "@semantic-xpath/parser";
import { idsIn } from "../../schema/bits.js";
import type { PossibleNodes, SchemaTypes } from "../../schema/schemaTypes.js";
import type { CheckContext, Nodes } from "../context.js";
import { quotedList, removeFix } from "../fixes.js";
import { checkParameter } from "./parameters.js";
import { positionText } from "./positionByRank.js";
import { reportIndexZero } from "./positionZero.js";

/** How many nodes the list of a bracket can have at most, and why. */
export interface Bound {
  readonly count: number;
  readonly reason: string;
}

export const UNBOUNDED: Bound = { count: Number.POSITIVE_INFINITY, reason: "" };
const ONE_NODE: Bound = { count: 1, reason: "at most 1 node can stand here" };

/** The bound of a step before its brackets: from the axis, or from the occurrences in the schema. */
export function boundOfStep(context: CheckContext, axis: Axis, segment: Segment, from: Nodes, nodes: Nodes): Bound {
  if (axis === "self" || axis === "parent") return ONE_NODE;
  if (axis !== "child" || segment.separator === "//" || from === null || nodes === null) return UNBOUNDED;
  const count = mostChildren(context.schema!, from, nodes);
  if (count === 0 || count === Number.POSITIVE_INFINITY) return UNBOUNDED;
  if (from.names.length === 0) return { count, reason: "a tree has 1 root" };
  return {
    count,
    reason: `${quotedList(from.names, 3)} has at most ${count} ${nodes.names.map(quote).join(" and ")}`,
  };
}

/** max over the parents of the sum of max over the children. */
function mostChildren(types: SchemaTypes, from: PossibleNodes, nodes: PossibleNodes): number {
  let most = from.document ? 1 : 0;
  for (const parent of idsIn(from.bits)) {
    const children = types.schema.types[types.names[parent]!]!.children;
    let sum = 0;
    for (const name of nodes.names) {
      if (Object.hasOwn(children, name)) sum += children[name]!.max ?? Number.POSITIVE_INFINITY;
    }
    most = Math.max(most, sum);
  }
  return most;
}

/**
 * Checks one position bracket and returns the bound behind it.
 * SXP2006 for 0, SXP2007 for parameters, SXP3001 where it selects nothing, SXP3004 where it selects everything.
 */
export function checkPosition(
  context: CheckContext,
  bracket: Bracket,
  position: IndexPosition | RangePosition,
  bound: Bound,
  anchorsNext: boolean,
): Bound {
  if (position.kind === "IndexPosition") {
    const index = literalValue(context, position.index, "1");
    if (index !== null && Math.abs(index) > bound.count) reportEmpty(context, bracket, position, bound.reason);
    return atMost(bound, 1);
  }
  const from = position.from === null ? 1 : literalValue(context, position.from, "1");
  const to = position.to === null ? -1 : literalValue(context, position.to, "-1");
  if (from === null || to === null) return bound;
  if (from === 1 && to === -1) {
    if (!anchorsNext) reportEverything(context, bracket, position);
    return bound;
  }
  const isSameEnd = from > 0 === to > 0;
  if (isSameEnd && from > to) {
    reportEmpty(context, bracket, position, "its end stands before its start");
  } else if (from > bound.count || -to > bound.count) {
    reportEmpty(context, bracket, position, bound.reason);
  }
  return isSameEnd ? atMost(bound, Math.max(0, to - from + 1)) : bound;
}

/** The value of an index that is written out and not 0; anything else is checked and says nothing here. */
function literalValue(context: CheckContext, index: Index, insteadOfZero: string): number | null {
  if (index.kind === "Missing") return null;
  if (index.kind === "ParameterReference") {
    checkParameter(context, index, "number");
    return null;
  }
  if (index.value !== 0) return index.value;
  reportIndexZero(context, index, index.text.startsWith("-") ? "-1" : insteadOfZero);
  return null;
}

function atMost(bound: Bound, count: number): Bound {
  if (count >= bound.count || count < 1) return bound;
  return { count, reason: `at most ${count} ${count === 1 ? "node is" : "nodes are"} left here` };
}

function reportEmpty(
  context: CheckContext,
  bracket: Bracket,
  position: IndexPosition | RangePosition,
  reason: string,
): void {
  context.diagnostics.push(diagnose("SXP3001", bracket.span, { text: positionText(position) ?? "", reason }));
}

/** SXP3004 for a bracket that keeps what it gets: `[1:]`, `[position()]`. */
export function reportEverything(
  context: CheckContext,
  bracket: Bracket,
  position: RangePosition | NodeFunction,
): void {
  const text = positionText(position) ?? "";
  const fix = removeFix(bracket.span, text);
  context.diagnostics.push(diagnose("SXP3004", bracket.span, { text, effect: "keeps every node" }, [fix]));
}
