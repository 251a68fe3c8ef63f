import type { Difference } from "../measure/bootstrap.js";
import { figure } from "../measure/figure.js";
import { changeOf } from "./gates.js";
import type { CaseResult, EvalRun } from "./results.js";

/** Differences of two runs. */
export interface RunChange {
  /** Why figures may differ at all, in sentences. */
  readonly reasons: readonly string[];
  readonly metrics: readonly { readonly method: string; readonly metric: string; readonly change: Difference }[];
  /** Cases with another outcome or other figures. Costs are not compared. */
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
  readonly because: Cause;
  readonly says: string;
}

/**
 * `plan`: another query was made of it. `data`: its question, its data or what is right changed. `score`: the same query or ranking finds other nodes in the
 * same data. `failure`: it failed in one of the runs. `measure`: the same answer is judged otherwise.
 */
export type Cause = "plan" | "score" | "data" | "failure" | "measure";

/** Compares two runs case by case. */
export function compareEvalRuns(before: EvalRun, after: EvalRun): RunChange {
  const key = ({ method, id }: CaseResult): string => `${method}\n${id}`;
  const old = new Map(before.results.map((result) => [key(result), result]));
  const now = new Map(after.results.map((result) => [key(result), result]));
  const cases = after.results.flatMap((result) => {
    const earlier = old.get(key(result));
    const figures = earlier === undefined ? [] : changedFigures(earlier, result);
    return earlier === undefined || (earlier.outcome === result.outcome && figures.length === 0)
      ? []
      : [caseChange(earlier, result, figures)];
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
  if (before.code !== after.code) reasons.push("The code is another version.");
  if (before.seed !== after.seed) reasons.push(`The seed is ${after.seed}, and was ${before.seed}.`);
  const ids = new Map(before.methods.map(({ name, id }) => [name, id]));
  for (const { name, id } of after.methods) {
    const earlier = ids.get(name);
    if (earlier !== undefined && earlier !== id) reasons.push(`The method ${name} is "${id}", and was "${earlier}".`);
  }
  return reasons;
}

const COST = /^(?:calls$|model |scorer )/;

/** Figures that both results have, with other values. */
const changedFigures = (before: CaseResult, after: CaseResult): readonly string[] =>
  Object.entries(after.metrics).flatMap(([name, value]) => {
    const earlier = before.metrics[name];
    const isSame = earlier === value || typeof earlier !== "number" || value === null;
    return isSame || COST.test(name) ? [] : [`${name} ${figure(earlier, name)} → ${figure(value, name)}`];
  });

/** Figures of a case that are named. */
const MAX_FIGURES = 3;

function caseChange(before: CaseResult, after: CaseResult, figures: readonly string[]): CaseChange {
  const text = ({ answer }: CaseResult): string => answer?.query ?? answer?.update ?? "nothing";
  const because = causeOf(before, after);
  const reasons: Readonly<Record<Cause, string>> = {
    plan: `it was read as ${text(before)}, and is as ${text(after)}`,
    score: "the same question finds other nodes in the same data",
    data: "its question, its data or what is right changed",
    failure: before.outcome === "failed" ? `it had failed: ${before.why}` : "it failed",
    measure: "the same answer is judged otherwise",
  };
  const { id, method, outcome } = after;
  const more = figures.length > MAX_FIGURES ? [`${figures.length - MAX_FIGURES} more figures`] : [];
  const why = after.why === null ? [] : [after.why];
  const says = [reasons[because], ...why, ...figures.slice(0, MAX_FIGURES), ...more].join("; ");
  return { id, method, before: before.outcome, after: outcome, because, says };
}

function causeOf(before: CaseResult, after: CaseResult): Cause {
  if (before.outcome === "failed" || after.outcome === "failed") return "failure";
  const [old, now] = [before.answer, after.answer];
  if (old?.query !== now?.query || old?.update !== now?.update) return "plan";
  if (before.input !== after.input) return "data";
  return JSON.stringify(old) === JSON.stringify(now) ? "measure" : "score";
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
