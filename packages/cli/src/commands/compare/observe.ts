import type { Inspection } from "@semantic-xpath/inspect";
import type { CacheUse } from "../../input/cache.js";
import type { Io } from "../../io.js";
import { defined } from "../../options/defined.js";
import type { Screen } from "../../render/screen.js";
import { inspectQuery } from "../../runQuery.js";
import type { AskedRun } from "./asked.js";
import type { Prepared } from "./prepare.js";

/** A run that was done and can be asked about. */
export interface Observed extends Prepared {
  readonly inspection: Inspection;
  readonly limit: number | undefined;
  /** How an expensive scorer was really asked; null where nothing is kept of it. */
  readonly use: CacheUse | null;
  /** In milliseconds since the epoch. */
  readonly at: number;
}

export async function observe(
  prepared: Prepared,
  { limit, minScore }: AskedRun,
  maxMilliseconds: number | undefined,
  io: Io,
  errors: Screen,
): Promise<Observed> {
  const { params } = prepared;
  const { scorer, kept, limits } = prepared.scoring;
  const budget = { ...limits, ...defined({ maxMilliseconds }) };
  const options = { scorer, params, budget, ...defined({ limit, minScore }) };
  // Two runs may ask the same scorer, which counts for both.
  const already = kept === null ? null : { ...kept.use };
  const inspection = await inspectQuery({ ...prepared, errors, io }, options);
  const use = already === null || scorer.cost !== "expensive" ? null : since(already, kept!.use);
  return { ...prepared, inspection, limit, use, at: Date.now() };
}

const since = (before: CacheUse, now: CacheUse): CacheUse => ({
  calls: now.calls - before.calls,
  pairs: now.pairs - before.pairs,
  hits: now.hits - before.hits,
});
