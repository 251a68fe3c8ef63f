import { parseSchema } from "@semantic-xpath/planner";
import { foldFields, readXml } from "@semantic-xpath/readers";
import { diffSchemas, mergeSchema } from "@semantic-xpath/readers/schema";
import { compile } from "@semantic-xpath/runtime";
import { lexicalScorer } from "@semantic-xpath/scorers";
import { nodeText } from "@semantic-xpath/tree";
import { describe, expect, it } from "vitest";

const SCHEMA = {
  version: 1,
  roots: ["Chat"],
  types: {
    Chat: { children: { Turn: {} } },
    Turn: {
      attributes: { by: {}, query: { searchable: false }, note: { element: true, searchable: false } },
      text: true,
      children: { Trace: {} },
    },
    Trace: { searchable: false, text: true, attributes: { tool: {} }, children: { Call: {} } },
    Call: { text: true },
  },
};
const schemaOf = (schema: object) => parseSchema(JSON.stringify(schema)).schema!;
const schema = schemaOf(SCHEMA);

const XML =
  '<Chat><Turn by="Ann" query="zebra">The museum <Trace tool="yak">gnu<Call>ibex</Call></Trace>opens at nine<note>okapi</note></Turn>' +
  '<Turn by="Bob" query="museum">Lunch<Trace>museum</Trace></Turn></Chat>';

describe("what a schema calls not searchable", () => {
  const given = readXml(XML);
  const tree = foldFields(given, schema);

  it("is no part of the text of the nodes that it is in", () => {
    expect(nodeText(tree, 2)).toBe("Turn\nby: Ann\nThe museum opens at nine");
    expect(nodeText(tree, 1)).toBe("Chat\nTurn\nby: Ann\nThe museum opens at nine\nTurn\nby: Bob\nLunch");
    expect(nodeText(given, 1)).toContain("zebra");
  });

  it("is there all the same, and is the text of its own node", () => {
    expect(tree.node(2).attributes).toMatchObject({ query: "zebra", note: "okapi" });
    expect(nodeText(tree, 3)).toBe("Trace\ntool: yak\ngnu\nCall\nibex");
  });

  it("takes no other numbers and no copy of the columns", () => {
    const plain = readXml('<Chat><Turn query="x">a</Turn></Chat>');
    const hidden = foldFields(plain, schema);
    expect(hidden.type).toBe(plain.type);
    expect(foldFields(plain, schema)).toBe(hidden);
    expect(foldFields(hidden, schema)).toBe(hidden);
    expect(foldFields(plain, schemaOf({ version: 1, roots: ["Chat"], types: { Chat: {} } }))).toBe(plain);
  });

  it.each([
    ['//Turn[node =~ "museum"]', ["/Chat/Turn[1]"]],
    ['//Turn[node =~ "zebra"]', []],
    ['//Turn[node =~ "okapi"]', []],
    ['//Turn[node =~ "ibex"]', []],
    ['//Turn[@query =~ "museum"]', ["/Chat/Turn[2]"]],
    ['//Trace[node =~ "museum"]', ["/Chat/Turn[2]/Trace"]],
  ])("%s", async (text, paths) => {
    const { matches } = await compile(text, { schema }).query!.run(given, { scorer: lexicalScorer() });
    expect(matches.filter(({ weight }) => weight > 0).map(({ path }) => path)).toEqual(paths);
  });

  it("stays as a person wrote it when data are merged in", () => {
    const seen = schemaOf({
      version: 1,
      roots: ["Chat"],
      types: {
        Chat: { children: { Turn: {} } },
        Turn: { attributes: { query: {} }, children: { Trace: {} } },
        Trace: {},
      },
    });
    const { types } = mergeSchema(schema, seen).schema;
    expect(types.Turn!.attributes.query!.searchable).toBe(false);
    expect(types.Trace!.searchable).toBe(false);
  });

  it("is a change that breaks queries, and no longer to be so is none", () => {
    const shown = schemaOf({
      ...SCHEMA,
      types: { ...SCHEMA.types, Trace: { ...SCHEMA.types.Trace, searchable: true } },
    });
    const path = ["types", "Trace", "searchable"];
    expect(diffSchemas(shown, schema)).toEqual([{ kind: "changed", path, before: true, after: false, breaking: true }]);
    expect(diffSchemas(schema, shown)).toEqual([
      { kind: "changed", path, before: false, after: true, breaking: false },
    ]);
  });
});
