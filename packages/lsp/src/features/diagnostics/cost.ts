import type { Span } from "@semantic-xpath/parser";
import { plan, planRows, type Schema, type Statistics, schemaStatistics } from "@semantic-xpath/planner";
import { Tree, treeStatistics } from "@semantic-xpath/runtime";
import { perObject, remember } from "../kept.js";
import type { OwnFinding } from "../kinds.js";
import { contains } from "../nodes.js";
import { touches } from "../spans.js";
import { count } from "../words/words.js";
import { type CheckedQuery, declaredSchema, spanOf, type View } from "../workspace/view.js";

/** The most expensive operator of a query, in offsets from the start of its declaration. */
interface MostExpensive extends Span {
  readonly pairs: number;
}

const boundsOf = perObject((source: Schema | Tree) => ({
  statistics: source instanceof Tree ? treeStatistics(source) : schemaStatistics(source),
  known: new Map<string, MostExpensive | null>(),
}));

/**
 * The operator that may ask the scorer for more pairs than the budget, with counts from the data or bounds from the schema. Null
 * if the query stays within it or nothing is known.
 */
export function costHint(view: View, checked: CheckedQuery, budget: number): OwnFinding | null {
  const source = view.data.value ?? declaredSchema(view);
  if (source === null || !isGraded(checked) || !canRun(view, checked)) return null;
  const { statistics, known } = boundsOf(source);
  const { start, end } = spanOf(checked);
  const most = remember(known, view.text.slice(start, end), () => mostExpensive(view, checked, statistics, start));
  if (most === null || most.pairs <= budget) return null;
  const why = view.data.value === null ? "by the bounds of the schema" : "with this data";
  return {
    code: "cost",
    severity: "information",
    span: { start: start + most.start, end: start + most.end },
    message: `Up to ${count(most.pairs, "pair")} of text and condition for the scorer here, ${why}. A filter or a position before it makes it fewer.`,
    fixes: [],
  };
}

function mostExpensive(
  view: View,
  { checked, types, declaration }: CheckedQuery,
  statistics: Statistics,
  start: number,
): MostExpensive | null {
  // With the types of the data, if no schema is declared: else a `*` would count for every node that there is.
  const typed = plan({ ...checked, types }, view.text, view.known, declaration?.parameters ?? []);
  const rows = planRows(typed, statistics);
  let most: MostExpensive | null = null;
  for (const { kind, span, estimate } of rows) {
    const pairs = estimate?.pairs ?? 0;
    if ((kind !== "Relevance" && kind !== "Filter") || pairs <= (most?.pairs ?? 0)) continue;
    most = { pairs, start: span.start - start, end: span.end - start };
  }
  return most;
}

/** Only relevances ask the scorer. */
function isGraded({ checked: { kinds } }: CheckedQuery): boolean {
  for (const kind of kinds.values()) if (kind === "Relevance") return true;
  return false;
}

/** Only a query that can run has a plan. */
function canRun({ syntax }: View, checked: CheckedQuery): boolean {
  if (syntax.length > 0 && contains(checked.query, "Missing")) return false;
  const ownSyntax = syntax.filter(({ span }) => touches(span, spanOf(checked)));
  return [...ownSyntax, ...checked.diagnostics].every(({ runnable }) => runnable);
}
