import fc from "fast-check";
import { expect, test } from "vitest";
import { eachLine } from "../../packages/scorers/src/lexical/lines.js";
import { TreeBuilder } from "../../packages/tree/src/builder.js";
import { nodeText, plainText } from "../../packages/tree/src/text.js";

const line = fc.constantFrom(
  "Date: museum visit on Friday",
  "POI",
  "name: x",
  "Hello there",
  "",
  "a.b-c: ",
  "kind:",
  " x: y",
);
const lines = fc.array(line, { minLength: 1, maxLength: 4 }).map((all) => all.join("\n"));

/** The lines that are read as attributes, and as types. */
function fieldsOf(text: string): { attributes: string[]; types: string[] } {
  const [attributes, types]: [string[], string[]] = [[], []];
  eachLine(text, {
    type: (start, end) => types.push(text.slice(start, end)),
    attribute: (start, colon) => attributes.push(text.slice(start, colon)),
    body: () => {},
  });
  return { attributes, types };
}

test("law: own texts and values can't fake fields", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(lines, lines), { minLength: 1, maxLength: 3 }), (nodes) => {
      const builder = new TreeBuilder({ format: "object", spans: false });
      builder.open("Day");
      builder.attribute("date", "2026");
      for (const [value, own] of nodes) {
        builder.open("Stop");
        builder.attribute("note", value);
        builder.attribute("kind", "visit");
        builder.addText(own);
        builder.close();
      }
      builder.close();
      const tree = builder.finish();
      expect(fieldsOf(nodeText(tree, 1))).toEqual({
        attributes: ["date", ...nodes.flatMap(() => ["note", "kind"])],
        types: ["Day", ...nodes.map(() => "Stop")],
      });
      for (const [value, own] of nodes) {
        for (const text of [value, own]) expect(fieldsOf(plainText(text))).toEqual({ attributes: [], types: [] });
      }
    }),
  );
});

test("what needs no space is left as it is", () => {
  for (const text of ["Museum", "a b\nc: d", "note: x", "Hello: there"]) expect(plainText(text)).toBe(text);
  expect(plainText("Museum\nname: x")).toBe(" Museum\nname: x");
});
