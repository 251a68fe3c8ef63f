import { type LanguageModel, type ModelRequest, recordedModel, recordingModel } from "@semantic-xpath/llm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../support/runs.js";

const user = (content: string, more: object = {}): ModelRequest => ({
  messages: [
    { role: "system", content: "Be short." },
    { role: "user", content },
  ],
  purpose: "query",
  ...more,
});

/** Says the last message and how many calls there were. */
function echo(): LanguageModel {
  let calls = 0;
  return {
    id: "echo",
    supports: { jsonSchema: true, gbnf: false, logprobs: false },
    async generate({ messages }, options) {
      const text = `${messages.at(-1)!.content} ${++calls}`;
      options?.onText?.(text);
      return { text, usage: { input: 1, output: 2, isEstimated: false }, finish: "stop" };
    },
    async embed(texts) {
      return texts.map((text) => Float32Array.of(text.length, 0.5));
    },
  };
}

describe("a cassette", () => {
  it("replays what was recorded, through JSON, in the order of the calls", async () => {
    const recording = recordingModel(echo());
    for (const text of ["a", "b", "a"]) await recording.generate(user(text));
    const vectors = await recording.embed!(["x", "yy"]);
    const replay = recordedModel(JSON.stringify(recording.cassette()));
    const texts: string[] = [];
    for (const text of ["a", "a", "a", "b"]) texts.push((await replay.generate(user(text))).text);
    expect(texts).toEqual(["a 1", "a 3", "a 3", "b 2"]);
    expect(await replay.embed!(["yy", "x"])).toEqual([vectors[1], vectors[0]]);
    expect(replay).toMatchObject({ id: "recorded(echo)", supports: { jsonSchema: true } });
  });

  it("gives the text to whoever listens, and ends with the signal", async () => {
    const recording = recordingModel(echo());
    await recording.generate(user("a"));
    const replay = recordedModel(recording.cassette());
    const pieces: string[] = [];
    await replay.generate(user("a", { purpose: "another" }), { onText: (text) => pieces.push(text) });
    expect(pieces).toEqual(["a 1"]);
    const aborted = { signal: AbortSignal.abort(new Error("enough")) };
    await expect(replay.generate(user("a"), aborted)).rejects.toThrow("enough");
  });

  it.each([
    [user("What is on day 8?"), /in message 2: "is on day 7\?" there, "is on day 8\?" here\./],
    [user("What is on day 7?", { temperature: 1 }), /in "temperature"\./],
    [user("What is on day 7?", { schema: { name: "x", json: {} } }), /in "schema"\./],
    [{ messages: [{ role: "user", content: "x" }], purpose: "query" }, /in message 1: of system there, of user here/],
    [{ ...user(""), messages: user("").messages.slice(0, 1) }, /in the number of messages: 2 there, 1 here/],
  ] as [ModelRequest, RegExp][])("says what the nearest call has otherwise: %#", async (request, expected) => {
    const recording = recordingModel(echo());
    await recording.generate(user("What is on day 7?"));
    await expect(recordedModel(recording.cassette()).generate(request)).rejects.toThrow(expected);
  });

  it("that is empty says so", async () => {
    const replay = recordedModel(recordingModel(echo()).cassette());
    await expect(replay.generate(user("a"))).rejects.toThrow(/SXP5110: .*It is empty\./);
    expect(replay.embed).toBeUndefined();
  });

  it.each([
    "nope",
    "[]",
    "{}",
    '{"version":2}',
    '{"version":1,"model":"m","supports":{},"calls":[{}],"embeddings":[]}',
    '{"version":1,"model":"m","supports":{},"calls":[],"embeddings":[{"text":1}]}',
    '{"version":1,"model":"m","supports":{},"calls":{},"embeddings":[]}',
    '{"__proto__":{"version":1}}',
    '{"version":1,"model":"m","supports":{},"calls":[],"embeddings":[{"text":"a","vector":[1,"x"]}]}',
  ])("%s can't be read", (text) =>
    expect(() => recordedModel(text)).toThrow(expect.objectContaining({ code: "SXP5111" }) as never),
  );

  it("finds a call whatever the order of members, and no other call", async () => {
    const json = fc.dictionary(fc.string(), fc.jsonValue());
    const settings = fc.record(
      {
        temperature: fc.integer({ min: 0, max: 2 }),
        maxTokens: fc.nat(),
        schema: fc.record({ name: fc.string(), json }),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.string(), settings, fc.string(), async (text, more, other) => {
        const recording = recordingModel(echo());
        await recording.generate(user(text, more));
        const replay = recordedModel(JSON.stringify(recording.cassette()));
        const turned = Object.fromEntries(Object.entries(user(text, more)).reverse()) as never;
        expect((await replay.generate(turned)).text).toBe(`${text} 1`);
        if (other !== text) await expect(replay.generate(user(other, more))).rejects.toMatchObject({ code: "SXP5110" });
      }),
      { numRuns: runs(100) },
    );
  });
});
