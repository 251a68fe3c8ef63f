import { compile, inferSchema, readXml } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../../support/runs.js";

const tree = readXml(`<R><D n="1"><P who="Ann">a</P><P>b</P></D><D n="2"><P who="Bob">c</P></D></R>`);

it.each([
  "//P",
  "//P[1]",
  "(//P)[2]",
  "//P/@who",
  "//P/text()",
  "//P[@who = 'Bob']",
  "/R/D[1]/P[@who = 'Ann']",
  "/R/D[2]/P[@who = 'Ann']",
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
  expect(JSON.stringify([...selection])).toBe(JSON.stringify(matches));
  if (!text.includes("group by")) expect([...selection.ids]).toEqual(matches.map(({ id }) => id));
});

const node = fc.record(
  {
    type: fc.constantFrom("A", "B"),
    k: fc.constantFrom("x", "y", "", "constructor"),
    j: fc.constantFrom("x", "long text"),
  },
  { requiredKeys: ["type"] },
);

it("law: filters by texts leave those that have them, on lists of one type and of several, with a schema and without", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(node, { maxLength: 40 }),
      fc.constantFrom("/R/A", "//A", "//*", "/R/B", "//(A|B)"),
      fc.constantFrom("x", "", "constructor", "z"),
      fc.boolean(),
      async (nodes, path, text, isTwice) => {
        const attributes = ({ k, j }: (typeof nodes)[number]) =>
          [["k", k] as const, ["j", j] as const]
            .flatMap(([name, value]) => (value === undefined ? [] : `${name}="${value}"`))
            .join(" ");
        const data = readXml(`<R>${nodes.map((each) => `<${each.type} ${attributes(each)}/>`).join("")}</R>`);
        const expected = nodes.flatMap(({ type, k, j }, i) =>
          (path.includes("*") || path.includes(type)) && k === text && (!isTwice || j === "long text") ? [i + 2] : [],
        );
        for (const schema of [null, inferSchema(data)]) {
          const { query } = compile(`${path}[@k = "${text}"]${isTwice ? '[@j = "long text"]' : ""}`, { schema });
          if (query === undefined) continue;
          expect([...query.select(data).ids]).toEqual(expected);
          expect((await query.run(data)).matches.map(({ id }) => id)).toEqual(expected);
        }
      },
    ),
    { numRuns: runs(500, 100) },
  );
});
