import { compile, readXml } from "@semantic-xpath/runtime";
import { expect, it } from "vitest";

const tree = readXml(`<R><D n="1"><P who="Ann">a</P><P>b</P></D><D n="2"><P who="Bob">c</P></D></R>`);

it.each([
  "//P",
  "//P[1]",
  "(//P)[2]",
  "//P/@who",
  "//P/text()",
  "//P[@who = 'Bob']",
  "(//P)[order by @who descending]",
  "(//P)[group by @who]",
  "(//P)[group by @who]/{ @who, n: count(/P) }",
  "//D/{ @n, place: position(), who: /P/@who }",
  "//Nothing",
])("the matches of a selection are those of a run: %s", async (text) => {
  const { query } = compile(text);
  const { matches } = await query!.run(tree);
  const selection = query!.select(tree);
  expect(JSON.stringify(selection.matches)).toBe(JSON.stringify(matches));
  expect(selection.matches).toBe(selection.matches);
  if (!text.includes("group by")) expect([...selection.ids]).toEqual(matches.map(({ id }) => id));
});
