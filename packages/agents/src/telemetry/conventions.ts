/**
 * Names of OpenTelemetry's semantic conventions for generative AI and the Model Context Protocol, all in development, as of November 2026.
 * `@opentelemetry/semantic-conventions` has no stable constants for them.
 */
export const ATTRIBUTES = {
  operation: "gen_ai.operation.name",
  tool: "gen_ai.tool.name",
  topK: "gen_ai.request.top_k",
  store: "gen_ai.memory.store.id",
  recordCount: "gen_ai.memory.record.count",
  queryText: "gen_ai.memory.query.text",
  records: "gen_ai.memory.records",
  retrievalQuery: "gen_ai.retrieval.query.text",
  documents: "gen_ai.retrieval.documents",
  error: "error.type",
  method: "mcp.method.name",
  session: "mcp.session.id",
  protocol: "mcp.protocol.version",
  // Names outside of the conventions.
  queryDigest: "sxp.query.digest",
  version: "sxp.version",
  scorer: "sxp.scorer",
  pairs: "sxp.scorer.pairs",
  conflicts: "sxp.conflicts",
  journal: "sxp.store.operation",
  chunks: "sxp.store.chunks",
  events: "sxp.store.events",
} as const;

export const METRICS = {
  operation: "gen_ai.client.operation.duration",
  server: "mcp.server.operation.duration",
} as const;

/** Bounds of the histograms of durations, in seconds, as the conventions recommend them. */
export const DURATION_BOUNDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

export const TOOL_OPERATION = "execute_tool";
export const CALL_METHOD = "tools/call";
/** The conventions' value for a name or an error that is not one of a known list. */
export const OTHER = "_OTHER";

/** Operations on a memory by tool. Tools that only describe a store have none. */
export const OPERATIONS: Readonly<Record<string, string>> = {
  query: "search_memory",
  explain: "search_memory",
  why_not: "search_memory",
  show: "search_memory",
  history: "search_memory",
  diff: "search_memory",
  recall: "search_memory",
  insert: "create_memory",
  remember_messages: "create_memory",
  update: "update_memory",
  revert: "update_memory",
  delete: "delete_memory",
  create_task: "create_memory_store",
};

/** The operation of queries over data that no memory keeps. */
export const RETRIEVAL = "retrieval";

/** The variable of the environment that allows texts in spans, and its values that do. */
export const CAPTURE_VARIABLE = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT";
export const CAPTURE_VALUES: ReadonlySet<string> = new Set(["true", "span_only", "span_and_event"]);
