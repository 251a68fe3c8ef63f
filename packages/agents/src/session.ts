import { AuditTrail } from "./audit.js";
import { Client, type SessionOptions } from "./client.js";
import { type Answer, failureOf, invalidInput, isFault } from "./results/failure.js";
import { tokensOf } from "./results/page.js";
import { within } from "./results/within.js";
import type { McpRequest, Telemetry } from "./telemetry/telemetry.js";
import { type ToolChoice, toolNamed, toolsOf } from "./tools/table.js";
import type { AnyTool, ToolContext } from "./tools/tool.js";

/** A tool's context, with the request of the protocol that the call answers. */
export interface CallContext extends ToolContext {
  /** Default: the call comes from the same process. */
  readonly request?: McpRequest;
}

/** A client and its calls. */
export class MemorySession extends Client {
  private readonly trail: AuditTrail;
  private readonly telemetry: Telemetry | null;
  private readonly onFault: NonNullable<SessionOptions["onFault"]>;

  constructor(options: SessionOptions) {
    super(options);
    this.telemetry = options.telemetry ?? null;
    this.trail = new AuditTrail(this.now, options.audit ?? (() => undefined));
    this.onFault = options.onFault ?? (() => undefined);
  }

  /** The tools that this session may call. */
  get tools(): readonly AnyTool[] {
    return toolsOf(this.toolChoice);
  }

  /** Throws a `MemoryError` (SXP5070) for a tool that this session does not have; SXP5061 for one that writes. */
  toolNamed(name: string): AnyTool {
    return toolNamed(name, this.toolChoice);
  }

  private get toolChoice(): ToolChoice {
    return { canWrite: this.scope.canWrite, isForConversations: this.isForConversations };
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
      const tool = this.toolNamed(name);
      inputs = Object.keys(tool.input.shape);
      this.checkCall(tool, input);
      await this.memory.refreshAsync();
      const work = () => tool.call(this, input, context);
      const observed = { tool: name, input, store: this.memory.journal.id };
      const output = await (this.telemetry?.operation(observed, work) ?? work());
      const text = JSON.stringify(within(output, this.sizeOf(input)));
      // Members without a value are left out.
      const plain = JSON.parse(text) as Readonly<Record<string, unknown>>;
      entry.done(plain);
      return { ok: true, output: plain, text };
    } catch (error) {
      if (isFault(error)) this.onFault(name, error);
      const failure = within(failureOf(name, error, inputs), this.sizeOf(input));
      entry.failed(failure.code);
      return { ok: false, failure };
    }
  }

  /** Tokens of the answer to an input, 100 at least where the session allows them. Of a recall, `tokens` are those of the answer. */
  private sizeOf(input: unknown): number {
    const { maxTokens, tokens } = (input ?? {}) as { readonly maxTokens?: unknown; readonly tokens?: unknown };
    const size = maxTokens ?? tokens;
    return this.tokensFor(typeof size === "number" ? Math.max(100, size) : undefined);
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
      throw invalidInput(tool.name, `it takes ${tokens} tokens, and ${maxInputTokens} are allowed`);
  }
}

function jsonOf(tool: AnyTool, input: unknown): string {
  try {
    return JSON.stringify(input ?? null);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw invalidInput(tool.name, "it is nested too deeply");
  }
}
