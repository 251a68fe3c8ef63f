import { shortened } from "@semantic-xpath/values";
import type { Statistics } from "../plan/estimate.js";
import type { QueryPlan } from "../plan/operators.js";
import { type PlanRow, planRows } from "./rows.js";
import { type Actual, describeBound, describeRows } from "./text.js";

/** Measurements of a run for the chart of its plan. */
export interface MermaidRun {
  /** Measurements of each operator, by its id. */
  readonly actuals: ReadonlyMap<number, Actual>;
  /** Shows own times: without them the same run always gives the same chart. */
  readonly times: boolean;
}

/**
 * The plan as a Mermaid flow chart: operators flow downwards, evidence hangs off the relevance that it belongs to. With a run, each box
 * has what went in and out of the operator.
 */
export function explainMermaid(plan: QueryPlan, statistics?: Statistics, run?: MermaidRun): string {
  const rows = planRows(plan, statistics);
  const lines = ["flowchart TD"];
  const lastOf = new Map<number | null, number>();
  for (const row of rows) {
    const parts = [`${row.kind} ${shortened(row.text, 60)}`, boundsOf(row), actualOf(row, run)];
    const label = parts.filter((part) => part !== "").map(escapeLabel);
    lines.push(`  o${row.id}["${label.join("<br/>")}"]`);
    const before = lastOf.get(row.parent);
    if (before !== undefined) lines.push(`  o${before} --> o${row.id}`);
    else if (row.parent !== null) lines.push(`  o${row.parent} -.-> o${row.id}`);
    lastOf.set(row.parent, row.id);
  }
  return `${lines.join("\n")}\n`;
}

const boundsOf = ({ estimate }: PlanRow): string =>
  estimate === null ? "" : `rows ${describeRows(estimate)}, pairs ${describeBound(estimate.pairs)}`;

/** `in 43, out 12, asked 43, cached 2, 0.52 ms`; rows that nodes do not pass have none. */
function actualOf({ id }: PlanRow, run: MermaidRun | undefined): string {
  const actual = run?.actuals.get(id);
  if (run === undefined || actual === undefined) return "";
  const { rowsIn, rowsOut, pairs, hits, selfMilliseconds } = actual;
  const use = pairs + hits === 0 ? "" : `, asked ${pairs}, cached ${hits}`;
  const time = run.times ? `, ${selfMilliseconds.toFixed(2)} ms` : "";
  return `in ${rowsIn}, out ${rowsOut}${use}${time}`;
}

const escapeLabel = (text: string): string =>
  text.replace(/[#"<>&;[\]{}|≤]/g, (character) => `#${character.codePointAt(0)};`);
