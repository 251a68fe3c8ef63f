import { readCsv } from "@semantic-xpath/readers/csv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../support/runs.js";
import { drawOf, editsOf, modelOf } from "../../tree/edits/edits.js";
import { checkedEdit, editedText } from "./edited.js";

describe("a table of CSV", () => {
  const TABLE = 'name;cost;note\r\n"Museum; old";20;\r\nPark;"0";free\r\n';

  it.each([
    [
      "a cell, quoted where it must be",
      { kind: "setAttribute", node: 3, name: "name", value: 'The "Park"' },
      "Park;",
      '"The ""Park""";',
    ],
    ["a cell that has its quotation marks", { kind: "setAttribute", node: 3, name: "cost", value: "5" }, '"0"', '"5"'],
    ["an empty cell", { kind: "setAttribute", node: 2, name: "note", value: "x" }, "20;", "20;x"],
    ["no cell", { kind: "setAttribute", node: 3, name: "note", value: null }, ";free", ";"],
    ["no row", { kind: "delete", node: 2 }, '"Museum; old";20;\r\n', ""],
    [
      "a new row",
      { kind: "insert", parent: 1, content: { type: "row", attributes: { cost: "7" } } },
      "free\r\n",
      "free\r\n;7;\r\n",
    ],
    [
      "another order",
      { kind: "move", node: 3, parent: 1, before: 2 },
      TABLE,
      'name;cost;note\r\nPark;"0";free\r\n"Museum; old";20;\r\n',
    ],
  ] as const)("%s", async (_, edit, from, to) => {
    expect(await editedText("csv", TABLE, () => [edit])).toBe(TABLE.replace(from, to));
  });

  it("reads as the edited tree, or is refused, after any edits", async () => {
    const row = fc.record({
      type: fc.constant("row"),
      attributes: fc.dictionary(fc.constantFrom("a", "b"), fc.string({ maxLength: 4 })),
    });
    const draws = fc.array(drawOf(["a", "b", "c"], fc.string({ maxLength: 4 }), row), { minLength: 1, maxLength: 4 });
    let made = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom("1", '"x,y"', ""), fc.constantFrom("u", '"v""w"')), { maxLength: 4 }),
        draws,
        async (cells, drawn) => {
          const text = `a,b\n${cells.map((row) => `${row.join(",")}\n`).join("")}`;
          if ((await checkedEdit("csv", text, editsOf(modelOf(readCsv(text)), drawn))) !== null) made++;
        },
      ),
      { numRuns: runs(300, 100) },
    );
    expect(made).toBeGreaterThan(0);
  });
});

describe("a page of HTML", () => {
  const PAGE =
    "<!doctype html>\n<body>\n  <!-- list -->\n  <ul class=x>\n    <li>a\n    <li>b\n  </ul>\n  <p>Hi <b>you</b><br></p>\n</body>\n";
  const to = (from: string, put: string): string => PAGE.replace(from, put);

  it.each([
    [
      "a value without quotation marks",
      "/html/body/ul",
      { kind: "setAttribute", name: "class", value: "y z" },
      "class=x",
      'class="y z"',
    ],
    ["a text", "/html/body/p/b", { kind: "setText", text: "we < they" }, "you", "we &lt; they"],
    ["an element", "/html/body/p/b", { kind: "rename", type: "i" }, "<b>you</b>", "<i>you</i>"],
  ] as const)("%s", async (_, path, edit, from, put) => {
    expect(await editedText("html", PAGE, (at) => [{ ...edit, node: at(path) }])).toBe(to(from, put));
  });

  it("a new element has its end tag, and one that has none has none", async () => {
    const added = (type: string) =>
      editedText("html", PAGE, (at) => [{ kind: "insert", parent: at("/html/body/p"), content: { type } }]);
    expect(await added("i")).toBe(to("<br>", "<br><i></i>"));
    expect(await added("hr").catch(() => "refused")).toBe("refused");
    expect(await added("br")).toBe(to("<br>", "<br><br>"));
  });
});
