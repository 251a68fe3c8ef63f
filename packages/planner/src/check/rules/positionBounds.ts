import {
  AXES,
  type Bracket,
  diagnose,
  type Fix,
  type Index,
  offer,
  quote,
  quoteList,
  replacement,
} from "@semantic-xpath/parser";
import type { Check, CheckContext, Place } from "../checked.js";
import { mostChildren } from "../mostOfStep.js";
import { readsList } from "../reads.js";
import { positionText } from "../wording.js";

/** A position that selects nothing or everything. */
export const positionBounds: Check = {
  codes: ["SXP3001", "SXP3004"],
  on: {
    AxisStep: (context, step, place) => checkBrackets(context, step.brackets, place),
    IdStep: (context, step, place) => checkBrackets(context, step.brackets, place),
    Group: (context, group, place) => checkBrackets(context, group.brackets, place),
  },
};

function checkBrackets(context: CheckContext, brackets: readonly Bracket[], place: Place): void {
  let bound: Bound | null = null;
  for (const [index, bracket] of brackets.entries()) {
    const { kind } = bracket.content;
    if (kind !== "IndexPosition" && kind !== "RangePosition" && !readsList(bracket.content)) continue;
    bound = checkPosition(context, bracket, bound ?? boundOf(context, place), isAnchor(brackets, index));
  }
}

/** True if an offset moves from this first bracket: then it is needed even if it keeps everything. */
const isAnchor = (brackets: readonly Bracket[], index: number): boolean =>
  index === 0 && brackets[1]?.content.kind === "SiblingOffset";

/** Maximum number of nodes in the list of a bracket, with the reason. */
interface Bound {
  readonly count: number;
  readonly reason: string;
}

const UNBOUNDED: Bound = { count: Number.POSITIVE_INFINITY, reason: "" };
const ONE_NODE: Bound = { count: 1, reason: "at most 1 node can be here" };

/** The bound of a step before its brackets: from the axis, or from the occurrences in the schema. */
function boundOf({ schema }: CheckContext, { nodes, step }: Place): Bound {
  if (step !== null && step.axis !== null && AXES[AXES[step.axis].inverse].once) return ONE_NODE;
  if (step?.axis !== "child" || step.segment.separator === "//" || step.from === null || nodes === null)
    return UNBOUNDED;
  const { from } = step;
  const count = mostChildren(schema!, from, nodes.names);
  if (count === 0 || count === Number.POSITIVE_INFINITY) return UNBOUNDED;
  if (from.names.length === 0) return { count, reason: "a tree has 1 root" };
  const reason = `${quoteList(from.names, 3)} has at most ${count} ${nodes.names.map(quote).join(" and ")}`;
  return { count, reason };
}

/** Checks one bracket and returns the bound after it. */
function checkPosition(context: CheckContext, bracket: Bracket, bound: Bound, anchorsNext: boolean): Bound {
  const { content, span } = bracket;
  const text = positionText(content) ?? "";
  const reportEmpty = (reason: string, fixes: readonly Fix[] = []): void =>
    void context.diagnostics.push(diagnose("SXP3001", span, { text, reason }, fixes));
  const reportEverything = (): void => {
    const fix = offer(`Remove ${text}`, span, "");
    if (!anchorsNext) context.diagnostics.push(diagnose("SXP3004", span, { text, effect: "keeps every node" }, [fix]));
  };
  if (content.kind === "IndexPosition") {
    const index = literalValue(content.index);
    if (index !== null && Math.abs(index) > bound.count) reportEmpty(bound.reason);
    return atMost(bound, 1);
  }
  if (content.kind !== "RangePosition") {
    if (content.kind === "Call" && content.function === "position") reportEverything();
    return bound;
  }
  const from = content.from === null ? 1 : literalValue(content.from);
  const to = content.to === null ? -1 : literalValue(content.to);
  if (from === null || to === null) return bound;
  if (from === 1 && to === -1) {
    reportEverything();
    return bound;
  }
  const isSameEnd = from > 0 === to > 0;
  if (isSameEnd && from > to) reportEmpty("its end is before its start", [replacement(`[${to}:${from}]`, span)]);
  else if (from > bound.count || -to > bound.count) reportEmpty(bound.reason);
  return isSameEnd ? atMost(bound, Math.max(0, to - from + 1)) : bound;
}

/** The value of an index that is written out and not 0; of anything else nothing is known. */
const literalValue = (index: Index): number | null =>
  index.kind === "IndexLiteral" && index.value !== 0 ? index.value : null;

function atMost(bound: Bound, count: number): Bound {
  if (count >= bound.count || count < 1) return bound;
  return { count, reason: `at most ${count} ${count === 1 ? "node is" : "nodes are"} left here` };
}
