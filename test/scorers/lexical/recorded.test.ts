import fc from "fast-check";
import { expect, test } from "vitest";
import { lexicalScorer } from "../../../packages/scorers/src/lexical.js";
import { recordedScorer, recordingScorer } from "../../../packages/scorers/src/recorded.js";
import { TreeBuilder } from "../../../packages/tree/src/builder.js";
import { ReadError, RunError } from "../../../packages/tree/src/failure.js";

const texts = ["Museum of modern art", "Coffee", "A long walk"];

test("a recording, through JSON, replays id and scores exactly", async () => {
  const original = recordingScorer(lexicalScorer());
  const museum = await original.score(texts, "art museum", {});
  const walk = await original.score(texts, "walk", {});
  const replayed = recordedScorer(JSON.stringify(original.recording()));
  expect(replayed.id).toBe(original.id);
  expect(await replayed.score(texts, "art museum", {})).toEqual(museum);
  expect(await replayed.score(texts.toReversed(), "walk", {})).toEqual(walk.toReversed());
});

test("law: every answer in [0, 1] is replayed", () =>
  fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.float({ min: 0, max: 1, noNaN: true })), async (pairs) => {
      const asked = Object.keys(pairs);
      const scorer = {
        id: "x",
        cost: "expensive" as const,
        score: async () => Float32Array.from(Object.values(pairs)),
      };
      const original = recordingScorer(scorer);
      const scores = await original.score(asked, "any", {});
      expect(await recordedScorer(JSON.stringify(original.recording())).score(asked, "any", {})).toEqual(scores);
    }),
  ));

test("what is scored for a tree is recorded too, a conflict between trees is told", async () => {
  const treeOf = (...words: string[]) => {
    const builder = new TreeBuilder({ format: "object", spans: false });
    for (const word of words) {
      builder.open("Item");
      builder.addText(word);
      builder.close();
    }
    return builder.finish();
  };
  const original = recordingScorer(lexicalScorer());
  await original.forTree(treeOf("art", "art")).score(texts, "art walk", {});
  expect(original.recording().scores).toHaveLength(3);
  await original.forTree(treeOf("walk", "walk", "walk")).score(texts, "art walk", {});
  expect(() => original.recording()).toThrow("Record one tree at a time.");
});

test("the short form, and a missing pair", async () => {
  const table = { museum: { Louvre: 0.9 } };
  expect(await recordedScorer(table).score(["Louvre", "Louvre"], "museum", {})).toEqual(Float32Array.of(0.9, 0.9));
  await expect(recordedScorer(table).score(["Café"], "museum", {})).rejects.toThrow(
    'SXP4010: No score is recorded for "museum" on "Café".',
  );
  await expect(recordedScorer(table).score(["Louvre"], "toString", {})).rejects.toBeInstanceOf(RunError);
  expect(await recordedScorer(table, { missing: 0.25 }).score(["Café"], "park", {})).toEqual(Float32Array.of(0.25));
  expect(() => recordedScorer(table, { missing: 2 })).toThrow(RangeError);
});

test("ids follow the content", () => {
  const id = (score: number, missing: number | "error" = "error") =>
    recordedScorer({ museum: { Louvre: score } }, { missing }).id;
  expect(id(0.9)).toBe(id(0.9));
  expect(id(0.9)).not.toBe(id(0.8));
  expect(id(0.9)).not.toBe(id(0.9, 0));
});

test.each([
  ["{", "SXP4007"],
  ["[]", "The recording does not fit"],
  ['{"museum": 1}', '["museum"] does not fit'],
  ['{"museum": {"Louvre": "high"}}', '["museum"]["Louvre"] does not fit the schema: it is "high"'],
  ['{"scores": [{"condition": "c", "text": "t", "score": 1.2}]}', "scores[0].score does not fit the schema: it is 1.2"],
  ['{"scores": [{"condition": "c", "text": "t"}]}', "scores[0].score does not fit the schema: it is missing"],
  ['{"scores": [{"text": "t", "score": 1}]}', "scores[0].condition does not fit"],
  ['{"scores": [{"condition": "c", "text": "t", "score": 1}, {"condition": "c", "text": "t", "score": 0}]}', "before"],
  ['{"id": 7, "scores": []}', "id does not fit"],
])("%s is refused: %s", (source, message) => {
  expect(() => recordedScorer(source)).toThrow(ReadError);
  expect(() => recordedScorer(source)).toThrow(message);
});
