import type { Statistics } from "../plan/estimate.js";
import type { QueryPlan } from "../plan/operators.js";
import { planRows } from "./rows.js";
import { describeBound, describeRows, shorten } from "./text.js";

/** The plan as a Mermaid flow chart: operators flow downwards, evidence hangs off the relevance that it belongs to. */
export function explainMermaid(plan: QueryPlan, statistics?: Statistics): string {
  const rows = planRows(plan, statistics);
  const lines = ["flowchart TD"];
  const lastOf = new Map<number | null, number>();
  for (const row of rows) {
    const bounds =
      row.estimate === null
        ? ""
        : `<br/>rows ${describeRows(row.estimate)}, pairs ${describeBound(row.estimate.pairs)}`;
    lines.push(`  o${row.id}["${escapeLabel(`${row.kind} ${shorten(row.text, 60)}`)}${escapeBounds(bounds)}"]`);
    const before = lastOf.get(row.parent);
    if (before !== undefined) lines.push(`  o${before} --> o${row.id}`);
    else if (row.parent !== null) lines.push(`  o${row.parent} -.-> o${row.id}`);
    lastOf.set(row.parent, row.id);
  }
  return `${lines.join("\n")}\n`;
}

const escapeBounds = (text: string): string => text.replaceAll("≤", "#8804;");
const escapeLabel = (text: string): string =>
  text.replace(/[#"<>&;[\]{}|]/g, (character) => `#${character.codePointAt(0)};`);
