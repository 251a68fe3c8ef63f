import { mappingNamed, readAs, readJson } from "@semantic-xpath/readers";
import type { Edit } from "@semantic-xpath/tree";
import { type EditableSource, editSource } from "@semantic-xpath/writers";
import { describe, expect, it } from "vitest";

const problemOf = async (source: EditableSource, edit: Edit): Promise<unknown> =>
  editSource(source, [edit]).then(
    ({ text }) => text,
    ({ message, code }) => [code, message],
  );

describe("what is refused in words of its own", () => {
  it("an edit of a tree that a mapping made, unless it is read with it again", async () => {
    const { mapping } = (await mappingNamed("openai"))!;
    const text = '{"messages": [{"role": "user", "content": "Hello"}]}';
    const read = (given: string) => readJson(given, { mapping: mapping! });
    const tree = read(text);
    const turn = Array.from({ length: tree.size }, (_, i) => tree.node(i + 1)).find(({ type }) => type === "Turn")!;
    const edit: Edit = { kind: "setAttribute", node: turn.id, name: "role", value: "system" };
    expect(await problemOf({ text, format: "json", tree }, edit)).toEqual([
      "SXP4032",
      `SXP4032: The attribute "role" of ${turn.path} can't be written into the source: the tree was read with the mapping "openai", and only ` +
        "what reads with it can edit it. Nothing was changed.",
    ]);
    expect(await problemOf({ text, format: "json", tree, read }, edit)).toBe(text.replace("user", "system"));
  });

  const DOCUMENTS = "# first\n---\na: 1\n---\na: 2 # two\n---\na: 3\n";
  it.each<Edit>([
    { kind: "insert", parent: 1, content: { type: "item", attributes: { a: "4" } } },
    { kind: "insert", parent: 1, before: 2, content: { type: "item", attributes: { a: "0" } } },
    { kind: "delete", node: 3 },
    { kind: "move", node: 2, parent: 1 },
    { kind: "move", node: 4, parent: 2 },
  ])("a document more or less in YAML: %j", async (edit) => {
    const tree = await readAs("yaml", DOCUMENTS);
    expect(await problemOf({ text: DOCUMENTS, format: "yaml", tree }, edit)).toEqual([
      "SXP4032",
      expect.stringContaining("whole documents of a file are not added, removed or moved. Nothing was changed."),
    ]);
  });

  it("an edit within one of several documents is made", async () => {
    const tree = await readAs("yaml", DOCUMENTS);
    const edit: Edit = { kind: "setAttribute", node: 3, name: "a", value: "7" };
    expect(await problemOf({ text: DOCUMENTS, format: "yaml", tree }, edit)).toBe(DOCUMENTS.replace("a: 2", "a: 7"));
  });

  it.each([
    ["[", "]"],
    ["- ", ""],
    ["{a: ", "}"],
  ])("a text as deep as is read, of %j, ends in no full stack", async (open, close) => {
    const text = `${open.repeat(900)}x${close.repeat(900)}`;
    const tree = await readAs("yaml", text);
    const edit: Edit = { kind: "setText", node: tree.size, text: "y" };
    expect(await problemOf({ text, format: "yaml", tree }, edit)).toEqual(expect.anything());
  });

  it("counts one read for a batch of edits that touch different texts", async () => {
    let reads = 0;
    const read = (given: string) => {
      reads++;
      return readJson(given);
    };
    const text = JSON.stringify({ Plan: { Day: Array.from({ length: 50 }, (_, n) => ({ n })) } });
    const tree = readJson(text);
    const edits = Array.from(
      { length: 50 },
      (_, i): Edit => ({ kind: "setAttribute", node: i + 2, name: "n", value: "x" }),
    );
    await editSource({ text, format: "json", tree, read }, edits);
    expect(reads).toBe(1);
  });
});
