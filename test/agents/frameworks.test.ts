import { memoryTools as aiTools } from "@semantic-xpath/agents/ai-sdk";
import { memoryTools as langChainTools } from "@semantic-xpath/agents/langchain";
import { generateText, stepCountIs } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { describe, expect, it } from "vitest";
import { session } from "./support/trip.js";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that says these calls, one after the other, and then a text. */
function scripted(calls: readonly { name: string; input: object }[]) {
  let turn = 0;
  return new MockLanguageModelV3({
    doGenerate: async () => {
      const call = calls[turn++];
      const content =
        call === undefined
          ? ([{ type: "text", text: "Done." }] as const)
          : ([
              { type: "tool-call", toolCallId: `c${turn}`, toolName: call.name, input: JSON.stringify(call.input) },
            ] as const);
      const reason = call === undefined ? "stop" : "tool-calls";
      return { content: [...content], finishReason: { unified: reason, raw: reason }, usage, warnings: [] };
    },
  });
}

describe("the Vercel AI SDK", () => {
  it("calls the tools, and hands their outputs to the model", async () => {
    const model = scripted([
      { name: "query", input: { query: "//PIO" } },
      { name: "query", input: { query: '//POI[node =~ "museum"]', limit: 1 } },
    ]);
    const { text, steps } = await generateText({
      model,
      tools: aiTools(session().session),
      stopWhen: stepCountIs(5),
      prompt: "Where is the museum?",
    });
    expect(text).toBe("Done.");
    const outputs = steps.flatMap(({ toolResults }) => toolResults.map(({ output }) => output));
    expect(outputs).toMatchObject([
      { error: { code: "SXP2001", problems: [{ fixes: [{ query: "//POI" }] }] } },
      { matches: [{ key: 3, text: "Museum of Nature · cost 12" }] },
    ]);
    expect(JSON.stringify(model.doGenerateCalls.at(-1)?.prompt)).toContain("Museum of Nature");
    expect(model.doGenerateCalls[0]?.tools?.map(({ name }) => name)).toContain("why_not");
  });
});

describe("LangChain", () => {
  it("invokes the tools by their calls", async () => {
    const tools = langChainTools(session().session);
    const query = tools.find(({ name }) => name === "query")!;
    const answer = await query.invoke({ query: '//POI[node =~ "museum"]', limit: 1 });
    expect(JSON.parse(answer as string)).toMatchObject({ matches: [{ key: 3 }] });
    const message = await query.invoke({ id: "c1", name: "query", args: { query: "//PIO" }, type: "tool_call" });
    expect(message).toMatchObject({ tool_call_id: "c1" });
    expect(JSON.parse((message as { content: string }).content)).toMatchObject({ error: { code: "SXP2001" } });
  });
});
