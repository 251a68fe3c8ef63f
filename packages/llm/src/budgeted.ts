import { estimateTokens } from "@semantic-xpath/emitters";
import { estimateUsage } from "./estimateUsage.js";
import type { CallOptions, LanguageModel, ModelAnswer, ModelRequest, ModelUsage } from "./languageModel.js";
import { ModelError, modelError } from "./modelError.js";

/** Limits of spending on a model, over all calls. Absent members have no limit. */
export interface SpendingLimits {
  readonly maxCalls?: number;
  /** Tokens in and out. */
  readonly maxTokens?: number;
  /** In the currency of `prices`. */
  readonly maxCost?: number;
  /** Prices of a million tokens. Default: free. */
  readonly prices?: { readonly input: number; readonly output: number };
}

/** One call that was sent. */
export interface ModelCall {
  readonly purpose: string;
  readonly usage: ModelUsage;
  readonly cost: number;
  /** `answered`, `aborted`, or the code of the error. */
  readonly outcome: string;
}

export interface Spent {
  readonly calls: number;
  readonly input: number;
  readonly output: number;
  readonly cost: number;
}

/** A model with a spending cap and a log. */
export interface BudgetedModel extends LanguageModel {
  /** Spending of all calls that have ended. */
  readonly spent: Spent;
  /** The calls in the order in which they ended. */
  readonly calls: readonly ModelCall[];
}

/** Tokens that are kept free for an answer whose request names no limit. */
const ANSWER = 4096;

/**
 * Keeps a model within limits. A call that could go beyond them is refused with SXP5109 before anything is sent: its input is estimated, and its answer gets
 * no more tokens (`maxTokens`) than are left. Calls under way at the same time are counted at their most. Without limits it is a log alone.
 *
 * @example const model = budgeted(openaiModel({ … }), { maxTokens: 50_000 });
 * @throws RangeError for a limit that is not a number from 0 up.
 */
export function budgeted(model: LanguageModel, limits: SpendingLimits): BudgetedModel {
  const account = new Account(limits);
  const { embed } = model;
  return {
    id: model.id,
    supports: model.supports,
    spent: account.spent,
    calls: account.calls,
    async generate(request: ModelRequest, options?: CallOptions): Promise<ModelAnswer> {
      options?.signal?.throwIfAborted();
      const { input } = estimateUsage(request, "");
      const output = account.room(input, request.maxTokens ?? ANSWER);
      const within = account.isLimited ? { ...request, maxTokens: output } : request;
      const send = () => model.generate(within, options);
      return account.spend({ purpose: request.purpose, input, output }, send, ({ usage }) => usage);
    },
    ...(embed !== undefined && {
      async embed(texts: readonly string[], options?: CallOptions) {
        options?.signal?.throwIfAborted();
        const input = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
        account.room(input, 0);
        const send = () => embed.call(model, texts, options);
        return account.spend({ purpose: "embed", input, output: 0 }, send, () => ({
          input,
          output: 0,
          isEstimated: true,
        }));
      },
    }),
  };
}

/** A call before it is sent: what goes in, and the most that can come out. */
interface Planned {
  readonly purpose: string;
  readonly input: number;
  readonly output: number;
}

/** Finished spending, and reserved spending of pending calls. */
class Account {
  readonly calls: ModelCall[] = [];
  readonly spent = { calls: 0, input: 0, output: 0, cost: 0 };
  private readonly held = { calls: 0, tokens: 0, cost: 0 };
  private readonly limits: Required<SpendingLimits>;

  constructor({
    maxCalls = Infinity,
    maxTokens = Infinity,
    maxCost = Infinity,
    prices = { input: 0, output: 0 },
  }: SpendingLimits) {
    for (const [name, value] of Object.entries({ maxCalls, maxTokens, maxCost, ...prices })) {
      if (!(value >= 0)) throw new RangeError(`"${name}" is a number from 0 up, not ${value}.`);
    }
    this.limits = { maxCalls, maxTokens, maxCost, prices };
  }

  /** True if an answer may have to be shortened. */
  get isLimited(): boolean {
    return this.limits.maxTokens < Infinity || this.limits.maxCost < Infinity;
  }

  /** Maximum tokens of an answer; throws without room for any. */
  room(input: number, wanted: number): number {
    const { spent, held } = this;
    const { maxCalls, maxTokens, maxCost, prices } = this.limits;
    const least = Math.min(1, wanted);
    const refuse = (what: "calls" | "tokens" | "cost", limit: number, of: number): never => {
      throw modelError("SXP5109", { what, limit, spent: of });
    };
    if (spent.calls + held.calls >= maxCalls) refuse("calls", maxCalls, spent.calls);
    const tokens = spent.input + spent.output;
    const available = Math.min(wanted, maxTokens - tokens - held.tokens - input);
    if (available < least) refuse("tokens", maxTokens, tokens);
    const cost = spent.cost + held.cost + this.costOf(input, 0);
    const affordable = prices.output === 0 ? available : Math.floor(((maxCost - cost) * 1e6) / prices.output);
    if (cost > maxCost || affordable < least) refuse("cost", maxCost, spent.cost);
    return Math.min(available, affordable);
  }

  /** Sends a call, holds what it may spend while it is under way, and enters what it spent. */
  async spend<T>(planned: Planned, send: () => Promise<T>, usageOf: (answer: T) => ModelUsage): Promise<T> {
    const { purpose, input, output } = planned;
    const cost = this.costOf(input, output);
    this.hold(1, input + output, cost);
    try {
      const answer = await send();
      this.enter(purpose, usageOf(answer), "answered");
      return answer;
    } catch (error) {
      const sent = { input, output: 0, isEstimated: true };
      if (!(error instanceof ModelError)) this.enter(purpose, sent, "aborted");
      else if (!NOT_SENT.includes(error.code)) this.enter(purpose, error.usage ?? sent, error.code);
      throw error;
    } finally {
      this.hold(-1, -input - output, -cost);
    }
  }

  private hold(calls: number, tokens: number, cost: number): void {
    this.held.calls += calls;
    this.held.tokens += tokens;
    // Without pending calls nothing is reserved: sums of fractions would leave a remainder.
    this.held.cost = this.held.calls === 0 ? 0 : this.held.cost + cost;
  }

  private enter(purpose: string, usage: ModelUsage, outcome: string): void {
    const cost = this.costOf(usage.input, usage.output);
    this.spent.calls++;
    this.spent.input += usage.input;
    this.spent.output += usage.output;
    this.spent.cost += cost;
    this.calls.push({ purpose, usage, cost, outcome });
  }

  private costOf(input: number, output: number): number {
    const { prices } = this.limits;
    return (input * prices.input + output * prices.output) / 1e6;
  }
}

/** Codes of calls that never left: a key that is not set, a call that is not recorded. */
const NOT_SENT: readonly string[] = ["SXP5109", "SXP5110", "SXP5112", "SXP5113"];
