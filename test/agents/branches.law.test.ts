import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../support/runs.js";
import { session, TRIP } from "./support/trip.js";

type Call = readonly [tool: string, input: object];

/** Nodes of the branch: `main` has neither the first day nor its prices. */
const node = fc.constantFrom<number | string>(
  2,
  4,
  "#3",
  "//Day[1]",
  "//POI[@cost = 5]",
  '//POI[@name = "Harbour"]',
  "//Day[2]/POI",
);
const how = fc.record(
  { dryRun: fc.boolean(), allowBroken: fc.boolean(), idempotencyKey: fc.constantFrom("k1", "k2") },
  { requiredKeys: [] },
);
const inserting = fc.record(
  {
    supersedes: node,
    duplicates: fc.constantFrom("report", "refuse", "skip"),
    position: fc.constantFrom("before", "last"),
  },
  { requiredKeys: [] },
);
const query = fc.constantFrom("//POI", "//POI[@cost = 5]", "sum(//POI/@cost)", '//POI[node =~ "harbour"]');
const reading = (tool: string, input: fc.Arbitrary<object>): fc.Arbitrary<Call> =>
  input.map((each) => [tool, { ...each, version: "main" }] as const);
const call: fc.Arbitrary<Call> = fc.oneof(
  fc
    .tuple(how, inserting, node, fc.constantFrom('<POI name="Cafe"/>', '<POI name="Harbour"/>', "<Hut/>"))
    .map(([options, more, target, content]) => ["insert", { content, target, ...options, ...more }] as const),
  fc
    .tuple(
      how,
      inserting.map(({ position: _, ...rest }) => rest),
      fc.constantFrom(
        'replace value of node #3/@name with "x"',
        'replace value of node //POI[@cost = 5]/@name with "y"',
        "delete node #4",
        "delete node //POI[@cost = 5]",
        'insert node <POI name="Pier"/> into //Day[1]',
      ),
    )
    .map(([options, more, update]) => ["update", { update, ...options, ...more }] as const),
  fc
    .tuple(how, fc.array(node, { minLength: 1, maxLength: 2 }))
    .map(([{ dryRun }, targets]) => ["delete", { targets, ...(dryRun && { dryRun }) }] as const),
  fc.constantFrom<Call>(
    ["revert", { version: 1, mode: "restore" }],
    ["revert", { version: 2 }],
    ["history", { branch: "main" }],
    ["history", { branch: "main", node: "//POI[@cost = 5]" }],
    ["diff", { from: 1, to: "main" }],
  ),
  reading("query", fc.record({ query })),
  reading("show", fc.record({ node }, { requiredKeys: [] })),
  reading("why_not", fc.record({ query, node })),
  reading("explain", fc.record({ query })),
  reading("schema", fc.constant({})),
  reading("ask", fc.constant({ request: "how many POIs are there?" })),
);

/** What a tool answers, without what counts versions, and places of time. */
const shown = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, part) =>
      ["version", "base", "time", "to", "branch", "parents", "cursor", "data"].includes(name) ? undefined : part,
    ),
    (_, part) =>
      typeof part === "string"
        ? part.replace(/\bversion \d+/g, "version").replace(/the newest version of branch "\w+"/g, "")
        : part,
  );

/** A memory with a version of its own on a branch; on `main` another one has followed, if that is not the branch. */
function changed(branch: string, mayDelete: boolean) {
  const now = (): Date => new Date(Date.UTC(2026, 0, 1));
  const memory = Memory.create(inMemoryJournal(), { now });
  const task = memory.createTask("trip", readXml(TRIP));
  if (branch !== "main") task.branch(branch);
  task.commit([{ kind: "setAttribute", node: 3, name: "cost", value: "5" }], { branch });
  if (branch !== "main") task.commit([{ kind: "delete", node: 2 }]);
  const limits = { callsPerMinute: 1e9, writesPerMinute: 1e9 };
  return { memory, at: session({ memory, now, limits, grant: { rights: "write" }, mayDelete }).session };
}

it("law: a tool does to a branch what it does to a memory of its own, and leaves the others as they are", async () => {
  const calls = fc.array(call, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(calls, fc.boolean(), async (all, mayDelete) => {
      const [alone, beside] = [changed("main", mayDelete), changed("rain", mayDelete)];
      // A person who says yes to what is taken away.
      const confirm = async (): Promise<boolean> => true;
      const main = beside.memory.task("trip").head("main").number;
      for (const [tool, input] of all) {
        const place =
          "version" in input && input.version === "main"
            ? { version: "rain" }
            : tool === "diff"
              ? { to: "rain" }
              : { branch: "rain" };
        const answers = [
          await alone.at.call(tool, input, { confirm }),
          await beside.at.call(tool, { ...input, ...place }, { confirm }),
        ];
        const [one, other] = answers.map((answer) => shown(answer.ok ? answer.output : answer.failure));
        expect(other).toEqual(one);
        const [left, right] = [alone.memory.task("trip").head(), beside.memory.task("trip").head("rain")];
        expect(JSON.stringify(right.tree().root)).toBe(JSON.stringify(left.tree().root));
        expect(beside.memory.task("trip").head("main").number).toBe(main);
      }
    }),
    { numRuns: runs(300, 8) },
  );
});
