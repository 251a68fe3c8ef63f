import { parseSchema, type Schema } from "@semantic-xpath/planner";
import { readJson, readXml, validate } from "@semantic-xpath/readers";
import { describe, expect, test } from "vitest";
import { marked } from "../planner/check/marked.js";

const schemaOf = (ref: string): Schema =>
  parseSchema(
    JSON.stringify({
      version: 1,
      roots: ["M"],
      types: {
        M: { children: { Turn: {}, Event: {}, Note: {} } },
        Turn: { attributes: { id: { type: "id" } } },
        Event: { attributes: { id: { type: "id" } } },
        Note: { attributes: { ref: { type: ref }, at: { type: "ref(Event)", element: true } } },
      },
    }),
  ).schema!;

function expectReports({ text, spans }: ReturnType<typeof marked>, ...expected: string[]) {
  const found = validate(readXml(text), schemaOf("ref(Turn)"));
  expect(found.map(({ code, message }) => `${code} ${message}`)).toEqual(expected);
  expect(found.map(({ span }) => span)).toEqual(spans);
}

describe("references of data", () => {
  test("that lead to nodes of their types are in order", () =>
    expectReports(
      marked`<M><Turn id="a"/><Turn id="b c"/><Event id="e"/><Note ref="a"/><Note ref="b c"><at>e</at></Note></M>`,
    ));

  test("SXP4025: lead to no node; each word by itself", () =>
    expectReports(
      marked`<M><Turn id="turn1"/>${'<Note ref="turn2"/>'}${'<Note ref="turn1 x"/>'}<Note ref=""/></M>`,
      'SXP4025 /M/Note[1]: no node has the id "turn2", to which "ref" refers. Did you mean "turn1"?',
      'SXP4025 /M/Note[2]: no node has the id "x", to which "ref" refers.',
    ));

  test("SXP4026: lead to a node of another type, also from a field element", () =>
    expectReports(
      marked`<M><Turn id="t"/><Event id="e"/>${'<Note ref="e"/>'}${'<Note ref="t"><at>t</at></Note>'}</M>`,
      'SXP4026 /M/Note[1]: "ref" refers to "Turn", and the node with the id "e" is "Event".',
      'SXP4026 /M/Note[2]: "at" refers to "Event", and the node with the id "t" is "Turn".',
    ));

  test("SXP4027: an id that is there twice, whatever the types", () =>
    expectReports(
      marked`<M><Turn id="a"/>${'<Event id="a"/>'}${'<Turn id="a"/>'}</M>`,
      'SXP4027 /M/Event: the id "a" is that of /M/Turn[1] already.',
      'SXP4027 /M/Turn[2]: the id "a" is that of /M/Turn[1] already.',
    ));

  test("to any type may be of any", () => {
    const tree = readXml('<M><Turn id="t"/><Event id="e"/><Note ref="e t"/></M>');
    expect(validate(tree, schemaOf("ref"))).toEqual([]);
  });

  test("are bounded in number", () => {
    const tree = readXml(`<M>${'<Note ref="a b"/>'.repeat(300)}</M>`);
    expect(validate(tree, schemaOf("ref(Turn)"))).toHaveLength(100);
    expect(validate(tree, schemaOf("ref(Turn)"), { limit: 7 })).toHaveLength(7);
  });

  test("of JSON have spans, and names of every object are no surprise", () => {
    const text = '{ "type": "M", "children": [{ "type": "Note", "ref": "constructor __proto__" }] }';
    const found = validate(readJson(text), schemaOf("ref(Turn)"));
    expect(found.map(({ code, span }) => `${code} ${text.slice(span.start, span.end)}`)).toEqual([
      'SXP4025 { "type": "Note", "ref": "constructor __proto__" }',
      'SXP4025 { "type": "Note", "ref": "constructor __proto__" }',
    ]);
  });
});
