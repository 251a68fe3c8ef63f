/** The memory as tools for agents: one table of tools over a session, which bounds what can be seen and done. */

export type { AuditEntry } from "./audit.js";
export type { Failure } from "./results/failure.js";
export type { Problem } from "./results/problems.js";
export { tokensOf } from "./results/tokens.js";
export { type Answer, type CallContext, MemorySession, type SessionLimits, type SessionOptions } from "./session.js";
export type { McpRequest, ObservedCall, ObservedOperation, Telemetry } from "./telemetry/telemetry.js";
export type { AnyTool, Question, ToolAnnotations, ToolContext } from "./tools/tool.js";
