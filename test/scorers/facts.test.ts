import { parseSchema } from "@semantic-xpath/planner";
import { compile, readXml } from "@semantic-xpath/runtime";
import { expect, test } from "vitest";
import { cachedScorer, memoryCache } from "../../packages/scorers/src/cache.js";
import { FACTS_NOTE, factsIn, withFacts } from "../../packages/scorers/src/facts.js";
import { embeddingsApiScorer } from "../../packages/scorers/src/http/embeddings.js";
import { staticScorer } from "../../packages/scorers/src/node/onnx/staticScorer.js";
import type { TextContext } from "../../packages/scorers/src/scorer.js";
import { folderWith } from "../support/onnx/modelFolders.js";
import { numbersFrom, randomVector } from "../support/onnx/random.js";
import { f32, writeSafetensors } from "../support/onnx/safetensorsWriter.js";
import { vocabularySize, wordPieceTokenizer } from "../support/onnx/tokenizerFiles.js";
import { apiServer, embeddings } from "./http/apiServer.js";

const context = (facts: string, isDeclared = true): TextContext => ({
  ...{ facts, within: null, before: [], after: [], by: null, isDeclared },
});

const TOKENS = vocabularySize(wordPieceTokenizer());
const model = () =>
  folderWith({
    "config.json": { model_type: "model2vec", normalize: true },
    "tokenizer.json": wordPieceTokenizer(),
    "model.safetensors": writeSafetensors({
      embeddings: f32([TOKENS, 8], randomVector(numbersFrom(5), TOKENS * 8, 1)),
    }),
  });

test("facts and text come apart as they were put together", () => {
  expect(factsIn(withFacts("a text", context("Session\ndate: 1\0"), { context: "schema" }))).toEqual({
    facts: "Session\ndate: 1 \n",
    text: "a text",
  });
  expect(factsIn(withFacts("a\0text", null, { context: "auto" }))).toEqual({ facts: "", text: "a\0text" });
});

test("a static model reads a text after its facts, if it is asked to", async () => {
  const folder = model();
  const [off, declared, auto] = [
    await staticScorer(folder),
    await staticScorer(folder, { context: "schema" }),
    await staticScorer(folder, { context: "auto" }),
  ];
  const contexts = [context("museum"), context("museum", false), null];
  const texts = ["the cat", "the cat", "the cat"];
  const scores = async (scorer: typeof off) => [...(await scorer.cosines(texts, "art", { contexts }))];
  const [[plain], [joined]] = [await off.cosines(["the cat"], "art"), await off.cosines(["museum\nthe cat"], "art")];
  expect(await scores(off)).toEqual([plain, plain, plain]);
  expect(await scores(declared)).toEqual([joined, plain, plain]);
  expect(await scores(auto)).toEqual([joined, joined, plain]);
  expect([off.readsContext, declared.readsContext]).toEqual([undefined, true]);
  expect(new Set([off.id, declared.id, auto.id]).size).toBe(3);
  expect([off.notes!(), declared.notes!()]).toEqual([null, FACTS_NOTE]);
});

test("each window of a long text begins with the facts", async () => {
  const scorer = await staticScorer(model(), { context: "auto", maxTokens: 8 });
  const long = "the cat sat on the mat the cat sat on the mat museum";
  const about = async (facts: string) => (await scorer.cosines([long], "art", { contexts: [context(facts)] }))[0];
  // The last window has neither the beginning of the text nor, without them, that of the facts.
  const alone = await staticScorer(model(), { maxTokens: 8, passagePrefix: "art\n" });
  expect(await about("art")).toBe((await alone.cosines([long], "art"))[0]);
});

test("a server is sent the facts before the text, once, and the cache tells contexts apart", async () => {
  const { url, seen } = await apiServer(embeddings);
  const scorer = embeddingsApiScorer({ url, model: "m", context: "schema" });
  const cached = cachedScorer(scorer, memoryCache());
  const ask = (...facts: string[]) =>
    cached.score(
      facts.map(() => "0.5"),
      "1",
      { contexts: facts.map((each) => context(each)) },
    );
  await ask("0.1", "0.2", "0.1");
  await ask("0.2");
  expect(seen.flatMap(({ body }) => body.input)).toEqual(["1", "0.1\n0.5", "0.2\n0.5"]);
  expect(scorer.id).toContain("context=schema");
});

test("a schema says which nodes of a run have facts", async () => {
  const tree = readXml('<S date="art"><T>the cat</T></S>');
  const types = { S: { attributes: { date: {} }, children: { T: {} } }, T: { text: true, context: true } };
  const { schema } = parseSchema(JSON.stringify({ version: 1, roots: ["S"], types }));
  const scorer = await staticScorer(model(), { context: "schema" });
  const weightWith = async (used: typeof schema) =>
    (await compile('//T[text() =~ "art"]', { schema: used }).query!.run(tree, { scorer, minScore: 0 })).stats
      .approximation;
  expect(await weightWith(null)).toBeNull();
  expect(await weightWith(schema)).toBe(FACTS_NOTE);
});
