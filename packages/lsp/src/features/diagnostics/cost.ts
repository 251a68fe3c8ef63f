import type { Span } from "@semantic-xpath/parser";
import { plan, planRows, type Schema, type Statistics, schemaStatistics } from "@semantic-xpath/planner";
import { Tree, treeStatistics } from "@semantic-xpath/runtime";
import { count } from "../words/words.js";
import { type CheckedQuery, hasGaps, type View } from "../workspace/view.js";

export interface CostHint {
  readonly span: Span;
  readonly message: string;
}

/** The dearest operator of a query, in offsets from the start of its declaration. */
interface Dearest extends Span {
  readonly pairs: number;
}

/** Bounds kept per schema or tree: those of a query do not change while another one is typed. */
interface Bounds {
  readonly statistics: Statistics;
  readonly known: Map<string, Dearest | null>;
}

const KEPT = 1024;
const kept = new WeakMap<Schema | Tree, Bounds>();

/**
 * The operator that may ask the scorer for more pairs than the budget, with counts from the data or bounds from the schema. Null
 * where the query stays within it or nothing is known.
 */
export function costHint(view: View, checked: CheckedQuery, budget: number): CostHint | null {
  const bounds = boundsOf(view);
  if (bounds === null || !isWhole(view, checked)) return null;
  const { start, end } = (checked.declaration ?? checked.query).span;
  const text = view.text.slice(start, end);
  let dear = bounds.known.get(text);
  if (dear === undefined) {
    dear = dearest(view, checked, bounds.statistics, start);
    if (bounds.known.size >= KEPT) bounds.known.clear();
    bounds.known.set(text, dear);
  }
  if (dear === null || dear.pairs <= budget) return null;
  const source = view.data.value === null ? "by the bounds of the schema" : "with this data";
  const message = `Up to ${count(dear.pairs, "pair")} of text and condition for the scorer here, ${source}. A filter or a position before it makes it fewer.`;
  return { span: { start: start + dear.start, end: start + dear.end }, message };
}

function boundsOf({ data, schema }: View): Bounds | null {
  const source = data.value ?? schema.value?.schema ?? null;
  if (source === null) return null;
  const known = kept.get(source);
  if (known !== undefined) return known;
  const statistics = source instanceof Tree ? treeStatistics(source) : schemaStatistics(source);
  const bounds = { statistics, known: new Map<string, Dearest | null>() };
  kept.set(source, bounds);
  return bounds;
}

function dearest(
  view: View,
  { checked, declaration }: CheckedQuery,
  statistics: Statistics,
  start: number,
): Dearest | null {
  const schema = view.schema.value?.schema ?? null;
  const rows = planRows(plan(checked, view.text, schema, declaration?.parameters ?? []), statistics);
  let dear: Dearest | null = null;
  for (const { kind, span, estimate } of rows) {
    const pairs = estimate?.pairs ?? 0;
    if ((kind !== "Relevance" && kind !== "Filter") || pairs <= (dear?.pairs ?? 0)) continue;
    dear = { pairs, start: span.start - start, end: span.end - start };
  }
  return dear;
}

/** Only a query that can run has a plan. */
function isWhole({ syntax }: View, { query, declaration, diagnostics }: CheckedQuery): boolean {
  const { start, end } = (declaration ?? query).span;
  const isOwn = ({ span }: { span: Span }): boolean => span.start <= end && start <= span.end;
  if (syntax.length > 0 && hasGaps(query)) return false;
  return !syntax.some((one) => isOwn(one) && !one.runnable) && diagnostics.every(({ runnable }) => runnable);
}
