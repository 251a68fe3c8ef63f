import type { Span } from "@semantic-xpath/parser";
import {
  check,
  type PlanRow,
  plan,
  planRows,
  type Schema,
  type Statistics,
  schemaStatistics,
} from "@semantic-xpath/planner";
import { treeStatistics } from "@semantic-xpath/runtime";
import { count } from "../types/words.js";
import { type CheckedQuery, hasGaps, type View } from "../workspace/view.js";

export interface CostHint {
  readonly span: Span;
  readonly message: string;
}

/** Statistics are made once for a schema. */
const bySchema = new WeakMap<Schema, Statistics>();

/**
 * The operator that may ask the scorer for more pairs than the budget, with counts from the data or bounds from the schema. Null
 * where the query stays within it or nothing is known.
 */
export function costHint(view: View, checked: CheckedQuery, budget: number): CostHint | null {
  const statistics = statisticsOf(view);
  if (statistics === null || !isWhole(view, checked)) return null;
  const { query, declaration } = checked;
  const schema = view.schema.value?.schema ?? null;
  const parameters = declaration?.parameters ?? [];
  const rows = planRows(
    plan(check(query, schema, declaration?.parameters ?? null), view.text, schema, parameters),
    statistics,
  );
  const dear = dearest(rows);
  const pairs = dear?.estimate?.pairs ?? 0;
  if (dear === null || pairs <= budget) return null;
  const source = view.data.value === null ? "by the bounds of the schema" : "with this data";
  const message = `Up to ${count(pairs, "pair")} of text and condition for the scorer here, ${source}. A filter or a position before it makes it fewer.`;
  return { span: dear.span, message };
}

function statisticsOf({ data, schema }: View): Statistics | null {
  if (data.value !== null) return treeStatistics(data.value);
  const declared = schema.value?.schema ?? null;
  if (declared === null) return null;
  const known = bySchema.get(declared) ?? schemaStatistics(declared);
  bySchema.set(declared, known);
  return known;
}

/** Only a query that can run has a plan. */
function isWhole({ syntax }: View, { query, declaration, diagnostics }: CheckedQuery): boolean {
  const { start, end } = (declaration ?? query).span;
  const isOwn = ({ span }: { span: Span }): boolean => span.start <= end && start <= span.end;
  if (syntax.length > 0 && hasGaps(query)) return false;
  return !syntax.some((one) => isOwn(one) && !one.runnable) && diagnostics.every(({ runnable }) => runnable);
}

function dearest(rows: readonly PlanRow[]): PlanRow | null {
  let dear: PlanRow | null = null;
  for (const row of rows) {
    if (row.kind !== "Relevance" && row.kind !== "Filter") continue;
    if ((row.estimate?.pairs ?? 0) > (dear?.estimate?.pairs ?? 0)) dear = row;
  }
  return dear;
}
