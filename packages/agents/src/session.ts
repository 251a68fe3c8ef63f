import { type Grant, type Memory, memoryError, Scope } from "@semantic-xpath/memory";
import { type Budget, lexicalScorer, type Scorer } from "@semantic-xpath/runtime";
import { type AuditEntry, AuditTrail } from "./audit.js";
import { type Failure, failureOf, isFault } from "./results/failure.js";
import { tokensOf } from "./results/tokens.js";
import type { McpRequest, Telemetry } from "./telemetry/telemetry.js";
import { type ToolChoice, toolNamed, toolsOf } from "./tools/table.js";
import type { AnyTool, ToolContext } from "./tools/tool.js";

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

/** A tool's context, with the request of the protocol that the call answers. */
export interface CallContext extends ToolContext {
  /** Default: the call comes from the same process. */
  readonly request?: McpRequest;
}

/** Result of a tool call. `text` is the output as JSON, for clients that take texts. */
export type Answer =
  | { readonly ok: true; readonly output: Readonly<Record<string, unknown>>; readonly text: string }
  | { readonly ok: false; readonly failure: Failure };

/** State of one client: its rights on a store, its current task, and the calls that it has made. */
export class MemorySession {
  readonly memory: Memory;
  readonly scope: Scope;
  readonly scorer: Scorer;
  readonly isForConversations: boolean;
  readonly mayDelete: boolean;
  readonly limits: SessionLimits;
  readonly author: string | undefined;
  readonly now: () => Date;
  private current: string | null;
  private readonly trail: AuditTrail;
  private readonly telemetry: Telemetry | null;
  private readonly onFault: NonNullable<SessionOptions["onFault"]>;

  constructor(options: SessionOptions) {
    this.memory = options.memory;
    this.scope = new Scope(options.memory, options.grant);
    this.telemetry = options.telemetry ?? null;
    const scorer = options.scorer ?? lexicalScorer();
    this.scorer = this.telemetry?.scorer(scorer) ?? scorer;
    this.isForConversations = options.isForConversations ?? false;
    this.mayDelete = options.mayDelete ?? false;
    this.limits = { ...LIMITS, ...options.limits };
    this.author = options.author;
    this.now = options.now ?? (() => new Date());
    this.trail = new AuditTrail(this.now, options.audit ?? (() => undefined));
    this.onFault = options.onFault ?? (() => undefined);
    this.current = options.task ?? null;
    if (this.current !== null) this.switchTo(this.current);
  }

  /** The tools that this session may call. */
  get tools(): readonly AnyTool[] {
    return toolsOf(this.toolChoice);
  }

  private get toolChoice(): ToolChoice {
    return { canWrite: this.scope.canWrite, isForConversations: this.isForConversations };
  }

  /** The task that a call is about. Throws a `MemoryError` (SXP5012) if there is none, or not that one. */
  taskNamed(name: string | undefined): string {
    const tasks = this.scope.tasks();
    const requested = name ?? this.current ?? tasks[0]?.name;
    if (requested === undefined) throw memoryError("SXP5012", { name: "", suggestions: [] });
    return this.scope.named(requested);
  }

  /** Makes a task the one that calls are about if they name none. */
  switchTo(task: string): string {
    this.current = this.scope.named(task);
    return this.current;
  }

  /** Calls a tool. Never rejects: what goes wrong is in the answer. */
  call(name: string, input: unknown, { request, ...context }: CallContext = {}): Promise<Answer> {
    const work = (): Promise<Answer> => this.answer(name, input, context);
    if (this.telemetry === null) return work();
    const tool = this.tools.some((one) => one.name === name) ? name : null;
    return this.telemetry.call({ tool, request: request ?? null }, work);
  }

  private async answer(name: string, input: unknown, context: ToolContext): Promise<Answer> {
    const entry = this.trail.begin(name);
    let inputs: readonly string[] = [];
    try {
      const tool = toolNamed(name, this.toolChoice);
      inputs = Object.keys(tool.input.shape);
      this.checkCall(tool, input);
      await this.memory.refreshAsync();
      const work = () => tool.call(this, input, context);
      const observed = { tool: name, input, store: this.memory.journal.id };
      const output = await (this.telemetry?.operation(observed, work) ?? work());
      entry.done(output);
      return { ok: true, output, text: JSON.stringify(output) };
    } catch (error) {
      if (isFault(error)) this.onFault(name, error);
      const failure = failureOf(name, error, inputs);
      entry.failed(failure.code);
      return { ok: false, failure };
    }
  }

  /** Maximum tokens of an answer. */
  tokensFor(asked: number | undefined): number {
    return Math.min(asked ?? 1500, this.limits.maxResultTokens);
  }

  private checkCall(tool: AnyTool, input: unknown): void {
    const { callsPerMinute, writesPerMinute, maxInputTokens } = this.limits;
    this.trail.admit("calls", callsPerMinute);
    if (tool.writes) {
      this.scope.checkWrite();
      this.trail.admit("writes", writesPerMinute);
    }
    const tokens = tokensOf(jsonOf(tool, input));
    if (tokens > maxInputTokens)
      throw memoryError("SXP5064", {
        tool: tool.name,
        problems: [`it takes ${tokens} tokens, and ${maxInputTokens} are allowed`],
      });
  }
}

function jsonOf(tool: AnyTool, input: unknown): string {
  try {
    return JSON.stringify(input ?? null);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw memoryError("SXP5064", { tool: tool.name, problems: ["it is nested too deeply"] });
  }
}
