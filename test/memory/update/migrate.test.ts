import { describe, expect, test } from "vitest";
import { migrate } from "../../../packages/memory/src/update/migrate.js";
import type { Resolve } from "../../../packages/memory/src/update/transaction.js";
import { bytesOf, schemaOf, storeWith } from "./stores.js";

const PLAN = '<Plan><Day n="1"><POI name="Zoo" cost="12"/></Day><Day n="2"><POI name="Harbour"/></Day></Plan>';
const BEFORE = schemaOf({
  Plan: { children: { Day: {} } },
  Day: { attributes: { n: { type: "number" } }, children: { POI: {} } },
  POI: { attributes: { name: { type: "string" }, cost: { type: "number" } } },
});
const AFTER = schemaOf({
  Plan: { children: { Day: {} } },
  Day: { attributes: { n: { type: "number" } }, children: { Stop: {} } },
  Stop: { attributes: { name: { type: "string" }, price: { type: "number", required: true } } },
});
const NOTHING: Resolve = async () => ({ edits: [], targets: [], diagnostics: [], status: "ready" });

describe("another schema", () => {
  test("is refused with every place that is against it, and nothing is written", async () => {
    const { memory, task, files } = storeWith(PLAN, BEFORE);
    const before = bytesOf(files);
    const result = await migrate(memory, task, AFTER, NOTHING);
    expect([result.status, result.version]).toEqual(["refused", null]);
    expect(result.diagnostics.map(({ code, message }) => `${code} ${message.split(" ")[0]}`)).toEqual([
      "SXP4008 /Plan/Day[1]/POI",
      "SXP4008 /Plan/Day[2]/POI",
    ]);
    expect(bytesOf(files)).toBe(before);
  });

  test("comes with the edits that make the tree fit it, as one version; old versions keep theirs", async () => {
    const { memory, task } = storeWith(PLAN, BEFORE);
    const resolve: Resolve = async (version) => ({
      ...(await NOTHING(version)),
      edits: [...version.tree().postings[version.tree().typeId("POI")]!].flatMap((node) => [
        { kind: "rename" as const, node, type: "Stop" },
        { kind: "setAttribute" as const, node, name: "cost", value: null },
        { kind: "setAttribute" as const, node, name: "price", value: version.tree().attribute(node, "cost") ?? "0" },
      ]),
    });
    const queries = { expensive: "//POI[@cost > 10]", days: "//Day[@n = 2]" };
    const dry = await migrate(memory, task, AFTER, resolve, { dryRun: true, queries });
    expect([dry.status, task.versions().length]).toEqual(["dry run", 1]);
    const result = await migrate(memory, task, AFTER, resolve, { queries });
    expect([result.status, result.version]).toEqual(["applied", 2]);
    expect(result.diff).toEqual(dry.diff);
    expect(task.head().tree().node(3).attributes).toEqual({ name: "Zoo", price: "12" });
    expect([task.schema, task.version(1).schema]).toEqual([AFTER, BEFORE]);
    expect(task.head().operation).toBe("migrate");
    expect(result.brokenQueries.map(({ name }) => name)).toEqual(["expensive"]);
    expect(result.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'SXP5037 With the new schema the saved query "expensive" breaks: The schema has no node type "POI".',
    ]);
    expect(result.schemaChanges.filter(({ isBreaking }) => isBreaking)).not.toEqual([]);
  });

  test("may be the first one, or none", async () => {
    const { memory, task } = storeWith(PLAN);
    expect((await migrate(memory, task, BEFORE, NOTHING)).status).toBe("applied");
    expect(task.schema).toEqual(BEFORE);
    expect((await migrate(memory, task, null, NOTHING, { ifVersion: 1 })).status).toBe("conflict");
    expect((await migrate(memory, task, null, NOTHING, { ifVersion: 2 })).status).toBe("applied");
    expect(task.schema).toBeNull();
  });
});
