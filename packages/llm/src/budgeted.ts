import { estimateTokens } from "@semantic-xpath/emitters";
import { estimateUsage } from "./estimateUsage.js";
import type { CallOptions, LanguageModel, ModelAnswer, ModelRequest, ModelUsage } from "./languageModel.js";
import { ModelError, modelError } from "./modelError.js";

/** What may be spent on a model, all calls taken together. What is left out has no limit. */
export interface SpendingLimits {
  readonly maxCalls?: number;
  /** Tokens in and out. */
  readonly maxTokens?: number;
  /** In the currency of `prices`. */
  readonly maxCost?: number;
  /** Of a million tokens. Default: nothing costs anything. */
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
  /** Of all calls that have ended. */
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
  const { maxCalls = Infinity, maxTokens = Infinity, maxCost = Infinity, prices = { input: 0, output: 0 } } = limits;
  for (const [name, value] of Object.entries({ maxCalls, maxTokens, maxCost, ...prices })) {
    if (!(value >= 0)) throw new RangeError(`"${name}" is a number from 0 up, not ${value}.`);
  }
  const calls: ModelCall[] = [];
  const spent = { calls: 0, input: 0, output: 0, cost: 0 };
  /** Of calls under way, at their most. */
  const held = { calls: 0, tokens: 0, cost: 0 };
  const costOf = (input: number, output: number) => (input * prices.input + output * prices.output) / 1e6;

  /** The most tokens that an answer may have; throws where there is no room for any. */
  const room = (input: number, wanted: number): number => {
    const tokens = spent.input + spent.output;
    const cost = spent.cost + held.cost + costOf(input, 0);
    if (spent.calls + held.calls >= maxCalls)
      throw modelError("SXP5109", { what: "calls", limit: maxCalls, spent: spent.calls });
    const left = Math.min(wanted, maxTokens - tokens - held.tokens - input);
    if (left < Math.min(1, wanted)) throw modelError("SXP5109", { what: "tokens", limit: maxTokens, spent: tokens });
    const affordable = prices.output === 0 ? left : Math.floor(((maxCost - cost) * 1e6) / prices.output);
    if (cost > maxCost || Math.min(left, affordable) < Math.min(1, wanted))
      throw modelError("SXP5109", { what: "cost", limit: maxCost, spent: spent.cost });
    return Math.min(left, affordable);
  };

  const spend = async <T>(
    purpose: string,
    input: number,
    output: number,
    send: () => Promise<T>,
    usageOf: (answer: T) => ModelUsage,
  ): Promise<T> => {
    const hold = { tokens: input + output, cost: costOf(input, output) };
    held.calls++;
    held.tokens += hold.tokens;
    held.cost += hold.cost;
    const log = (usage: ModelUsage, outcome: string): void => {
      const cost = costOf(usage.input, usage.output);
      spent.calls++;
      spent.input += usage.input;
      spent.output += usage.output;
      spent.cost += cost;
      calls.push({ purpose, usage, cost, outcome });
    };
    const sent = { input, output: 0, isEstimated: true };
    try {
      const answer = await send();
      log(usageOf(answer), "answered");
      return answer;
    } catch (error) {
      if (!(error instanceof ModelError)) log(sent, "aborted");
      else if (!NOT_SENT.includes(error.code)) log(error.usage ?? sent, error.code);
      throw error;
    } finally {
      held.calls--;
      held.tokens -= hold.tokens;
      held.cost -= hold.cost;
    }
  };

  const { embed } = model;
  return {
    id: model.id,
    supports: model.supports,
    spent,
    calls,
    async generate(request: ModelRequest, options?: CallOptions): Promise<ModelAnswer> {
      options?.signal?.throwIfAborted();
      const { input } = estimateUsage(request, "");
      const wanted = request.maxTokens ?? ANSWER;
      const output = room(input, wanted);
      const isLimited = maxTokens < Infinity || maxCost < Infinity;
      const within = isLimited ? { ...request, maxTokens: output } : request;
      return spend(
        request.purpose,
        input,
        output,
        () => model.generate(within, options),
        ({ usage }) => usage,
      );
    },
    ...(embed !== undefined && {
      async embed(texts: readonly string[], options?: CallOptions) {
        const input = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
        room(input, 0);
        const usage = { input, output: 0, isEstimated: true };
        return spend(
          "embed",
          input,
          0,
          () => embed.call(model, texts, options),
          () => usage,
        );
      },
    }),
  };
}

/** Codes of calls that never left: a key that is not set, a call that is not recorded. */
const NOT_SENT: readonly string[] = ["SXP5109", "SXP5110", "SXP5112", "SXP5113"];
