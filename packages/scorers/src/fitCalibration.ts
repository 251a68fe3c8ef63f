import type { Calibration } from "./calibration.js";
import { isShare } from "./options.js";

/** A judged pair: its cosine, and whether (or how much, from 0 to 1) the text is relevant to the condition. */
export interface JudgedCosine {
  readonly cosine: number;
  readonly relevant: boolean | number;
}

const MAX_STEPS = 100;
/** Weight of the ridge on the slope, in pairs at a standard deviation of 1. It decides only if there are next to no data. */
const RIDGE = 1e-6;

/**
 * The logistic calibration of greatest likelihood for judged pairs: Platt scaling (J. Platt, "Probabilistic Outputs for Support
 * Vector Machines", 1999) with its smoothed targets, (N₊ + 1)/(N₊ + 2) and 1/(N₋ + 2), so that separable data keep a finite
 * slope; by Newton's method with step halving (H.-T. Lin, C.-J. Lin, R. C. Weng, 2007). A few hundred pairs are plenty.
 *
 * @example fitCalibration([{ cosine: 0.71, relevant: false }, { cosine: 0.83, relevant: true }])
 * @throws RangeError if a pair is out of range, all pairs are judged alike, or a higher cosine does not mean more relevance.
 */
export function fitCalibration(pairs: readonly JudgedCosine[]): Calibration {
  const targets = smoothed(pairs);
  const { mean, deviation } = spread(pairs);
  const xs = pairs.map(({ cosine }) => (cosine - mean) / deviation);
  const { a, b } = newton(xs, targets);
  if (!(a > 1e-3)) {
    throw new RangeError(
      "Higher cosines are not the more relevant ones here. Check the pairs, the prefixes and the pooling.",
    );
  }
  return { kind: "logistic", slope: a / deviation, intercept: b - (a * mean) / deviation };
}

function smoothed(pairs: readonly JudgedCosine[]): number[] {
  const judged = pairs.map(({ cosine, relevant }, i) => {
    const grade = Number(relevant);
    if (!Number.isFinite(cosine)) throw new RangeError(`The cosine of pair ${i + 1} is ${cosine}.`);
    if (!isShare(grade)) throw new RangeError(`Pair ${i + 1} is relevant by ${grade}, not from 0 to 1.`);
    return grade;
  });
  const positive = judged.reduce((sum, grade) => sum + grade, 0);
  const high = (positive + 1) / (positive + 2);
  const low = 1 / (judged.length - positive + 2);
  if (judged.every((grade) => grade === judged[0])) {
    throw new RangeError("A calibration is fitted to pairs of which some are relevant and some are not.");
  }
  return judged.map((grade) => grade * high + (1 - grade) * low);
}

function spread(pairs: readonly JudgedCosine[]): { mean: number; deviation: number } {
  const mean = pairs.reduce((sum, { cosine }) => sum + cosine, 0) / pairs.length;
  const variance = pairs.reduce((sum, { cosine }) => sum + (cosine - mean) ** 2, 0) / pairs.length;
  return { mean, deviation: Math.sqrt(variance) || 1 };
}

/** The a and b of 1 / (1 + exp(−(a x + b))) with the least cross entropy to the targets. */
function newton(xs: readonly number[], targets: readonly number[]): { a: number; b: number } {
  let a = 0;
  let b = 0;
  let loss = crossEntropy(xs, targets, a, b);
  for (let step = 0; step < MAX_STEPS; step++) {
    let ga = RIDGE * a;
    let gb = 0;
    let haa = RIDGE;
    let hab = 0;
    let hbb = 1e-12;
    for (let i = 0; i < xs.length; i++) {
      const x = xs[i]!;
      const p = 1 / (1 + Math.exp(-(a * x + b)));
      const w = p * (1 - p);
      ga += (p - targets[i]!) * x;
      gb += p - targets[i]!;
      haa += w * x * x;
      hab += w * x;
      hbb += w;
    }
    if (Math.hypot(ga, gb) < 1e-9 * xs.length) break;
    const determinant = haa * hbb - hab * hab;
    const da = (hbb * ga - hab * gb) / determinant;
    const db = (haa * gb - hab * ga) / determinant;
    let size = 1;
    let next = crossEntropy(xs, targets, a - da, b - db);
    while (!(next < loss) && size > 1e-10) {
      size /= 2;
      next = crossEntropy(xs, targets, a - size * da, b - size * db);
    }
    if (!(next < loss)) break;
    a -= size * da;
    b -= size * db;
    loss = next;
  }
  return { a, b };
}

/** log(1 + exp(z)) − t z, in the form that does not overflow. */
function crossEntropy(xs: readonly number[], targets: readonly number[], a: number, b: number): number {
  let sum = (RIDGE * a * a) / 2;
  for (let i = 0; i < xs.length; i++) {
    const z = a * xs[i]! + b;
    sum += Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z))) - targets[i]! * z;
  }
  return sum;
}
