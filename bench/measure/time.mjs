/** A sample is long enough for the clock: short calls are repeated within it. */
const SAMPLE_MILLISECONDS = 0.1;
const FEWEST_SAMPLES = 5;

/** Keeps results alive, so that no call can be left out. */
export let kept;

/**
 * The first call and the median of the steady state, in microseconds. The steady state takes about `effort` milliseconds; its
 * first third warms up and does not count. A call that took longer than `effort` ten times over is not repeated.
 */
export function timeSync(call, effort) {
  const first = timeOnce(call);
  if (first > effort * 10) return inMicroseconds(first, [first]);
  const repeats = repeatsFor(Math.min(first, timeOnce(call), timeOnce(call)));
  const samples = [];
  for (const started = performance.now(); samples.length < FEWEST_SAMPLES || performance.now() - started < effort; ) {
    const before = performance.now();
    for (let i = 0; i < repeats; i++) kept = call();
    samples.push((performance.now() - before) / repeats);
  }
  return inMicroseconds(first, samples);
}

/** The same for calls that give a promise. */
export async function timeAsync(call, effort) {
  const first = await timeOnceAsync(call);
  if (first > effort * 10) return inMicroseconds(first, [first]);
  const repeats = repeatsFor(Math.min(first, await timeOnceAsync(call), await timeOnceAsync(call)));
  const samples = [];
  for (const started = performance.now(); samples.length < FEWEST_SAMPLES || performance.now() - started < effort; ) {
    const before = performance.now();
    for (let i = 0; i < repeats; i++) kept = await call();
    samples.push((performance.now() - before) / repeats);
  }
  return inMicroseconds(first, samples);
}

export function median(values) {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function timeOnce(call) {
  const before = performance.now();
  kept = call();
  return performance.now() - before;
}

async function timeOnceAsync(call) {
  const before = performance.now();
  kept = await call();
  return performance.now() - before;
}

/** Calls get several times faster as they warm up, so a sample aims high. */
const repeatsFor = (milliseconds) => Math.max(1, Math.ceil((SAMPLE_MILLISECONDS * 4) / Math.max(milliseconds, 1e-4)));

const inMicroseconds = (first, samples) => ({
  first: first * 1e3,
  steady: median(samples.slice(Math.floor(samples.length / 3))) * 1e3,
});
