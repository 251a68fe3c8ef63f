import type { Estimate, Statistics } from "../plan/estimate.js";
import type { QueryPlan } from "../plan/operators.js";
import { type PlanRow, planRows } from "./rows.js";

/** What a run found out about an operator, for the "actual" columns. */
export interface Actual {
  readonly rowsIn: number;
  readonly rowsOut: number;
  readonly pairs: number;
  readonly hits: number;
  readonly selfMilliseconds: number;
}

const TEXT_WIDTH = 64;

/**
 * The plan as a table of operators: number, operator, source span, node types, bounds on rows and scorer pairs, and, given a
 * run, what it did. Evidence paths are indented below the relevance that they belong to.
 */
export function explainText(plan: QueryPlan, statistics?: Statistics, actuals?: ReadonlyMap<number, Actual>): string {
  const rows = planRows(plan, statistics);
  const labels = rows.map((row) => `${"  ".repeat(row.depth)}${row.kind} ${row.text}`);
  const width = Math.min(TEXT_WIDTH, Math.max(...labels.map((label) => label.length), 8));
  const headings = [
    "",
    "operator".padEnd(width),
    "span",
    "types",
    "rows",
    "pairs",
    ...(actuals ? ["in", "out", "asked", "cached", "ms"] : []),
  ];
  const table = [headings, ...rows.map((row, i) => cells(row, shorten(labels[i]!, width).padEnd(width), actuals))];
  const widths = headings.map((_, column) => Math.max(...table.map((line) => line[column]!.length)));
  const lines = table.map((line) =>
    line
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join("  ")
      .trimEnd(),
  );
  return [...lines, "", ...summary(plan)].join("\n");
}

function cells(row: PlanRow, label: string, actuals: ReadonlyMap<number, Actual> | undefined): string[] {
  const plain = [
    `#${row.id}`,
    label,
    `${row.span.start}..${row.span.end}`,
    row.types === null ? "any" : shorten(row.types.join("|") || "none", 24),
    describeRows(row.estimate),
    row.estimate === null ? "" : describeBound(row.estimate.pairs),
  ];
  if (actuals === undefined) return plain;
  const actual = actuals.get(row.id);
  if (actual === undefined) return [...plain, "", "", "", "", ""];
  return [
    ...plain,
    String(actual.rowsIn),
    String(actual.rowsOut),
    String(actual.pairs),
    String(actual.hits),
    actual.selfMilliseconds.toFixed(2),
  ];
}

export const describeRows = (estimate: Estimate | null): string =>
  estimate === null ? "" : estimate.rows.max === null ? "any" : `≤ ${estimate.rows.max}`;

export const describeBound = (pairs: number | null): string =>
  pairs === 0 ? "0" : pairs === null ? "any" : `≤ ${pairs}`;

function summary(plan: QueryPlan): string[] {
  const order = plan.order === "rank" ? "rank (weight descending, ties in document order)" : "document order";
  const strategy =
    plan.strategy === "best-first"
      ? "best first: with a limit or a minimum score an expensive scorer is asked only for what can still reach the result (exact)"
      : "everything";
  return [
    `order     ${order}`,
    `strategy  ${strategy}`,
    ...(plan.parameters.length === 0 ? [] : [`parameters ${plan.parameters.map((p) => `$${p.name}`).join(", ")}`]),
    `passes    ${plan.passes.join(", ") || "none"}`,
  ];
}

export const shorten = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, width - 1)}…`;
