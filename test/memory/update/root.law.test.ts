import { type Memory, Scope, type ScopedUpdateOptions } from "@semantic-xpath/memory";
import { lexicalScorer } from "@semantic-xpath/runtime";
import { SemanticXPathError } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../support/runs.js";
import { schemaOf, storeWith } from "./stores.js";

/** An update that may see a part says nothing of the rest: neither what it is, nor whether it is there. */

const SCHEMA = schemaOf({
  Plan: { attributes: { owner: { type: "string" } }, children: { Day: {}, Secret: {} } },
  Secret: { text: true, attributes: { id: { type: "id" }, to: { type: "ref" } } },
  Day: { attributes: { n: { type: "number" } }, children: { POI: { min: 1, max: 3 } } },
  POI: { text: true, attributes: { id: { type: "id" }, near: { type: "ref" } } },
});
const DAY = '<Day n="2"><POI id="p1">Zoo</POI><POI id="p2" near="p1">Harbour tour</POI></Day>';
const around = (secret: string) =>
  `<Plan owner="${secret}"><Secret id="${secret}">${secret}</Secret><Day n="1"><POI id="${secret}9">Cafe ${secret}</POI></Day>${DAY}</Plan>`;

/** The key of the second day: the nodes before it are the root, the secret, and a day with one place. */
const ROOT = 5;

const UPDATES = [
  'insert node <POI id="p3">Cafe</POI> into /Day',
  'insert node <POI id="p3">Zoo</POI> into /Day',
  "delete node //POI[1]",
  "delete node //POI",
  "delete node //Secret",
  "delete node #2",
  "delete node #5",
  'replace value of node /Day/@n with "nine"',
  'replace value of node //POI[2]/@near with "p9"',
  "insert node <POI/> into /Day, insert node <POI/> into /Day",
  'rename node //POI[node =~ "a boat trip in the harbour"] as "Secret"',
  "insert node #2 into /Day",
  "insert node #2@1 into /Day",
  "move node #6 before #5",
  "move node #6 into /Day",
  "insert node <Hotel/> into /Day",
  "delete node /Plan/Secret",
  'replace node /Day with <Day n="3"><POI>Tower</POI></Day>',
  "rename node /Day as Secret",
];
/** The result of an update that may see the second day only, or what it is refused with. */
async function updated(memory: Memory, update: string, options: ScopedUpdateOptions = {}) {
  const scope = new Scope(memory, { tasks: ["trip"], root: ROOT, rights: "write" });
  try {
    return await scope.update("trip", update, { scorer: lexicalScorer(), ...options });
  } catch (error) {
    if (!(error instanceof SemanticXPathError)) throw error;
    return { status: error.code, changes: [], diff: [], diagnostics: [error.diagnostic] };
  }
}

const options = fc.record({
  dryRun: fc.boolean(),
  onBroken: fc.constantFrom("refuse" as const, "allow" as const),
  duplicates: fc.constantFrom("report" as const, "skip" as const, "refuse" as const),
});

test("law: stores that differ outside of the root only give the same results, and nothing outside changes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...UPDATES), options, async (update, chosen) => {
      const results = [];
      for (const secret of ["hush", "whisper"]) {
        const { memory, task } = storeWith(around(secret), SCHEMA);
        await memory.update(task, 'replace value of node //Secret with "altered"');
        const before = task.head().tree();
        const result = await updated(memory, update, chosen);
        results.push(result);
        expect(JSON.stringify(result)).not.toMatch(/hush|whisper|Secret id|owner|altered/);
        const outside = (tree: typeof before) => JSON.stringify(tree.root!.children.slice(0, 2));
        expect(outside(task.head().tree())).toBe(outside(before));
      }
      expect(results[0]).toEqual(results[1]);
    }),
    { numRuns: runs(150, 20) },
  );
});

test("law: what others write outside of the root meanwhile, also before it, changes no update of the part", async () => {
  const others = fc.constantFrom(
    "insert node <Secret/> as first into /Plan",
    'insert node <Day n="0"><POI id="p8">Cafe</POI><POI id="p9"/></Day> before /Plan/Day[1]',
    "delete node /Plan/Secret",
    'replace value of node /Plan/@owner with "another"',
    "move node /Plan/Day[2] before /Plan/Day[1]",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...UPDATES),
      fc.array(others, { minLength: 1, maxLength: 3 }),
      async (update, writes) => {
        const [calm, busy] = [storeWith(around("hush"), SCHEMA), storeWith(around("hush"), SCHEMA)];
        for (const write of writes) await busy.memory.update(busy.task, write, { onBroken: "allow" });
        const [alone, beside] = [await updated(calm.memory, update), await updated(busy.memory, update)];
        // Keys of new nodes count those of others, too.
        const seen = ({ status, changes, diff }: typeof alone) => [
          status,
          changes.map(({ kind, path, text, before, after }) => [kind, path, text, before, after]),
          diff.map(({ path, added, removed }) => [path, added, removed]),
        ];
        expect(seen(beside)).toEqual(seen(alone));
        const part = ({ task }: typeof calm) => JSON.stringify(task.head().tree().root!.children.at(-1));
        if (!writes.some((write) => write.startsWith("move"))) expect(part(busy)).toBe(part(calm));
      },
    ),
    { numRuns: runs(150, 25) },
  );
});

describe("an update of a part", () => {
  test("is made on the part, with paths of the part", async () => {
    const { memory, task } = storeWith(around("hush"), SCHEMA);
    const result = await updated(memory, 'insert node <POI id="p3">Cafe</POI> into /Day');
    expect([result.status, result.changes.map(({ path }) => path)]).toEqual(["applied", ["/Day/POI[3]"]]);
    expect(
      task
        .head()
        .tree()
        .node(ROOT)
        .children.map(({ text }) => text),
    ).toEqual(["Zoo", "Harbour tour", "Cafe"]);
  });

  test("leaves out what is there already if it is told to", async () => {
    const { memory, task } = storeWith(around("hush"), SCHEMA);
    const inserting = (...names: string[]) =>
      names.map((name) => `insert node <POI>${name}</POI> into /Day`).join(", ");
    const one = await updated(memory, inserting("Zoo", "Cafe"), { duplicates: "skip" });
    const other = await updated(memory, inserting("Zoo"), { duplicates: "skip" });
    expect([one.status, other.status]).toEqual(["applied", "unchanged"]);
    const names = task.head().tree().node(ROOT).children;
    expect(names.map(({ text }) => text)).toEqual(["Zoo", "Harbour tour", "Cafe"]);
  });

  test("fails closed where the part is gone", async () => {
    const { memory, task } = storeWith(around("hush"), SCHEMA);
    const scope = new Scope(memory, { tasks: ["trip"], root: ROOT, rights: "write" });
    task.commit([{ kind: "delete", node: 5 }]);
    await expect(scope.update("trip", "delete node //POI[1]")).rejects.toMatchObject({ code: "SXP5060" });
    expect(task.versions()).toHaveLength(2);
  });
});
