/** The memory as tools for agents: one table of tools over a session, which bounds what can be seen and done. */

export type { AuditEntry } from "./audit.js";
export type { SessionLimits, SessionOptions } from "./client.js";
export type { Answer, Failure } from "./results/failure.js";
export { tokensOf } from "./results/page.js";
export type { Problem } from "./results/problems.js";
export { type CallContext, MemorySession } from "./session.js";
export type { McpRequest, ObservedCall, ObservedOperation, Telemetry } from "./telemetry/telemetry.js";
export type { AnyTool, Question, ToolAnnotations, ToolContext } from "./tools/tool.js";
