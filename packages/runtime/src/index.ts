export {
  type DataReading,
  FORMATS,
  type Format,
  foldFields,
  formatOf,
  type InferOptions,
  inferSchema,
  type JsonOptions,
  MAPPINGS,
  type Mapping,
  mappingNamed,
  type ParsedMapping,
  parseMapping,
  type ReadAsOptions,
  type ReaderOptions,
  type ReadOptions,
  readAs,
  readJson,
  readJsonLines,
  readTree,
  readXml,
  recogniseMapping,
  SCHEMAS,
  type Shipped,
  type ShippedMapping,
  type ShippedSchema,
  schemaNamed,
  subtree,
  type ValidateOptions,
  validate,
  type XmlOptions,
} from "@semantic-xpath/readers";
export {
  type CachedOptions,
  type Calibration,
  type CascadeOptions,
  type ChatJudgeOptions,
  cachedScorer,
  calibrate,
  cascadeScorer,
  chatJudgeScorer,
  type EmbeddingsApiOptions,
  embeddingsApiScorer,
  type FusedOptions,
  fusedScorer,
  type LexicalOptions,
  lexicalScorer,
  type MemoryCacheOptions,
  memoryCache,
  recordedScorer,
  recordingScorer,
  type ScoreCache,
  type ScoreEvidence,
  type ScoreOptions,
  type Scorer,
} from "@semantic-xpath/scorers";
export {
  BUDGET,
  type Budget,
  type FormatName,
  READ_LIMITS,
  ReadError,
  type ReadLimits,
  RunError,
  SemanticXPathError,
  Tree,
  TreeNode,
} from "@semantic-xpath/tree";
export { Collection, type CollectionRoots, type NamedTree } from "./collection.js";
export { type Compilation, type CompileOptions, compile } from "./compile.js";
export { CompiledQuery } from "./compiledQuery.js";
export type { Emptiness } from "./emptiness.js";
export type { Caveat } from "./execute/caveats.js";
export type { Progress } from "./execute/drive.js";
export type { RecordObject, RecordValue } from "./execute/records.js";
export type { ArgumentValue } from "./execute/run.js";
export type { QueryValue } from "./execute/valueQuery.js";
export type { SingleValue } from "./execute/values/written.js";
export { type Handed, type HandOverOptions, handOver } from "./handOver.js";
export { Match, type MatchGroup } from "./match.js";
export type { Observation } from "./observation.js";
export { CompileError, query } from "./query.js";
export { type QueryChanges, queryChanges } from "./queryChanges.js";
export type { CollectionResult, TreeTrace, TreeValue } from "./runCollection.js";
export type { RunOptions } from "./runOptions.js";
export type { RunResult, RunStats } from "./runResult.js";
export type { Selection } from "./selectPlan.js";
export { type SegmentSelection, selectSegments } from "./selectSegments.js";
export { treeStatistics } from "./statistics.js";
export { type BoundQuery, sxp } from "./tag.js";
export {
  type DropReason,
  type ScoreAlgebra,
  TRACE_VERSION,
  type Trace,
  type TraceDrop,
  type TraceEvidence,
  type TraceFactor,
  type TraceOperator,
  type TraceResult,
  type TraceScore,
  type TraceValue,
} from "./trace/trace.js";
export {
  type AttributeMatch,
  defineQueries,
  type GroupMatch,
  type NodeMatch,
  type NodeShape,
  type RecordMatch,
  type TextMatch,
  type TypedMatches,
  type TypedNode,
  type TypedQuery,
  type TypedValue,
} from "./typedQuery.js";
export { CompiledUpdate } from "./update/compiledUpdate.js";
export { type CompileUpdateOptions, compileUpdate, type UpdateCompilation } from "./update/compileUpdate.js";
export { editsSchema, parseEdits } from "./update/editsSchema.js";
export type { ExplainedUpdate, PartRole } from "./update/explainUpdate.js";
export type {
  Operation,
  OperationContent,
  OperationNode,
  OperationPosition,
  OperationTarget,
  OperationText,
  OperationValue,
} from "./update/operation.js";
export { operationsOf } from "./update/operationsOf.js";
export { operationsSchema, parseOperations } from "./update/operationsSchema.js";
export type { PendingOptions, PendingUpdate } from "./update/pending.js";
export type { UpdateArgument } from "./update/runPart.js";
export { type Candidate, CONFIDENCE, type Confidence, type ResolvedTarget } from "./update/targets.js";
export { type UpdateText, updateOf } from "./update/updateOf.js";
