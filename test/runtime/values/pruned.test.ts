import { compile, readXml, type Scorer } from "@semantic-xpath/runtime";
import { expect, it } from "vitest";

const tree = readXml(
  `<R>${Array.from({ length: 12 }, (_, i) => `<A n="${i}">a${i}</A>`).join("")}<B>b1</B><B>b2</B></R>`,
);
const scorer: Scorer = {
  id: "length",
  cost: "expensive",
  score: async (texts) => Float32Array.from(texts, (text) => (text.charCodeAt(text.length - 1) % 10) / 10),
};

it("evidence that depends on no node is the same pruned, traced and in full", async () => {
  const { query } = compile('//A[text() =~ "x"][avg(root()//B[text() =~ "y"])]');
  const run = async (options: object) =>
    (await query!.run(tree, { scorer, ...options })).matches.map(({ path, weight }) => `${path} ${weight}`);
  const full = (await run({})).slice(0, 2);
  expect(await run({ limit: 2 })).toEqual(full);
  const traced = await query!.run(tree, { scorer, limit: 2, trace: true });
  expect(traced.matches.map(({ path, weight }) => `${path} ${weight}`)).toEqual(full);
  expect(JSON.stringify(traced.trace)).not.toMatch(/NaN|"value":null,"low":null/);
});
