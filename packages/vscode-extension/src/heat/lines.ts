import type { StepHeat } from "@semantic-xpath/inspect";

/** How warm a step is drawn: 0 where nothing came out, 5 for a best weight near 1. */
export const bandOf = ({ rowsOut, best }: Pick<StepHeat, "rowsOut" | "best">): number =>
  rowsOut === 0 ? 0 : Math.min(5, 1 + Math.floor(best * 5));

/** What one step let through, in words. */
export const stepWords = ({ rowsOut, best }: Pick<StepHeat, "rowsOut" | "best">): string =>
  rowsOut === 0
    ? "nothing came out"
    : `${rowsOut === 1 ? "1 node" : `${rowsOut} nodes`} came out, best weight ${best.toFixed(2)}`;

/** The steps of one line of a query in a few characters, the last step's best weight first: `best 0.83 · 43 → 5`. */
export function lineWords(steps: readonly Pick<StepHeat, "rowsOut" | "best">[]): string {
  const last = steps.at(-1);
  if (last === undefined) return "";
  const counts = steps.map(({ rowsOut }) => rowsOut).join(" → ");
  return last.rowsOut === 0 ? `nothing left · ${counts}` : `best ${last.best.toFixed(2)} · ${counts}`;
}
