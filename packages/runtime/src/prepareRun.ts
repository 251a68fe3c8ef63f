import { foldFields } from "@semantic-xpath/readers";
import type { Scorer } from "@semantic-xpath/scorers";
import { budgetOf, type Tree } from "@semantic-xpath/tree";
import type { CompiledQuery } from "./compiledQuery.js";
import { bestFirst, hasInnerLimit, isMonotone } from "./execute/bestFirst.js";
import type { DriveOptions } from "./execute/drive.js";
import type { Task } from "./execute/effects.js";
import type { Frame } from "./execute/frame.js";
import type { Observer } from "./execute/observer.js";
import { type Run, startRun } from "./execute/run.js";
import { evaluateSequence } from "./execute/sequence.js";
import { evaluateValueQuery } from "./execute/valueQuery.js";
import type { Observation } from "./observation.js";
import { cuttingOf, defaultScorer, type RunOptions } from "./runOptions.js";

/** A run before its first operator. */
export interface PreparedRun extends Pick<Observation, "query" | "tree" | "scorer" | "params" | "limit" | "minScore"> {
  readonly run: Run;
  readonly prunes: boolean;
  /** Everything that reaches the end of the plan; of a pruned run, what can still be in the result. */
  readonly task: Task<Frame>;
}

export function prepareRun(
  query: CompiledQuery,
  given: Tree,
  options: RunOptions,
  observer: Observer | null,
): PreparedRun {
  const { plan, schema } = query;
  checkTree(given);
  const { limit, minScore } = cuttingOf(options);
  const tree = schema === null ? given : foldFields(given, schema);
  const scorer = scorerFor(options.scorer ?? defaultScorer(), tree, query);
  const params = options.params ?? {};
  const { maxCombinations } = budgetOf(options.budget);
  const run = startRun(query, tree, params, observer, { maxCombinations, now: options.now });
  const prunes =
    plan.strategy === "best-first" &&
    scorer.cost !== "cheap" &&
    options.trace !== "full" &&
    plan.result.kind !== "Value" &&
    isMonotone(plan.result) &&
    (limit < Number.POSITIVE_INFINITY || minScore > 0 || hasInnerLimit(plan.result));
  const task = taskOf(run, prunes, limit, minScore);
  return { query, tree, scorer, params, limit, minScore, run, prunes, task };
}

function taskOf(run: Run, prunes: boolean, limit: number, minScore: number): Task<Frame> {
  const { result } = run.plan;
  if (result.kind === "Value") return evaluateValueQuery(run, result);
  return prunes ? bestFirst(run, result, limit, minScore) : evaluateSequence(run, result);
}

/** JavaScript reaches here without types, and a failed read is easily overlooked. */
export function checkTree(tree: Tree | undefined): void {
  if (tree?.postings === undefined)
    throw new TypeError("A query runs on a tree: give what readTree, parseXml or parseJson gave.");
}

const scorerFor = (scorer: Scorer, tree: Tree, query: CompiledQuery): Scorer =>
  query.isSemantic && scorer.forTree !== undefined ? scorer.forTree(tree) : scorer;

export const driveOptions = (scorer: Scorer, { budget, signal, onProgress }: RunOptions): DriveOptions => ({
  scorer,
  budget: budgetOf(budget),
  signal,
  onProgress,
});
