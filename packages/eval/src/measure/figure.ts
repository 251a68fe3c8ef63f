/** Metrics that are shares; the others count something. */
export const isShare = (metric: string): boolean =>
  /^(?:pass|recall|precision|clean|mrr|ndcg|all|value)(?:@|$)/.test(metric);

/** A figure as it is written everywhere: shares with three digits without the zero before the point, counts whole. */
export function figure(value: number, metric: string): string {
  const size = Math.abs(value);
  const count = size >= 10 || Number.isInteger(value) ? String(Math.round(size)) : size.toFixed(2);
  const text = isShare(metric) ? size.toFixed(3).replace(/^0/, "") : count;
  return `${value < 0 && Number(text) !== 0 ? "−" : ""}${text}`;
}
