import { ModelError } from "@semantic-xpath/llm";
import { type OpenaiOptions, openaiModel, probeSupport } from "@semantic-xpath/llm/openai";
import { describe, expect, it } from "vitest";
import { type Script, scriptedServer } from "../support/scriptedServer.js";

const SCHEMA = {
  name: "word",
  json: { type: "object", properties: { word: { type: "string" } }, required: ["word"], additionalProperties: false },
};
const ask = (more: object = {}) => ({
  messages: [
    { role: "system" as const, content: "Be short." },
    { role: "user" as const, content: "Say it." },
  ],
  purpose: "test",
  ...more,
});

async function modelOf(script: Script, options: Partial<OpenaiOptions> = {}) {
  const server = await scriptedServer(script);
  return { server, model: openaiModel({ url: server.url, model: "m", firstWait: 0, retries: 2, ...options }) };
}

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "answered",
    (error) => (error instanceof ModelError ? error.message : `${error}`),
  );

describe("a model behind a server", () => {
  it("gives text piece by piece, and the tokens that the server counted", async () => {
    const { model, server } = await modelOf([{ text: "It is a lake.", usage: { input: 7, output: 5 } }]);
    const pieces: string[] = [];
    const answer = await model.generate(ask({ maxTokens: 50 }), { onText: (text) => pieces.push(text) });
    expect(answer).toEqual({
      text: "It is a lake.",
      usage: { input: 7, output: 5, isEstimated: false },
      finish: "stop",
    });
    expect(pieces.join("")).toBe("It is a lake.");
    expect(pieces.length).toBeGreaterThan(1);
    expect(server.calls[0]!.body).toMatchObject({ model: "m", max_tokens: 50, temperature: 0, stream: true });
    expect(server.calls[0]!.body.messages).toEqual(ask().messages);
    expect(model.id).toBe(`m @ ${new URL(server.url).host}`);
  });

  it("estimates tokens where the server says nothing", async () => {
    const { model } = await modelOf([{ text: "It is a lake.", usage: null }]);
    const { usage } = await model.generate(ask());
    expect(usage.isEstimated).toBe(true);
    expect(usage.input).toBeGreaterThan(usage.output);
  });

  it("leaves out what a model thinks aloud", async () => {
    const { model } = await modelOf(["<think>a lake or a river?</think>A lake."]);
    const pieces: string[] = [];
    const { text } = await model.generate(ask(), { onText: (piece) => pieces.push(piece) });
    expect(text.trim()).toBe("A lake.");
    expect(pieces.join("")).toBe(text);
  });

  it("asks for what the server supports: schema, grammar, log-probabilities", async () => {
    const supports = { jsonSchema: true, gbnf: true, logprobs: true };
    const { model, server } = await modelOf(['{"word":"x"}'], { supports, extra: { seed: 1 } });
    const { value, logprobs } = await model.generate(ask({ schema: SCHEMA, logprobs: true }));
    expect(value).toEqual({ word: "x" });
    expect(logprobs).toEqual([{ token: '{"word":"x"}', logprob: -0.1 }]);
    await model.generate(ask({ grammar: 'root ::= "x"' }));
    const [first, second] = server.calls.map(({ body }) => body);
    expect(first).toMatchObject({
      response_format: { type: "json_schema", json_schema: { name: "word", schema: SCHEMA.json } },
      logprobs: true,
      seed: 1,
    });
    expect(first.messages).toEqual(ask().messages);
    expect(second).toMatchObject({ grammar: 'root ::= "x"' });
  });

  it("puts the schema into the prompt where the server does not support it", async () => {
    const { model, server } = await modelOf(['```json\n{"word":"x"}\n```']);
    const { value, logprobs } = await model.generate(ask({ schema: SCHEMA, grammar: "g", logprobs: true }));
    expect(value).toEqual({ word: "x" });
    expect(logprobs).toBeUndefined();
    expect(server.calls[0]!.system).toContain(JSON.stringify(SCHEMA.json));
    expect(Object.keys(server.calls[0]!.body)).not.toContain("grammar");
    expect(Object.keys(server.calls[0]!.body)).not.toContain("response_format");
  });

  it("says what it thinks a probe found", async () => {
    const all = await scriptedServer(({ body }) =>
      body.response_format ? '{"word":"YES"}' : body.grammar ? "YES" : "NO",
    );
    expect(await probeSupport({ url: all.url, model: "m" })).toEqual({ jsonSchema: true, gbnf: true, logprobs: true });
    const none = await scriptedServer(({ body }) => (body.grammar ? { status: 400 } : { text: "NO" }));
    expect(await probeSupport({ url: none.url, model: "m" })).toMatchObject({ jsonSchema: false, gbnf: false });
    const plain = await scriptedServer(({ body }) =>
      body.logprobs || body.grammar || body.response_format ? { status: 400, message: "unknown member" } : "NO",
    );
    expect(await probeSupport({ url: plain.url, model: "m" })).toEqual({
      jsonSchema: false,
      gbnf: false,
      logprobs: false,
    });
    const other = await scriptedServer([{ status: 404, message: "no such model" }]);
    await expect(probeSupport({ url: other.url, model: "m" })).rejects.toMatchObject({ code: "SXP5103" });
    const gone = await scriptedServer([{ drop: true }]);
    await expect(probeSupport({ url: gone.url, model: "m", retries: 0 })).rejects.toMatchObject({ code: "SXP5100" });
  });

  it("gives embeddings, one for each text", async () => {
    const { model } = await modelOf([""], { embeddingModel: "e" });
    const vectors = await model.embed!(["a 1", "b 0"]);
    expect(vectors.map((vector) => [...vector])).toEqual([
      [3, 0],
      [0, 3],
    ]);
    expect(await model.embed!([])).toEqual([]);
    expect((await modelOf([""])).model.embed).toBeUndefined();
  });
});

describe("attempts", () => {
  it("are made again after 429, 5xx and breaks", async () => {
    const { model, server } = await modelOf([{ status: 429, retryAfter: 0 }, { drop: true }, "at last"]);
    expect((await model.generate(ask())).text).toBe("at last");
    expect(server.calls).toHaveLength(3);
  });

  it("are not made again after something was passed on, and are where nothing was", async () => {
    const { model, server } = await modelOf([{ drop: true, after: "half" }, "whole"]);
    const pieces: string[] = [];
    const said = await codeOf(model.generate(ask(), { onText: (text) => pieces.push(text) }));
    expect(said).toMatch(/^SXP5100: /);
    expect(pieces).toEqual(["half"]);
    expect(server.calls).toHaveLength(1);
    const quiet = await modelOf([{ drop: true, after: "half" }, "whole"]);
    expect((await quiet.model.generate(ask())).text).toBe("whole");
  });

  it("run so many at once and no more", async () => {
    let [open, most] = [0, 0];
    const { model } = await modelOf(
      () => {
        most = Math.max(most, ++open);
        setTimeout(() => open--, 15);
        return { text: "x", delay: 20 };
      },
      { concurrency: 2 },
    );
    await Promise.all(Array.from({ length: 6 }, () => model.generate(ask())));
    expect(most).toBeLessThanOrEqual(2);
  });

  it("end with the reason of the signal", async () => {
    const { model } = await modelOf([{ silent: true }]);
    const controller = new AbortController();
    const answer = model.generate(ask(), { signal: controller.signal });
    setTimeout(() => controller.abort(new Error("enough")), 20);
    await expect(answer).rejects.toThrow("enough");
    await expect(model.generate(ask(), { signal: AbortSignal.abort(new Error("before")) })).rejects.toThrow("before");
  });

  it("end within an answer too", async () => {
    const { model } = await modelOf([{ endless: "on and on " }]);
    const controller = new AbortController();
    const answer = model.generate(ask(), {
      signal: controller.signal,
      onText: () => controller.abort(new Error("enough")),
    });
    await expect(answer).rejects.toThrow("enough");
  });
});

describe("a bad model", () => {
  const cases: readonly [string, Script, Partial<OpenaiOptions>, object, RegExp][] = [
    ["that is not there", [{ drop: true }], {}, {}, /^SXP5100: .* can't be reached: .*, also at attempt 3/],
    ["that never answers", [{ silent: true }], { timeout: 50 }, {}, /^SXP5101: .* within 50 milliseconds/],
    ["that is busy", [{ status: 429 }], {}, {}, /^SXP5102: .*\(429\), also at attempt 3\.$/],
    ["that asks to wait", [{ status: 429, retryAfter: 3600 }], {}, {}, /^SXP5102: .* asks to wait 3600 seconds/],
    ["whose server fails", [{ status: 500, message: "no memory" }], {}, {}, /^SXP5103: .*500.*no memory, also at/],
    ["that is another one", [{ status: 404, message: "no such model" }], {}, {}, /^SXP5103: .*404.*no such model\.$/],
    ["that refuses", [{ refusal: "I can't help." }], {}, { schema: SCHEMA }, /^SXP5104: .*"I can't help\."/],
    ["that is filtered", [{ text: "", finish: "content_filter" }], {}, {}, /^SXP5104: /],
    ["cut off", [{ text: '{"wo', finish: "length" }], {}, { schema: SCHEMA, maxTokens: 9 }, /^SXP5105: .* 9 tokens/],
    ["without end", [{ endless: "on and on " }], { longestAnswer: 50_000 }, {}, /^SXP5106: .*50000 bytes/],
    ["that breaks its JSON", ['{"word": "x'], {}, { schema: SCHEMA }, /^SXP5107: .*"\{"word": "x"/],
    ["that chats", ["Sure! Here it is."], {}, { schema: SCHEMA }, /^SXP5107: .*"Sure! Here it is\."/],
    ["that says nothing", [""], {}, { schema: SCHEMA }, /^SXP5107: .*it said nothing/],
    ["with other members", ['{"words":"x"}'], {}, { schema: SCHEMA }, /^SXP5108: .*"word".*required/],
    ["whose stream is broken", [{ body: "data: {nope\n\n" }], {}, {}, /^SXP5114: /],
    ["that is a web page", [{ body: "<html></html>", type: "text/html" }], {}, {}, /^SXP51(?:00|14): /],
  ];
  it.each(cases)("%s", async (_, script, options, request, expected) => {
    const { model } = await modelOf(script, options);
    expect(await codeOf(model.generate(ask(request)))).toMatch(expected);
  });

  it("keeps a plain answer that is cut off or refused, and says so", async () => {
    const { model } = await modelOf([
      { text: "half of", finish: "length" },
      { text: "No.", finish: "content_filter" },
    ]);
    expect(await model.generate(ask())).toMatchObject({ text: "half of", finish: "length" });
    expect(await model.generate(ask())).toMatchObject({ text: "No.", finish: "refused" });
  });
});

describe("keys", () => {
  const KEY = "sk-very-secret-0123456789";

  it("come from the environment at each call, and are in no message", async () => {
    const environment: Record<string, string> = { MODEL_KEY: KEY };
    const { model, server } = await modelOf([{ status: 400, message: `bad key ${KEY}` }, "fine"], {
      keyVariable: "MODEL_KEY",
      environment,
    });
    const said = await codeOf(model.generate(ask()));
    expect(said).toMatch(/^SXP5103: /);
    expect(said).not.toContain(KEY);
    expect(model.id).not.toContain(KEY);
    expect(server.seen[0]!.authorization).toBe(`Bearer ${KEY}`);
    delete environment.MODEL_KEY;
    expect(await codeOf(model.generate(ask()))).toMatch(/^SXP5113: .*MODEL_KEY/);
    expect(server.calls).toHaveLength(1);
  });

  it("do not follow a redirect", async () => {
    const other = await scriptedServer(["stolen"]);
    const { model } = await modelOf([{ status: 307 }], { keyVariable: "K", environment: { K: KEY } });
    expect(await codeOf(model.generate(ask()))).toMatch(/^SXP5103: .*redirects are not followed/);
    expect(other.seen).toEqual([]);
  });

  it.each([
    [{ url: "file:///etc" }],
    [{ url: "http://me:secret@127.0.0.1/v1" }],
    [{ keyVariable: KEY }],
    [{ model: "" }],
    [{ timeout: 0 }],
    [{ concurrency: 0 }],
    [{ longestAnswer: 0.5 }],
  ])("and options that are wrong are refused: %j", (options) => {
    const make = () => openaiModel({ url: "http://127.0.0.1:1/v1", model: "m", ...options });
    expect(make).toThrow(RangeError);
    expect(make).not.toThrow(/secret/);
  });
});
