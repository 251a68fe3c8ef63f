import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { modelFormation, openConversation } from "@semantic-xpath/conversation";
import { LIFECYCLE_WORDS, lifecycleSuite } from "@semantic-xpath/eval";
import type { LanguageModel } from "@semantic-xpath/llm";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { expect, it } from "vitest";
import { judged, writtenDialogue } from "./support/dialogues.js";

interface Recorded {
  readonly dialogue: string;
  /** The beginning of the digest of the messages. */
  readonly prompt: string;
  readonly answer: string;
}

const recordedIn = (name: string): readonly Recorded[] =>
  readFileSync(new URL(`recordings/${name}.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Recorded);

/**
 * Answers of a large language model, blind, 2026-11-24: it saw the prompts of six dialogues and no question, in order, each prompt with the slots that its
 * earlier answers had made.
 */
const GENERATED = recordedIn("blind");
/** Answers of a large language model, blind, 2026-11-28: one prompt a dialogue that was written by hand, and no question. */
const WRITTEN = recordedIn("written");
const SEED = 7061;

/** Replays the answers about a dialogue. A prompt that was not recorded has none. */
function replayed(recorded: readonly Recorded[], dialogue: string) {
  const answers = new Map(
    recorded.filter((each) => each.dialogue === dialogue).map(({ prompt, answer }) => [prompt, answer]),
  );
  const asked: string[] = [];
  const model: LanguageModel = {
    id: "a large language model, blind",
    supports: { jsonSchema: false, gbnf: false, logprobs: false },
    async generate({ messages }) {
      // As it was sent: the system message had the schema, which the digest is without.
      const prompt = createHash("sha256").update(JSON.stringify(messages)).digest("hex").slice(0, 16);
      asked.push(prompt);
      const text = answers.get(prompt);
      if (text === undefined) throw new Error(`The prompt ${prompt} of ${dialogue} was not recorded`);
      return { text, value: JSON.parse(text), usage: { input: 0, output: 0, isEstimated: true }, finish: "stop" };
    },
  };
  return { model, asked };
}

it("forms facts that answer .93 of all questions, with nothing wrong beside them", { tags: "slow" }, async () => {
  const { near, far, fresh } = LIFECYCLE_WORDS;
  const { dialogues = [] } = lifecycleSuite({
    seed: SEED,
    dialogues: 2,
    words: { near: near!, far: far!, fresh: fresh! },
  });
  let [questions, right, wrong, turns, calls] = [0, 0, 0, 0, 0];
  for (const { id, sessions, questions: asked = [] } of dialogues) {
    const { model, asked: prompts } = replayed(GENERATED, id);
    const talk = openConversation(Memory.create(inMemoryJournal()), { formation: modelFormation(model) });
    const { failed, turns: added } = await talk.add(sessions);
    expect(failed).toEqual([]);
    expect([...talk.state.facts()].filter(({ status }) => status === "failed")).toEqual([]);
    turns += added;
    calls += prompts.length;
    for (const { text, asOf, include = [], exclude = [] } of asked) {
      const { items } = talk.recall(text, asOf === undefined ? {} : { validAt: asOf });
      const given = new Set(items.flatMap(({ sources }) => sources));
      const isAll = include.every((group) => [group].flat().some((turn) => given.has(turn)));
      const errors = items.filter(({ sources }) => sources.some((turn) => exclude.includes(turn))).length;
      questions++;
      wrong += errors;
      if (isAll && errors === 0) right++;
    }
  }
  expect([questions, turns, calls]).toEqual([168, 969, GENERATED.length]);
  expect(right / questions).toBeGreaterThanOrEqual(0.93);
  expect(wrong / questions).toBeLessThanOrEqual(0.01);
});

it("forms facts of four dialogues written by hand that answer .95 of all questions", { tags: "slow" }, async () => {
  let [questions, right, wrong] = [0, 0, 0];
  for (const { dialogue } of WRITTEN) {
    const { sessions, questions: asked } = writtenDialogue(dialogue);
    const { model, asked: prompts } = replayed(WRITTEN, dialogue);
    const talk = openConversation(Memory.create(inMemoryJournal()), { formation: modelFormation(model) });
    expect(await talk.add(sessions)).toMatchObject({ failed: [] });
    expect(prompts).toHaveLength(1);
    for (const each of asked) {
      const { isRight, wrong: errors } = judged(talk, each);
      questions++;
      wrong += errors;
      if (isRight) right++;
    }
  }
  expect(questions).toBe(87);
  expect(right / questions).toBeGreaterThanOrEqual(0.95);
  expect(wrong / questions).toBeLessThanOrEqual(0.02);
});
