import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ChatJudgeOptions, chatJudgeScorer, readJudgement } from "../../../packages/scorers/src/http/chatJudge.js";
import { runs } from "../../support/runs.js";
import { apiServer, json, judge, type Play, say } from "./apiServer.js";

async function scorerOf(play: Play, options: Partial<ChatJudgeOptions> = {}) {
  const { url, seen } = await apiServer(play);
  return { scorer: chatJudgeScorer({ url, model: "m", firstWait: 1, retries: 1, ...options }), seen };
}

test("one call for a list, at temperature 0, with condition and numbered texts as JSON", async () => {
  const { scorer, seen } = await scorerOf(judge, { extra: { seed: 1 } });
  expect(await scorer.score(["a 0.5", "b 1", "a 0.5"], 'say "1"', {})).toEqual(Float32Array.of(0.5, 1, 0.5));
  expect(seen.length).toBe(1);
  const { path, body } = seen[0]!;
  expect(path).toBe("/v1/chat/completions");
  expect([body.temperature, body.seed, body.model]).toEqual([0, 1, "m"]);
  expect(JSON.parse(body.messages[1].content)).toEqual({ condition: 'say "1"', texts: { 1: "a 0.5", 2: "b 1" } });
  expect(scorer.id).toMatch(/^chat\(m@http:.*\/chat\/completions prompt=2 textsPerCall=50 extra#[0-9a-f]{16}\)$/);
  expect(scorer.notes?.()).toContain("may depend on the others");
});

test("a list has at most 50 texts", async () => {
  const { scorer, seen } = await scorerOf(judge);
  const texts = Array.from({ length: 120 }, (_, i) => `${i / 1000}`);
  expect(await scorer.score(texts, "x", {})).toEqual(Float32Array.from(texts, Number));
  expect(seen.map(({ body }) => Object.keys(JSON.parse(body.messages[1].content).texts).length).sort()).toEqual([
    20, 50, 50,
  ]);
});

test("one text a call where that is wanted: then the others are in no note", async () => {
  const { scorer, seen } = await scorerOf(judge, { textsPerCall: 1, concurrency: 1 });
  expect(await scorer.score(["0.25", "0.5"], "x", {})).toEqual(Float32Array.of(0.25, 0.5));
  expect(seen.length).toBe(2);
  expect(scorer.id).not.toContain("textsPerCall");
  expect(scorer.notes?.()).toBe(null);
});

test("an unusable answer is asked for once more", async () => {
  const { scorer, seen } = await scorerOf((_, response, call) =>
    call === 0 ? say(response, "Quite relevant!") : say(response, '```json\n{"1": 0.75}\n```'),
  );
  expect(await scorer.score(["a"], "x", {})).toEqual(Float32Array.of(0.75));
  expect(seen[1]!.body.messages.slice(2).map(({ role }: { role: string }) => role)).toEqual(["assistant", "user"]);
});

test("law: a list that is never answered in full is judged in halves, and each text has its own score", () =>
  fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 4 }),
      async (numbers, most) => {
        const { scorer } = await scorerOf((seen, response) => {
          const { texts } = JSON.parse(seen.body.messages[1].content);
          if (Object.keys(texts).length <= most) judge(seen, response);
          else say(response, '{"1": 0.5}');
        });
        const texts = numbers.map((number) => `${number / 1000}`);
        expect(await scorer.score(texts, "x", {})).toEqual(Float32Array.from(texts, Number));
      },
    ),
    { numRuns: runs(20) },
  ));

test.each([
  ['{"1": 1.5}', "a score that is not a number from 0 to 1"],
  ['{"1": 0.1, "2": 0.2}', "2 scores for 1 texts"],
  ['{"2": 0.1}', "no score for text 1"],
  ["{1: NaN}", "an object that is not JSON"],
  ["[0.5]", "no object"],
  ["", "no object"],
  ['{"1": 0.1} or {"1": 0.2}', "several objects"],
])("twice %s ends the call", async (answer, problem) => {
  const { scorer, seen } = await scorerOf((_, response) => say(response, answer));
  await expect(scorer.score(["a"], "x", {})).rejects.toThrow(
    new RegExp(`SXP4001: .* answered twice with ${problem}\\.$`),
  );
  expect(seen.length).toBe(2);
});

test("the price is known before, and no request is sent that would exceed the budget", async () => {
  const { scorer, seen } = await scorerOf(judge, { maxTokens: 1000, concurrency: 1 });
  const texts = Array.from({ length: 120 }, (_, i) => `${"word ".repeat(20)}${i / 1000}`);
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  const { calls, tokens } = scorer.price!(texts.length, characters);
  expect(calls).toBe(3);
  await expect(scorer.score(texts, "x", {})).rejects.toThrow(
    'SXP4003: More than 1000 tokens of the judge. Raise the option "maxTokens"',
  );
  expect(seen.length).toBe(0);
  const { scorer: richer, seen: sent } = await scorerOf(judge, { maxTokens: tokens, concurrency: 1 });
  expect(await richer.score(texts, "x", {})).toEqual(
    Float32Array.from(texts, (text) => Number(text.split(" ").at(-1))),
  );
  expect(sent.length).toBe(calls);
});

test("an answer of more than 4 MiB is not read", async () => {
  const { scorer } = await scorerOf((_, response) => say(response, "x".repeat(2 ** 22)));
  await expect(scorer.score(["a"], "b", {})).rejects.toThrow("answered with more than 4194304 bytes.");
});

test("an answer without a message, and one with no content", async () => {
  for (const answer of [{}, { choices: [] }, { choices: [{ message: { content: null } }] }, []]) {
    const { scorer } = await scorerOf((_, response) => json(response, answer));
    await expect(scorer.score(["a"], "x", {})).rejects.toThrow(/no "choices"/);
  }
});

test("law: a score is a function of text and condition", () =>
  scorerOf(judge).then(({ scorer }) =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 6 }),
        async (numbers) => {
          const texts = numbers.map((number) => `${number / 100}`);
          const together = await scorer.score(texts, "x", {});
          const backwards = await scorer.score(texts.toReversed(), "x", {});
          expect(together).toEqual(backwards.toReversed());
        },
      ),
      { numRuns: runs(20) },
    ),
  ));

describe("reading a judgement", () => {
  test.each([
    ['{"1": 0, "2": 1}', [0, 1]],
    ['<think>maybe {"1": 0.3}? no</think>{"2": 0.4, "1": 0.2}', [0.2, 0.4]],
    ['```json\n{"1": 0.5,\n "2": 1e-1}\n```', [0.5, 0.1]],
    ['{"scores": {"1": 0.5, "2": 0.6}}', [0.5, 0.6]],
    ['Scores: {"1": 0.5, "2": 0.6}. Done.', [0.5, 0.6]],
    ['{"1": "0.5", "2": 0.6}', null],
    ['{"1": 0.5, "2": 0.6', null],
    ['{"1": -0.1, "2": 0.6}', null],
    ['{"1": 0.5, "3": 0.6}', null],
    ["[0.5, 0.6]", null],
  ])("%s", (answer, scores) => {
    expect(readJudgement(answer, 2).scores).toEqual(scores);
  });

  test.each(["<think>", "</think>", "```", "{", "<think>{", '{"1":'])("%s without end, in linear time", (piece) => {
    const answer = piece.repeat(2 ** 20 / piece.length);
    expect(readJudgement(answer, 2).scores).toBe(null);
    expect(readJudgement(`${answer}<think></think>{"1": 0.2, "2": 0.4}`, 2).scores?.length ?? 0).toBeLessThanOrEqual(2);
  });

  test("law: thoughts are what lies between their words", () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom("<think>", "</think>", '{"1": 0.5}', '{"1": 1}', " so ")), (pieces) => {
        const answer = pieces.join("");
        const spoken = answer.replaceAll(/<think>[\s\S]*?<\/think>/g, "");
        expect(readJudgement(answer, 1)).toEqual(readJudgement(spoken.replaceAll("think>", ""), 1));
      }),
    ));

  test("law: never a score out of range, never another number of them", () =>
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 3 }), (answer, count) => {
        const { scores } = readJudgement(answer, count);
        if (scores !== null) expect(scores.length === count && scores.every((s) => s >= 0 && s <= 1)).toBe(true);
      }),
    ));
});
