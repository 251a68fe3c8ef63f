import { readTree, readXml } from "@semantic-xpath/readers";
import { readCsv } from "@semantic-xpath/readers/csv";
import { readYaml } from "@semantic-xpath/readers/yaml";
import { stringValue, treeOf } from "@semantic-xpath/tree";
import {
  firstDifference,
  type Shape,
  writeCsv,
  writeJson,
  writeXml,
  writeYaml,
  xmlPieces,
} from "@semantic-xpath/writers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainOf, plainTree } from "../../readers/trees.js";
import { runs } from "../../support/runs.js";
import { anyTree, mixedTree, written } from "../trees.js";

const indent = fc.constantFrom(0, 2, "\t");

describe("a tree that is written reads as the same tree", () => {
  it("as XML", () => {
    fc.assert(
      fc.property(plainTree, indent, fc.boolean(), (plain, indent, declaration) => {
        const tree = treeOf(plain);
        expect(plainOf(readXml(writeXml(tree, { indent, declaration })))).toEqual(plainOf(tree));
      }),
      { numRuns: runs(300) },
    );
  });

  it("as XML, or is refused, whatever it says", () => {
    fc.assert(
      fc.property(anyTree, indent, (plain, indent) => {
        const tree = treeOf(plain);
        const text = written(() => writeXml(tree, { indent }));
        if (text !== null) expect(plainOf(readXml(text))).toEqual(plainOf(tree));
      }),
      { numRuns: runs(300, 50) },
    );
  });

  it("as JSON, whatever it says", () => {
    fc.assert(
      fc.property(anyTree, indent, (plain, indent) => {
        const tree = treeOf(plain);
        expect(plainOf(readTree(writeJson(tree, { indent })))).toEqual(plainOf(tree));
      }),
      { numRuns: runs(300) },
    );
  });

  it("as YAML, whatever it says", () => {
    fc.assert(
      fc.property(
        fc.oneof(anyTree, mixedTree),
        fc.constantFrom<Shape>("node", "data"),
        fc.constantFrom(0, 2, 4),
        (data, shape, indent) => {
          const tree = treeOf(data);
          const text = written(() => writeYaml(tree, { indent, shape }));
          if (text !== null) expect(firstDifference(tree, readYaml(text))).toBe(null);
          else expect(shape).toBe("data");
        },
      ),
      { numRuns: runs(500, 100) },
    );
  });

  it("as JSON in the shape of data, or is refused", () => {
    fc.assert(
      fc.property(fc.oneof(anyTree, plainTree), indent, (plain, indent) => {
        const tree = treeOf(plain);
        const text = written(() => writeJson(tree, { indent, shape: "data" }));
        if (text !== null) expect(plainOf(readTree(text, { format: "json" }))).toEqual(plainOf(tree));
      }),
      { numRuns: runs(500) },
    );
  });

  it("as CSV, or is refused; without notes as exactly the same tree", () => {
    const cell = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.constantFrom("a;b", " a", 'a"b', "x\ny", "sep=;", "\uFEFF", "1"),
    );
    const row = fc.record({
      type: fc.constantFrom("row", "row", "Day"),
      attributes: fc.dictionary(cell, cell, { maxKeys: 3 }),
    });
    const table = fc.record({
      type: fc.constantFrom("root", "root", "Plan"),
      children: fc.array(row, { maxLength: 4 }),
    });
    fc.assert(
      fc.property(fc.oneof(table, table, anyTree), (data) => {
        const tree = treeOf(data);
        const notes: string[] = [];
        const text = written(() => writeCsv(tree, { onNote: (note) => notes.push(note) }));
        if (text === null) return;
        const back = readCsv(text);
        if (notes.length === 0) expect(firstDifference(tree, back)).toBe(null);
        expect(back.size).toBe(tree.size);
      }),
      { numRuns: runs(500, 100) },
    );
  });

  it("with its text between children, as XML and as JSON", () => {
    fc.assert(
      fc.property(mixedTree, indent, (data, indent) => {
        const tree = treeOf(data);
        const [xml, json] = [readXml(writeXml(tree, { indent })), readTree(writeJson(tree, { indent }))];
        expect(firstDifference(tree, xml)).toBe(null);
        expect(firstDifference(tree, json)).toBe(null);
        expect(stringValue(xml, 1)).toBe(stringValue(tree, 1));
        const asData = written(() => writeJson(tree, { indent, shape: "data" }));
        if (asData !== null) expect(firstDifference(tree, readTree(asData))).toBe(null);
      }),
      { numRuns: runs(500, 100) },
    );
  });

  it("in pieces, however deep it is", () => {
    const depth = 900;
    const deep = readXml(`${"<a x='1'>".repeat(depth)}text${"</a>".repeat(depth)}`);
    expect(readXml([...xmlPieces(deep)].join("")).size).toBe(depth);
    const wide = readXml(`<a>${'<b x="1"/>'.repeat(20_000)}</a>`);
    const pieces = [...xmlPieces(wide)];
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.join("")).toBe(writeXml(wide));
  });
});

describe("what a format has no place for", () => {
  it.each([
    [{ type: "first name" }, '/*[1]: "first name" is no name in XML'],
    [{ type: "a", children: [{ type: "b", attributes: { "x/y": "" } }] }, '/a/b: "x/y" is no name in XML'],
    [{ type: "a", text: "\u0001" }, "/a: the character U+0001 can't be in it"],
    [{ type: "a", attributes: { x: "\ud800" } }, "/a: the character U+D800 can't be in it"],
  ])("%j is no XML", (data, problem) => {
    expect(() => writeXml(treeOf(data))).toThrow(`SXP4031: The tree can't be written as XML: ${problem}.`);
  });

  it("is refused in the shape of data, too", () => {
    const tree = treeOf({ type: "a", attributes: { type: "b" } });
    expect(() => writeJson(tree, { shape: "data" })).toThrow('an attribute can\'t have the name "type", only as nodes');
  });
});

describe("layout", () => {
  const plan = treeOf({
    type: "Plan",
    attributes: { city: "Ottawa", days: "2" },
    children: [
      { type: "Day", attributes: { note: 'a\n"b"' }, text: "Rain & <sun>" },
      {
        type: "Day",
        children: [
          { type: "Stop", text: "07" },
          { type: "Stop", text: "7" },
        ],
      },
    ],
  });

  it("of XML", () => {
    expect(writeXml(plan)).toBe(`<Plan city="Ottawa" days="2">
  <Day note="a&#10;&quot;b&quot;">Rain &amp; &lt;sun&gt;</Day>
  <Day>
    <Stop>07</Stop>
    <Stop>7</Stop>
  </Day>
</Plan>
`);
  });

  it("of JSON as data", () => {
    expect(writeJson(plan, { shape: "data", indent: 0 })).toBe(
      '{"Plan":{"city":"Ottawa","days":2,"Day":[{"note":"a\\n\\"b\\"","text":"Rain & <sun>"},{"Stop":["07",7]}]}}\n',
    );
  });
});
