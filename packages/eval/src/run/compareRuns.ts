import type { Difference } from "../measure/bootstrap.js";
import { changeOf } from "./gates.js";
import type { CaseResult, EvalRun } from "./results.js";

/** Differences of two runs. */
export interface RunChange {
  /** Why figures may differ at all, in sentences. */
  readonly reasons: readonly string[];
  readonly metrics: readonly { readonly method: string; readonly metric: string; readonly change: Difference }[];
  /** Cases with another outcome. */
  readonly cases: readonly CaseChange[];
  /** Cases that only one of the runs has. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export interface CaseChange {
  readonly id: string;
  readonly method: string;
  readonly before: CaseResult["outcome"];
  readonly after: CaseResult["outcome"];
  /** `plan`: another query was made of it. `score`: the same query finds other nodes. `data`: the suite or its data changed. */
  readonly because: "plan" | "score" | "data" | "answer";
  readonly says: string;
}

/** Compares two runs case by case. */
export function compareEvalRuns(before: EvalRun, after: EvalRun): RunChange {
  const key = ({ method, id }: CaseResult): string => `${method}\n${id}`;
  const old = new Map(before.results.map((result) => [key(result), result]));
  const now = new Map(after.results.map((result) => [key(result), result]));
  const isOtherData = before.suite.digest !== after.suite.digest;
  const cases = after.results.flatMap((result) => {
    const earlier = old.get(key(result));
    return earlier === undefined || earlier.outcome === result.outcome
      ? []
      : [caseChange(earlier, result, isOtherData)];
  });
  const names = (from: ReadonlyMap<string, CaseResult>, to: ReadonlyMap<string, CaseResult>) =>
    [...from.values()].filter((result) => !to.has(key(result))).map(({ id, method }) => `${id} (${method})`);
  return {
    reasons: reasonsOf(before, after),
    metrics: metricChanges(before, after),
    cases,
    added: names(now, old),
    removed: names(old, now),
  };
}

function reasonsOf(before: EvalRun, after: EvalRun): readonly string[] {
  const reasons: string[] = [];
  if (before.suite.digest !== after.suite.digest) reasons.push("The suite or its data is another one.");
  if (before.tokenizer !== after.tokenizer)
    reasons.push(`Tokens are counted by ${after.tokenizer}, and were by ${before.tokenizer}.`);
  if (before.seed !== after.seed) reasons.push(`The seed is ${after.seed}, and was ${before.seed}.`);
  const ids = new Map(before.methods.map(({ name, id }) => [name, id]));
  for (const { name, id } of after.methods) {
    const earlier = ids.get(name);
    if (earlier !== undefined && earlier !== id) reasons.push(`The method ${name} is "${id}", and was "${earlier}".`);
  }
  return reasons;
}

function caseChange(before: CaseResult, after: CaseResult, isOtherData: boolean): CaseChange {
  const text = ({ answer }: CaseResult): string | null => answer?.query ?? answer?.update ?? null;
  const isOtherPlan = text(before) !== text(after);
  const isSame = JSON.stringify(before.answer) === JSON.stringify(after.answer);
  const because = isOtherPlan ? "plan" : isOtherData || isSame ? "data" : text(after) === null ? "answer" : "score";
  const reasons = {
    plan: `it was read as ${text(before) ?? "nothing"}, and is as ${text(after) ?? "nothing"}`,
    score: "the same query finds other nodes",
    data: "the suite or its data changed",
    answer: "it is answered otherwise",
  };
  const { id, method, outcome } = after;
  const why = after.why === null ? "" : `; ${after.why}`;
  return { id, method, before: before.outcome, after: outcome, because, says: `${reasons[because]}${why}` };
}

function metricChanges(before: EvalRun, after: EvalRun): RunChange["metrics"] {
  return after.methods.flatMap(({ name }) => {
    const metrics = new Set(
      after.results.filter(({ method }) => method === name).flatMap((result) => Object.keys(result.metrics)),
    );
    return [...metrics].flatMap((metric) => {
      const change = changeOf(before.results, after.results, name, metric, after.seed);
      return change === null || change.mean === 0 ? [] : [{ method: name, metric, change }];
    });
  });
}
