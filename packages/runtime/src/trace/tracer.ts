import { planRows, type QueryPlan, type ValidityPlan } from "@semantic-xpath/planner";
import type { Scorer } from "@semantic-xpath/scorers";
import { type Frame, weightIn } from "../execute/frame.js";
import type { Run } from "../execute/run.js";
import type { Hidden } from "../execute/validity.js";
import { resultValue } from "../execute/valueQuery.js";
import { Algebra } from "./algebra.js";
import { type Cut, cutDrops, cutoffOf } from "./cut.js";
import { pathOf } from "./drops.js";
import { eachOperator } from "./eachOperator.js";
import { attributeNameOf, factorsOf } from "./factors.js";
import { KnownScores, quietRun } from "./knownScores.js";
import { lazily } from "./lazily.js";
import { allOf, type LazyList } from "./lazyList.js";
import { operatorTrace, type Seen } from "./operatorTrace.js";
import { Recorder } from "./recorder.js";
import { replaySequence } from "./replay.js";
import { TRACE_VERSION, type Trace, type TraceDrop, type TraceOperator, type TraceResult } from "./trace.js";

/** Counts of a run. */
type Counts = Pick<Trace, "scorer" | "strategy" | "scorerCalls" | "scorerPairs" | "cacheHits" | "milliseconds">;

/**
 * Makes the trace document of a run from what a recorder kept and the scores in the run's store. Lists of nodes are made when
 * they are read, so a trace of a large run costs what is looked at.
 */
export class Tracer {
  constructor(
    private readonly plan: QueryPlan,
    readonly recorder: Recorder = new Recorder(),
  ) {}

  /** Record of a run, with explanations of its scores. A pruned run is replayed, operator by operator. */
  see(watched: Run, scorer: Scorer, result: Frame, cut: Cut): Seen {
    const { plan, recorder: times } = this;
    const run = quietRun(watched);
    const knownScores = new KnownScores(run);
    const algebra = new Algebra(run, knownScores, scorer);
    if (cut.reached !== null) return { run, recorder: times, times, knownScores, algebra, cutoffs: null };
    const recorder = new Recorder();
    if (plan.result.kind === "Value") throw new Error("a value is not evaluated best first");
    const cutoffs = replaySequence(run, recorder, knownScores, plan.result, cutoffOf(result, cut));
    return { run, recorder, times, knownScores, algebra, cutoffs };
  }

  finish(seen: Seen, result: Frame, cut: Cut, stats: Counts): Trace {
    const { plan } = this;
    const value = resultValue(seen.run);
    const now = seen.run.now.read;
    const texts = new Map(planRows(plan).map((row) => [row.id, row.text]));
    const operators: TraceOperator[] = [];
    if (seen.run.hidden !== null && plan.validity !== null)
      operators.push(validityTrace(seen.run, seen.run.hidden, plan.validity));
    eachOperator(plan.result, (operator) => operators.push(operatorTrace(seen, operator, texts)));
    const document = {
      version: TRACE_VERSION,
      query: plan.text,
      scorer: stats.scorer,
      strategy: stats.strategy,
      scorerCalls: stats.scorerCalls,
      scorerPairs: stats.scorerPairs,
      cacheHits: stats.cacheHits,
      milliseconds: stats.milliseconds,
      ...(value === undefined ? {} : { value }),
      ...(now === null ? {} : { now }),
      ...(seen.run.caveats.size === 0 ? {} : { caveats: [...seen.run.caveats.values()] }),
      operators,
    } as const;
    return lazily(document, {
      results: () => allOf(resultTraces(seen, result)),
      cut: () => allOf(cutDrops(seen.run, result, cut)),
    });
  }
}

/** Nodes hidden by the moment of a run, with the reasons. */
function validityTrace(
  run: Run,
  { at, reasons, counts, count }: Hidden,
  { id, span, roles }: ValidityPlan,
): TraceOperator {
  const hides = Array.from(counts, ([kind, number]) => `${number} ${kind}`).join(", ");
  const plain = {
    id,
    kind: "Validity",
    text: `as of ${JSON.stringify(at)}: ${roles.map(({ type }) => type).join(", ")}${hides === "" ? "" : `; hides ${hides}`}`,
    span,
    rowsIn: count,
    rowsOut: count - reasons.size,
    selfMilliseconds: 0,
    pairs: 0,
    hits: 0,
    scores: [],
  };
  const dropped = (): TraceDrop[] =>
    Array.from(reasons, ([node, detail]) => ({ path: pathOf(run, node), reason: "validity" as const, detail }));
  return lazily(plain, { dropped });
}

/** The results with the chains that made their weights, one by one. */
export function resultTraces({ run, recorder, algebra }: Seen, result: Frame): LazyList<TraceResult> {
  const resultAt = (i: number): TraceResult => {
    const node = result.ids[i]!;
    const weight = weightIn(result.weights, i);
    const attribute = attributeNameOf(run, result, i);
    const chain = factorsOf(run, recorder, run.plan.result, { node, attribute, weight }) ?? [];
    return { path: pathOf(run, node, attribute), weight, factors: algebra.factors(chain) };
  };
  return { length: result.ids.length, at: resultAt };
}
