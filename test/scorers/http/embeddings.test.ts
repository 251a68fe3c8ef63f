import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { checkedScore } from "../../../packages/scorers/src/checkedScore.js";
import { type EmbeddingsApiOptions, embeddingsApiScorer } from "../../../packages/scorers/src/http/embeddings.js";
import { runs } from "../../support/runs.js";
import { apiServer, embeddings, json, type Play, vectorOf } from "./apiServer.js";

const FAST = { firstWait: 1, longestWait: 50, retries: 2, timeout: 60_000 };

async function scorerOf(play: Play, options: Partial<EmbeddingsApiOptions> = {}) {
  const { url, seen } = await apiServer(play);
  return { scorer: embeddingsApiScorer({ url, model: "m", ...FAST, ...options }), seen, url };
}

const failure = (promise: Promise<unknown>): Promise<Error & { code?: string }> =>
  promise.then(
    () => expect.unreachable("it should fail"),
    (error) => error,
  );

test("the score is the cosine, negative ones are 0, in the order of the texts", async () => {
  const { scorer, seen } = await scorerOf(embeddings, { batchSize: 2 });
  const scores = await checkedScore(scorer, ["0.5", "-0.25", "1", "0.5", "0"], "1");
  expect([...scores].map((score) => Math.round(score * 1000) / 1000)).toEqual([0.5, 0, 1, 0.5, 0]);
  expect(seen.map(({ path, body }) => [path, body.input.length])).toEqual([
    ["/v1/embeddings", 1],
    ["/v1/embeddings", 2],
    ["/v1/embeddings", 2],
  ]);
});

test("a text is sent once, a condition is sent once", async () => {
  const { scorer, seen } = await scorerOf(embeddings);
  await scorer.score(["0.1", "0.2"], "1", {});
  await scorer.score(["0.2", "0.3", "0.1"], "0.5", {});
  await scorer.score(["0.3"], "1", {});
  expect(seen.flatMap(({ body }) => body.input)).toEqual(["1", "0.1", "0.2", "0.5", "0.3"]);
});

test("also where two calls want it at once, unless the first one is cancelled", async () => {
  const { scorer, seen } = await scorerOf((one, response) => setTimeout(() => embeddings(one, response), 5));
  const stop = new AbortController();
  const cancelled = failure(scorer.score(["0.1", "0.3"], "1", { signal: stop.signal }));
  const calls = [scorer.score(["0.1", "0.2"], "1", {}), scorer.score(["0.2", "0.1"], "1", {})];
  stop.abort(new Error("enough"));
  expect((await cancelled).message).toBe("enough");
  const [first, second] = await Promise.all(calls);
  expect(second).toEqual(first!.toReversed());
  const sent = seen.flatMap(({ body }) => body.input);
  expect(sent.filter((text) => text === "0.2").length).toBe(1);
  expect(sent.filter((text) => text === "0.1").length).toBeLessThanOrEqual(2);
});

test("a full memory changes no score", async () => {
  const { scorer } = await scorerOf(embeddings, { kept: 0 });
  const first = await scorer.score(["0.1", "0.2"], "1", {});
  expect(await scorer.score(["0.2", "0.1"], "1", {})).toEqual(first.toReversed());
});

test("prefixes, dimensions and calibration", async () => {
  const { scorer, seen } = await scorerOf(embeddings, {
    queryPrefix: "query: ",
    passagePrefix: "passage: ",
    dimensions: 2,
    calibration: { kind: "logistic", slope: 10, intercept: -5 },
  });
  const [score] = await scorer.score(["0.5"], "1", {});
  expect(score).toBeCloseTo(0.5, 5);
  expect(seen.map(({ body }) => [body.input, body.dimensions])).toEqual([
    [["query: 1"], 2],
    [["passage: 0.5"], 2],
  ]);
  expect(scorer.id).toMatch(
    /^openai-1\(m@http:\/\/127.0.0.1:\d+\/v1\/embeddings dimensions=2 query="query: " passage="passage: " logistic\(10,-5\)\)$/,
  );
});

test("answers in another order are put in order by index", async () => {
  const { scorer } = await scorerOf(({ body }, response) => {
    const data = body.input.map((text: string, index: number) => ({ index, embedding: vectorOf(text) }));
    json(response, { data: data.reverse() });
  });
  const scores = await scorer.score(["0.25", "0.5", "0.75"], "1", {});
  expect([...scores].map((score) => Math.round(score * 100))).toEqual([25, 50, 75]);
});

test("a batch that is too large is halved, and later ones are no larger", async () => {
  const { scorer, seen } = await scorerOf(
    (one, response) => (one.body.input.length > 3 ? json(response, "{}", 413) : embeddings(one, response)),
    { batchSize: 8, concurrency: 1 },
  );
  const texts = Array.from({ length: 20 }, (_, i) => `${i} 0.${i + 10}`);
  const scores = await scorer.score(texts, "1", {});
  expect([...scores].map((score) => Math.round(score * 100))).toEqual(texts.map((_, i) => i + 10));
  expect(seen.filter(({ body }) => body.input.length > 3).map(({ body }) => body.input.length)).toEqual([8, 4, 4]);
});

test("one text that is too large ends the call", async () => {
  const { scorer } = await scorerOf((one, response) =>
    one.body.input[0] === "long" ? json(response, { error: "too long" }, 413) : embeddings(one, response),
  );
  const { message } = await failure(scorer.score(["long"], "1", {}));
  expect(message).toMatch(/^SXP4001: .* answered 413 Content Too Large: too long\.$/);
});

describe("what passes is waited for", () => {
  test("429 with Retry-After, then 500, then a cut connection's successor", async () => {
    const waits = vi.spyOn(globalThis, "setTimeout");
    onTestFinished(() => {
      waits.mockRestore();
    });
    const { scorer, seen } = await scorerOf((one, response, call) => {
      if (call === 0) json(response, {}, 429, { "retry-after": "0.04" });
      else if (call === 1) json(response, {}, 500);
      else embeddings(one, response);
    });
    expect(await scorer.score(["1"], "1", {})).toEqual(Float32Array.of(1));
    expect(seen.length).toBe(4);
    // 40 ms were asked for; the jitter comes on top.
    expect(waits.mock.calls.some(([, wait]) => wait! >= 40 && wait! <= FAST.longestWait)).toBe(true);
  });

  test("an answer that breaks off", async () => {
    const { scorer } = await scorerOf((one, response, call) => {
      if (call > 0) embeddings(one, response);
      else {
        response.writeHead(200, { "content-length": "1000" });
        response.write('{"data":[');
        setTimeout(() => response.destroy(), 5);
      }
    });
    expect(await scorer.score(["1"], "1", {})).toEqual(Float32Array.of(1));
  });

  test("an answer that is slow", async () => {
    const { scorer, seen } = await scorerOf((one, response, call) => call > 0 && embeddings(one, response), {
      timeout: 1000,
    });
    expect(await scorer.score(["1"], "1", {})).toEqual(Float32Array.of(1));
    expect(seen.length).toBe(3);
  });
});

describe("what does not pass ends the call, with endpoint and status", () => {
  const CASES: readonly (readonly [string, Play, RegExp, number])[] = [
    [
      "500",
      (_, response) => json(response, {}, 500),
      /\/v1\/embeddings answered 500 Internal Server Error, also at attempt 3\.$/,
      3,
    ],
    [
      "400",
      (_, r) => json(r, { error: { message: "no such model." } }, 400),
      /answered 400 Bad Request: no such model\.$/,
      1,
    ],
    ["404", (_, response) => json(response, "<html>", 404), /answered 404 Not Found\.$/, 1],
    [
      "a long wait",
      (_, r) => json(r, {}, 429, { "retry-after": "3600" }),
      /answered 429 Too Many Requests, and asks to wait 3600 seconds\.$/,
      1,
    ],
    [
      "redirect",
      (_, r) => json(r, {}, 307, { location: "http://127.0.0.1:9/" }),
      /answered 307; redirects are not followed\.$/,
      1,
    ],
    ["no JSON", (_, response) => json(response, '{"data": [tru'), /answered something that is not JSON\.$/, 1],
    ["NaN", (_, response) => json(response, '{"data": [{"index": 0, "embedding": [NaN]}]}'), /not JSON\.$/, 1],
    [
      "null in a vector",
      (_, r) => json(r, { data: [{ index: 0, embedding: [null] }] }),
      /an entry that is no number\.$/,
      1,
    ],
    ["infinity", (_, r) => json(r, '{"data":[{"embedding":[1e400]}]}'), /no finite number\.$/, 1],
    ["too few", (_, response) => json(response, { data: [] }), /it gave 0 embeddings for 1 texts\.$/, 1],
    [
      "index twice",
      (_, r) => json(r, { data: [{ index: 3, embedding: [1] }] }),
      /"index" of the answer is out of range/,
      1,
    ],
    ["more than fits", (_, r) => json(r, " ".repeat(2 ** 20 + 1)), /answered with more than 1048576 bytes\.$/, 1],
    ["nothing", (_, response) => json(response, "null"), /no "data"/, 1],
  ];
  test.each(CASES)("%s", async (_, play, message, calls) => {
    const { scorer, seen } = await scorerOf(play);
    const error = await failure(checkedScore(scorer, ["1"], "1"));
    expect(error.message).toMatch(message);
    expect(error.code).toBe("SXP4001");
    expect(seen.length).toBe(calls);
  });

  test("no server", async () => {
    const scorer = embeddingsApiScorer({ url: "http://127.0.0.1:9/v1", model: "m", ...FAST });
    const { message } = await failure(scorer.score(["1"], "1", {}));
    expect(message).toMatch(/http:\/\/127.0.0.1:9\/v1\/embeddings can't be reached: /);
  });

  test("vectors of several lengths", async () => {
    const { scorer } = await scorerOf(({ body }, response) =>
      json(response, { data: body.input.map((text: string) => ({ embedding: text === "1" ? [1] : [1, 0] })) }),
    );
    expect((await failure(scorer.score(["0"], "1", {}))).message).toMatch(/embeddings of 1 and of 2 numbers\.$/);
  });
});

test("an abort rejects at once, with its reason", async () => {
  const stop = new AbortController();
  const never = () => stop.abort(new Error("enough"));
  const { scorer, seen } = await scorerOf(never, { timeout: 2 ** 31 - 1 });
  const { message } = await failure(scorer.score(["1"], "1", { signal: stop.signal }));
  expect(message).toBe("enough");
  expect(seen.length).toBe(1);
});

test("no more requests at once than allowed", async () => {
  let now = 0;
  let most = 0;
  let held: (() => void)[] = [];
  const { scorer } = await scorerOf(
    (one, response) => {
      most = Math.max(most, ++now);
      held.push(() => {
        now--;
        embeddings(one, response);
      });
      // Texts wait until as many are there as may be: a condition is sent before its texts.
      if (most < 3 && one.body.input[0].length > 3) return;
      setImmediate(() => {
        for (const answer of held) answer();
        held = [];
      });
    },
    { batchSize: 1, concurrency: 3 },
  );
  const texts = Array.from({ length: 12 }, (_, i) => `0.${i + 10}`);
  await Promise.all([scorer.score(texts, "1", {}), scorer.score(texts.slice(0, 6), "0.5", {})]);
  expect(most).toBe(3);
});

test.each(["timeout", "firstWait", "longestWait"])("%s: what no timer can wait is refused", (name) => {
  const scorer = (milliseconds: number) =>
    embeddingsApiScorer({ url: "http://127.0.0.1:9", model: "m", [name]: milliseconds });
  expect(scorer(2 ** 31 - 1).cost).toBe("expensive");
  for (const wrong of [2 ** 31, Number.NaN, -1])
    expect(() => scorer(wrong)).toThrow(`"${name}" is a whole number from`);
});

test.each(["retries", "concurrency", "batchSize", "kept", "dimensions"])("%s: what is no count is refused", (name) => {
  for (const wrong of [Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY]) {
    const scorer = () => embeddingsApiScorer({ url: "http://127.0.0.1:9", model: "m", [name]: wrong });
    expect(scorer).toThrow(`"${name}" is a whole number from`);
  }
});

describe("keys", () => {
  test("the key goes into the header, from the variable that was named", async () => {
    const { scorer, seen } = await scorerOf(embeddings, {
      keyVariable: "MY_KEY",
      environment: { MY_KEY: "s3cret-key\n" },
    });
    await scorer.score(["1"], "1", {});
    expect(seen[0]!.authorization).toBe("Bearer s3cret-key");
  });

  test("a variable that is not set, or holds what no header can", async () => {
    const url = "http://127.0.0.1:9/v1";
    const of = (environment: Record<string, string>) =>
      failure(embeddingsApiScorer({ url, model: "m", keyVariable: "MY_KEY", environment }).score(["1"], "1", {}));
    expect((await of({})).message).toMatch(/environment variable MY_KEY, which is to hold the key, is not set\.$/);
    expect((await of({ MY_KEY: "two\nlines" })).message).not.toContain("two");
  });

  test("options that hold secrets are refused without being repeated", () => {
    const attempt = (options: Partial<EmbeddingsApiOptions>) => () =>
      embeddingsApiScorer({ url: "http://127.0.0.1:9", model: "m", ...options });
    expect(attempt({ url: "http://user:hunter2@host/v1" })).toThrow(/^"url" has a name or password in it/);
    expect(attempt({ keyVariable: "sk-hunter2" })).toThrow(/^"keyVariable" is not the name/);
    expect(attempt({ url: "hunter2" })).toThrow(/^"url" is no address such as/);
  });

  test("law: the key is in no error, id or scorer, whatever the server says with it", async () => {
    let answer = { status: 500, body: "" };
    const { url } = await apiServer((_, response) => json(response, answer.body, answer.status));
    const key = fc.stringMatching(/^[A-Za-z0-9_\-.+/=]{12,40}$/);
    const echo = fc.constantFrom<(key: string) => string>(
      (text) => text,
      (text) => `Incorrect API key provided: ${text}.`,
      (text) => JSON.stringify({ error: { message: `bad ${text.toUpperCase()}` } }),
      (text) => JSON.stringify({ detail: encodeURIComponent(text) }),
      (text) => JSON.stringify({ message: `${btoa(text)} ${"x".repeat(190)}${text}` }),
      (text) => JSON.stringify({ data: [{ index: text, embedding: [text] }] }),
      (text) => " ".repeat(4097 - text.length) + text,
      (text) => " ".repeat(2 ** 16 + 1 - text.length) + text,
    );
    await fc.assert(
      fc.asyncProperty(
        key,
        echo,
        fc.constantFrom(200, 302, 400, 401, 403, 413, 429, 500),
        async (secret, say, status) => {
          answer = { status, body: say(secret) };
          const scorer = embeddingsApiScorer({
            url: `${url}?api-key=${encodeURIComponent(secret)}`,
            model: "m",
            keyVariable: "MY_KEY",
            environment: { MY_KEY: secret },
            ...FAST,
            retries: 0,
          });
          const error = await failure(checkedScore(scorer, ["1"], "1"));
          const shown = [
            error.message,
            String(error),
            error.stack,
            JSON.stringify(error),
            String(error.cause),
            scorer.id,
          ];
          for (const text of shown) expect(text?.toLowerCase().includes(secret.toLowerCase())).toBe(false);
          for (const text of shown) expect(text?.includes(encodeURIComponent(secret))).toBe(false);
          for (const text of shown) expect(text?.includes(secret.slice(0, -1))).toBe(false);
        },
      ),
      { numRuns: runs(150, 50) },
    );
  });
});
