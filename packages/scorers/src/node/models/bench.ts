import type { ScoreOptions } from "../../scorer.js";
import { type ModelKind, openModel } from "./open.js";

/** Throughput of a model on this machine, in items a second, for one size of batch. */
export interface BenchRow {
  readonly batch: number;
  /** Texts that it had not seen, scored for one condition. Of a model that reads both together these are its pairs. */
  readonly texts: number;
  /** Pairs of texts that it has embedded already and a new condition; null for a model that embeds nothing. */
  readonly pairs: number | null;
}

export interface Bench {
  readonly kind: ModelKind;
  /** Milliseconds until the first score: loading included. */
  readonly start: number;
  readonly rows: readonly BenchRow[];
}

const BATCHES = [1, 8, 32, 128];
/** Milliseconds to spend on each number, at least. */
const MIN_MILLISECONDS = 400;

/** Measures a model with texts of some twenty words, one size of batch after the other. */
export async function benchModel(folder: string, options: Pick<ScoreOptions, "signal"> = {}): Promise<Bench> {
  const { kind, scorer } = await openModel(folder);
  let serial = 0;
  const texts = (count: number): string[] => Array.from({ length: count }, () => textOf(serial++));
  try {
    const begun = performance.now();
    await scorer.score(texts(1), "museums by the water", options);
    const start = performance.now() - begun;
    const rows: BenchRow[] = [];
    for (const batch of BATCHES) {
      const fresh = await rate(batch, () => scorer.score(texts(batch), "museums by the water", options));
      const warm = texts(batch);
      const again = (): Promise<Float32Array> => scorer.score(warm, `museums number ${serial++}`, options);
      const pairs = kind === "embedding" || kind === "static" ? await rate(batch, again) : null;
      rows.push({ batch, texts: fresh, pairs });
    }
    return { kind, start, rows };
  } finally {
    await scorer.dispose();
  }
}

/** Items a second when `task` handles `batch` items. The first run does not count, since it allocates memory. */
async function rate(batch: number, task: () => Promise<unknown>): Promise<number> {
  await task();
  const begun = performance.now();
  let times = 0;
  do {
    await task();
    times++;
  } while (performance.now() - begun < MIN_MILLISECONDS);
  return (times * batch) / ((performance.now() - begun) / 1000);
}

const WORDS =
  "lake museum train garden market harbour concert dinner bridge morning walk gallery boat library tower park".split(
    " ",
  );

/** A text of its own for each number. */
const textOf = (number: number): string =>
  `Stop ${number}: ${Array.from({ length: 18 }, (_, i) => WORDS[(number * 7 + i * i) % WORDS.length]).join(" ")}.`;
