import { dependsOnPlace } from "@semantic-xpath/planner";
import { columnsOf, foldFields } from "@semantic-xpath/readers";
import type { Floor, Scorer } from "@semantic-xpath/scorers";
import { budgetOf, type Tree } from "@semantic-xpath/tree";
import { foldedAll } from "./collection.js";
import type { Compiled } from "./compiled.js";
import { type PreparedRun, withRecords } from "./concludeRun.js";
import { bestFirst } from "./execute/bestFirst.js";
import { hasInnerLimit, isMonotone } from "./execute/bestFirstPlans.js";
import type { DriveOptions } from "./execute/drive.js";
import type { Task } from "./execute/effects.js";
import type { Frame } from "./execute/frame.js";
import type { Observer } from "./execute/observer.js";
import { type Run, type Shared, sharedOf, startRun } from "./execute/run.js";
import { evaluateSequence } from "./execute/sequence.js";
import { evaluateValueQuery } from "./execute/valueQuery.js";
import { type Cutting, cuttingOf, defaultScorer, type RunOptions } from "./runOptions.js";
import { visibleData } from "./visibleData.js";

interface Preparing {
  readonly observer?: Observer | null;
  /** Bounds shared with other runs; by default its own. */
  readonly shared?: Shared;
  /** Weight needed in a search shared with other runs. */
  readonly floor?: Floor | null;
  /** One of several runs with one result: its caller makes the records of that. */
  readonly isPart?: boolean;
}

export function prepareRun(
  query: Compiled,
  whole: Tree,
  options: RunOptions,
  { observer = null, shared = sharedBy(options), floor = null, isPart = false }: Preparing = {},
): PreparedRun {
  const { plan, schema } = query;
  checkTree(whole);
  const { tree: unfolded, within } = visibleData(whole, options);
  const { limit, minScore } = cuttingOf(options);
  const tree = schema === null ? unfolded : foldFields(unfolded, schema);
  // The options are never spread: it takes as long as the rest of a short run.
  const unbound = options.scorer ?? defaultScorer();
  const scorer = query.isSemantic ? (unbound.forTree?.(tree) ?? unbound) : unbound;
  const params = options.params ?? {};
  const readsContext = scorer.readsContext === true;
  const columns = columnsOf(within === undefined ? tree : foldedAll(within, schema), schema);
  const run = startRun(query, tree, params, observer, { ...shared, columns, readsContext }, options.validAt);
  const prunes =
    plan.strategy === "best-first" &&
    scorer.cost !== "cheap" &&
    (plan.record === null || !dependsOnPlace(plan.record)) &&
    options.trace !== "full" &&
    run.hidden === null &&
    plan.result.kind !== "Value" &&
    isMonotone(plan.result) &&
    (limit < Number.POSITIVE_INFINITY || minScore > 0 || hasInnerLimit(plan.result));
  const resultTask = taskOf(run, prunes, { limit, minScore }, floor);
  const task = plan.record === null || isPart ? resultTask : withRecords(run, resultTask, { limit, minScore });
  const isOfAllTimes = options.validAt === "all";
  return { query, tree, scorer, params, limit, minScore, run, prunes, isOfAllTimes, task };
}

/** State that runs with these options may share. */
export const sharedBy = (options: RunOptions): Shared => {
  const { budget, now } = options;
  return { ...sharedOf(budgetOf(budget).maxCombinations, now), most: cuttingOf(options).limit };
};

function taskOf(run: Run, prunes: boolean, { limit, minScore }: Cutting, floor: Floor | null): Task<Frame> {
  const { result } = run.plan;
  if (result.kind === "Value") return evaluateValueQuery(run, result);
  return prunes ? bestFirst(run, result, limit, minScore, floor) : evaluateSequence(run, result);
}

/** JavaScript reaches here without types, and a failed read is easily overlooked. */
export function checkTree(tree: Tree | undefined): void {
  if (tree?.postings === undefined)
    throw new TypeError("A query runs on a tree: give what readTree, parseXml or parseJson gave.");
}

export const driveOptions = (scorer: Scorer, { budget, signal, onProgress }: RunOptions): DriveOptions => ({
  scorer,
  budget: budgetOf(budget),
  signal,
  onProgress,
});
