import { createLanguageService, type LanguageHost, type MemoryProvider } from "@semantic-xpath/lsp";
import { inMemoryJournal, Memory, treeFile } from "@semantic-xpath/memory";
import { parseSchema } from "@semantic-xpath/planner";
import { readXml } from "@semantic-xpath/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { versionAt, versionUri } from "../../packages/lsp/src/features/workspace/versionUri.js";
import { Files } from "../../packages/lsp/src/server/files.js";
import { withVersions } from "../../packages/lsp/src/server/versionFiles.js";
import { runs } from "../support/runs.js";

const QUERY = "file:///t/q.sxp";
const TRIP = '<Trip><Stop name="Tower" cost="5"/><Stop name="Museum" cost="7"/></Trip>';
const SCHEMA = {
  version: 1,
  roots: ["Trip"],
  types: {
    Trip: { children: { Stop: {} } },
    Stop: { attributes: { name: { type: "string" }, cost: { type: "number" } } },
  },
};

/** A service whose files are one query and the versions of one memory. */
function workspaceWith(
  query: string,
  /** Called once a change is about to be written, with the memory of another process. */
  { trusted = true, between }: { readonly trusted?: boolean; readonly between?: (other: Memory) => unknown } = {},
) {
  const journal = inMemoryJournal();
  const store = Memory.create(journal);
  const { schema = null } = parseSchema(JSON.stringify(SCHEMA));
  store.createTask("trip", readXml(TRIP), { schema, provenance: { author: "Maren" } });
  let opened = 0;
  const memories: MemoryProvider = {
    async use(_, { writes }, work) {
      opened++;
      if (writes === true) between?.(Memory.open(journal));
      return work(store);
    },
  };
  const files = new Files(
    withVersions(
      { read: async (uri) => (uri === QUERY ? query : null), list: async () => [], find: async () => [] },
      memories,
      () => trusted,
    ),
    { get: () => undefined, all: () => [] } as never,
    () => undefined,
  );
  const service = createLanguageService(Object.assign(files, { memories }) as unknown as LanguageHost);
  service.configure({ trusted });
  return { service, store, opened: () => opened };
}

describe("a version as a file", () => {
  const uri = "sxp-memory:/t/trips/trip%401.xml";

  it("is data that a query imports, with the schema of the version", async () => {
    const { service } = workspaceWith(
      'import data "sxp-memory:/t/trips/trip@1.xml";\ndeclare query dear() := //Stop[@cost > 6];\n',
    );
    const { problem, matches } = await service.run({ uri: QUERY });
    expect(problem).toBeNull();
    expect(matches.map(({ attributes, source }) => [attributes.name, source?.uri])).toEqual([["Museum", uri]]);
    expect(service.compile({ uri: QUERY }).schema).toMatchObject({
      uri: "sxp-memory:/t/trips/trip%401.schema.json",
      state: "ready",
    });
  });

  it("is changed only as it was shown: what others write between the preview and the yes is kept", async () => {
    const { service, store } = workspaceWith(
      'import data "sxp-memory:/t/trips/trip@1.xml";\ndeclare update dear() := replace value of node //Stop[2]/@cost with "9";\n',
      { between: (other) => other.task("trip").commit([{ kind: "setAttribute", node: 2, name: "cost", value: "1" }]) },
    );
    const preview = await service.update({ uri: QUERY });
    expect(preview).toMatchObject({ status: "ready", data: uri });
    expect(await service.update({ uri: QUERY, apply: uri })).toMatchObject({ status: "outdated", made: null });
    store.refresh();
    expect(store.task("trip").versions()).toHaveLength(2);
  });

  it("is changed on the branch that ends with it", async () => {
    const { service, store } = workspaceWith(
      'import data "sxp-memory:/t/trips/trip@2.xml";\ndeclare update dear() := replace value of node //Stop[2]/@cost with "9";\n',
    );
    const task = store.task("trip");
    task.branch("rain", 1);
    task.commit([{ kind: "setAttribute", node: 2, name: "cost", value: "1" }], { branch: "rain" });
    task.commit([{ kind: "setAttribute", node: 2, name: "cost", value: "3" }]);
    const preview = await service.update({ uri: QUERY });
    expect(await service.update({ uri: QUERY, apply: preview.data! })).toMatchObject({
      status: "applied",
      made: { task: "trip", branch: "rain", version: 4 },
    });
    expect([task.head("rain").number, task.head().number]).toEqual([4, 3]);
  });

  it("is asked like any data file", async () => {
    const { service } = workspaceWith("");
    expect((await service.question({ uri, text: "sum(//Stop/@cost)" })).value).toBe(12);
  });

  it("says of the node at a place who made each part of it, and in which version", async () => {
    const { service, store } = workspaceWith("");
    await store.update("trip", 'replace value of node /Trip/Stop[1]/@name with "Old tower"', {
      provenance: { author: "Ole", reason: "renamed" },
    });
    const file = await service.memoryFile({ memory: "file:///t/trips", task: "trip", version: 2 });
    const offset = file.text.indexOf("Old tower");
    expect(await service.memoryFile({ uri: file.uri! })).toEqual(file);
    expect((await service.memoryFile({ uri: "file:///t/trip.xml" })).problem).toContain("no version");
    const { path, task, memory, parts } = await service.memoryBlame({ uri: file.uri!, offset });
    expect([path, task, memory]).toEqual(["/Trip/Stop[1]", "trip", "file:///t/trips"]);
    const byPart = Object.fromEntries(parts.map(({ part, version }) => [part, [version.number, version.author]]));
    expect(byPart["@name"]).toEqual([2, "Ole"]);
    expect(byPart["@cost"]).toEqual([1, "Maren"]);
    expect((await service.memoryBlame({ uri: "file:///t/trip.xml", offset: 0 })).problem).toContain("no version");
    expect((await service.memoryBlame({ uri: file.uri!, offset: 1e6 })).path).toBeNull();
  });

  it("law: of each version and node, and of each branch, is said what the memory says of it", async () => {
    const write = fc.record({
      what: fc.constantFrom(
        ...[
          'replace value of node /Trip/Stop[1]/@name with "A"',
          'replace value of node //Stop[last()]/@cost with "9"',
        ],
        ...[
          "delete node /Trip/Stop[2]",
          'insert node <Stop name="B"/> as first into /Trip',
          "move node //Stop[last()] as first into /Trip",
        ],
      ),
      branch: fc.constantFrom("main", "rain"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 4 }), async (writes) => {
        const { service, store } = workspaceWith("");
        const task = store.task("trip");
        task.branch("rain", 1);
        for (const [i, { what, branch }] of writes.entries())
          await store.update("trip", what, { branch, provenance: { author: `a${i}`, reason: `r${i}` } });
        const of = { memory: "file:///t/trips", task: "trip" };
        for (const { number } of task.versions()) {
          const version = task.version(number);
          const tree = version.tree();
          const file = await service.memoryFile({ ...of, version: number });
          expect(file.text).toBe(treeFile(tree).text);
          for (let node = 1; node <= tree.size; node++) {
            const path = version.pathOf(version.keyOf(node));
            const offset = [...file.text.matchAll(/<\w+/g)][node - 1]!.index + 1;
            const { parts, ...said } = await service.memoryBlame({ uri: file.uri!, offset });
            expect(said).toEqual({ ...of, problem: null, path });
            expect(
              parts.map((one) => [one.part, one.value, one.version.number, one.version.author, one.change]),
            ).toEqual(
              task
                .blame(version.keyOf(node), { version: number })
                .map((one) => [
                  one.part,
                  one.value,
                  one.version.number,
                  one.version.provenance.author ?? null,
                  one.change.text,
                ]),
            );
          }
        }
        for (const { name: branch } of task.branches()) {
          const { versions } = await service.memoryVersions({ ...of, branch });
          expect(versions.map(({ number, reason, changes }) => [number, reason, changes])).toEqual(
            task
              .log({ branch })
              .map(({ number, provenance: { reason = null }, changes }) => [
                number,
                reason,
                changes.map(({ text }) => text),
              ]),
          );
        }
      }),
      { numRuns: runs(60, 3) },
    );
  });

  it("is read of no memory without trust, also as a schema, and is absent where there is no such version", async () => {
    const text = 'import schema "sxp-memory:/t/trips/trip@1.schema.json";\ndeclare query all() := //Stop;\n';
    const { service, opened } = workspaceWith(text, { trusted: false });
    await service.run({ uri: QUERY });
    await service.memoryBlame({ uri, offset: 3 });
    expect(opened()).toBe(0);
    const { service: trusted } = workspaceWith(
      'import data "sxp-memory:/t/trips/trip@9.xml";\ndeclare query all() := //Stop;\n',
    );
    expect((await trusted.run({ uri: QUERY })).about).toBe("data");
  });

  it("has one URI, whatever its task is called", () => {
    const name = fc.string({ minLength: 1, unit: "binary" }).filter((text) => !/\p{Cs}/u.test(text));
    fc.assert(
      fc.property(
        name,
        fc.integer({ min: 1, max: 999_999_999 }),
        fc.constantFrom("xml", "json", "schema.json"),
        (task, version, file) => {
          const place = { memory: "file:///t/a%20b", task, version, file: file as "xml" };
          expect(versionAt(versionUri(place))).toEqual(place);
        },
      ),
      { numRuns: runs(500, 25) },
    );
    for (const other of ["file:///t/trip@1.xml", "sxp-memory:/t/trip.xml", "sxp-memory:/t/trip@x.xml", "sxp-memory:"])
      expect(versionAt(other)).toBeNull();
  });
});
