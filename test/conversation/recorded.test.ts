import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { modelFormation } from "@semantic-xpath/conversation";
import { type Dialogue, LIFECYCLE_WORDS, lifecycleSuite } from "@semantic-xpath/eval";
import type { LanguageModel } from "@semantic-xpath/llm";
import { expect, it } from "vitest";
import { answered, writtenDialogue } from "./support/dialogues.js";

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
/** Answers of a large language model, blind, 2026-11-29, in the same way: dialogues that were written after the prompt. */
const UNSEEN = recordedIn("unseen");
const SEED = 7061;

/** Shares of the questions about dialogues, with the recorded answers as the model. A prompt that was not recorded has none. */
async function replayed(recorded: readonly Recorded[], dialogues: readonly Dialogue[]) {
  let calls = 0;
  const modelOf = (dialogue: string): LanguageModel => {
    const own = recorded.filter((each) => each.dialogue === dialogue);
    const answers = new Map(own.map(({ prompt, answer }) => [prompt, answer]));
    return {
      id: "a large language model, blind",
      supports: { jsonSchema: false, gbnf: false, logprobs: false },
      async generate({ messages }) {
        // As it was sent: the system message had the schema, which the digest is without.
        const prompt = createHash("sha256").update(JSON.stringify(messages)).digest("hex").slice(0, 16);
        calls++;
        const text = answers.get(prompt);
        if (text === undefined) throw new Error(`The prompt ${prompt} of ${dialogue} was not recorded`);
        return { text, value: JSON.parse(text), usage: { input: 0, output: 0, isEstimated: true }, finish: "stop" };
      },
    };
  };
  const { built, ...shares } = await answered(dialogues, (dialogue) => modelFormation(modelOf(dialogue)));
  expect([built["failed episodes"], calls]).toEqual([0, recorded.length]);
  return { ...shares, turns: built.messages, refused: built["failed facts"] };
}

it("forms facts that answer .94 of all questions, with nothing wrong beside them", { tags: "slow" }, async () => {
  const { near, far, fresh } = LIFECYCLE_WORDS;
  const words = { near: near!, far: far!, fresh: fresh! };
  const { dialogues } = lifecycleSuite({ seed: SEED, dialogues: 2, words });
  const { questions, turns, refused, right, wrong } = await replayed(GENERATED, dialogues!);
  expect([questions, turns, refused]).toEqual([168, 969, 0]);
  expect(right).toBeGreaterThanOrEqual(0.94);
  expect(wrong).toBeLessThanOrEqual(0.01);
});

it("forms facts of four dialogues written by hand that answer .93 of all questions", { tags: "slow" }, async () => {
  const dialogues = WRITTEN.map(({ dialogue }) => writtenDialogue(dialogue));
  const { questions, refused, right, wrong } = await replayed(WRITTEN, dialogues);
  expect([questions, refused]).toEqual([87, 0]);
  expect(right).toBeGreaterThanOrEqual(0.93);
  expect(wrong).toBeLessThanOrEqual(0.02);
});

// Two of its facts are refused, since their quotes are not in the turn.
it("forms facts of four dialogues that were written after its prompt: .90 right", { tags: "slow" }, async () => {
  const dialogues = UNSEEN.map(({ dialogue }) => writtenDialogue(dialogue));
  const { questions, right, wrong, refused } = await replayed(UNSEEN, dialogues);
  expect([questions, refused]).toEqual([71, 2]);
  expect(right).toBeGreaterThanOrEqual(0.9);
  expect(wrong).toBeLessThanOrEqual(0.03);
});
