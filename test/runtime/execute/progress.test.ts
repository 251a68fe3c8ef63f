import { compile, type Progress, readXml, type Scorer } from "@semantic-xpath/runtime";
import { cachedScorer, memoryCache } from "@semantic-xpath/runtime/node";
import { expect, it } from "vitest";

const tree = readXml(`<Plan>${Array.from({ length: 5 }, (_, i) => `<Day name="${i}"/>`).join("")}</Plan>`);
const scorer: Scorer = {
  id: "half",
  cost: "expensive",
  score: async (texts) => new Float32Array(texts.length).fill(0.5),
};

const progressWith = async (used: Scorer): Promise<string[]> => {
  const seen: string[] = [];
  const onProgress = ({ pairs, wanted }: Progress) => seen.push(`${pairs} of ${wanted}`);
  await compile('//Day[@name =~ "x"]').query!.run(tree, { scorer: used, onProgress });
  return seen;
};

it("progress is reported before a call and after it", async () => {
  expect(await progressWith(scorer)).toEqual(["0 of 5", "5 of 5"]);
});

it("a cached scorer says how far it is within a call, what was kept counted as done", async () => {
  const cache = memoryCache();
  await cache.set("half", "x", ["3"], Float32Array.of(0.5));
  const cached = cachedScorer(scorer, cache, { chunk: 3 });
  expect(await progressWith(cached)).toEqual(["0 of 5", "4 of 5", "5 of 5", "5 of 5"]);
});
