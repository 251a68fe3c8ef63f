import { getOrMake } from "@semantic-xpath/tree";
import { type Difference, difference, type Estimate, estimate, holm } from "../measure/bootstrap.js";
import { isShare } from "../measure/figure.js";
import { calibrationErrorOfBins } from "../measure/ranking.js";
import type { CaseResult, EvalRun } from "./results.js";

/** The figures of a run, with what they are worth. */
export interface Summary {
  readonly suite: string;
  readonly methods: readonly MethodSummary[];
  /** Every method beside the first one, over the cases that both answered. */
  readonly comparisons: readonly Comparison[];
}

export interface MethodSummary {
  readonly name: string;
  readonly cases: number;
  readonly right: number;
  readonly asked: number;
  readonly wrong: number;
  readonly failed: number;
  /** Cases that it can't answer. */
  readonly skipped: number;
  /** The expected calibration error of the weights that it gives, in [0, 1]; null: it gives none. */
  readonly calibration: number | null;
  /** By the name of the metric. */
  readonly metrics: Readonly<Record<string, Estimate>>;
  /** Estimates by kind, and by domain if there are some. */
  readonly kinds: Readonly<Record<string, Readonly<Record<string, Estimate>>>>;
  readonly domains: Readonly<Record<string, Readonly<Record<string, Estimate>>>>;
}

export interface Comparison {
  readonly method: string;
  readonly against: string;
  readonly metric: string;
  readonly difference: Difference;
  /** The level after Holm's correction over all methods. */
  readonly adjusted: number;
}

/** Metrics of which methods are compared. */
const COMPARED = /^(?:pass|clean|recall@|clean@)/;
export function summarise(run: EvalRun): Summary {
  const ofMethod = groupedBy(run.results, ({ method }) => method);
  const estimates = estimatesOnce(run.seed);
  const methods = run.methods.map(({ name, skipped }): MethodSummary => {
    const results = ofMethod.get(name) ?? [];
    const count = (outcome: CaseResult["outcome"]) => results.filter((result) => result.outcome === outcome).length;
    return {
      name,
      cases: results.length,
      ...{ right: count("right"), asked: count("asked"), wrong: count("wrong"), failed: count("failed") },
      skipped: Object.values(skipped).reduce((sum, each) => sum + each, 0),
      calibration: calibrationErrorOfBins(results.flatMap(({ weights }) => (weights === undefined ? [] : [weights]))),
      metrics: estimates(results),
      kinds: byGroup(results, ({ kind }) => kind, estimates),
      domains: byGroup(results, ({ domain }) => domain, estimates),
    };
  });
  return { suite: run.suite.name, methods, comparisons: comparisonsOf(run, ofMethod) };
}

function groupedBy(results: readonly CaseResult[], keyOf: (result: CaseResult) => string): Map<string, CaseResult[]> {
  const groups = new Map<string, CaseResult[]>();
  for (const result of results) {
    const group = groups.get(keyOf(result));
    if (group === undefined) groups.set(keyOf(result), [result]);
    else group.push(result);
  }
  return groups;
}

type Estimates = (results: readonly CaseResult[]) => Readonly<Record<string, Estimate>>;

const byGroup = (results: readonly CaseResult[], keyOf: (result: CaseResult) => string, estimates: Estimates) =>
  Object.fromEntries(
    [...groupedBy(results, keyOf)]
      .filter(([name]) => name !== "")
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, group]) => [name, estimates(group)]),
  );

/** Estimates of all metrics. Equal figures, such as those of budgets that hold everything, are drawn once. */
function estimatesOnce(seed: number): Estimates {
  const drawn = new Map<string, Estimate>();
  return (results) => {
    const names = new Set(results.flatMap(({ metrics }) => Object.keys(metrics)));
    const rows = [...names].map((name) => {
      const having = results.filter(({ metrics }) => typeof metrics[name] === "number");
      const values = having.map(({ metrics }) => metrics[name]!);
      const clusters = having.map(({ cluster }) => cluster);
      const key = JSON.stringify([isShare(name), values, clusters]);
      const about = getOrMake(drawn, key, () => estimate(values, clusters, { seed, isShare: isShare(name) }));
      return [name, about] as const;
    });
    return Object.fromEntries(rows.filter(([, { n }]) => n > 0));
  };
}

function comparisonsOf(run: EvalRun, ofMethod: ReadonlyMap<string, readonly CaseResult[]>): readonly Comparison[] {
  const [first, ...others] = run.methods;
  if (first === undefined) return [];
  const base = new Map((ofMethod.get(first.name) ?? []).map((result) => [result.id, result]));
  const names = new Set(
    run.results.flatMap(({ metrics }) => Object.keys(metrics)).filter((name) => COMPARED.test(name)),
  );
  const drawn = new Map<string, Difference>();
  return [...names].flatMap((metric) => {
    const rows = others.flatMap(({ name }) => {
      const about = pairedDifference(base, ofMethod.get(name) ?? [], metric, run.seed, drawn);
      return about === null ? [] : [{ method: name, against: first.name, metric, difference: about }];
    });
    const adjusted = holm(rows.map((row) => row.difference.p));
    return rows.map((row, i) => ({ ...row, adjusted: adjusted[i]! }));
  });
}

function pairedDifference(
  base: ReadonlyMap<string, CaseResult>,
  others: readonly CaseResult[],
  metric: string,
  seed: number,
  drawn: Map<string, Difference>,
): Difference | null {
  const pairs = others.flatMap(({ id, metrics, cluster }) => {
    // At equal tokens the first method has all of its own result.
    const baseValue = base.get(id)?.metrics[metric] ?? base.get(id)?.metrics[metric.replace(/@equal$/, "")];
    const ownValue = metrics[metric];
    return typeof baseValue === "number" && typeof ownValue === "number"
      ? [{ value: ownValue - baseValue, cluster }]
      : [];
  });
  if (pairs.length === 0) return null;
  const [values, clusters] = [pairs.map(({ value }) => value), pairs.map(({ cluster }) => cluster)];
  return getOrMake(drawn, JSON.stringify([values, clusters]), () =>
    difference(values, clusters, { seed, isShare: true }),
  );
}
