import type { Scorer } from "@semantic-xpath/runtime";
import type { Answer } from "../results/failure.js";

/** Observes the work of a session. Each method that takes `work` resolves and rejects as it does. A session without one observes nothing. */
export interface Telemetry {
  /** Observes the call of a tool from its request to its answer. */
  call(call: ObservedCall, work: () => Promise<Answer>): Promise<Answer>;
  /** Observes the work of a tool whose input was accepted. */
  operation<T extends Readonly<Record<string, unknown>>>(
    operation: ObservedOperation,
    work: () => Promise<T>,
  ): Promise<T>;
  /** Wraps a scorer: its calls are observed, its scores and its id stay. */
  scorer(scorer: Scorer): Scorer;
}

export interface ObservedCall {
  /** The name of a tool of the session; null: the session has no such tool. */
  readonly tool: string | null;
  /** The request of the Model Context Protocol that the call answers; null: it comes from the same process. */
  readonly request: McpRequest | null;
}

export interface McpRequest {
  readonly sessionId: string | null;
  readonly protocolVersion: string | null;
  /** `params._meta`: a client may put the context of its trace there. */
  readonly meta: Readonly<Record<string, unknown>>;
}

export interface ObservedOperation {
  readonly tool: string;
  readonly input: unknown;
  /** The id of the store. */
  readonly store: string;
}
