import { RunError, runError } from "@semantic-xpath/tree";
import { scoreListed } from "./scoreListed.js";
import type { ScoreOptions, Scorer, TextList } from "./scorer.js";

/**
 * Asks a scorer and checks its answer: as many scores as texts, each a number from 0 to 1. Rejects with a RunError: SXP4004
 * as soon as `options.signal` aborts, also if the scorer does not listen; SXP4001 if the scorer fails or has no known cost; SXP4002 for a score
 * out of range.
 */
export const checkedScore = (
  scorer: Scorer,
  texts: readonly string[],
  condition: string,
  options: ScoreOptions = {},
): Promise<Float32Array> =>
  checked(scorer, condition, options, { count: texts.length, ask: () => scorer.score(texts, condition, options) });

/** Checked scores for texts of a list, by `scoreListed` if the scorer has it. */
export const checkedListed = (
  scorer: Scorer,
  list: TextList,
  numbers: Int32Array,
  condition: string,
  options: ScoreOptions = {},
): Promise<Float32Array> =>
  checked(scorer, condition, options, {
    count: numbers.length,
    ask: () => scoreListed(scorer, list, numbers, condition, options),
  });

/** As many scores as are wanted, and how to ask for them. */
interface Request {
  readonly count: number;
  ask(): Promise<Float32Array>;
}

async function checked(
  scorer: Scorer,
  condition: string,
  options: ScoreOptions,
  { count, ask }: Request,
): Promise<Float32Array> {
  if (options.signal?.aborted) throw runError("SXP4004", {}, undefined, options.signal.reason);
  if (count === 0) return new Float32Array(0);
  const { cost }: { readonly cost: string } = scorer;
  if (cost !== "cheap" && cost !== "expensive") {
    throw runError("SXP4001", { scorer: scorer.id, reason: `its cost is "${cost}", and not "cheap" or "expensive".` });
  }
  const scores = await answer(scorer, ask, options);
  if (!(scores instanceof Float32Array) || scores.length !== count) {
    const gave = scores instanceof Float32Array ? `${scores.length} scores` : "something other than a Float32Array";
    throw runError("SXP4001", { scorer: scorer.id, reason: `it gave ${gave} for ${count} texts.` });
  }
  checkRange(scorer, scores, condition);
  return scores;
}

/** Every score is a number from 0 to 1, or SXP4002 with the scorer's name. */
export function checkRange(scorer: Scorer, scores: Float32Array, condition: string): void {
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i]!;
    if (!(score >= 0 && score <= 1)) throw runError("SXP4002", { scorer: scorer.id, score: String(score), condition });
  }
}

async function answer(scorer: Scorer, ask: Request["ask"], { signal }: ScoreOptions): Promise<unknown> {
  const done = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { signal: done.signal });
  });
  try {
    return await Promise.race([aborted, ask()]);
  } catch (failure) {
    if (signal?.aborted) throw runError("SXP4004", {}, undefined, failure);
    if (failure instanceof RunError) throw failure;
    throw runError("SXP4001", { scorer: scorer.id, reason: reasonOf(failure) }, undefined, failure);
  } finally {
    done.abort();
  }
}

/** The message of whatever was thrown, as a sentence. */
function reasonOf(failure: unknown): string {
  const message = failure instanceof Error ? failure.message : String(failure);
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
