import { budgeted, type LanguageModel, type ModelRequest, modelError } from "@semantic-xpath/llm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateUsage } from "../../packages/llm/src/estimateUsage.js";
import { runs } from "../support/runs.js";

const ask = (purpose: string, more: object = {}): ModelRequest => ({
  messages: [{ role: "user", content: "What is there? ".repeat(5) }],
  purpose,
  ...more,
});

/** Says as many tokens as it is allowed, up to `wants`. */
function talker(wants: number): LanguageModel & { readonly asked: ModelRequest[] } {
  const asked: ModelRequest[] = [];
  return {
    id: "talker",
    supports: { jsonSchema: false, gbnf: false, logprobs: false },
    asked,
    async generate(request) {
      asked.push(request);
      await Promise.resolve();
      if (request.purpose === "fail") throw modelError("SXP5107", { text: "x", problem: "no JSON" }, null);
      if (request.purpose === "abort") throw new Error("enough");
      const output = Math.min(wants, request.maxTokens ?? wants);
      return { text: "x", usage: { input: 20, output, isEstimated: false }, finish: "stop" };
    },
    async embed(texts) {
      return texts.map(() => Float32Array.of(1));
    },
  };
}

describe("a spending cap", () => {
  it("logs each call with its tokens, cost and outcome", async () => {
    const model = budgeted(talker(10), { prices: { input: 1, output: 2 } });
    await model.generate(ask("query"));
    await expect(model.generate(ask("fail"))).rejects.toMatchObject({ code: "SXP5107" });
    await expect(model.generate(ask("abort"))).rejects.toThrow("enough");
    await model.embed!(["some text"]);
    expect(model.calls.map(({ purpose, outcome }) => [purpose, outcome])).toEqual([
      ["query", "answered"],
      ["fail", "SXP5107"],
      ["abort", "aborted"],
      ["embed", "answered"],
    ]);
    expect(model.calls[0]).toMatchObject({ usage: { input: 20, output: 10 }, cost: 40 / 1e6 });
    expect(model.spent).toMatchObject({ calls: 4, output: 10 });
  });

  it("refuses what could go beyond it, and sends nothing", async () => {
    const inner = talker(10);
    const calls = budgeted(inner, { maxCalls: 1 });
    await calls.generate(ask("query"));
    await expect(calls.generate(ask("query"))).rejects.toThrow(
      /SXP5109: The spending cap of 1 calls is reached: 1 spent/,
    );
    await expect(calls.embed!(["x"])).rejects.toMatchObject({ code: "SXP5109" });
    expect(inner.asked).toHaveLength(1);
    await expect(budgeted(inner, { maxTokens: 5 }).generate(ask("q"))).rejects.toThrow(/cap of 5 tokens/);
    const dear = budgeted(inner, { maxCost: 0.00001, prices: { input: 1, output: 1 } });
    await expect(dear.generate(ask("q"))).rejects.toThrow(/cap of 0.00001 in cost/);
  });

  it("lets an answer have what is left, and no more", async () => {
    const inner = talker(1000);
    const model = budgeted(inner, { maxTokens: 100 });
    await model.generate(ask("query"));
    expect(inner.asked[0]!.maxTokens).toBeLessThan(100);
    const open = talker(5);
    await budgeted(open, { maxCalls: 3 }).generate(ask("query"));
    expect(open.asked[0]!.maxTokens).toBeUndefined();
  });

  it.each([{ maxCalls: -1 }, { maxTokens: Number.NaN }, { prices: { input: -1, output: 0 } }])(
    "%j is refused",
    (limits) => expect(() => budgeted(talker(1), limits)).toThrow(RangeError),
  );

  /** Calls wait for each other in any order; each spends all that it may. */
  it("holds with calls under way, in whichever order they begin and end", async () => {
    const call = fc.record({
      purpose: fc.constantFrom("query", "query", "query", "fail", "abort"),
      wants: fc.nat(200),
      maxTokens: fc.option(fc.nat(100), { nil: undefined }),
    });
    const limits = fc.record({ maxTokens: fc.nat(600), maxCalls: fc.nat(6), maxCost: fc.nat(900) });
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        limits,
        fc.array(call, { minLength: 1, maxLength: 8 }),
        async (scheduler, caps, wanted) => {
          const prices = { input: 1e6, output: 2e6 };
          const inner = talker(200);
          const { generate } = inner;
          const slow = { ...inner, generate: scheduler.scheduleFunction(generate) } as LanguageModel;
          const model = budgeted(slow, { ...caps, prices });
          const start = scheduler.scheduleFunction(async () => undefined);
          const begun = wanted.map(async ({ purpose, maxTokens }) => {
            await start();
            return model.generate(ask(purpose, maxTokens === undefined ? {} : { maxTokens }));
          });
          const all = Promise.allSettled(begun);
          await scheduler.waitAll();
          const refused = (await all).filter(
            (each) => each.status === "rejected" && (each.reason as { code?: string }).code === "SXP5109",
          );
          expect(model.spent.calls).toBe(wanted.length - refused.length);
          expect(inner.asked).toHaveLength(model.spent.calls);
          expect(model.spent.calls).toBeLessThanOrEqual(caps.maxCalls);
          expect(model.spent.input + model.spent.output).toBeLessThanOrEqual(caps.maxTokens);
          expect(model.spent.cost).toBeLessThanOrEqual(caps.maxCost);
        },
      ),
      { numRuns: runs(400) },
    );
  });

  it("refuses nothing that it has room for, once calls have ended", async () => {
    const wants = fc.array(fc.nat(60), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(wants, fc.nat(400), async (outputs, maxTokens) => {
        const model = budgeted(talker(60), { maxTokens });
        let left = maxTokens;
        for (const output of outputs) {
          const request = ask("query", { maxTokens: output });
          const input = estimateUsage(request, "").input;
          const call = model.generate(request);
          if (input + Math.min(1, output) > left) await expect(call).rejects.toMatchObject({ code: "SXP5109" });
          else left -= 20 + Math.min((await call).usage.output, output);
          expect(maxTokens - model.spent.input - model.spent.output).toBe(left);
        }
      }),
      { numRuns: runs(400) },
    );
  });
});
