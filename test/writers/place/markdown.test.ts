import { readMarkdown } from "@semantic-xpath/readers/markdown";
import { editSource, WriteError } from "@semantic-xpath/writers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLong, runs } from "../../support/runs.js";
import { drawOf, editsOf, modelOf } from "../../tree/edits/edits.js";
import { editedText } from "./edited.js";

const NOTE = `---
title: Trip   # of spring
tags: [travel]
---
# To do ##

Some *old* text.

* [ ] Book the hotel
* [x] Pack
  * Socks

1. First
2. Second

| city | nights |
|---|--:|
| Nara | 2 |

## Later

See [the map](map.md).
`;

describe("a note in Markdown keeps what an edit does not touch", () => {
  const SECTION = "/Document/Section";
  it.each([
    [
      "front matter",
      "/Document",
      { kind: "setAttribute", name: "title", value: "Trip: two" },
      "title: Trip   #",
      'title: "Trip: two"   #',
    ],
    [
      "new front matter",
      "/Document",
      { kind: "setAttribute", name: "mood", value: "good" },
      "tags: [travel]\n",
      "tags: [travel]\nmood: good\n",
    ],
    [
      "no front matter",
      "/Document",
      { kind: "setAttribute", name: "title", value: null },
      "title: Trip   # of spring\n",
      "",
    ],
    ["a title", SECTION, { kind: "setAttribute", name: "title", value: "Done soon" }, "# To do ##", "# Done soon ##"],
    [
      "a paragraph",
      `${SECTION}/Paragraph`,
      { kind: "setText", text: "New * text." },
      "Some *old* text.",
      "New * text.",
    ],
    [
      "a check box",
      `${SECTION}/List[1]/Task[1]`,
      { kind: "setAttribute", name: "done", value: "true" },
      "[ ] Book",
      "[x] Book",
    ],
    ["a task", `${SECTION}/List[1]/Task[2]`, { kind: "setText", text: "Pack all" }, "[x] Pack\n", "[x] Pack all\n"],
    ["a cell", `${SECTION}/Table/Row`, { kind: "setAttribute", name: "nights", value: "3|4" }, "| 2 |", "| 3\\|4 |"],
    [
      "a link",
      `${SECTION}/Section/Paragraph/Link`,
      { kind: "setAttribute", name: "href", value: "new.md" },
      "map.md",
      "new.md",
    ],
    ["no task", `${SECTION}/List[1]/Task[2]`, { kind: "delete" }, "* [x] Pack\n  * Socks\n", ""],
    ["no paragraph", `${SECTION}/Paragraph`, { kind: "delete" }, "Some *old* text.\n\n", ""],
  ] as const)("%s", async (_, path, edit, from, to) => {
    const tree = readMarkdown(NOTE);
    const node = Array.from({ length: tree.size }, (_, i) => i + 1).find((id) => tree.node(id).path === path)!;
    const { text } = await editSource({ text: NOTE, format: "markdown", tree }, [{ ...edit, node }]);
    expect(text).toBe(NOTE.replace(from, to));
  });

  const inserted = (path: string, content: object): Promise<string> =>
    editedText("markdown", NOTE, (at) => [{ kind: "insert", parent: at(path), content: content as { type: string } }]);

  it("a new task has the marker of its list, a new item the next number", async () => {
    const task = { type: "Task", attributes: { done: "false" }, text: "Go" };
    expect(await inserted(`${SECTION}/List[1]`, task)).toBe(NOTE.replace("  * Socks\n", "  * Socks\n* [ ] Go\n"));
    expect(await inserted(`${SECTION}/List[2]`, { type: "Item", text: "Third" })).toBe(
      NOTE.replace("2. Second\n", "2. Second\n3. Third\n"),
    );
  });

  it("a new row and a new paragraph", async () => {
    const row = { type: "Row", attributes: { city: "Uji", nights: "1" } };
    expect(await inserted(`${SECTION}/Table`, row)).toBe(NOTE.replace("| 2 |\n", "| 2 |\n| Uji | 1 |\n"));
    expect(await inserted(`${SECTION}/Section`, { type: "Paragraph", text: "The end." })).toBe(`${NOTE}\nThe end.\n`);
  });

  it("another order of items", async () => {
    const text = await editedText("markdown", NOTE, (at) => [
      {
        kind: "move",
        node: at(`${SECTION}/List[1]/Task[2]`),
        parent: at(`${SECTION}/List[1]`),
        before: at(`${SECTION}/List[1]/Task[1]`),
      },
    ]);
    expect(text).toContain("* [x] Pack\n  * Socks\n* [ ] Book the hotel\n\n");
  });

  it("reads as the edited tree, or is refused, after any edits", async () => {
    const values = fc.constantFrom("", "x", "a * b", "# c", "true", "1");
    const content = fc.constantFrom(
      { type: "Paragraph", text: "New" },
      { type: "Task", attributes: { done: "true" }, text: "Do" },
      { type: "Item", text: "It" },
      {
        type: "Section",
        attributes: { title: "More", depth: "2", id: "more" },
        children: [{ type: "Paragraph", text: "x" }],
      },
    );
    const draws = fc.array(drawOf(["title", "done", "city", "href", "depth"], values, content), {
      minLength: 1,
      maxLength: 3,
    });
    let made = 0;
    await fc.assert(
      fc.asyncProperty(draws, async (drawn) => {
        const tree = readMarkdown(NOTE);
        const edits = editsOf(modelOf(tree), drawn);
        try {
          const { text, changes } = await editSource({ text: NOTE, format: "markdown", tree }, edits);
          made += text === NOTE ? 0 : 1;
          expect(changes.length > 0 || text === NOTE).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(WriteError);
        }
      }),
      { numRuns: runs(300, 20) },
    );
    if (isLong) expect(made).toBeGreaterThan(0);
  });
});
