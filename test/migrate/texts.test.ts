import { migrateAll } from "@semantic-xpath/migrate";
import { describe, expect, it } from "vitest";

/** The queries of a text in today's language, each with what is asked to do. */
const queriesIn = (text: string): unknown[] =>
  migrateAll(text).map(({ readings, operation }) => [readings.map((reading) => reading.text).join(" or "), operation]);

describe("the queries of a text", () => {
  it.each<[string, string, unknown[]]>([
    ["a fence", "So:\n```xpath\nRead(/A[01])\n```\nThat is all.", [["/A[1]", "read"]]],
    ["an open fence", "```\n/A[01]", [["/A[1]", null]]],
    [
      "several fences",
      "```\n/A[01]\n```\nor\n~~~\n/B[02]\n~~~",
      [
        ["/A[1]", null],
        ["/B[2]", null],
      ],
    ],
    ["JSON in a fence", '```json\n{"op": "DELETE", "xpath": "/A[01]"}\n```', [["/A[1]", "delete"]]],
    ["JSON with escapes", '{"query": "/A[sem(\\"x\\")]"}', [['/A[node =~ "x"]', null]]],
    ["JSON of other members", '{"steps": [{"do": "Read(/A[01])", "why": "because"}]}', [["/A[1]", "read"]]],
    ["a string", '"Update(/A, x: 1)"', [["/A", "update"]]],
    [
      "lines",
      "/A[01]\nRead(/B)\n",
      [
        ["/A[1]", null],
        ["/B", "read"],
      ],
    ],
    [
      "a list",
      "1. `/A[01]`\n2) /B[02].\n",
      [
        ["/A[1]", null],
        ["/B[2]", null],
      ],
    ],
    ["a label", "**Semantic XPath:** `/A[01]`", [["/A[1]", null]]],
    ["an assignment", "query = '/A[01]'", [["/A[1]", null]]],
    ["a tag", "<xpath>/A[01]</xpath>", [["/A[1]", null]]],
    ["a verb", "DELETE /A[01]", [["/A[1]", "delete"]]],
    ["an operation beside it", "Operation: CREATE\nXPath: /A[01]", [["/A[1]", "create"]]],
    ["code in prose", "It's `/A[01]`, isn't it?", [["/A[1]", null]]],
    ["lines that go on", "/A[\n  @b\n  AND @c\n]\n  /D[01]\n| /E", [["/A[\n  @b\n  and @c\n]\n  /D[1]\n| /E", null]]],
    ["nothing", "\n \n", []],
    ["prose", "There is nothing to ask.", [["", null]]],
  ])("%s", (_, text, expected) => {
    expect(queriesIn(text)).toEqual(expected);
  });

  it("have their places, and what is beside them is said to be left out", () => {
    const text = "Here it is:\n- Query: `/A[01]`\nGood luck!";
    const [query] = migrateAll(text);
    expect(text.slice(query!.span.start, query!.span.end)).toBe("/A[01]");
    expect(query!.readings[0]!.notes.map(({ span }) => text.slice(span.start, span.end))).toEqual([
      "- ",
      "Query: ",
      "`",
      "Here it is:",
      "Good luck!",
      "01",
    ]);
  });

  it("of a module are read with the parameters that they may use", () => {
    const text = "declare query a($x as number) := /A[$x][sem($x)];\ndeclare query b() := /B[sem($y)];";
    const [first, second] = migrateAll(text);
    expect(first!.readings).toEqual([]);
    expect(first!.problems[0]!.message).toContain('"$x"');
    expect(text.slice(first!.problems[0]!.span.start, first!.problems[0]!.span.end)).toBe("$x");
    expect(second!.problems[0]!.message).toContain('"$y"');
  });
});
