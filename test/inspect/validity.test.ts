import { inspect } from "@semantic-xpath/inspect";
import { parseSchema } from "@semantic-xpath/planner";
import { compile, readXml } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../support/runs.js";

/** Why not of what a moment hides, and what admits it. */
const fact = {
  attributes: { from: {}, to: {}, status: {} },
  children: { Note: {}, Fact: {} },
  validity: { from: "from", to: "to", status: "status" },
};
const { schema } = parseSchema(
  JSON.stringify({
    version: 1,
    roots: ["Memory"],
    types: { Memory: { children: { Fact: {} } }, Fact: fact, Note: { attributes: {} } },
  }),
);
const XML = `<Memory><Fact from="2024-01-01" to="2024-06-01"><Note/></Fact><Fact from="2024-07-01"/><Fact status="retracted"/></Memory>`;
const seen = (text: string, options = {}) => inspect(compile(text, { schema }).query!, readXml(XML), options);

describe("what a moment hides", () => {
  it.each([
    ["/Memory/Fact[1]", 'it does not hold at "2024-08-01": it ended on 2024-06-01'],
    ["/Memory/Fact[3]", 'it does not hold at "2024-08-01": its status is "retracted"'],
  ])("%s has its reason", async (path, message) => {
    const inspection = await seen('as of "2024-08-01" //Fact');
    expect(inspection.whyNot(path)).toMatchObject({ reason: "validity", message, span: { start: 6 } });
    expect(await inspection.change(path)).toMatchObject({ kind: "moment", text: "//Fact", count: 3 });
  });

  it("has that of what it is in", async () => {
    const inspection = await seen("//Note", { validAt: "2024-08-01" });
    expect(inspection.whyNot("/Memory/Fact[1]/Note")!.message).toBe(
      'it is in /Memory/Fact[1], which does not hold at "2024-08-01": it ended on 2024-06-01',
    );
    expect(await inspection.change("/Memory/Fact[1]/Note")).toMatchObject({
      kind: "moment",
      text: "//Note",
      options: { validAt: "all" },
      message: "valid at 2024-08-01 → all times",
    });
  });

  it("is led to by the axes of a longer path", async () => {
    const inspection = await seen('as of "2024-08-01" /Memory/Fact/Note');
    expect(inspection.whyNot("/Memory/Fact[1]/Note")!.message).toContain("/Memory/Fact[1] leads to it and is dropped");
    expect((await inspection.change("/Memory/Fact[1]/Note"))!.text).toBe("/Memory/Fact/Note");
  });
});

it("law: each node has one reason, and what admits it admits it, at every moment", async () => {
  const day = fc.integer({ min: 1, max: 9 }).map((n) => `2024-01-0${n}`);
  const attributes = fc.record(
    { from: day, to: day, status: fc.constantFrom("active", "retracted") },
    { requiredKeys: [] },
  );
  const { facts } = fc.letrec<{ facts: string; fact: string }>((tie) => ({
    fact: fc.tuple(attributes, tie("facts"), fc.boolean()).map(([own, inside, hasNote]) => {
      const written = Object.entries(own).map(([name, value]) => ` ${name}="${value}"`);
      return `<Fact${written.join("")}>${inside}${hasNote ? "<Note/>" : ""}</Fact>`;
    }),
    facts: fc.oneof(
      { maxDepth: 3 },
      fc.constant(""),
      fc.array(tie("fact"), { maxLength: 3 }).map((all) => all.join("")),
    ),
  }));
  const text = fc.constantFrom(
    "//Fact",
    "//Note",
    "/Memory/Fact",
    "//Fact[1]",
    "(//Fact)[2]",
    "//Fact[Note]",
    "//Fact/Note",
    "(//Fact)[group by @status]",
  );
  const asked = fc.record({ xml: facts, text, at: day, isOption: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(asked, async ({ xml, text, at, isOption }) => {
      const tree = readXml(`<Memory>${xml}</Memory>`);
      const query = compile(isOption ? text : `as of "${at}" ${text}`, { schema }).query!;
      const inspection = await inspect(query, tree, isOption ? { validAt: at } : {});
      for (let node = 1; node < inspection.tree.size; node++) {
        const why = inspection.why(node);
        expect(inspection.whyNot(node) === null).toBe(why !== null);
        if (why !== null) continue;
        const change = (await inspection.change(node))!;
        const validAt = change.options.validAt ?? (isOption ? at : "all");
        const changed = await inspect(compile(change.text, { schema }).query!, tree, { ...change.options, validAt });
        expect(changed.why(node), `${change.text} ${JSON.stringify(change.options)}`).not.toBeNull();
      }
    }),
    { numRuns: runs(500, 60) },
  );
});
