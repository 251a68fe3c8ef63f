import { compile, readXml, type Scorer } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { hashScore } from "../../reference/arbitraryCase.js";
import { factorComplaints, productComplaints } from "./recompute.js";

/** Queries whose traces went wrong once: each for a reason of its own. */
const QUERIES = [
  ['(//B)[1:][node =~ "sun"]', "a bracket that folds away"],
  ['(//B[node =~ "sun"])[1:]', "a group without brackets"],
  ['//B[node =~ "sun"][@+1][node =~ "rain"]', "scores of two siblings"],
  ['(//B)[node =~ "sun"][@+1][node =~ "rain"]', "scores of two siblings in a group"],
  ['//*//B[max(node =~ "sun", position() = 1)]', "a node at different places of two lists"],
  ['(//B[node =~ "sun"])[min(node =~ "rain", position() < 3)]', "places in a group that is cut"],
  ['(//B)[node =~ "sun"][2]', "a position by rank in a group that is cut"],
  ['(//B[node =~ "sun"])[1:2]/C[node =~ "rain"]', "a limit inside"],
  ['//A[exists(/B[node =~ "sun" >= 0.5])]', "evidence that a filter on a score decides"],
  ['//A[product(node =~ "sun", exists(/B[node =~ "rain" > 0.2]))]', "the same as a factor"],
  ['//A[gmean(/B[node =~ "rain"][1:2])]', "evidence that a rank decides"],
  ['//A[avg(/B[node =~ "sun"]/Zoo[node =~ "rain"])]', "evidence of a type that is not there"],
  ['//B/@x | //B[node =~ "sun"]/@y', "attributes of one node by two paths"],
  ['(//B/@x)/..//C[node =~ "sun"]', "a step behind attributes"],
] as const;

const tree = readXml(`
<A>
  <B x="1" y="2">sun<C/><B x="3">rain</B></B>
  <B y="4">rain sun<C x="5"/></B>
  <A><B x="6">sun rain</B><B/><C/></A>
</A>`);
const scored = (text: string, condition: string): number => hashScore(text, condition, 1234);

describe.each(["cheap", "expensive"] as const)("with a %s scorer", (cost) => {
  const scorer: Scorer = {
    id: "hash",
    cost,
    score: async (texts, condition) => Float32Array.from(texts, (text) => scored(text, condition)),
  };
  it.each(QUERIES)("%s: %s", async (text) => {
    for (const limit of [1, 2, 100]) {
      const { matches, trace } = await compile(text).query!.run(tree, { scorer, limit, trace: true });
      expect(trace!.results.map(({ path, weight }) => [path, weight])).toEqual(
        matches.map(({ path, weight }) => [path, weight]),
      );
      const complaints = trace!.results.flatMap(({ path, weight, factors }) => [
        ...productComplaints(path, weight, factors),
        ...factors.flatMap((factor) => factorComplaints(factor, scored)),
      ]);
      expect(complaints).toEqual([]);
      JSON.stringify(trace);
    }
  });
});
