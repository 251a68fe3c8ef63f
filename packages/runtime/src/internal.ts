/** Internal entry: parts of the executor and the trace for `@semantic-xpath/inspect`, without any promise to others. */

export { compile } from "./compile.js";
export type { Compiled } from "./compiled.js";
export { CompiledQuery } from "./compiledQuery.js";
export { concludeTracedRun, orderedAsCut, type PreparedRun } from "./concludeRun.js";
export type { Emptiness } from "./emptiness.js";
export type { NodeMarks, NodeSet } from "./execute/axes/algorithm.js";
export { inverseAxis, pushCandidates, reachesSet, unionAxis } from "./execute/axes/axes.js";
export { AXIS_ROWS, algorithmOf } from "./execute/axes/axisRows.js";
export { type ResolvedAxis, resolvePlaces } from "./execute/axes/resolvedAxis.js";
export { siblingOffsets } from "./execute/axes/siblingOffsets.js";
export { type Batch, nodesBatch } from "./execute/batch.js";
export { batchOf } from "./execute/brackets.js";
export { evaluateCondition, evaluateNumbers } from "./execute/conditions.js";
export { breathe, drive, driveSync, Session } from "./execute/drive.js";
export type { Answer, Effect, Task } from "./execute/effects.js";
export { evaluateEvidence } from "./execute/evidence.js";
export {
  DOCUMENT_FRAME,
  entryText,
  type Frame,
  IdBuffer,
  indices,
  type List,
  multiply,
  pick,
  weightIn,
} from "./execute/frame.js";
export type { Observer } from "./execute/observer.js";
export { isIndependent } from "./execute/once.js";
export { rankOrder } from "./execute/order.js";
export { orderOf } from "./execute/orderBy.js";
export { reaches, shortest } from "./execute/reaches.js";
export type { RecordObject, RecordValue } from "./execute/records.js";
export { type ArgumentValue, type BoundEntry, type Run, sharedOf, startRun } from "./execute/run.js";
export { evaluateScore } from "./execute/scores.js";
export {
  documentOrder,
  evaluateSequence,
  inOrder,
  mergeFrames,
  rankFrame,
  withoutDocument,
} from "./execute/sequence.js";
export { valueTexts } from "./execute/texts.js";
export {
  contributingPaths,
  isValue,
  type QueryValue,
  resultValue,
} from "./execute/valueQuery.js";
export { entryPath, fromOf, textOf, toOf, valueAt } from "./execute/values/column.js";
export { readAs } from "./execute/values/comparing.js";
export { evaluateValue } from "./execute/values/evaluate.js";
export type { SingleValue } from "./execute/values/written.js";
export type { MatchGroup } from "./match.js";
export type { Observation } from "./observation.js";
export { driveOptions, prepareRun } from "./prepareRun.js";
export type { RunOptions } from "./runOptions.js";
export { observePlan } from "./runPlan.js";
export type { RunResult, RunStats } from "./runResult.js";
export { treeStatistics } from "./statistics.js";
export { Algebra } from "./trace/algebra.js";
export { contributorsOf, type GivenValues as Given, givenTo, keyTexts, keyValues } from "./trace/contributors.js";
export { cutDrops } from "./trace/cut.js";
export { pathOf, weightAt } from "./trace/drops.js";
export { eachOperator, evidenceOf, idOf, type PassedOperator } from "./trace/eachOperator.js";
export {
  attributeNameOf,
  type Factor,
  factorsOf,
  indicesOf,
  OWN_TEXT_NAME,
  placedAt,
  segmentOf,
  type Weighed,
} from "./trace/factors.js";
export { type FieldContributor, fieldReason } from "./trace/fieldReasons.js";
export { KnownScores, type PlacedNode, quietRun, settle } from "./trace/knownScores.js";
export { lazily } from "./trace/lazily.js";
export { type LazyList, NO_ENTRIES, pageOf } from "./trace/lazyList.js";
export { dropsAt, type Seen, scoredBy, scoresAt, valuesAt } from "./trace/operatorTrace.js";
export { type AxisRecord, type BracketRecord, Recorder } from "./trace/recorder.js";
export type { Cutoff } from "./trace/replay.js";
export type {
  DropReason,
  ScoreAlgebra,
  Trace,
  TraceDrop,
  TraceFactor,
  TraceOperator,
  TraceResult,
  TraceScore,
  TraceValue,
} from "./trace/trace.js";
export { resultTraces, Tracer } from "./trace/tracer.js";
