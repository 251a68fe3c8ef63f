import type { ResultRow } from "@semantic-xpath/inspect";
import { weightText } from "./text.js";

/** A result as a bar or a dot. */
export interface ChartMark {
  readonly node: number;
  readonly label: string;
  /** In [0, 1] of the room. */
  readonly share: number;
  /** The weight, quantity or day. */
  readonly text: string;
}

export type Chart =
  /** Bars by rank: weights, or quantities of a query that ends with an attribute. */
  | { readonly kind: "bars"; readonly of: "weight" | "value"; readonly marks: readonly ChartMark[] }
  /** Such bars by the nearest ancestor that repeats. */
  | {
      readonly kind: "groups";
      readonly groups: readonly { readonly label: string; readonly marks: readonly ChartMark[] }[];
    }
  /** Dots by a date. */
  | { readonly kind: "timeline"; readonly attribute: string; readonly marks: readonly ChartMark[] };

/** Groups that are more than a list of single bars. */
const MAX_GROUPS = 40;
const DATE = /^\d{4}-\d{2}(?:-\d{2}(?:[T ].*)?)?$/;

/** The charts that fit a result, the most telling one first. Empty if nothing about it can be drawn. */
export function chartsOf(rows: readonly ResultRow[]): readonly Chart[] {
  if (rows.length < 2) return [];
  const bars = barsOf(rows);
  const timeline = timelineOf(rows);
  const groups = bars === null ? null : groupsOf(rows, bars.marks);
  const charts = bars?.of === "weight" ? [bars, groups, timeline] : [timeline, groups, bars];
  return charts.filter((chart) => chart !== null);
}

/** null: all weights are 1, and the results have no quantities. */
function barsOf(rows: readonly ResultRow[]): Extract<Chart, { kind: "bars" }> | null {
  if (rows.some(({ weight }) => weight < 1)) {
    const marks = rows.map((row) => ({ ...markOf(row), share: row.weight, text: weightText(row.weight) }));
    return { kind: "bars", of: "weight", marks };
  }
  const quantities = rows.map(({ value }) => (value === null || value.trim() === "" ? Number.NaN : Number(value)));
  const most = Math.max(...quantities);
  if (!quantities.every((quantity) => Number.isFinite(quantity) && quantity >= 0) || most <= 0) return null;
  const marks = rows.map((row, i) => ({ ...markOf(row), share: quantities[i]! / most, text: row.value! }));
  return { kind: "bars", of: "value", marks };
}

function groupsOf(rows: readonly ResultRow[], marks: readonly ChartMark[]): Extract<Chart, { kind: "groups" }> | null {
  const groups = new Map<string, ChartMark[]>();
  for (const [i, { path }] of rows.entries()) {
    const label = groupOf(path);
    if (label === null) return null;
    const group = groups.get(label) ?? [];
    groups.set(label, group);
    group.push(marks[i]!);
  }
  if (groups.size < 2 || groups.size > MAX_GROUPS || groups.size === rows.length) return null;
  return { kind: "groups", groups: [...groups].map(([label, own]) => ({ label, marks: own })) };
}

/** The nearest ancestor with a place among its like: `Day 2` for `/Plan/Day[2]/POI[1]`; null: there is none. */
function groupOf(path: string): string | null {
  const steps = path.split("/").filter((step) => !step.startsWith("@") && step !== "text()");
  for (const step of steps.slice(0, -1).reverse()) {
    const [, type, place] = /^(.+)\[(\d+)\]$/.exec(step) ?? [];
    if (type !== undefined) return `${type} ${place}`;
  }
  return null;
}

/** null: no attribute has dates in all results. */
function timelineOf(rows: readonly ResultRow[]): Extract<Chart, { kind: "timeline" }> | null {
  for (const { name } of rows[0]!.attributes) {
    const days = rows.map(({ attributes }) => attributes.find((attribute) => attribute.name === name)?.value ?? "");
    const times = days.map((day) => (DATE.test(day) ? Date.parse(day) : Number.NaN));
    if (times.some(Number.isNaN) || new Set(times).size < 2) continue;
    const [first, last] = [Math.min(...times), Math.max(...times)];
    const marks = rows.map((row, i) => ({
      ...markOf(row),
      share: (times[i]! - first) / (last - first),
      text: days[i]!.slice(0, 10),
    }));
    return { kind: "timeline", attribute: name, marks: marks.sort((a, b) => a.share - b.share) };
  }
  return null;
}

function markOf({ node, attributes, text, path }: ResultRow): Pick<ChartMark, "node" | "label"> {
  const name = attributes.find(({ value }) => value !== "" && !DATE.test(value))?.value;
  return { node, label: name ?? (text === "" ? path : text) };
}
