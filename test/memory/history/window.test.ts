import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/readers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../support/runs.js";

const days = Array.from({ length: 3000 }, (_, i) => `<Day n="${i}"><POI>stop ${i}</POI><POI/></Day>`);
const storage = inMemoryJournal();
Memory.create(storage).createTask("trip", readXml(`<Plan>${days.join("")}</Plan>`));

describe("a query that looks at a part of a version", () => {
  it.each([
    "/Plan/Day[1500]/POI",
    "/Plan/Day[-1]/@n",
    "//Day[7]/POI[text()]/text()",
    "/Plan/Day[2:4]",
    "/Plan/Day[20]/POI[1]",
  ])("%s gives what it gives on the whole tree, which is not laid out", async (text) => {
    const memory = Memory.open(storage);
    const options = { task: "trip", version: 1, limit: 3 };
    const part = await memory.query(text, options);
    const shown = JSON.stringify(part.matches);
    const values = part.matches.map(({ value, text, attribute, key, path }) => ({ value, text, attribute, key, path }));
    const { segments } = memory.task("trip").version(1);
    expect(segments.isLaidOut).toBe(false);
    expect(part.matches[0]?.node.tree).toBe(part.ran.tree);
    expect(segments.isLaidOut).toBe(true);
    const whole = await memory.query(text, options);
    expect(shown).toBe(JSON.stringify(whole.matches));
    expect(whole.matches).toHaveLength(values.length);
    expect(values).toEqual(
      whole.matches.map(({ value, text, attribute, key, path }) => ({ value, text, attribute, key, path })),
    );
    expect({ ...part.stats, milliseconds: 0 }).toEqual({ ...whole.stats, milliseconds: 0 });
  });

  it("law: gives as many as the limit says, and the first ones, with any arguments, as the whole tree does", async () => {
    const whole = Memory.open(storage);
    whole.task("trip").version(1).tree();
    const step = fc.constantFrom(
      ...["/Plan/Day", "/Plan/Day/@n", "//Day[7]/POI", "/Plan/Day[2:4]", "/Plan/Day[20]/POI[1]"],
      ...["/Plan/Day[20]/POI[text() = $text]", "/Plan/Day[@n = $n]/POI", "/Plan/Day[2:4]/POI[text() != $text]"],
    );
    await fc.assert(
      fc.asyncProperty(step, fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }), async (text, limit) => {
        const params = text.includes("$text") ? { text: "stop 19" } : text.includes("$n") ? { n: "7" } : {};
        const options = { task: "trip", version: 1, params, ...(limit !== undefined && { limit }) };
        const ask = async (memory: Memory) => (await memory.query(text, options)).matches.map(({ path }) => path);
        expect(await ask(Memory.open(storage))).toEqual(await ask(whole));
      }),
      { numRuns: runs(100, 15) },
    );
  });
});
