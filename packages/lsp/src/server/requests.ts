/** The requests beyond the protocol. Parameters and results are typed in features/run/requests.ts and features/memory/requests.ts. */
export const REQUESTS = {
  /** QueryParams → CompileResult */
  compile: "sxp/compile",
  /** RunParams → RunOutcome; progress as `$/progress` with the request's `workDoneToken`; cancellable. */
  run: "sxp/run",
  /** UpdateParams → UpdateOutcome: nothing is changed; cancellable. */
  update: "sxp/update",
  /** QueryParams → ExplainResult */
  explain: "sxp/explain",
  /** RunParams → TraceResult; cancellable. */
  trace: "sxp/trace",
  /** RunParams → TestResult; cancellable. */
  test: "sxp/test",
  /** ViewParams → ViewResult: one method of a run that is kept; progress as of `run` if queries are tried; cancellable. */
  view: "sxp/view",
  /** SourceParams → SourceResult: where a node of a kept run is in its data file. */
  source: "sxp/source",
  /** CompareParams → CompareResult */
  compare: "sxp/compare",
  /** ExportParams → TextResult; cancellable. */
  export: "sxp/export",
  /** OfRun → ForgetResult */
  forget: "sxp/forget",
  /** nothing → RunsResult */
  runs: "sxp/runs",
  /** InferSchemaParams → TextResult */
  inferSchema: "sxp/inferSchema",
  /** FileParams → TextResult */
  types: "sxp/types",
  /** AskParams → AskResult: a request in English as queries for a file. */
  ask: "sxp/ask",
  /** QuestionParams → QuestionResult: a query or a request in English about a data file; cancellable. */
  question: "sxp/question",
  /** MemoryParams → MemoryTasksResult */
  memoryTasks: "sxp/memoryTasks",
  /** MemoryVersionsParams → MemoryVersionsResult */
  memoryVersions: "sxp/memoryVersions",
  /** MemoryFileParams → MemoryFileResult: a version as a file that queries can import. */
  memoryFile: "sxp/memoryFile",
  /** MemoryBlameParams → MemoryBlameResult: who made a node of a version what it is. */
  memoryBlame: "sxp/memoryBlame",
  /** MemoryStepParams → MemoryStepResult: a branch, a merge, an undo or going back; without `apply` nothing is written. */
  memoryStep: "sxp/memoryStep",
  /** NodeAtParams → NodeAtResult: which node is at a place of a data file. */
  nodeAt: "sxp/nodeAt",
} as const;

/** The type of notebooks whose cells are synchronised: those of language sxp, and yaml for front matter. */
export const NOTEBOOK_TYPE = "sxp-notebook";
