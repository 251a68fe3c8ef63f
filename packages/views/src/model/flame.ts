import type { OperatorSummary, RunOverview } from "@semantic-xpath/inspect";
import { append } from "@semantic-xpath/values/basics";

/** A box of the flame chart: shares of the whole run. */
export interface FlameBox {
  /** null: the run itself. */
  readonly operator: OperatorSummary | null;
  readonly level: number;
  readonly start: number;
  readonly width: number;
  /** Own time and that of nested operators. */
  readonly milliseconds: number;
}

type Timed = Pick<RunOverview, "operators" | "trace">;

/** Boxes from the run down to the evidence, each as wide as its time with what is nested in it. */
export function flame({ operators, plan, trace }: Timed & Pick<RunOverview, "plan">): readonly FlameBox[] {
  const byId = new Map(operators.map((operator) => [operator.id, operator]));
  const parentOf = new Map(plan.operators.map((row) => [row.id, row.parent]));
  const nested = new Map<number | null, OperatorSummary[]>();
  for (const operator of operators) {
    let above = parentOf.get(operator.id) ?? null;
    while (above !== null && !byId.has(above)) above = parentOf.get(above) ?? null;
    append(nested, above, operator);
  }
  const timeOf = (operator: OperatorSummary): number =>
    operator.selfMilliseconds + sum((nested.get(operator.id) ?? []).map(timeOf));
  const total = wholeTime({ operators, trace });
  const boxes: FlameBox[] = [{ operator: null, level: 0, start: 0, width: 1, milliseconds: total }];
  const place = (siblings: readonly OperatorSummary[], level: number, from: number): void => {
    let start = from;
    for (const operator of siblings) {
      const milliseconds = timeOf(operator);
      const width = total === 0 ? 0 : milliseconds / total;
      boxes.push({ operator, level, start, width, milliseconds });
      place(nested.get(operator.id) ?? [], level + 1, start);
      start += width;
    }
  };
  place(nested.get(null) ?? [], 1, 0);
  return boxes;
}

/** The time of the run; clocks are coarse, so that its operators may add up to more. */
export const wholeTime = ({ operators, trace }: Timed): number =>
  Math.max(trace.milliseconds, sum(operators.map(({ selfMilliseconds }) => selfMilliseconds)));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
