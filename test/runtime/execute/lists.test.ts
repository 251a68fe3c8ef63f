import { compile, lexicalScorer, readXml, type Scorer } from "@semantic-xpath/runtime";
import { scoreListed, type TextList, textsIn } from "@semantic-xpath/scorers";
import { expect, it } from "vitest";

const count = 20_000;
const tree = readXml(`<Plan>${Array.from({ length: count }, (_, i) => `<Day name="${i % 9_000}"/>`).join("")}</Plan>`);

it("a scorer that knows lists gets one list of distinct texts, with a text's number in it, in every call", async () => {
  const seen = new Map<TextList, number>();
  const numbersSeen = new Set<number>();
  const scorer: Scorer = {
    id: "listed",
    cost: "cheap",
    score: () => Promise.reject(new Error("asked for texts")),
    async scoreListed(list, numbers) {
      seen.set(list, (seen.get(list) ?? 0) + 1);
      for (const number of numbers) numbersSeen.add(number);
      return new Float32Array(numbers.length).fill(0.5);
    },
  };
  const { query } = compile('//Day[@name =~ "x"]');
  const { scorerPairs } = (await query!.run(tree, { scorer })).stats;
  await query!.run(tree, { scorer });
  expect(seen.size).toBe(1);
  const [[list, calls]] = seen as unknown as [[TextList, number]];
  expect(calls).toBe(4);
  expect([list.texts.length, numbersSeen.size, scorerPairs]).toEqual([9_000, 9_000, 9_000]);
});

it("a scorer that knows none gets the texts, with their contexts if it reads them", async () => {
  const context = { facts: "Date: 3 May", within: null, before: [], after: [], by: null, isDeclared: true };
  const list: TextList = { texts: ["a", "b"], contextOf: (number) => (number === 0 ? null : context) };
  const asked: unknown[] = [];
  const plain: Scorer = {
    id: "plain",
    cost: "cheap",
    async score(texts, _condition, { contexts }) {
      asked.push([texts, contexts]);
      return new Float32Array(texts.length);
    },
  };
  await scoreListed(plain, list, Int32Array.of(1, 0), "c", {});
  await scoreListed({ ...plain, readsContext: true }, list, Int32Array.of(1, 0), "c", {});
  expect(asked).toEqual([
    [["b", "a"], undefined],
    [
      ["b", "a"],
      [context, null],
    ],
  ]);
  expect(textsIn(list, Int32Array.of(1))).toEqual(["b"]);
});

it("law: what a query gives is what it gives with the texts alone", async () => {
  const { query } = compile('//Day[max(@name =~ "7 8", node =~ "day 12")]');
  const lexical = lexicalScorer();
  const bound = lexical.forTree!(tree);
  const textsOnly: Scorer = { id: bound.id, cost: "cheap", score: (...asked) => bound.score(...asked) };
  const results = await Promise.all([query!.run(tree, { scorer: lexical }), query!.run(tree, { scorer: textsOnly })]);
  const [listed, plain] = results.map(({ ids, weights }) => ({ ids, weights }));
  expect(listed).toEqual(plain);
});
