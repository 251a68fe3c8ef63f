import { MemorySession, tokensOf } from "@semantic-xpath/agents";
import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readResource } from "../../packages/agents/src/resources.js";
import { runs } from "../support/runs.js";
import { called, refused } from "./support/trip.js";

const TEXT = 'A "quoted" visit to the old harbour, with cafés — and more '.repeat(12);

/** A task with many types and many nodes of long texts. */
function session(limits: object = {}) {
  const pois = Array.from({ length: 60 }, (_, i) => `<POI name="Stop ${i}" kind="${i % 3}">${TEXT}</POI>`);
  const kinds = Array.from({ length: 300 }, (_, i) => `<Kind${i} a="${i}" b="x"/>`);
  const memory = Memory.create(inMemoryJournal());
  memory.createTask("trip", readXml(`<Plan><Day>${pois.join("")}</Day><Kinds>${kinds.join("")}</Kinds></Plan>`));
  const open = { callsPerMinute: 1e6, writesPerMinute: 1e6, ...limits };
  return new MemorySession({ memory, grant: { rights: "write" }, mayDelete: true, limits: open });
}

const CALLS: readonly (readonly [tool: string, input: object])[] = [
  ["query", { query: "//POI" }],
  ["query", { query: '//POI[node =~ "harbour"]' }],
  ["query", { query: "//POI/text()" }],
  ["query", { query: "//POI[group by @kind as kind]" }],
  ["query", { query: "//Day return { all: POI/text(), first: POI[1]/text() }" }],
  ["query", { query: "//POI return { name: @name, text: text() }" }],
  ["query", { query: "distinct-values(//POI/text())" }],
  ["query", { query: "max(//POI/@name)", limit: 50 }],
  ["query", { query: "/Memory/Task/Version//POI", history: true }],
  ["ask", { request: "show all POIs" }],
  ["schema", {}],
  ["schema", { format: "json" }],
  ["show", {}],
  ["explain", { query: `//POI[${Array.from({ length: 40 }, (_, i) => `@name != "${i}"`).join(" and ")}]` }],
  ["why_not", { query: `//POI[text() = "${TEXT}"]`, node: "/Plan/Day/POI[1]" }],
  ["tasks", {}],
  ["history", {}],
  ["update", { update: 'replace value of node //POI[1]/@name with "x"', dryRun: true }],
  ["update", { update: "delete nodes //POI", dryRun: true }],
  ["update", { update: `for $p in //POI return replace value of node $p/@name with "${TEXT}"`, dryRun: true }],
  ["delete", { targets: Array.from({ length: 60 }, (_, i) => 3 + i), dryRun: true }],
];

describe("the size of an answer", () => {
  const at = session();

  it.each(CALLS)("%s %j is within what the call gives, and by default", async (tool, input) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 100, max: 3000 }), async (maxTokens) => {
        const answer = await at.call(tool, { ...input, maxTokens });
        expect(tokensOf(answer.ok ? answer.text : JSON.stringify(answer.failure))).toBeLessThanOrEqual(maxTokens);
      }),
      { numRuns: runs(20, 4), examples: [[100], [200], [1500]] },
    );
  });

  it("says what was cut, and what a larger one shows", async () => {
    const small = await called(at, "delete", { ...CALLS.at(-1)![1], maxTokens: 300 });
    expect(small.cut).toMatch(/^\d+ of 60 changes: maxTokens/);
    const large = await called(at, "delete", { ...CALLS.at(-1)![1], maxTokens: 8000 });
    expect([(large.changes as unknown[]).length, large.cut]).toEqual([60, undefined]);
    const { text, left } = await called(at, "schema", { format: "json", maxTokens: 500 });
    expect(Object.keys(JSON.parse(String(text)).types).length + Number(left)).toBe(304);
  });

  it("holds for failures and resources", async () => {
    const failure = await refused(at, "update", { update: "delete node //POI", maxTokens: 150 });
    expect(tokensOf(JSON.stringify(failure))).toBeLessThanOrEqual(150);
    const small = session({ maxResultTokens: 600 });
    for (const uri of ["memory://task/trip", "memory://task/trip/schema", "memory://task/trip/version/1"])
      expect(tokensOf((await readResource(small, uri)).text)).toBeLessThanOrEqual(600);
  });

  it("pages of any size are the whole list", async () => {
    const all: unknown[] = [];
    let cursor: unknown;
    do {
      const page = await called(at, "query", {
        query: "//POI",
        maxTokens: 200,
        ...(cursor !== undefined && { cursor }),
      });
      all.push(...(page.matches as { key: number }[]).map(({ key }) => key));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(all).toEqual(Array.from({ length: 60 }, (_, i) => 3 + i));
  });
});
