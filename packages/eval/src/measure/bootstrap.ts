import { getOrMake } from "@semantic-xpath/tree";
import { randomFrom } from "./random.js";
import { normalBelow, normalQuantile, studentBelow, studentQuantile } from "./student.js";

/** A mean over questions, with what it is worth. */
export interface Estimate {
  readonly mean: number;
  /** The interval of 95 %; null with fewer than two clusters, which give none. */
  readonly interval: readonly [low: number, high: number] | null;
  /** Questions. */
  readonly n: number;
  readonly clusters: number;
  /**
   * The smallest difference from a fixed bar that is found in four of five repetitions at a level of 5 %, in the units of the mean; null with fewer
   * than two clusters, and where no share can differ so much.
   */
  readonly detectable: number | null;
}

/** A mean difference of two methods on the same questions. */
export interface Difference extends Estimate {
  /** The two-sided level at which the interval ends at 0; in [0, 1], 1 with fewer than two clusters. */
  readonly p: number;
}

export interface BootstrapOptions {
  /** Resampled means. Default 2000. */
  readonly samples?: number;
  /** Default 1. */
  readonly seed?: number;
  /** True if values are shares in [0, 1] (differences: in [-1, 1]), so that their interval is known even if all are equal. Default false. */
  readonly isShare?: boolean;
}

const LEVEL = 0.05;
const POWER = 0.8;
const SAMPLES = 2000;

/**
 * The mean of values and its interval by a bootstrap over clusters: whole clusters are drawn with replacement, and a mean is the sum of values over
 * the number of values drawn. With a few clusters percentiles are too narrow, so they are widened by Student's quantiles and √(G / (G − 1))
 * (T. Hesterberg, "What Teachers Should Know About the Bootstrap", The American Statistician 69(4), 2015, "expanded percentile").
 *
 * Where all values are the same, so is every drawn mean. Of shares the open end is then the exact bound of that many clusters, as if each were one
 * trial (C. J. Clopper and E. S. Pearson, Biometrika 26, 1934); of other values the interval is empty.
 *
 * @param clusters of each value the cluster that it belongs to: questions of one conversation or tree are not independent.
 */
export function estimate(
  values: readonly number[],
  clusters: readonly string[],
  options: BootstrapOptions = {},
): Estimate {
  return estimated(values, clusters, options, 0).estimate;
}

/** Estimate of paired differences: the values are the differences of the two methods by question. */
export function difference(
  values: readonly number[],
  clusters: readonly string[],
  options: BootstrapOptions = {},
): Difference {
  const { estimate: about, means, groups } = estimated(values, clusters, options, -1);
  if (means !== null) return { ...about, p: levelAtZero(means, groups) };
  // Always the same difference: the sign test.
  return { ...about, p: about.mean === 0 || groups < 2 ? 1 : Math.min(1, 2 ** (1 - groups)) };
}

/** `least`: the least value that a share can have. */
function estimated(values: readonly number[], clusters: readonly string[], options: BootstrapOptions, least: number) {
  const sums = clusterSums(values, clusters);
  const n = values.length;
  const groups = sums.length;
  const mean = n === 0 ? Number.NaN : sums.reduce((sum, each) => sum + each.sum, 0) / n;
  const about = { mean, n, clusters: groups };
  if (groups < 2) return { estimate: { ...about, interval: null, detectable: null }, means: null, groups };
  if (values.every((value) => value === values[0]))
    return { estimate: { ...about, ...constant(mean, groups, options.isShare ? least : null) }, means: null, groups };
  const means = resampled(sums, options);
  const freedom = groups - 1;
  const error = deviation(means) * Math.sqrt(groups / freedom);
  const smallest = (studentQuantile(1 - LEVEL / 2, freedom) + studentQuantile(POWER, freedom)) * error;
  const detectable = options.isShare && smallest > 1 - least ? null : smallest;
  const tail = expanded(LEVEL / 2, groups);
  const interval = [quantile(means, tail), quantile(means, 1 - tail)] as const;
  return { estimate: { ...about, interval, detectable }, means, groups };
}

/** Estimate of equal values. */
function constant(mean: number, groups: number, least: number | null): Pick<Estimate, "interval" | "detectable"> {
  if (least === null) return { interval: [mean, mean], detectable: 0 };
  const open = 1 - (LEVEL / 2) ** (1 / groups);
  return { interval: [Math.max(least, mean - open), Math.min(1, mean + open)], detectable: open };
}

interface ClusterSum {
  readonly sum: number;
  readonly count: number;
}

function clusterSums(values: readonly number[], clusters: readonly string[]): readonly ClusterSum[] {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const [i, value] of values.entries()) {
    const cluster = getOrMake(sums, clusters[i]!, () => ({ sum: 0, count: 0 }));
    cluster.sum += value;
    cluster.count++;
  }
  return [...sums.values()];
}

/** Ascending. */
function resampled(sums: readonly ClusterSum[], { samples = SAMPLES, seed = 1 }: BootstrapOptions): Float64Array {
  const random = randomFrom(seed);
  const means = new Float64Array(samples);
  const totals = Float64Array.from(sums, (cluster) => cluster.sum);
  const counts = Float64Array.from(sums, (cluster) => cluster.count);
  for (let sample = 0; sample < samples; sample++) {
    let [sum, count] = [0, 0];
    for (let i = 0; i < sums.length; i++) {
      const cluster = random.index(totals.length);
      sum += totals[cluster]!;
      count += counts[cluster]!;
    }
    means[sample] = sum / count;
  }
  return means.sort();
}

function deviation(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

/** A tail of the distribution of drawn means that stands for a tail of so much of the estimate's. */
const expanded = (tail: number, groups: number): number =>
  normalBelow(Math.sqrt(groups / (groups - 1)) * studentQuantile(tail, groups - 1));

/** The inverse: two-sided. */
function levelAtZero(means: Float64Array, groups: number): number {
  const below = means.filter((mean) => mean < 0).length;
  const same = means.filter((mean) => mean === 0).length;
  const share = (Math.min(below, means.length - below - same) + same / 2 + 0.5) / (means.length + 1);
  const t = normalQuantile(Math.min(0.5, share)) * Math.sqrt((groups - 1) / groups);
  return Math.min(1, 2 * studentBelow(t, groups - 1));
}

/** Between the two nearest order statistics. */
function quantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const low = Math.floor(place);
  const high = Math.min(sorted.length - 1, low + 1);
  return sorted[low]! + (sorted[high]! - sorted[low]!) * (place - low);
}

/**
 * Levels of several comparisons, so adjusted that the chance of one false finding or more among them is at most that of one (S. Holm, Scandinavian
 * Journal of Statistics 6, 1979). In the order of `levels`.
 */
export function holm(levels: readonly number[]): readonly number[] {
  const order = levels.map((level, place) => ({ level, place })).sort((a, b) => a.level - b.level);
  const adjusted = new Array<number>(levels.length);
  let least = 0;
  for (const [rank, { level, place }] of order.entries()) {
    least = Math.max(least, Math.min(1, level * (levels.length - rank)));
    adjusted[place] = least;
  }
  return adjusted;
}
