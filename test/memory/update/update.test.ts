import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { renderUpdate } from "@semantic-xpath/memory";
import { createMemory } from "@semantic-xpath/memory/node";
import { readXml } from "@semantic-xpath/readers";
import { compileUpdate } from "@semantic-xpath/runtime";
import { describe, expect, test } from "vitest";
import { schemaOf, storeWith } from "./stores.js";

const PLAN = `<Plan><Day n="1"><POI name="Museum of Nature"/><POI name="Harbour tour"/></Day><Day n="2"><POI name="Zoo"/><POI name="Coffee break downtown"/></Day></Plan>`;
const SCHEMA = schemaOf({
  Plan: { children: { Day: { min: 1 } } },
  Day: { attributes: { n: { type: "number", required: true } }, children: { POI: { min: 1, max: 3 } } },
  POI: { attributes: { name: { type: "string", required: true } } },
});
const codes = ({ diagnostics }: { diagnostics: readonly { code: string }[] }) => diagnostics.map(({ code }) => code);

describe("an update as text", () => {
  test("is made with everything in one version", async () => {
    const { memory, task } = storeWith(PLAN, SCHEMA);
    const result = await memory.update(
      "trip",
      'insert node <POI name="Cafe"/> as last into //Day[2], delete node //POI[@name = "Zoo"], replace value of node //Day[1]/@n with 7',
      { provenance: { author: "Ann", turn: "t3" } },
    );
    expect([result.status, result.base, result.version, ...codes(result)]).toEqual(["applied", 1, 2]);
    expect(result.changes.map(({ text }) => text)).toEqual([
      "deleted POI Zoo from Day 2",
      'changed n of Day 1 from "1" to "7"',
      "added POI Cafe to Day 2",
    ]);
    expect(result.targets.map(({ target, key, path, weight }) => [target, key, path, weight])).toEqual([
      ["//Day[2]", 5, "/Plan/Day[2]", 1],
      ['//POI[@name = "Zoo"]', 6, "/Plan/Day[2]/POI[1]", 1],
      ["//Day[1]/@n", 2, "/Plan/Day[1]/@n", 1],
    ]);
    expect(task.head().provenance).toEqual({ author: "Ann", turn: "t3" });
  });

  test("takes arguments, declared names, and old versions of nodes", async () => {
    const { memory, task } = storeWith(PLAN, SCHEMA);
    await memory.update(task, "delete node #3");
    const back = await memory.update(task, "insert node #3@1 before #4");
    expect([back.status, task.head().tree().node(3).attribute("name")]).toEqual(["applied", "Museum of Nature"]);
    const text = `declare update rename_poi($poi as node, $name as string) := replace value of node $poi/@name with $name;
      declare update number_day($n as number) := replace value of node //Day[1]/@n with $n;`;
    const named = await memory.update(task, text, { name: "number_day", params: { n: 9 } });
    expect(task.head().tree().node(2).attribute("n")).toBe("9");
    expect(named.status).toBe("applied");
    const missing = await memory.update(task, text, { name: "number_day" });
    expect([missing.status, ...codes(missing)]).toEqual(["invalid", "SXP4009"]);
    const gone = await memory.update(task, "insert node #3@7 into //Day[1]");
    expect([gone.status, ...codes(gone)]).toEqual(["invalid", "SXP4048"]);
  });

  test("has its mistakes in the result, with repairs", async () => {
    const { memory } = storeWith(PLAN, SCHEMA);
    const broken = await memory.update("trip", "delete nodes //Day[2]");
    expect([broken.status, broken.diagnostics.length > 0]).toEqual(["invalid", true]);
    const query = await memory.update("trip", "//Day[2]");
    expect([query.status, ...codes(query)]).toEqual(["invalid", "SXP2032"]);
    await expect(memory.update("tripp", "delete node //Day[2]")).rejects.toThrow('Did you mean "trip"?');
  });

  test("says what its text warns of", async () => {
    const { memory } = storeWith(PLAN, SCHEMA);
    const result = await memory.update("trip", 'replace value of node //Day[1] with "x"', { dryRun: true });
    expect(codes(result)).toContain("SXP3015");
  });

  test("as operations that are none says which one", async () => {
    const { memory } = storeWith(PLAN, SCHEMA);
    const result = await memory.update("trip", JSON.parse('[{ "op": "remove", "target": "//Day[1]" }]'));
    expect([result.status, ...codes(result)]).toEqual(["invalid", "SXP5036"]);
    expect(result.diagnostics[0]!.message).toMatch(/In operation 1 "op" must be one of insert, delete/);
  });

  test("is the same as operations", async () => {
    const [one, other] = [storeWith(PLAN, SCHEMA), storeWith(PLAN, SCHEMA)];
    const text = 'insert node <POI name="Cafe"/> before #6, rename node #7 as "POI"';
    const { update } = compileUpdate(text);
    const results = [
      await one.memory.update("trip", text),
      await other.memory.update("trip", JSON.parse(JSON.stringify(update!.operations))),
    ];
    expect(results[0]).toEqual(results[1]);
    expect(results[0]!.status).toBe("applied");
  });
});

describe("a target that is not clear", () => {
  test("is asked about, with the nodes that may be meant and a repair for each", async () => {
    const { memory, task } = storeWith(PLAN, SCHEMA);
    const result = await memory.update(task, 'delete node //Day/POI, replace value of node //Day[1]/@n with "3"');
    expect([result.status, result.version, ...codes(result)]).toEqual(["unclear", null, "SXP4042"]);
    const [pois, day] = result.targets;
    expect([pois!.outcome, pois!.key, pois!.candidates.length]).toEqual(["ambiguous", null, 4]);
    expect(pois!.candidates[1]).toEqual({
      key: 4,
      path: "/Plan/Day[1]/POI[2]",
      weight: 1,
      text: '<POI name="Harbour tour">',
      repair: 'delete node #4, replace value of node //Day[1]/@n with "3"',
    });
    expect([day!.outcome, day!.candidates]).toEqual(["chosen", []]);
    expect(task.versions()).toHaveLength(1);
    for (const { repair, key } of pois!.candidates) {
      const repaired = await memory.update(task, repair!, { dryRun: true });
      expect([repaired.status, repaired.targets[0]!.key]).toEqual(["dry run", key]);
    }
  });

  test("is none where nothing weighs enough, or nothing is ahead", async () => {
    const { memory, task } = storeWith(PLAN, SCHEMA);
    const text = 'replace value of node //POI[node =~ "coffee break"]/@name with "Tea"';
    const sure = await memory.update(task, text, { dryRun: true });
    expect([sure.status, sure.targets[0]!.key]).toEqual(["dry run", 7]);
    expect(sure.targets[0]!.weight).toBeGreaterThan(0.3);
    const unsure = await memory.update(task, text, { confidence: { weight: 1 } });
    expect([unsure.status, unsure.targets[0]!.outcome, ...codes(unsure)]).toEqual(["unclear", "unsure", "SXP4044"]);
    const repair = await memory.update(task, unsure.targets[0]!.candidates[0]!.repair!, { dryRun: true });
    expect([repair.status, repair.changes.map(({ key }) => key)]).toEqual(["dry run", [7]]);
  });

  test("leads nowhere, and says why", async () => {
    const { memory, task } = storeWith(PLAN, SCHEMA);
    const result = await memory.update(task, 'delete node //Day[@n = "9"]/POI[1]');
    expect([result.status, result.targets[0]!.outcome, ...codes(result)]).toEqual(["unclear", "none", "SXP4041"]);
    expect(result.targets[0]!.reason).toMatch(/does not hold for any of 2 nodes/);
    const gone = await memory.update(task, "delete node #99");
    expect([gone.status, ...codes(gone)]).toEqual(["unclear", "SXP4048"]);
  });

  test("is printed with its repairs", async () => {
    const { memory } = storeWith(PLAN, SCHEMA);
    expect(renderUpdate(await memory.update("trip", "delete node //Day[1]/POI"))).toBe(
      `trip: say which node is meant; nothing was written
target 1, //Day[1]/POI: several nodes may be meant
  #3 /Plan/Day[1]/POI[1] <POI name="Museum of Nature">
    try: delete node #3
  #4 /Plan/Day[1]/POI[2] <POI name="Harbour tour">
    try: delete node #4
error SXP4042: "//Day[1]/POI" leads to 2 nodes, and an update changes one: /Plan/Day[1]/POI[1], /Plan/Day[1]/POI[2]. Say which.
`,
    );
  });
});

test("what is against the schema stops an update when the tree shows it, and not before", async () => {
  const { memory, task } = storeWith(PLAN, SCHEMA);
  const hotel = await memory.update(task, 'insert node <Hotel name="Ritz"/> into //Day[1]');
  expect([hotel.status, hotel.diagnostics.some(({ code }) => code === "SXP4008")]).toEqual(["refused", true]);
  const last = await memory.update(task, "delete node //Day[2]/POI[1], delete node //Day[2]/POI[2]");
  expect([last.status, last.broken.map(({ bound, before, after }) => [bound, before, after])]).toEqual([
    "refused",
    [["min", 2, 0]],
  ]);
  const allowed = await memory.update(task, "delete node //Day[2]/POI[1], delete node //Day[2]/POI[2]", {
    onBroken: "allow",
  });
  expect(allowed.status).toBe("applied");
});

describe("a conflict", () => {
  test("is one where a target is another node now", async () => {
    const { memory, task, open } = storeWith(PLAN, SCHEMA);
    open()
      .task("trip")
      .commit([{ kind: "move", node: 5, parent: 1, before: 2 }]);
    const result = await memory.update(task, 'insert node <POI name="Cafe"/> into //Day[1]', { base: 1 });
    expect([result.status, ...codes(result)]).toEqual(["conflict", "SXP5034"]);
    expect(result.conflict).toMatchObject({ expected: 1, head: 2, targets: [{ target: 0, before: 2, after: 5 }] });
    const same = await memory.update(task, 'insert node <POI name="Cafe"/> into //Day[@n = "1"]', { base: 1 });
    expect([same.status, same.base]).toEqual(["applied", 2]);
  });
});

test("eight writers at once lose nothing: each update is found again on what the others wrote", {
  tags: "slow",
}, async () => {
  const { task, memory, open } = storeWith("<Facts/>");
  const writers = Array.from({ length: 8 }, open);
  const results = await Promise.all(
    writers.flatMap((writer, i) =>
      Array.from({ length: 5 }, (_, k) =>
        writer.update("trip", `insert node <Fact>Writer {${i}} says {${k}}</Fact> into /Facts`),
      ),
    ),
  );
  expect(results.map(({ status }) => status)).toEqual(results.map(() => "applied"));
  memory.refresh();
  const said = task
    .head()
    .tree()
    .root!.children.map(({ text }) => text);
  expect(new Set(said).size).toBe(40);
  expect(task.versions()).toHaveLength(41);
});

describe("in a folder", () => {
  const hashes = (folder: string): string =>
    readdirSync(folder)
      // Locks of those who read; it holds nothing of the memory.
      .filter((name) => !name.endsWith("-shm"))
      .sort()
      .map(
        (name) =>
          `${name} ${createHash("sha256")
            .update(readFileSync(join(folder, name)))
            .digest("hex")}`,
      )
      .join("\n");

  test("a dry run changes no byte, and neither does what is refused or unclear", async () => {
    const folder = mkdtempSync(join(tmpdir(), "memory-"));
    try {
      const memory = createMemory(join(folder, "store"));
      memory.createTask("trip", readXml(PLAN), { schema: SCHEMA });
      const before = hashes(join(folder, "store"));
      for (const text of [
        'insert node <POI name="Cafe"/> into //Day[1]',
        "delete node //Day/POI",
        "insert node <Hotel/> into //Day[1]",
        "delete node //Day[",
      ])
        await memory.update("trip", text, { dryRun: text.includes("Cafe") });
      expect(hashes(join(folder, "store"))).toBe(before);
      const result = await memory.update("trip", 'insert node <POI name="Cafe"/> into //Day[1]');
      expect(result.status).toBe("applied");
      expect(hashes(join(folder, "store"))).not.toBe(before);
      memory.close();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
