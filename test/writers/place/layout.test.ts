import { describe, expect, it } from "vitest";
import { editedText } from "./edited.js";

describe("XML keeps what an edit does not touch", () => {
  const PLAN = `<?xml version="1.0"?>
<!DOCTYPE Plan>
<Plan>
    <!-- the first day -->
    <Day city='Ottawa'
         n="1">
        <Stop><![CDATA[A & B]]></Stop>
    </Day>
    <?keep this?>
    <Day n="2"/>
    <!-- the end -->
</Plan>
`;
  const changed = (from: string, to: string): string => PLAN.replace(from, to);

  it.each([
    [
      "a value, in its quotation marks",
      { kind: "setAttribute", node: 2, name: "city", value: `Val-d'Or "q"` },
      "'Ottawa'",
      `'Val-d&apos;Or "q"'`,
    ],
    [
      "a new attribute, on a line as the one before it",
      { kind: "setAttribute", node: 2, name: "x", value: "<" },
      'n="1"',
      'n="1"\n         x="&lt;"',
    ],
    [
      "no attribute, and not its line",
      { kind: "setAttribute", node: 2, name: "n", value: null },
      `\n         n="1"`,
      "",
    ],
    ["a text that is CDATA", { kind: "setText", node: 3, text: "C < D" }, "A & B", "C < D"],
    [
      "a text in an empty element",
      { kind: "setText", node: 4, text: "C < D" },
      '<Day n="2"/>',
      '<Day n="2">C &lt; D</Day>',
    ],
    [
      "a name",
      { kind: "rename", node: 3, type: "Halt" },
      "<Stop><![CDATA[A & B]]></Stop>",
      "<Halt><![CDATA[A & B]]></Halt>",
    ],
    ["no element, and not its line", { kind: "delete", node: 4 }, '\n    <Day n="2"/>', ""],
    [
      "an element with children, indented",
      { kind: "insert", parent: 1, before: 4, content: { type: "Day", children: [{ type: "Stop", text: "x" }] } },
      '    <Day n="2"/>',
      '    <Day>\n        <Stop>x</Stop>\n    </Day>\n    <Day n="2"/>',
    ],
    [
      "the first child of an empty element",
      { kind: "insert", parent: 4, content: { type: "Stop" } },
      '<Day n="2"/>',
      '<Day n="2">\n        <Stop/>\n    </Day>',
    ],
    [
      "a last child after the last child",
      { kind: "insert", parent: 1, content: { type: "Day" } },
      '<Day n="2"/>',
      '<Day n="2"/>\n    <Day/>',
    ],
  ] as const)("%s", async (_, edit, from, to) => {
    expect(await editedText("xml", PLAN, () => [edit])).toBe(changed(from, to));
  });

  it("what moves takes its text along", async () => {
    const edited = await editedText("xml", PLAN, () => [{ kind: "move", node: 3, parent: 4 }]);
    expect(edited).toContain('<Day n="2">\n        <Stop><![CDATA[A & B]]></Stop>\n    </Day>');
    expect(edited).not.toContain('n="1">\n        <Stop>');
  });

  it("a text that is taken away and set again is joined to what it was joined to", async () => {
    const text = "<a><b>cat</b>s and <i>dogs</i></a>";
    const edits = (at: (path: string) => number) =>
      ["", "ant"].map((text) => ({ kind: "setText", node: at("/a/b"), text }) as const);
    expect(await editedText("xml", text, edits)).toBe("<a><b>ant</b>s and <i>dogs</i></a>");
  });

  it("several edits are one", async () => {
    const edited = await editedText("xml", PLAN, () => [
      { kind: "setAttribute", node: 2, name: "n", value: "7" },
      { kind: "setAttribute", node: 2, name: "n", value: "8" },
      { kind: "delete", node: 4 },
      { kind: "insert", parent: 1, content: { type: "Day" } },
    ]);
    expect(edited).toBe(
      changed('n="1"', 'n="8"').replace('\n    <Day n="2"/>', "").replace("<?keep this?>", "<?keep this?>\n    <Day/>"),
    );
  });
});

describe("JSON keeps what an edit does not touch", () => {
  const PLAN = `{
    "Plan": {
        "city": "Ottawa",   "days": 2,
        "Day": [
            { "n": 1, "Stop": ["a", "b"] },

            { "n": 2 }
        ]
    }
}`;
  const changed = (from: string, to: string): string => {
    expect(PLAN).toContain(from);
    return PLAN.replace(from, to);
  };

  it.each([
    ["a number stays one", { kind: "setAttribute", node: 2, name: "n", value: "3.50" }, '"n": 1', '"n": 3.50'],
    ["a number that becomes none", { kind: "setAttribute", node: 2, name: "n", value: "one" }, '"n": 1', '"n": "one"'],
    ["a text stays one", { kind: "setAttribute", node: 1, name: "city", value: "7" }, '"Ottawa"', '"7"'],
    [
      "a new member after the short ones",
      { kind: "setAttribute", node: 2, name: "x", value: "7" },
      '"n": 1, ',
      '"n": 1, "x": "7", ',
    ],
    ["no member", { kind: "setAttribute", node: 1, name: "city", value: null }, '"city": "Ottawa",   ', ""],
    ["an element of a line", { kind: "setText", node: 4, text: "B" }, '"b"', '"B"'],
    [
      "a new element of a line",
      { kind: "insert", parent: 2, content: { type: "Stop", text: "c" } },
      '"a", "b"',
      '"a", "b", "c"',
    ],
    ["no element of a line", { kind: "delete", node: 3 }, '"a", "b"', '"b"'],
    ["no last element of a line", { kind: "delete", node: 4 }, '"a", "b"', '"a"'],
    ["another order", { kind: "move", node: 4, parent: 2, before: 3 }, '"a", "b"', '"b", "a"'],
    [
      "a new element among lines",
      { kind: "insert", parent: 1, content: { type: "Day", attributes: { n: "3" } } },
      '{ "n": 2 }',
      '{ "n": 2 },\n            { "n": 3 }',
    ],
    [
      "a first list",
      { kind: "insert", parent: 5, content: { type: "Stop", text: "c" } },
      '{ "n": 2 }',
      '{ "n": 2, "Stop": ["c"] }',
    ],
    ["a name", { kind: "rename", node: 1, type: "Trip" }, '"Plan"', '"Trip"'],
  ] as const)("%s", async (_, edit, from, to) => {
    expect(await editedText("json", PLAN, () => [edit])).toBe(changed(from, to));
  });

  it("lines", async () => {
    const lines = '{"n":1}\n\n{"n":2}\r\n{"n":3}';
    expect(await editedText("jsonl", lines, () => [{ kind: "delete", node: 3 }])).toBe('{"n":1}\n\n{"n":3}');
    expect(await editedText("jsonl", lines, () => [{ kind: "delete", node: 4 }])).toBe('{"n":1}\n\n{"n":2}');
    const item = { type: "item", attributes: { n: "4" } };
    expect(await editedText("jsonl", lines, () => [{ kind: "insert", parent: 1, content: item }])).toBe(
      `${lines}\n{"n":4}`,
    );
  });
});
