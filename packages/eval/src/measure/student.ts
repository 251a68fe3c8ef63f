/** Student's t distribution, from the regularised incomplete beta function by its continued fraction (Abramowitz and Stegun 26.5.8, 26.7.1). */

/** The share of the distribution with `freedom` degrees below `t`. */
export function studentBelow(t: number, freedom: number): number {
  const tail = incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5) / 2;
  return t > 0 ? 1 - tail : tail;
}

/** The value that a share of the distribution in (0, 1) is below, to 1e-12. */
export function studentQuantile(share: number, freedom: number): number {
  if (share === 0.5) return 0;
  if (share < 0.5) return -studentQuantile(1 - share, freedom);
  let [low, high] = [0, 1];
  while (studentBelow(high, freedom) < share) high *= 2;
  while (high - low > 1e-12 * Math.max(1, high)) {
    const middle = (low + high) / 2;
    if (studentBelow(middle, freedom) < share) low = middle;
    else high = middle;
    if (middle === low && middle === high) break;
  }
  return (low + high) / 2;
}

/** The normal distribution, as Student's with many degrees: 1e-9 from it at a million million. */
const ENDLESS = 1e12;
export const normalBelow = (z: number): number => studentBelow(z, ENDLESS);
export const normalQuantile = (share: number): number => studentQuantile(share, ENDLESS);

function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b));
  return x < (a + 1) / (a + b + 2) ? (front * fraction(x, a, b)) / a : 1 - (front * fraction(1 - x, b, a)) / b;
}

/** Lentz's method. */
function fraction(x: number, a: number, b: number): number {
  const least = 1e-300;
  const some = (value: number): number => (Math.abs(value) < least ? least : value);
  let c = 1;
  let d = 1 / some(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; m <= 500; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / some(1 + even * d);
    c = some(1 + even / c);
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / some(1 + odd * d);
    c = some(1 + odd / c);
    result *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return result;
}

const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

/** Stirling's series from 10 up, and the recurrence below. */
function logGamma(x: number): number {
  if (x < 10) return logGamma(x + 1) - Math.log(x);
  const inverse = 1 / (x * x);
  const series = 1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse * (1 / 1680 - inverse / 1188)));
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series / x;
}
