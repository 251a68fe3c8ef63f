import { MemorySession } from "@semantic-xpath/agents";
import { inMemoryJournal, lossesOf, Memory } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../support/runs.js";
import { CONNECTIONS, connect } from "./support/connect.js";
import { called, refused, session } from "./support/trip.js";

/** Calls that take something away, though some delete no node. */
const LOSSES: readonly (readonly [string, object])[] = [
  ["delete", { targets: [3] }],
  ["delete", { targets: ["//Day[1]/POI[1]/@name"] }],
  ["update", { update: "delete node //POI/@cost" }],
  ["update", { update: 'replace value of node //Day[1]/POI[1]/@name with ""' }],
  ["update", { update: 'replace value of node //Day[1]/POI[1]/@name with " \u200b\t"' }],
  ["update", { update: 'replace value of node //Day[1] with ""' }],
  ["update", { update: 'replace value of node //Note/text() with ""' }],
  ["update", { update: "delete node //Note/text()" }],
  ["update", { update: "replace node //Day[1]/POI[1] with <POI/>" }],
  ["update", { operations: [{ op: "setAttribute", target: { key: 3 }, name: "name", value: "" }] }],
  ["update", { operations: [{ op: "replaceValue", target: { key: 2 }, value: "" }] }],
];
const noted = (options: object = {}) => {
  const opened = session({ grant: { rights: "write" }, ...options });
  opened.memory.task("trip").migrateSchema(null, [
    { kind: "insert", parent: 1, content: { type: "Note", text: "Bring the tickets" } },
    { kind: "setAttribute", node: 4, name: "cost", value: null },
    { kind: "setAttribute", node: 6, name: "cost", value: null },
  ]);
  return opened;
};

describe("what a person would call a loss needs a person's yes", () => {
  it.each(LOSSES)("%s %j", async (tool, input) => {
    const { session: at, memory } = noted();
    expect(await refused(at, tool, input)).toMatchObject({ code: "SXP5065" });
    expect(memory.task("trip").head().number).toBe(2);
    const asked: string[] = [];
    const confirm = ({ lines }: { readonly lines: readonly string[] }) => asked.push(...lines) > 0;
    expect(await at.call(tool, input, { confirm })).toMatchObject({ ok: true, output: { status: "applied" } });
    expect(asked.length).toBeGreaterThan(0);
  });

  it("a revert or restore that empties a text is one, too", async () => {
    const { session: at } = noted();
    await called(at, "update", { operations: [{ op: "setAttribute", target: { key: 4 }, name: "cost", value: "7" }] });
    for (const input of [{ version: 3 }, { version: 2, mode: "restore" }])
      expect(await refused(at, "revert", input)).toMatchObject({ code: "SXP5065" });
  });

  it.each(CONNECTIONS)("over %s the same", async (connection) => {
    const { session: at } = noted();
    const client = await connect(at, connection);
    for (const [tool, input] of LOSSES)
      expect(JSON.parse((await client.call(tool, input)).content[0]!.text!)).toMatchObject({ code: "SXP5065" });
  });

  it("another value, a place, a type and new content are none", async () => {
    const { session: at } = noted();
    for (const update of [
      'replace value of node //Day[1]/POI[1]/@name with "-"',
      "move node //POI[1] into //Day[2]",
      "rename node //Note as Memo",
      "insert node <POI name='Cafe'/> into //Day[1]",
    ])
      expect(await called(at, "update", { update })).toMatchObject({
        status: expect.stringMatching(/applied|unclear/),
      });
  });
});

it("law: a person is shown each loss, or twenty of them and how many more there are", async () => {
  for (const count of [1, 2, 19, 20, 21, 40]) {
    const memory = Memory.create(inMemoryJournal());
    memory.createTask("many", readXml(`<A>${'<B n="x"/>'.repeat(count)}</A>`));
    const asked: string[] = [];
    const confirm = ({ what, lines }: { readonly what: string; readonly lines: readonly string[] }) =>
      asked.push(what, ...lines) > 0;
    const targets = Array.from({ length: count }, (_, i) => i + 2);
    const answer = await new MemorySession({ memory, grant: { rights: "write" } }).call(
      "delete",
      { targets },
      { confirm },
    );
    expect(answer).toMatchObject({ ok: true });
    const [what, ...lines] = asked;
    expect(what).toBe(`Deleting from many: ${count === 1 ? "one change" : `${count} changes`}`);
    expect(lines).toHaveLength(Math.min(count, 20) + (count > 20 ? 1 : 0));
    expect(lines.filter((line) => line.startsWith("and "))).toEqual(count > 20 ? [`and ${count - 20} more`] : []);
  }
});

it("law: a change of a value is a loss just where something visible was there and nothing visible is", () => {
  const text = fc.oneof(fc.constantFrom("", " ", "\n\t", "\u200b", "\u00ad", "\ufeff", "0", "-", "é"), fc.string());
  const isVisible = (value: string | null): boolean =>
    [...(value ?? "")].some((character) => !/^(?:\s|\p{C}|\p{Default_Ignorable_Code_Point})$/u.test(character));
  const kind = fc.constantFrom("setAttribute" as const, "setText" as const);
  fc.assert(
    fc.property(kind, fc.option(text), fc.option(text), (kind, before, after) => {
      const change = { kind, key: 1, path: "/A", text: "", before, after };
      expect(lossesOf([change]).length === 1).toBe(isVisible(before) && !isVisible(after));
    }),
    { numRuns: runs(500) },
  );
});
