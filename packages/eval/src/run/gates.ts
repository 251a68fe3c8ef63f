import { type Difference, difference } from "../measure/bootstrap.js";
import type { CaseResult, EvalRun } from "./results.js";
import { isShare, type Summary } from "./summary.js";

/** A bar: `recall@500` of a method is at least .9. */
export interface Bar {
  /** The method; null: each one that has the metric. */
  readonly method: string | null;
  readonly metric: string;
  readonly value: number;
}

export interface GateOptions {
  readonly min?: readonly Bar[];
  readonly max?: readonly Bar[];
  /** An earlier run, and how much each metric may drop below it. */
  readonly baseline?: EvalRun;
  readonly maxDrop?: readonly Bar[];
}

/** One thing that was looked at, and how it went. */
export interface GateLine {
  readonly name: string;
  readonly isPassed: boolean;
  /** A sentence with the figures. */
  readonly says: string;
}

/** The verdict of a run: page, JUnit, exit code and text all show this one. */
export interface Gate {
  readonly isPassed: boolean;
  readonly lines: readonly GateLine[];
}

/**
 * The verdict: bars, drops below a baseline, cases that must pass, and failures. A bar for a metric or method that the run does not have is not
 * passed: a gate that looks at nothing would let everything through.
 */
export function gateOf(run: EvalRun, summary: Summary, options: GateOptions = {}): Gate {
  const { min = [], max = [], baseline, maxDrop = [] } = options;
  const lines = [
    ...min.flatMap((bar) => barLines(summary, bar, "min")),
    ...max.flatMap((bar) => barLines(summary, bar, "max")),
    ...(baseline === undefined ? [] : maxDrop.flatMap((bar) => dropLines(run, summary, baseline, bar))),
    ...mustLines(run),
    ...failureLines(summary),
  ];
  return { isPassed: lines.every(({ isPassed }) => isPassed), lines };
}

const numberText = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(3));

const missing = (name: string, what: string): GateLine => ({
  name,
  isPassed: false,
  says: `${what}: the run has no such figure.`,
});

function barLines({ methods }: Summary, { method, metric, value }: Bar, side: "min" | "max"): readonly GateLine[] {
  const name = `${side} ${method === null ? "" : `${method}: `}${metric} = ${numberText(value)}`;
  const having = methods.filter((of) => (method === null || of.name === method) && of.metrics[metric] !== undefined);
  if (having.length === 0) return [missing(name, metric)];
  return having.map(({ name: of, metrics }) => {
    const { mean, n } = metrics[metric]!;
    const isPassed = side === "min" ? mean >= value : mean <= value;
    const relation = isPassed ? "" : side === "min" ? ", below" : ", above";
    return {
      name: `${name} (${of})`,
      isPassed,
      says: `${metric} of ${of} is ${numberText(mean)} over ${n} cases${relation} ${isPassed ? `, and the bar is ${numberText(value)}` : numberText(value)}.`.replace(
        " ,",
        ",",
      ),
    };
  });
}

function dropLines(
  run: EvalRun,
  { methods }: Summary,
  baseline: EvalRun,
  { method, metric, value }: Bar,
): readonly GateLine[] {
  const name = `max drop ${method === null ? "" : `${method}: `}${metric} = ${numberText(value)}`;
  const having = methods.filter((of) => (method === null || of.name === method) && of.metrics[metric] !== undefined);
  const lines = having.flatMap(({ name: of }): readonly GateLine[] => {
    const change = changeOf(baseline.results, run.results, of, metric, run.seed);
    if (change === null) return [];
    const drop = -change.mean;
    const isPassed = !(drop > value + 1e-12);
    const by = drop === 0 ? "did not change" : `${drop > 0 ? "fell" : "rose"} by ${numberText(Math.abs(drop))}`;
    const moved = `${metric} of ${of} ${by} over ${change.n} cases of both runs`;
    return [{ name: `${name} (${of})`, isPassed, says: `${moved}, and may fall by ${numberText(value)}.` }];
  });
  return lines.length === 0 ? [missing(name, `${metric} in both runs`)] : lines;
}

/** The paired change of a metric from one run to another, over the cases that both have; null: there are none. */
export function changeOf(
  before: readonly CaseResult[],
  after: readonly CaseResult[],
  method: string,
  metric: string,
  seed: number,
): Difference | null {
  const old = new Map(
    before.filter((result) => result.method === method).map(({ id, metrics }) => [id, metrics[metric]]),
  );
  const pairs = after
    .filter((result) => result.method === method)
    .flatMap(({ id, metrics, cluster }) => {
      const [there, here] = [old.get(id), metrics[metric]];
      return typeof there === "number" && typeof here === "number" ? [{ value: here - there, cluster }] : [];
    });
  if (pairs.length === 0) return null;
  const [values, clusters] = [pairs.map(({ value }) => value), pairs.map(({ cluster }) => cluster)];
  return difference(values, clusters, { seed, isShare: isShare(metric) });
}

function mustLines({ results }: EvalRun): readonly GateLine[] {
  return results
    .filter(({ must, outcome }) => must && outcome !== "right" && outcome !== "open")
    .map(({ id, method, why }) => ({
      name: `must ${id} (${method})`,
      isPassed: false,
      says: `The case ${id} must pass under ${method}: ${why}.`,
    }));
}

const failureLines = ({ methods }: Summary): readonly GateLine[] =>
  methods
    .filter(({ failed }) => failed > 0)
    .map(({ name, failed }) => ({
      name: `failures (${name})`,
      isPassed: false,
      says: `${failed} cases failed under ${name}.`,
    }));
