import type { QueryPlan, ValueExpression } from "@semantic-xpath/planner";
import {
  type Batch,
  type CompiledQuery,
  drive,
  driveOptions,
  evaluateCondition,
  evaluateNumbers,
  evaluateScore,
  evaluateSequence,
  type Frame,
  type PreparedRun,
  type Run,
  type RunOptions,
  rankFrame,
  startRun,
} from "@semantic-xpath/runtime/internal";
import { RunError } from "@semantic-xpath/tree";
import { type Answers, answeringFromMemory } from "../scorerAnswers.js";
import type { Expression, Problem, Relative } from "./expression.js";

/** What the expressions that somebody types are evaluated with: the run's tree, scorer and arguments, and runs of their own. */
export interface Workbench {
  readonly query: CompiledQuery;
  readonly prepared: PreparedRun;
  readonly options: RunOptions;
  readonly answers: Answers;
}

/** One number per node: a score, or 1 and 0. */
export async function evaluateExpression(
  bench: Workbench,
  { plan, bracket }: Expression,
  batch: Batch,
  signal?: AbortSignal,
): Promise<ArrayLike<number>> {
  const run = startOwnRun(bench, plan);
  const task =
    bracket.kind === "Filter"
      ? evaluateCondition(run, bracket.condition, batch)
      : evaluateScore(run, bracket.score, batch);
  return drive<ArrayLike<number>>(task, ownOptions(bench, signal));
}

/** The number that is the whole expression, for each node. */
export async function evaluateNumber(
  bench: Workbench,
  { plan }: Expression,
  value: ValueExpression,
  batch: Batch,
  signal?: AbortSignal,
): Promise<ArrayLike<number>> {
  return drive(evaluateNumbers(startOwnRun(bench, plan), value, batch), ownOptions(bench, signal));
}

/** What a path reaches from a sequence in document order, weights along; ranked if the path has a relevance. */
export async function evaluateRelative(
  bench: Workbench,
  { plan }: Relative,
  start: Frame,
  signal?: AbortSignal,
): Promise<Frame> {
  const run = { ...startOwnRun(bench, plan), start };
  const frame = await drive(evaluateSequence(run, plan.result), ownOptions(bench, signal));
  return plan.order === "rank" ? rankFrame(frame) : frame;
}

function startOwnRun({ prepared: { tree, params } }: Workbench, plan: QueryPlan): Run {
  const names = plan.parameters.map(({ name }) => name);
  const used = Object.fromEntries(Object.entries(params).filter(([name]) => names.includes(name)));
  return startRun({ plan }, tree, used, null);
}

function ownOptions({ prepared: { scorer }, options, answers }: Workbench, signal: AbortSignal | undefined) {
  const { budget } = options;
  const signals = [signal, options.signal].filter((each) => each !== undefined);
  return driveOptions(answeringFromMemory(scorer, answers), {
    ...(budget && { budget }),
    ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
  });
}

/** A run's own errors are shown; anything else is our mistake. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof RunError)) throw error;
  return { kind: "problem", message: error.diagnostic.message, span: null };
}
