import type { Estimate } from "../measure/bootstrap.js";
import type { EvalRun } from "../run/results.js";
import { isShare } from "../run/summary.js";

/** A figure as it is written everywhere: shares with three digits without the zero before the point, counts whole. */
export function figure(value: number, metric: string): string {
  const size = Math.abs(value);
  const count = size >= 10 || Number.isInteger(value) ? String(Math.round(size)) : size.toFixed(2);
  const text = isShare(metric) ? size.toFixed(3).replace(/^0/, "") : count;
  return `${value < 0 && Number(text) !== 0 ? "−" : ""}${text}`;
}

/** `.812 [.740, .871]`. */
export function estimateText({ mean, interval }: Estimate, metric: string): string {
  if (interval === null) return figure(mean, metric);
  return `${figure(mean, metric)} [${figure(interval[0], metric)}, ${figure(interval[1], metric)}]`;
}

/** Estimate with the number of cases and the smallest detectable difference: `.812 [.740, .871] (40, .110)`. */
export const groupText = (about: Estimate, metric: string): string =>
  `${estimateText(about, metric)} (${about.n}${about.detectable === null ? "" : `, ${figure(about.detectable, metric)}`})`;

/** Columns of the table of methods, in this order, as far as a run has them. */
export function columnsOf({ budgets, tops }: Pick<EvalRun, "budgets" | "tops">): readonly string[] {
  return [
    "pass",
    "value",
    "clean",
    "recall",
    "precision",
    "excluded",
    "recall@equal",
    ...budgets.map((budget) => `recall@${budget}`),
    "tokens",
    "tokens to all",
    "mrr",
    ...tops.slice(-1).map((top) => `ndcg@top${top}`),
    "calls",
  ];
}
