import type { StepHeat } from "@semantic-xpath/inspect";

type Span = StepHeat["span"];

/** A stretch of the query that belongs to one step only. */
export interface Piece<T> extends Span {
  readonly of: T;
}

/** Cuts spans that lie in each other into stretches side by side: what is within is drawn over what is around it. */
export function piecesOf<T extends { readonly span: Span }>(steps: readonly T[]): Piece<T>[] {
  const cuts = [...new Set(steps.flatMap(({ span }) => [span.start, span.end]))].sort((a, b) => a - b);
  return cuts.slice(0, -1).flatMap((start, i) => {
    const end = cuts[i + 1]!;
    const around = steps.filter(({ span }) => span.start <= start && end <= span.end);
    const of = around.sort((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start))[0];
    return of === undefined ? [] : [{ start, end, of }];
  });
}
