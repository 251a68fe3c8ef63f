import type { StepHeat } from "@semantic-xpath/inspect";
import { counted, countText } from "@semantic-xpath/inspect/numbers";

type Figures = Pick<StepHeat, "rowsOut" | "best">;

/** Band of a step's heat: 0 without an output, 5 for a best weight near 1. */
export const bandOf = ({ rowsOut, best }: Figures): number =>
  rowsOut === 0 ? 0 : Math.min(5, 1 + Math.floor(best * 5));

/** Output of one step, in words. */
export const stepWords = ({ rowsOut, best }: Figures): string =>
  rowsOut === 0 ? "nothing came out" : `${counted(rowsOut, "node")} came out, best weight ${best.toFixed(2)}`;

/** The steps of one line of a query in a few characters, the last step's best weight first: `best 0.83 · 43 → 5`. */
export function lineWords(steps: readonly Figures[]): string {
  const last = steps.at(-1);
  if (last === undefined) return "";
  const counts = steps.map(({ rowsOut }) => countText(rowsOut)).join(" → ");
  return last.rowsOut === 0 ? `nothing left · ${counts}` : `best ${last.best.toFixed(2)} · ${counts}`;
}

type Span = StepHeat["span"];

/** A part of the query that belongs to one step only. */
interface Piece<T> extends Span {
  readonly of: T;
}

/** Cuts spans that lie in each other into pieces side by side: what is within is drawn over what is around it. */
export function piecesOf<T extends { readonly span: Span }>(steps: readonly T[]): Piece<T>[] {
  const cuts = [...new Set(steps.flatMap(({ span }) => [span.start, span.end]))].sort((a, b) => a - b);
  return cuts.flatMap((start, i) => {
    const end = cuts[i + 1] ?? start;
    const around = steps.filter(({ span }) => span.start <= start && end <= span.end && start < end);
    const [of] = around.sort((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start));
    return of === undefined ? [] : [{ start, end, of }];
  });
}
