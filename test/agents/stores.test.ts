import { type LangGraphStore, langGraphStore } from "@semantic-xpath/agents/langgraph";
import { mem0Client } from "@semantic-xpath/agents/mem0";
import { createMirror, inMemoryJournal, Memory, openMirror } from "@semantic-xpath/memory";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AT_ONCE, fakeServer, type ServerFault } from "../memory/support/fakeServer.js";
import { runs } from "../support/runs.js";

function opened() {
  let time = Date.UTC(2026, 0, 1);
  const now = (): Date => {
    time += 1000;
    return new Date(time);
  };
  const journal = inMemoryJournal();
  const memory = Memory.create(journal, { now });
  return { memory, another: () => Memory.open(journal, { now }) };
}

describe("a store for LangGraph", () => {
  const made = () => {
    const { memory, another } = opened();
    return { memory, store: langGraphStore(memory), another: () => langGraphStore(another()) };
  };

  it("puts, gets, replaces and deletes; times are of making and of the last change", async () => {
    const { store } = made();
    expect(await store.get(["users", "1"], "name")).toBeNull();
    await store.put(["users", "1"], "name", { first: "Ada", tags: ["x", 1, null, true], nested: { a: {} } });
    const first = await store.get(["users", "1"], "name");
    expect(first).toMatchObject({ key: "name", namespace: ["users", "1"], value: { first: "Ada", nested: { a: {} } } });
    expect(first!.value.tags).toEqual(["x", 1, null, true]);
    await store.put(["users", "1"], "name", { first: "Grace" });
    const second = await store.get(["users", "1"], "name");
    expect(second!.value).toEqual({ first: "Grace" });
    expect(second!.createdAt).toEqual(first!.createdAt);
    expect(second!.updatedAt.getTime()).toBeGreaterThan(first!.updatedAt.getTime());
    await store.delete(["users", "1"], "name");
    await store.delete(["users", "1"], "never");
    expect(await store.get(["users", "1"], "name")).toBeNull();
    expect(await store.search(["users"])).toEqual([]);
  });

  it("law: what was put is found under its key, whatever a server does to a write and others write meanwhile", async () => {
    const fault = fc.constantFrom<ServerFault>("none", "rolled back", "other first", "lost after");
    const put = fc.record({ keys: fc.uniqueArray(fc.constantFrom("a", "b", "c"), { minLength: 1 }), fault });
    await fc.assert(
      fc.asyncProperty(fc.array(put, { minLength: 1, maxLength: 4 }), async (puts) => {
        const server = fakeServer();
        const memories = [await createMirror(server, "one", AT_ONCE), await openMirror(server, "one", AT_ONCE)];
        const [mine, other] = memories.map((journal) => langGraphStore(Memory.open(journal)));
        let others = 0;
        server.other = async () => {
          server.faults.length = 0;
          await other!.put(["n"], `o${others++}`, { by: "other" });
        };
        const model = new Map<string, number>();
        for (const [n, { keys, fault }] of puts.entries()) {
          server.faults.splice(0, 1, fault);
          await mine!.batch(keys.map((key) => ({ namespace: ["n"], key, value: { n } })));
          server.faults.length = 0;
          for (const key of keys) model.set(key, n);
          for (const [key, n] of model) expect((await mine!.get(["n"], key))?.value).toEqual({ n });
          for (let i = 0; i < others; i++) expect((await mine!.get(["n"], `o${i}`))?.key).toBe(`o${i}`);
        }
      }),
      { numRuns: runs(150, 20) },
    );
  });

  it("law: a value comes back as it was, with any white space, quotes and marks in it", async () => {
    const { store } = made();
    const strings = fc.string({
      unit: fc.constantFrom(" ", "\t", "\n", "\r", "\u00a0", "\u2028", "\u3000", '"', "\\", "a", "é"),
    });
    await fc.assert(
      fc.asyncProperty(strings, fc.jsonValue({ stringUnit: "binary" }), async (text, json) => {
        const value = { text, [text]: [text, json] };
        await store.put(["law"], "one", value);
        // JSON has no -0.
        expect((await store.get(["law"], "one"))!.value).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: runs(200, 40) },
    );
  });

  it("searches below a namespace, by filters, page by page", async () => {
    const { store } = made();
    for (let i = 0; i < 15; i++)
      await store.put(["docs", i % 2 ? "a" : "ab"], `k${i}`, { n: i, kind: i % 3 ? "x" : "y" });
    const keys = async (...given: Parameters<LangGraphStore["search"]>) =>
      (await store.search(...given)).map(({ key }) => key);
    expect(await keys(["docs"])).toHaveLength(10);
    expect(await keys(["docs"], { limit: 10, offset: 10 })).toHaveLength(5);
    expect(await keys([], { limit: 99 })).toHaveLength(15);
    // A label is a whole one.
    expect(await keys(["docs", "a"])).toEqual(["k1", "k3", "k5", "k7", "k9", "k11", "k13"]);
    expect(await keys(["docs"], { filter: { kind: "y", n: { $gte: 6, $lt: 12 } } })).toEqual(["k6", "k9"]);
    expect(await keys(["docs"], { filter: { n: { $in: [1, 2] } } })).toEqual(["k1", "k2"]);
    expect(await keys(["docs"], { filter: { n: { $ne: 0, $nin: [1, 2] }, kind: { $eq: "x" } }, limit: 2 })).toEqual([
      "k4",
      "k5",
    ]);
    expect(await keys(["docs"], { filter: { absent: 1 } })).toEqual([]);
  });

  it("finds what a text is about, best first, with a score; fields that are not indexed are not found", async () => {
    const { store } = made();
    await store.put(["u"], "food", { text: "likes vegetarian restaurants", secret: "harbour" }, ["text"]);
    await store.put(["u"], "sport", { text: "plays tennis on Sundays" });
    await store.put(["u"], "hidden", { text: "vegetarian restaurants" }, false);
    const [best, ...others] = await store.search(["u"], { query: "vegetarian restaurant" });
    expect(best).toMatchObject({ key: "food", score: expect.any(Number) });
    expect(others.map(({ key }) => key)).not.toContain("hidden");
    expect((await store.search(["u"], { query: "harbour" })).map(({ key }) => key)).not.toContain("food");
    expect(await store.search(["other"], { query: "tennis" })).toEqual([]);
  });

  it("lists namespaces by beginning, end and depth", async () => {
    const { store } = made();
    for (const namespace of [
      ["a", "b", "c"],
      ["a", "b", "d"],
      ["a", "x"],
      ["b", "c"],
    ])
      await store.put(namespace, "k", {});
    expect(await store.listNamespaces()).toEqual([
      ["a", "b", "c"],
      ["a", "b", "d"],
      ["a", "x"],
      ["b", "c"],
    ]);
    expect(await store.listNamespaces({ prefix: ["a", "b"] })).toEqual([
      ["a", "b", "c"],
      ["a", "b", "d"],
    ]);
    expect(await store.listNamespaces({ suffix: ["c"] })).toEqual([
      ["a", "b", "c"],
      ["b", "c"],
    ]);
    expect(await store.listNamespaces({ prefix: ["*", "b"] })).toHaveLength(2);
    expect(await store.listNamespaces({ maxDepth: 2 })).toEqual([
      ["a", "b"],
      ["a", "x"],
      ["b", "c"],
    ]);
    expect(await store.listNamespaces({ limit: 2, offset: 1 })).toEqual([
      ["a", "b", "d"],
      ["a", "x"],
    ]);
  });

  it.each([[[]], [["a.b"]], [["a:b"]], [[""]], [["langgraph", "x"]], [["a\u0000"]]])(
    "refuses to put into %j",
    async (namespace) => {
      const { store, memory } = made();
      await expect(store.put(namespace, "k", {})).rejects.toMatchObject({ name: "InvalidNamespaceError" });
      expect(memory.tasks()).toEqual([]);
    },
  );

  it("reads all of a batch at one moment, then writes it as one version; the last put of a key holds", async () => {
    const { store, memory } = made();
    await store.put(["n"], "a", { v: 1 });
    const results = await store.batch([
      { namespace: ["n"], key: "a", value: { v: 2 } },
      { namespace: ["n"], key: "a" },
      { namespace: ["n"], key: "b", value: { v: 3 } },
      { namespace: ["n"], key: "b", value: { v: 4 } },
      { namespacePrefix: ["n"], limit: 5 },
    ]);
    expect(results.slice(1)).toMatchObject([
      { value: { v: 1 } },
      undefined,
      undefined,
      [{ key: "a", value: { v: 1 } }],
    ]);
    expect((await store.search(["n"])).map(({ value }) => value)).toEqual([{ v: 2 }, { v: 4 }]);
    expect(memory.task("store").versions()).toHaveLength(3);
  });

  const labels = fc.constantFrom("a", "b", "ab");
  const namespaces = fc.array(labels, { minLength: 1, maxLength: 3 });
  const keys = fc.constantFrom("k", "__proto__", "a/b", "");
  const steps = fc.array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.tuple(
          fc.constant("put" as const),
          namespaces,
          keys,
          fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }),
        ),
      },
      { weight: 2, arbitrary: fc.tuple(fc.constant("delete" as const), namespaces, keys, fc.constant({})) },
      { weight: 1, arbitrary: fc.tuple(fc.constant("prune" as const), namespaces, keys, fc.constant({})) },
    ),
    { maxLength: 20 },
  );
  it("law: two processes that share it see what a map of all puts has", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const { store, memory, another } = made();
        const stores = [store, another()];
        const model = new Map<string, { namespace: string[]; key: string; value: unknown }>();
        for (const [i, [what, namespace, key, value]] of list.entries()) {
          const one = stores[i % 2]!;
          const name = JSON.stringify([namespace, key]);
          if (what === "prune") memory.prune({ retention: { last: 1 } });
          else if (what === "delete") {
            await one.delete(namespace, key);
            model.delete(name);
          } else {
            await one.put(namespace, key, value as Record<string, never>);
            model.set(name, { namespace, key, value: JSON.parse(JSON.stringify(value)) });
          }
        }
        for (const one of stores) {
          const found = await one.search([], { limit: 999 });
          expect(found.map(({ namespace, key, value }) => ({ namespace, key, value }))).toEqual([...model.values()]);
          for (const { namespace, key, value } of model.values())
            expect((await one.get(namespace, key))!.value).toEqual(value);
        }
        expect(memory.doctor().problems).toEqual([]);
      }),
      { numRuns: runs(300, 15) },
    );
  });
});

describe("a client like mem0's", () => {
  it("remembers, finds, changes, forgets, and knows what became of each memory", async () => {
    const { memory, another } = opened();
    const client = mem0Client(memory);
    const { results } = await client.add(
      [
        { role: "user", content: "I am vegetarian" },
        { role: "assistant", content: "Noted." },
        { role: "user", content: "My sister lives in Toronto" },
      ],
      { userId: "alex", metadata: { source: "chat" } },
    );
    expect(results.map(({ memory, event }) => [memory, event])).toEqual([
      ["I am vegetarian", "ADD"],
      ["My sister lives in Toronto", "ADD"],
    ]);
    await client.add("I play tennis", { userId: "sam" });
    const [first, second] = results.map(({ id }) => id);
    expect(await client.get(first!)).toMatchObject({
      memory: "I am vegetarian",
      userId: "alex",
      metadata: { source: "chat" },
    });
    const found = await client.search("where does the sister live?", { userId: "alex" });
    expect(found.results[0]).toMatchObject({ id: second, score: expect.any(Number) });
    expect((await client.search("tennis", { filters: { user_id: "alex" } })).results).toEqual([]);
    expect((await client.getAll({ filters: { source: "chat" } })).results).toHaveLength(2);
    await client.update(first!, "I am vegan");
    await client.update(first!, { metadata: { sure: true } });
    expect(await client.get(first!)).toMatchObject({
      memory: "I am vegan",
      userId: "alex",
      metadata: { source: "chat", sure: true },
    });
    await client.delete(first!);
    expect(await client.get(first!)).toBeNull();
    await expect(client.delete(first!)).rejects.toThrow("no memory");
    await expect(client.update("unknown", "x")).rejects.toThrow("no memory");
    const history = await mem0Client(another()).history(first!);
    expect(
      history.map(({ action, previousValue, newValue, isDeleted }) => [action, previousValue, newValue, isDeleted]),
    ).toEqual([
      ["ADD", null, "I am vegetarian", false],
      ["UPDATE", "I am vegetarian", "I am vegan", false],
      ["UPDATE", "I am vegan", "I am vegan", false],
      ["DELETE", "I am vegan", null, true],
    ]);
    expect(await client.history("unknown")).toEqual([]);
    await expect(client.deleteAll({})).rejects.toThrow("whose");
    await client.deleteAll({ userId: "alex" });
    expect((await client.getAll()).results.map(({ memory }) => memory)).toEqual(["I play tennis"]);
  });

  it("takes facts from what was said where it is given what does so", async () => {
    const client = mem0Client(opened().memory, { infer: (messages) => messages.map(({ role }) => `said by ${role}`) });
    expect((await client.add("x")).results.map(({ memory }) => memory)).toEqual(["said by user"]);
    expect((await client.add("x", { infer: false })).results.map(({ memory }) => memory)).toEqual(["x"]);
  });
});

it("a task that holds something else is refused, and left as it is", async () => {
  const { memory } = opened();
  const { treeOf } = await import("@semantic-xpath/tree");
  memory.createTask("store", treeOf({ type: "Plan" }));
  await expect(langGraphStore(memory).put(["a"], "k", {})).rejects.toThrow("SXP5014");
  expect(memory.task("store").versions()).toHaveLength(1);
});
