import { compile, readTree, readXml } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { expect, it } from "vitest";
import { arbitraryQuery, arbitraryTree, hashScore } from "../../reference/arbitraryCase.js";
import { runs } from "../../support/runs.js";

const scorer = {
  id: "hash",
  cost: "cheap",
  score: async (texts: readonly string[], condition: string) =>
    Float32Array.from(texts, (text) => hashScore(text, condition, 7)),
} as const;
const PARAMS = { n: 1, v: "sun", c: "rain" };

it("the path of a match is a query that finds exactly this match", () =>
  fc.assert(
    fc.asyncProperty(arbitraryTree, arbitraryQuery, async (plain, text) => {
      const tree = readTree(plain);
      const params = Object.fromEntries(Object.entries(PARAMS).filter(([name]) => text.includes(`$${name}`)));
      const { matches } = await compile(text).query!.run(tree, { scorer, params });
      for (const match of matches) {
        const found = (await compile(match.path).query!.run(tree)).matches;
        expect(found.map(({ id, attribute, path }) => ({ id, attribute, path }))).toEqual([
          { id: match.id, attribute: match.attribute, path: match.path },
        ]);
      }
    }),
    { numRuns: runs(400, 155) },
  ));

it.each([
  "<A><node/><min/><last/><and/><declare/><B.c/><B-c/><dc:B/><ü/></A>",
  "<A><B/><C/><B/><C/></A>",
  "<A>text<A><A/></A></A>",
])("also where names are unusual: %s", async (xml) => {
  const tree = readXml(xml);
  for (const { path, id } of (await compile("//*").query!.run(tree)).matches) {
    expect(
      (await compile(path).query!.run(tree)).matches.map((match) => match.id),
      path,
    ).toEqual([id]);
  }
});

it("a type that no query can name counts all siblings", async () => {
  const tree = readTree({ type: "A", children: [{ type: "B" }, { type: "a b" }, { type: "a b" }] });
  const { matches } = await compile("/A/*").query!.run(tree);
  expect(matches.map(({ path }) => path)).toEqual(["/A/B", "/A/*[2]", "/A/*[3]"]);
  for (const { id, path } of matches)
    expect((await compile(path).query!.run(tree)).matches.map((match) => match.id)).toEqual([id]);
});

it("a match is JSON: path, weight and the node", async () => {
  const { matches } = await compile("//B").query!.run(readXml('<A><B x="1">text</B></A>'));
  expect(JSON.parse(JSON.stringify(matches))).toEqual([
    { path: "/A/B", weight: 1, node: { type: "B", attributes: { x: "1" }, text: "text" } },
  ]);
});
