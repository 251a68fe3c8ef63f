import { parseSchema } from "@semantic-xpath/planner";
import { foldFields, readJson, readXml } from "@semantic-xpath/readers";
import type { Edit } from "@semantic-xpath/tree";
import { describe, expect, it } from "vitest";
import { checkedEdit } from "./edited.js";

describe("a tree that was read in a way of its own is edited where its text is", () => {
  const schema = parseSchema(
    JSON.stringify({
      root: "Task",
      types: { Task: { attributes: { status: { type: "string", element: true } }, children: {} } },
    }),
  ).schema!;
  const readFolded = (text: string) => foldFields(readXml(text), schema);

  it.each([
    ["its text", "<status>Todo</status>", "Done", "<status>Done</status>"],
    ["an empty field", "<status/>", "a < b", "<status>a &lt; b</status>"],
    ["no field any more", "\n  <status>Todo</status>", null, ""],
    ["none before", "", "Done", null],
  ])("a field element: %s", async (_, field, value, put) => {
    const text = `<Task id="1">${field}<!-- kept --></Task>`;
    const edit: Edit = { kind: "setAttribute", node: 1, name: "status", value };
    const edited = await checkedEdit("xml", text, [edit], readFolded);
    expect(edited?.text).toBe(put === null ? text.replace('id="1"', 'id="1" status="Done"') : text.replace(field, put));
  });

  it("other keys than the usual ones", async () => {
    const read = (text: string) => readJson(text, { typeKey: "kind", childrenKey: "items", textKey: "body" });
    const text = '{"kind": "Plan", "items": [{"kind": "Day", "body": "x"}]}';
    const edits: Edit[] = [
      { kind: "rename", node: 2, type: "Night" },
      { kind: "setText", node: 2, text: "y" },
    ];
    const edited = await checkedEdit("json", text, edits, read);
    expect(edited?.text).toBe('{"kind": "Plan", "items": [{"kind": "Night", "body": "y"}]}');
  });

  it("what has no place of its own is refused", async () => {
    const read = (text: string) => readJson(text, { membersAsNodes: true });
    const edit: Edit = { kind: "setAttribute", node: 1, name: "a", value: "2" };
    expect(await checkedEdit("json", '{"a": "1"}', [edit], read)).toBe(null);
  });
});
