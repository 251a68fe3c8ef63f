import { shortened } from "@semantic-xpath/values";
import type { Estimate, Statistics } from "../plan/estimate.js";
import type { Order, QueryPlan } from "../plan/operators.js";
import { type PlanRow, planRows } from "./rows.js";

/** Measurements of a run about an operator, for the "actual" columns. */
export interface Actual {
  readonly rowsIn: number;
  readonly rowsOut: number;
  readonly pairs: number;
  readonly hits: number;
  readonly selfMilliseconds: number;
}

const TEXT_WIDTH = 64;

/** The plan as a table, for those who lay it out themselves. */
export interface PlanTable {
  /** Names of the columns; the first, the number of the operator, has none. */
  readonly headings: readonly string[];
  /** A row for each operator, with a cell for each heading. */
  readonly rows: readonly (readonly string[])[];
  /** Notes on the plan as a whole. */
  readonly notes: readonly (readonly [label: string, says: string])[];
}

/**
 * The plan as a table of operators: number, operator, source span, node types, bounds on rows and scorer pairs, and, given a
 * run, what it did. Evidence paths are indented below the relevance that they belong to.
 */
export function planTable(plan: QueryPlan, statistics?: Statistics, actuals?: ReadonlyMap<number, Actual>): PlanTable {
  const observed = actuals === undefined ? [] : ["in", "out", "asked", "cached", "ms"];
  return {
    headings: ["", "operator", "span", "types", "rows", "pairs", ...observed],
    rows: planRows(plan, statistics).map((row) => {
      const label = `${"  ".repeat(row.depth)}${row.kind} ${row.text}`;
      return cells(row, shortened(label, TEXT_WIDTH), actuals);
    }),
    notes: summary(plan),
  };
}

/** Table of the plan as text. */
export function explainText(plan: QueryPlan, statistics?: Statistics, actuals?: ReadonlyMap<number, Actual>): string {
  const { headings, rows, notes } = planTable(plan, statistics, actuals);
  const table = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...table.map((line) => line[column]!.length)));
  const lines = table.map((line) =>
    line
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join("  ")
      .trimEnd(),
  );
  return [...lines, "", ...notes.map(([label, says]) => `${label.padEnd(9)} ${says}`)].join("\n");
}

function cells(row: PlanRow, label: string, actuals: ReadonlyMap<number, Actual> | undefined): string[] {
  const plain = [
    `#${row.id}`,
    label,
    `${row.span.start}..${row.span.end}`,
    row.types === null ? "any" : shortened(row.types.join("|") || "none", 24),
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

const ORDERS: Readonly<Record<Order, string>> = {
  document: "document order",
  rank: "rank (weight descending, ties in document order)",
  keys: "keys (absent ones last, ties by weight descending, then in document order)",
};

function summary(plan: QueryPlan): PlanTable["notes"] {
  const strategy =
    plan.strategy === "best-first"
      ? "best first: with a limit or a minimum score an expensive scorer is asked only for what can still reach the result (exact)"
      : "everything";
  return [
    ["order", ORDERS[plan.order]],
    ["strategy", strategy],
    ...(plan.parameters.length === 0
      ? []
      : [["parameters", plan.parameters.map((p) => `$${p.name}`).join(", ")] as const]),
    ["passes", plan.passes.join(", ") || "none"],
  ];
}
