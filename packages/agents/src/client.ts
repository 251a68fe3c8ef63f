import { type Grant, type Memory, memoryError, Scope } from "@semantic-xpath/memory";
import { type Budget, lexicalScorer, type Scorer } from "@semantic-xpath/runtime";
import type { AuditEntry } from "./audit.js";
import type { Telemetry } from "./telemetry/telemetry.js";

/** Bounds on what one session takes. */
export interface SessionLimits {
  /** Calls of tools in a minute, default 120; and those that write among them, default 30. */
  readonly callsPerMinute: number;
  readonly writesPerMinute: number;
  /** Maximum size of one answer, in tokens of four bytes, regardless of the call. Default 8000. */
  readonly maxResultTokens: number;
  /** Maximum size of one input, in the same tokens. Default 64 000. */
  readonly maxInputTokens: number;
  /** Budget of a run; default: ten seconds and the budgets of the runtime. */
  readonly budget: Partial<Budget>;
}

const LIMITS: SessionLimits = {
  callsPerMinute: 120,
  writesPerMinute: 30,
  maxResultTokens: 8000,
  maxInputTokens: 64_000,
  budget: { maxMilliseconds: 10_000 },
};

export interface SessionOptions {
  readonly memory: Memory;
  /** Visible part and permitted actions. Default: everything is readable. */
  readonly grant?: Grant;
  /** The task that calls are about if they name none. Default: the only one, or the first. */
  readonly task?: string;
  /** Default: `lexicalScorer()`. */
  readonly scorer?: Scorer;
  /** The memory holds conversations: tools for messages and facts in place of those that write nodes. Default false. */
  readonly isForConversations?: boolean;
  /** Allows deletions without confirmation. Default false. */
  readonly mayDelete?: boolean;
  readonly limits?: Partial<SessionLimits>;
  /** Author of the writes. */
  readonly author?: string;
  /** Gets one entry for each call. */
  readonly audit?: (entry: AuditEntry) => void;
  /** Gets what was thrown where a fault is not that of a call. */
  readonly onFault?: (tool: string, error: unknown) => void;
  /** Observes calls, their operations and the scorer. Default: no observation. */
  readonly telemetry?: Telemetry;
  /** Default: the clock of the machine. */
  readonly now?: () => Date;
}

/** State of one client: its rights on a store, and its current task. */
export class Client {
  readonly memory: Memory;
  readonly scope: Scope;
  readonly scorer: Scorer;
  readonly isForConversations: boolean;
  readonly mayDelete: boolean;
  readonly limits: SessionLimits;
  readonly author: string | undefined;
  readonly now: () => Date;
  private current: string | null = null;

  constructor({ memory, grant, task, scorer = lexicalScorer(), telemetry, ...options }: SessionOptions) {
    this.memory = memory;
    this.scope = new Scope(memory, grant);
    this.scorer = telemetry?.scorer(scorer) ?? scorer;
    this.isForConversations = options.isForConversations ?? false;
    this.mayDelete = options.mayDelete ?? false;
    this.limits = { ...LIMITS, ...options.limits };
    this.author = options.author;
    this.now = options.now ?? (() => new Date());
    if (task !== undefined) this.switchTo(task);
  }

  /** The task that a call is about. Throws a `MemoryError` (SXP5012) if there is none, or not that one. */
  taskNamed(name: string | undefined): string {
    const tasks = this.scope.tasks();
    const requested = name ?? this.current ?? tasks[0]?.name;
    if (requested === undefined) throw memoryError("SXP5012", { name: "", suggestions: [], known: [] });
    return this.scope.named(requested);
  }

  /** Makes a task the one that calls are about if they name none. */
  switchTo(task: string): string {
    this.current = this.scope.named(task);
    return this.current;
  }

  /** Maximum tokens of an answer. */
  tokensFor(asked: number | undefined): number {
    return Math.min(asked ?? 1500, this.limits.maxResultTokens);
  }
}
