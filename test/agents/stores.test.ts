import { langGraphStore } from "@semantic-xpath/agents/langgraph";
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
  const pattern = fc.array(fc.oneof(labels, fc.constant("*")), { minLength: 1, maxLength: 2 });
  const number = fc.integer({ min: 0, max: 4 });
  const value = fc
    .tuple(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 2 }), number, fc.constantFrom("x", "y"))
    .map(([more, n, kind]) => ({ ...more, n, kind }));
  const page = { limit: number, offset: fc.nat({ max: 2 }) };
  const wanted = fc.oneof(
    fc.record({ n: number }),
    fc.record({ kind: fc.constantFrom("x", "z") }),
    fc.record({ absent: fc.constant(1) }),
    fc
      .tuple(fc.dictionary(fc.constantFrom("$gt", "$gte", "$lt", "$lte", "$eq", "$ne"), number, { maxKeys: 2 }))
      .map(([n]) => ({ n })),
    fc
      .tuple(fc.constantFrom("$in", "$nin"), fc.array(number, { maxLength: 3 }))
      .map(([name, list]) => ({ n: { [name]: list } })),
  );
  const at = { namespace: namespaces, key: fc.constantFrom("k", "__proto__", "a/b", "") };
  const store = fc.oneof(
    { weight: 8, arbitrary: fc.record({ do: fc.constant("put" as const), ...at, value }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("delete" as const), ...at }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("prune" as const) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant("search" as const),
        prefix: fc.oneof(fc.constant<string[]>([]), pattern),
        options: fc.record({ ...page, filter: wanted }, { requiredKeys: [] }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant("list" as const),
        options: fc.record(
          { ...page, prefix: pattern, suffix: pattern, maxDepth: fc.integer({ min: 1, max: 3 }) },
          { requiredKeys: [] },
        ),
      }),
    },
  );

  const TESTS: Readonly<Record<string, (value: never, wanted: never) => boolean>> = {
    $gt: (one: number, other: number) => one > other,
    $gte: (one: number, other: number) => one >= other,
    $lt: (one: number, other: number) => one < other,
    $lte: (one: number, other: number) => one <= other,
    $eq: (one: number, other: number) => one === other,
    $ne: (one: number, other: number) => one !== other,
    $in: (one: number, all: readonly number[]) => all.includes(one),
    $nin: (one: number, all: readonly number[]) => !all.includes(one),
  };
  const fits = (of: Readonly<Record<string, unknown>>, filter: object = {}): boolean =>
    Object.entries(filter).every(([field, test]) =>
      typeof test === "object" && test !== null
        ? Object.entries(test).every(([name, operand]) => TESTS[name]!(of[field] as never, operand as never))
        : of[field] === test,
    );
  const isAt = (path: readonly string[], some: readonly string[]): boolean =>
    path.length === some.length && path.every((label, i) => some[i] === "*" || some[i] === label);

  it("law: two processes that share it find, list and page what a map of all puts has", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(store, { maxLength: 20 }), async (steps) => {
        const { store, memory, another } = made();
        const stores = [store, another()];
        const model = new Map<string, { namespace: string[]; key: string; value: Record<string, unknown> }>();
        const plain = ({ namespace, key, value }: { namespace: string[]; key: string; value: unknown }) => ({
          namespace,
          key,
          value,
        });
        for (const [i, step] of steps.entries()) {
          const one = stores[i % 2]!;
          switch (step.do) {
            case "prune":
              memory.prune({ retention: { last: 1 } });
              break;
            case "delete":
              await one.delete(step.namespace, step.key);
              model.delete(JSON.stringify([step.namespace, step.key]));
              break;
            case "put": {
              const { namespace, key, value } = step;
              await one.put(namespace, key, value);
              model.set(JSON.stringify([namespace, key]), { namespace, key, value: JSON.parse(JSON.stringify(value)) });
              break;
            }
            case "search": {
              const { prefix, options } = step;
              const { limit = 10, offset = 0, filter } = options;
              const found = [...model.values()].filter(
                ({ namespace, value }) => isAt(namespace.slice(0, prefix.length), prefix) && fits(value, filter),
              );
              expect((await one.search(prefix, options)).map(plain)).toEqual(found.slice(offset).slice(0, limit));
              break;
            }
            case "list": {
              const { prefix = [], suffix = [], maxDepth = 9, limit = 100, offset = 0 } = step.options;
              const found = [...model.values()]
                .map(({ namespace }) => namespace)
                .filter((path) => isAt(path.slice(0, prefix.length), prefix))
                .filter((path) => suffix.length === 0 || isAt(path.slice(-suffix.length), suffix))
                .map((path) => path.slice(0, maxDepth).join("."));
              const listed = (await one.listNamespaces(step.options)).map((path) => path.join("."));
              expect(listed).toEqual([...new Set(found)].sort().slice(offset).slice(0, limit));
            }
          }
        }
        for (const one of stores) {
          expect((await one.search([], { limit: 999 })).map(plain)).toEqual([...model.values()]);
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

  const name = fc.constantFrom("ann", "bo");
  const entity = fc.record({ userId: name, agentId: name, runId: name }, { requiredKeys: [] });
  const text = fc.constantFrom("likes tennis", "lives in Toronto", "plays tennis in Toronto");
  const metadata = fc.record({ source: fc.constantFrom("chat", "mail"), sure: fc.boolean() }, { requiredKeys: [] });
  const reading = fc
    .tuple(
      entity,
      fc.record({ topK: fc.integer({ min: 0, max: 3 }) }, { requiredKeys: [] }),
      fc.option(
        fc.record(
          { user_id: name, agent_id: name, run_id: name, userId: name, source: fc.constantFrom("chat", "mail") },
          { requiredKeys: [] },
        ),
        { nil: undefined },
      ),
    )
    .map(([owner, page, filters]) => ({ ...owner, ...page, ...(filters && { filters }) }));
  const which = fc.nat({ max: 5 });
  const call = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant("add" as const),
        texts: fc.array(text, { maxLength: 2 }),
        entity,
        metadata,
      }),
    },
    fc.record({
      do: fc.constant("update" as const),
      which,
      change: fc.oneof(text, fc.record({ text, metadata }, { requiredKeys: [] })),
    }),
    fc.record({ do: fc.constant("delete" as const), which }),
    fc.record({ do: fc.constant("delete all" as const), entity }),
    { weight: 2, arbitrary: fc.record({ do: fc.constant("all" as const), reading }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant("search" as const),
        reading,
        threshold: fc.constantFrom(undefined, 0.2, 0.6, 1),
      }),
    },
  );

  it("law: two clients have the memories that were added, with their owners, pages and histories", async () => {
    interface Known {
      readonly id: string;
      readonly memory: string;
      readonly metadata: object;
      readonly userId?: string;
    }
    const ENTITY = { user_id: "userId", agent_id: "agentId", run_id: "runId" } as const;
    const isAsked = (
      item: object,
      { filters = {}, topK: _, ...owner }: { filters?: object; topK?: number; userId?: string },
    ): boolean => {
      const known = item as Known & Record<string, unknown>;
      const asked = Object.entries(filters).every(([field, is]) => {
        const own = Object.hasOwn(ENTITY, field) ? ENTITY[field as "user_id"] : field;
        return ((own.endsWith("Id") ? known : known.metadata) as Record<string, unknown>)[own] === is;
      });
      return asked && Object.entries(owner).every(([field, is]) => known[field] === is);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 12 }), async (calls) => {
        const { memory, another } = opened();
        const clients = [mem0Client(memory), mem0Client(another())];
        let model: Known[] = [];
        const ids: string[] = [];
        const told = new Map<string, unknown[]>();
        for (const [i, each] of calls.entries()) {
          const client = clients[i % 2]!;
          const id = "which" in each ? (ids[each.which % Math.max(1, ids.length)] ?? "none") : "none";
          const before = model.find((one) => one.id === id);
          const tell = (of: string, ...event: readonly unknown[]): unknown =>
            told.set(of, [...(told.get(of) ?? []), event]);
          switch (each.do) {
            case "add": {
              const messages = each.texts.map((content) => ({ role: "user", content }));
              const { results } = await client.add(messages, { ...each.entity, metadata: each.metadata });
              expect(results.map(({ memory }) => memory)).toEqual(each.texts);
              for (const { id, memory } of results) {
                ids.push(id);
                model.push({ id, memory, ...each.entity, metadata: each.metadata });
                tell(id, "ADD", null, memory);
              }
              break;
            }
            case "update": {
              const { text, metadata } =
                typeof each.change === "string"
                  ? { text: each.change }
                  : (each.change as { text?: string; metadata?: object });
              const done = client.update(id, each.change);
              if (before === undefined) await expect(done).rejects.toThrow("no memory");
              else {
                await done;
                const after = {
                  ...before,
                  memory: text ?? before.memory,
                  metadata: { ...before.metadata, ...metadata },
                };
                model = model.map((one) => (one.id === id ? after : one));
                tell(id, "UPDATE", before.memory, after.memory);
              }
              break;
            }
            case "delete":
              if (before === undefined) await expect(client.delete(id)).rejects.toThrow("no memory");
              else {
                await client.delete(id);
                model = model.filter((one) => one.id !== id);
                tell(id, "DELETE", before.memory, null);
              }
              break;
            case "delete all":
              if (Object.keys(each.entity).length === 0) await expect(client.deleteAll({})).rejects.toThrow("whose");
              else {
                await client.deleteAll(each.entity);
                for (const one of model.filter((one) => isAsked(one, each.entity)))
                  tell(one.id, "DELETE", one.memory, null);
                model = model.filter((one) => !isAsked(one, each.entity));
              }
              break;
            case "all": {
              const { results } = await client.getAll(each.reading);
              const { topK = 100 } = each.reading as { topK?: number };
              const shown = results.map(({ createdAt: _, updatedAt: __, ...item }) => item);
              expect(shown).toEqual(model.filter((one) => isAsked(one, each.reading)).slice(0, topK));
              break;
            }
            case "search": {
              const { threshold } = each;
              const { results: all } = await client.search("tennis", { topK: 999 });
              const { results } = await client.search("tennis", {
                ...each.reading,
                ...(threshold !== undefined && { threshold }),
              });
              const { topK = 10 } = each.reading as { topK?: number };
              const found = all.filter((one) => one.score! >= (threshold ?? 0) && isAsked(one, each.reading));
              expect(results).toEqual(found.slice(0, topK));
              expect(all.map(({ score }) => score)).toEqual(all.map(({ score }) => score!).sort((a, b) => b - a));
              expect(model.map(({ id }) => id)).toEqual(expect.arrayContaining(all.map(({ id }) => id)));
            }
          }
        }
        for (const client of clients)
          for (const [id, events] of told) {
            const history = await client.history(id);
            expect(history.map(({ action, previousValue, newValue }) => [action, previousValue, newValue])).toEqual(
              events,
            );
            expect((await client.get(id))?.memory).toBe(model.find((one) => one.id === id)?.memory);
          }
      }),
      { numRuns: runs(200, 10) },
    );
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
