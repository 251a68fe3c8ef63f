import type { Edit } from "@semantic-xpath/tree";
import { describe, expect, test } from "vitest";
import { renderUpdate } from "../../../packages/memory/src/update/renderUpdate.js";
import { bytesOf, edit, schemaOf, storeWith } from "./stores.js";

const PLAN = `<Plan><Day n="1"><POI name="Museum of Nature"/><POI name="Harbour"/></Day><Day n="2"><POI name="Zoo"/></Day></Plan>`;
const TYPES = {
  Plan: { children: { Day: { min: 1 } } },
  Day: { attributes: { n: { type: "number", required: true } }, children: { POI: { min: 1, max: 2 } } },
  POI: { attributes: { name: { type: "string", required: true } } },
};
const poi = (name: string) => ({ type: "POI", attributes: { name } });
const insert = (parent: number, name: string): Edit => ({ kind: "insert", parent, content: poi(name) });
const codes = ({ diagnostics }: { diagnostics: readonly { code: string }[] }) => diagnostics.map(({ code }) => code);

describe("a bound on occurrences", () => {
  test("is said with its place, its type, and how many there are before and after; nothing is written", async () => {
    const { memory, task, files } = storeWith(PLAN, schemaOf(TYPES));
    const before = bytesOf(files);
    const result = await edit(memory, task, () => [insert(2, "Café")]);
    expect(result.status).toBe("refused");
    expect(result.broken).toEqual([
      { path: "/Plan/Day[1]", key: 2, type: "POI", bound: "max", limit: 2, before: 2, after: 3, isAllowed: false },
    ]);
    expect(result.diagnostics.map(({ message }) => message)).toEqual([
      '/Plan/Day[1] has at most 2 "POI" by the schema: there were 2, and would be 3. Nothing was written. To write it anyway: allowBroken in a tool, --allow-broken in the command, onBroken in the API.',
    ]);
    expect(result.diff).toHaveLength(1);
    expect(bytesOf(files)).toBe(before);
  });

  test("is the caller's to allow, all or one by one", async () => {
    const { memory, task } = storeWith(PLAN, schemaOf(TYPES));
    const edits = (): Edit[] => [insert(2, "Café"), { kind: "delete", node: 6 }];
    const one = await edit(memory, task, edits, { onBroken: ({ bound }) => bound === "max" });
    expect(one.broken.map(({ bound, isAllowed }) => [bound, isAllowed])).toEqual([
      ["max", true],
      ["min", false],
    ]);
    expect([one.status, ...codes(one)]).toEqual(["refused", "SXP5031", "SXP5030"]);
    const all = await edit(memory, task, edits, { onBroken: "allow" });
    expect([all.status, all.version, ...codes(all)]).toEqual(["applied", 2, "SXP5031", "SXP5031"]);
  });

  test("an attribute that the schema requires is a bound, too: it may be left out where the caller says so", async () => {
    const { memory, task } = storeWith(PLAN, schemaOf(TYPES));
    const without = (): Edit[] => [{ kind: "setAttribute", node: 4, name: "name", value: null }];
    const refused = await edit(memory, task, without);
    expect([refused.status, ...codes(refused)]).toEqual(["refused", "SXP5030"]);
    expect(refused.diagnostics[0]!.message).toMatch(/would be without "name", an attribute that the schema requires/);
    const allowed = await edit(memory, task, without, { onBroken: "allow" });
    expect([allowed.status, ...codes(allowed)]).toEqual(["applied", "SXP5031"]);
    const { bound, limit, before, after } = allowed.broken[0]!;
    expect([allowed.broken[0]!.type, bound, limit, before, after]).toEqual(["@name", "min", 1, 1, 0]);
    // It stays so, and is not said again.
    const other = await edit(memory, task, () => [{ kind: "setText", node: 4, text: "" }]);
    expect(codes(other)).not.toContain("SXP5030");
  });

  test("is never allowed by a strict schema", async () => {
    const { memory, task } = storeWith(PLAN, schemaOf(TYPES, { strict: true }));
    const result = await edit(memory, task, () => [insert(2, "Café")], { onBroken: "allow" });
    expect([result.status, result.version, ...codes(result)]).toEqual(["refused", null, "SXP5030"]);
    expect(result.diagnostics[0]!.message).toMatch(/The schema is strict about bounds\.$/);
  });
});

test("what else is against the schema is refused whatever the caller allows", async () => {
  const { memory, task } = storeWith(PLAN, schemaOf(TYPES));
  const edits = (): Edit[] => [{ kind: "setAttribute", node: 2, name: "n", value: "one" }];
  const result = await edit(memory, task, edits, { onBroken: "allow" });
  expect([result.status, ...codes(result)]).toEqual(["refused", "SXP4008"]);
  expect(task.versions()).toHaveLength(1);
});

test("OpenViking #4193: of an update that can't be made as a whole nothing is there", async () => {
  const { memory, task, files } = storeWith(PLAN, schemaOf(TYPES));
  const before = bytesOf(files);
  const edits = (): Edit[] => [
    { kind: "setAttribute", node: 3, name: "name", value: "Museum of Art" },
    { kind: "setAttribute", node: 4, name: "name", value: null },
  ];
  const result = await edit(memory, task, edits);
  expect([result.status, ...codes(result)]).toEqual(["refused", "SXP5030"]);
  expect(task.head().tree().node(3).attribute("name")).toBe("Museum of Nature");
  expect(bytesOf(files)).toBe(before);
});

test("edits that can't be made are said, and not thrown", async () => {
  const { memory, task } = storeWith(PLAN);
  const result = await edit(memory, task, () => [{ kind: "move", node: 2, parent: 3 }]);
  expect([result.status, ...codes(result)]).toEqual(["invalid", "SXP5036"]);
});

test("what changes nothing is no version", async () => {
  const { memory, task } = storeWith(PLAN);
  const result = await edit(memory, task, () => [{ kind: "setAttribute", node: 2, name: "n", value: "1" }]);
  expect([result.status, result.version]).toEqual(["unchanged", null]);
  expect(task.versions()).toHaveLength(1);
});

describe("a dry run", () => {
  test("writes nothing, and its diff is that of the update", async () => {
    const { memory, task, files } = storeWith(PLAN, schemaOf(TYPES));
    const edits = (): Edit[] => [insert(5, "Café"), { kind: "delete", node: 3 }, { kind: "move", node: 4, parent: 5 }];
    const options = { onBroken: "allow" } as const;
    const before = bytesOf(files);
    const dry = await edit(memory, task, edits, { ...options, dryRun: true });
    expect(bytesOf(files)).toBe(before);
    const real = await edit(memory, task, edits, options);
    expect([dry.status, real.status]).toEqual(["dry run", "applied"]);
    expect({ ...real, status: null, version: null, isDryRun: null }).toEqual({
      ...dry,
      status: null,
      version: null,
      isDryRun: null,
    });
  });

  test("is printed as git prints a diff", async () => {
    const { memory, task } = storeWith(PLAN);
    const edits = (): Edit[] => [
      {
        kind: "insert",
        parent: 5,
        content: { type: "Stop", attributes: { at: "9:00" }, children: [poi("\u001b[2J")] },
      },
      { kind: "setAttribute", node: 2, name: "n", value: "7" },
      { kind: "delete", node: 4 },
    ];
    const result = await edit(memory, task, edits, { dryRun: true });
    expect(renderUpdate(result)).toBe(`trip: dry run on version 1; nothing was written
@@ /Plan/Day[1]/POI[2] #4 @@ deleted POI Harbour from Day 1
- <POI name="Harbour">
@@ /Plan/Day[1] #2 @@ changed n of Day 1 from "1" to "7"
- @n="1"
+ @n="7"
@@ /Plan/Day[2]/Stop #7 @@ added Stop (2 nodes) to Day 2
+ <Stop at="9:00">
+   <POI name="\\u001b[2J">
`);
    expect(renderUpdate(result, { color: true })).toContain('\u001b[32m+ @n="7"\u001b[39m');
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  });
});

describe("mem0 #4573: a fact that is said again", () => {
  const fact = "User's dog is called Rex and lives in Toronto";
  const says = (text: string) => (): Edit[] => [{ kind: "insert", parent: 1, content: { type: "Fact", text } }];

  test("668 times is there once", { tags: "slow" }, async () => {
    const { memory, task } = storeWith("<Facts><Fact>Likes tea</Fact></Facts>");
    for (let i = 0; i < 668; i++) {
      const result = await edit(memory, task, says(i % 2 ? fact : `${fact.toUpperCase()}!`), { duplicates: "skip" });
      expect(result.status).toBe(i === 0 ? "applied" : "unchanged");
    }
    expect(task.head().nodes).toBe(3);
    expect(task.versions()).toHaveLength(2);
  });

  test("is reported with its key, its path and how alike it is, and written", async () => {
    const { memory, task } = storeWith(`<Facts><Fact>${fact}</Fact><Fact>Likes tea</Fact></Facts>`);
    const same = await edit(memory, task, says(`  ${fact}.`));
    expect([same.status, ...codes(same)]).toEqual(["applied", "SXP5032"]);
    expect(same.duplicates).toMatchObject([{ edit: 0, key: 2, path: "/Facts/Fact[1]", similarity: 1, text: fact }]);
    const near = await edit(memory, task, says(fact.replace("lives", "living")));
    expect(near.duplicates[0]!.similarity).toBeGreaterThan(0.85);
    expect(near.duplicates[0]!.similarity).toBeLessThan(1);
    expect(near.diagnostics[0]!.message).toMatch(/ is 9\d % similar to what already exists at \/Facts\/Fact\[1\]\.$/);
    const other = await edit(memory, task, says("User's cat is called Tom"));
    expect(other.duplicates).toEqual([]);
  });

  test("is refused if that is asked for", async () => {
    const { memory, task } = storeWith(`<Facts><Fact>${fact}</Fact></Facts>`);
    const result = await edit(memory, task, says(fact), { duplicates: "refuse" });
    expect([result.status, result.version, ...codes(result)]).toEqual(["refused", null, "SXP5033"]);
  });

  test("twice in one update is there once; ids make no difference", async () => {
    const { memory, task } = storeWith("<Facts/>");
    const edits = (): Edit[] =>
      ["a", "b"].map((id) => ({
        kind: "insert",
        parent: 1,
        content: { type: "Fact", attributes: { id }, text: fact },
      }));
    const result = await edit(memory, task, edits, { duplicates: "skip" });
    expect(result.duplicates).toMatchObject([{ edit: 1, key: null, similarity: 1 }]);
    expect(task.head().nodes).toBe(2);
  });
});

describe("memoria #89: after a correction one truth is active", () => {
  const corrects = (): Edit[] => [{ kind: "insert", parent: 1, content: { type: "Fact", text: "Lives in Toronto" } }];

  test("the old node stays, and says what took its place; graphiti #1489: from the time of the event", async () => {
    const { memory, task } = storeWith("<Facts><Fact>Lives in Ottawa</Fact></Facts>");
    const provenance = { author: "Ann", reason: "moved", turn: "t7", time: "2026-10-01T09:00:00Z" };
    const result = await edit(memory, task, corrects, { supersedes: 2, provenance });
    expect(result.status).toBe("applied");
    const tree = task.head().tree();
    expect(tree.node(2).attributes).toEqual({ supersededBy: "#3", validTo: "2026-10-01T09:00:00Z" });
    expect(tree.keyOf(3)).toBe(3);
    expect(tree.node(3).attributes).toEqual({ validFrom: "2026-10-01T09:00:00Z" });
    expect(task.head().provenance).toEqual(provenance);
    expect([task.head().eventTime, task.head().time]).toEqual([
      "2026-10-01T09:00:00Z",
      expect.stringMatching(/^2026-11-22/),
    ]);
    expect(task.version(1).tree().node(2).text).toBe("Lives in Ottawa");
  });

  test("each time is written as the type of its own node declares it", async () => {
    const attribute = (name: string, type: string) => ({ [name]: { type } });
    for (const [before, after] of [
      ["date", "dateTime"],
      ["dateTime", "date"],
    ] as const) {
      const Fact = {
        text: true,
        attributes: {
          supersededBy: { type: "string" },
          ...attribute("validTo", before),
          ...attribute("validFrom", before),
        },
      };
      const Event = { text: true, attributes: { ...attribute("validFrom", after), ...attribute("validTo", after) } };
      const types = { Facts: { children: { Fact: {}, Event: {} } }, Fact, Event };
      const { memory, task } = storeWith(
        "<Facts><Fact>Lives in Ottawa</Fact></Facts>",
        schemaOf(types, { roots: ["Facts"] }),
      );
      const moves = (): Edit[] => [{ kind: "insert", parent: 1, content: { type: "Event", text: "Moved to Toronto" } }];
      const provenance = { time: "2026-10-01T09:00:00Z" };
      expect((await edit(memory, task, moves, { supersedes: 2, provenance })).status).toBe("applied");
      const [old, now] = task.head().tree().root!.children;
      const written = (type: string) => (type === "date" ? "2026-10-01" : provenance.time);
      expect([old!.attributes.validTo, now!.attributes.validFrom]).toEqual([written(before), written(after)]);
    }
  });

  test("a node is superseded once, by one node, and by one that is named by its id", async () => {
    const schema = schemaOf(
      {
        Facts: { children: { Fact: {} } },
        Fact: {
          text: true,
          attributes: {
            id: { type: "id" },
            supersededBy: { type: "ref(Fact)" },
            valid_to: { type: "date" },
          },
        },
      },
      { roots: ["Facts"] },
    );
    const { memory, task } = storeWith('<Facts><Fact id="f1">Lives in Ottawa</Fact></Facts>', schema);
    const unnamed = await edit(memory, task, corrects, { supersedes: 2 });
    expect([unnamed.status, ...codes(unnamed)]).toEqual(["refused", "SXP4025"]);
    const named = (id: string) => (): Edit[] => [
      { kind: "insert", parent: 1, content: { type: "Fact", attributes: { id }, text: "Lives in Toronto" } },
    ];
    expect((await edit(memory, task, named("f2"), { supersedes: 2 })).status).toBe("applied");
    expect(task.head().tree().node(2).attributes).toEqual({ id: "f1", supersededBy: "f2", valid_to: "2026-11-22" });
    // The id of another type is no id here: the mark is the key.
    const other = schemaOf(
      {
        Facts: { children: { Fact: {}, Note: {} } },
        Fact: { text: true, attributes: { id: {}, supersededBy: {}, valid_to: { type: "date" } } },
        Note: { attributes: { id: { type: "id" } } },
      },
      { roots: ["Facts"] },
    );
    const own = storeWith('<Facts><Fact id="f1">Lives in Ottawa</Fact></Facts>', other);
    expect((await edit(own.memory, own.task, named("f2"), { supersedes: 2 })).status).toBe("applied");
    expect(own.task.head().tree().node(2).attributes.supersededBy).toBe("#3");
    const again = await edit(memory, task, named("f3"), { supersedes: 2 });
    expect(again.diagnostics.map(({ message }) => message)).toEqual([
      "#2 can't be superseded: f2 has superseded it already.",
    ]);
    const none = await edit(memory, task, () => [{ kind: "setText", node: 2, text: "x" }], { supersedes: 3 });
    expect(codes(none)).toEqual(["SXP5035"]);
  });

  test("what was superseded may be said again", async () => {
    const { memory, task } = storeWith("<Facts><Fact>Lives in Ottawa</Fact></Facts>");
    await edit(memory, task, corrects, { supersedes: 2 });
    const back = (): Edit[] => [{ kind: "insert", parent: 1, content: { type: "Fact", text: "Lives in Ottawa" } }];
    const result = await edit(memory, task, back, { supersedes: 3, duplicates: "skip" });
    expect([result.status, result.duplicates]).toEqual(["applied", []]);
  });
});

describe("writing again", () => {
  test("a key gives the version that it made, however many were made since", async () => {
    const { memory, task } = storeWith(PLAN, schemaOf(TYPES));
    const rename = (name: string): Edit[] => [{ kind: "setAttribute", node: 6, name: "name", value: name }];
    for (const [i, key] of ["a", "b", "c"].entries())
      expect((await edit(memory, task, () => rename(key), { idempotencyKey: key })).version).toBe(i + 2);
    for (const [i, key] of ["a", "b", "c"].entries())
      expect(await edit(memory, task, () => rename(`other ${key}`), { idempotencyKey: key })).toMatchObject({
        status: "repeated",
        version: i + 2,
      });
    expect(task.versions()).toHaveLength(4);
  });

  test("with the same idempotency key gives what the first write gave", async () => {
    const { memory, task } = storeWith(PLAN);
    const first = await edit(memory, task, () => [insert(5, "Café")], { idempotencyKey: "k1" });
    const second = await edit(memory, task, () => [insert(5, "Café")], { idempotencyKey: "k1" });
    expect([second.status, second.version, second.base]).toEqual(["repeated", first.version, first.base]);
    expect([second.changes, second.diff]).toEqual([first.changes, first.diff]);
    expect(task.versions()).toHaveLength(2);
  });

  test("for a version that is not the newest is a conflict, as data", async () => {
    const { memory, task } = storeWith(PLAN);
    await edit(memory, task, () => [{ kind: "delete", node: 3 }]);
    const result = await edit(memory, task, () => [insert(2, "Café")], { ifVersion: 1 });
    expect([result.status, ...codes(result)]).toEqual(["conflict", "SXP5034"]);
    expect(result.conflict).toEqual({
      expected: 1,
      head: 2,
      since: ["deleted POI Museum of Nature from Day 1"],
      targets: [],
    });
    expect((await edit(memory, task, () => [insert(2, "Café")], { ifVersion: 2 })).status).toBe("applied");
  });

  test("after somebody else is made on what is there now, unless that changed the same", async () => {
    const { memory, task, open } = storeWith(PLAN);
    const other = open().task("trip");
    other.commit([{ kind: "setAttribute", node: 5, name: "n", value: "3" }]);
    const elsewhere = await edit(memory, task, () => [{ kind: "setAttribute", node: 2, name: "n", value: "9" }], {
      base: 1,
    });
    expect([elsewhere.status, elsewhere.base, elsewhere.version]).toEqual(["applied", 2, 3]);
    const same = await edit(memory, task, () => [{ kind: "setAttribute", node: 5, name: "n", value: "9" }], {
      base: 1,
    });
    expect([same.status, ...same.diagnostics.map(({ message }) => message)]).toEqual([
      "conflict",
      'The update was made for version 1 of "main", and its newest version is 3: the attribute "n" of /Plan/Day[2] has changed. Nothing was written. Look at what has changed, and try again.',
    ]);
  });

  test("while somebody else writes is tried on what they wrote", async () => {
    const { memory, task, open } = storeWith(PLAN);
    const other = open();
    let calls = 0;
    const result = await edit(memory, task, () => {
      if (calls++ === 0) other.task("trip").commit([{ kind: "delete", node: 3 }]);
      return [{ kind: "insert", parent: 2, content: poi("Café") }];
    });
    expect([result.status, result.base, result.version, calls]).toEqual(["applied", 2, 3, 2]);
    expect(
      task
        .head()
        .tree()
        .node(2)
        .children.map((child) => child.attribute("name")),
    ).toEqual(["Harbour", "Café"]);
  });
});
