import { type Difference, difference } from "../measure/bootstrap.js";
import { isShare } from "../measure/figure.js";
import type { CaseResult, EvalRun } from "./results.js";
import type { Summary } from "./summary.js";

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

/** Methods that a bar is about: those with the metric. */
const having = ({ methods }: Summary, { method, metric }: Bar): Summary["methods"] =>
  methods.filter((of) => (method === null || of.name === method) && Object.hasOwn(of.metrics, metric));

const missing = (name: string, what: string): GateLine => ({
  name,
  isPassed: false,
  says: `${what}: the run has no such figure.`,
});

function barLines(summary: Summary, bar: Bar, side: "min" | "max"): readonly GateLine[] {
  const { method, metric, value } = bar;
  const name = `${side} ${method === null ? "" : `${method}: `}${metric} = ${numberText(value)}`;
  const methods = having(summary, bar);
  if (methods.length === 0) return [missing(name, metric)];
  return methods.map(({ name: of, metrics }) => {
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

function dropLines(run: EvalRun, summary: Summary, baseline: EvalRun, bar: Bar): readonly GateLine[] {
  const { method, metric, value } = bar;
  const name = `max drop ${method === null ? "" : `${method}: `}${metric} = ${numberText(value)}`;
  const lines = having(summary, bar).flatMap(({ name: of }): readonly GateLine[] => {
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

/** A case that must be right is not passed where no method gave a verdict, either. */
function mustLines({ suite, results }: EvalRun): readonly GateLine[] {
  const must = new Set(suite.must);
  const judged = results.filter(({ id, outcome }) => must.has(id) && outcome !== "open");
  const wrong = judged
    .filter(({ outcome }) => outcome !== "right")
    .map(({ id, method, why }) => ({
      name: `must ${id} (${method})`,
      isPassed: false,
      says: `The case ${id} must pass under ${method}: ${why}.`,
    }));
  for (const { id } of judged) must.delete(id);
  const unjudged = [...must].map((id) => ({
    name: `must ${id}`,
    isPassed: false,
    says: `The case ${id} must pass, and no method gave a verdict.`,
  }));
  const lines = [...wrong, ...unjudged];
  if (lines.length > 0 || suite.must.length === 0) return lines;
  return [{ name: "must", isPassed: true, says: `${suite.must.length} cases that must pass did.` }];
}

const failureLines = ({ methods }: Summary): readonly GateLine[] =>
  methods
    .filter(({ failed }) => failed > 0)
    .map(({ name, failed }) => ({
      name: `failures (${name})`,
      isPassed: false,
      says: `${failed} cases failed under ${name}.`,
    }));
