import { request } from "node:http";
import { memoryTools as aiTools } from "@semantic-xpath/agents/ai-sdk";
import { memoryTools as langChainTools } from "@semantic-xpath/agents/langchain";
import { type LangGraphStore, langGraphStore } from "@semantic-xpath/agents/langgraph";
import { mem0Client } from "@semantic-xpath/agents/mem0";
import { readTenants, serveHttp, serveTenants } from "@semantic-xpath/agents/node";
import { inMemoryJournal, Memory, memoryError } from "@semantic-xpath/memory";
import { expect, it, onTestFinished } from "vitest";
import { sampledIn, sampledState, samplingModel, textOf } from "../../packages/agents/src/sampling.js";
import { shown, thrown } from "../support/transcript.js";
import { TOKEN } from "./support/connect.js";
import { session } from "./support/trip.js";

/** As transcript.test.ts: calls of what is served to other libraries, with all that they give. */

type Steps = Readonly<Record<string, () => unknown>>;

async function keeps(name: string, steps: Steps): Promise<void> {
  const lines: string[] = [];
  for (const [what, work] of Object.entries(steps)) {
    const given = await Promise.resolve()
      .then(work)
      .catch((error: Error) => (["Error", "InvalidNamespaceError"].includes(error.name) ? `${error}` : thrown(error)));
    lines.push(`> ${what}`, shown(given), "");
  }
  // Ids are random.
  const ids = new Map<string, string>();
  const text = lines.join("\n").replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, (id) => {
    if (!ids.has(id)) ids.set(id, `id ${ids.size + 1}`);
    return ids.get(id)!;
  });
  await expect(text).toMatchFileSnapshot(`transcripts/${name}.txt`);
}

function opened() {
  let seconds = 0;
  const now = (): Date => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds++));
  return Memory.create(inMemoryJournal(), { now });
}

it("a store for LangGraph", async () => {
  const memory = opened();
  const store = langGraphStore(memory, { author: "agent" });
  for (let i = 0; i < 13; i++)
    await store.put(["docs", i % 2 ? "odd" : "even"], `k${i}`, { n: i, kind: i % 3 ? "x" : "y", text: `tea ${i}` });
  const find =
    (prefix: string[], options: Parameters<LangGraphStore["search"]>[1] = {}) =>
    () =>
      store.search(prefix, options).then((items) => items.map(({ key, score }) => [key, score]));
  const filters = [
    ...[{ n: 4 }, { n: { $eq: 4 } }, { n: { $ne: 4 } }, { n: { $gt: 4 } }, { n: { $gte: 4 } }, { n: { $lt: 4 } }],
    ...[
      { n: { $lte: 4 } },
      { n: { $in: [1, 4] } },
      { n: { $nin: [1, 4] } },
      { n: { $gt: 2, $lt: 5 } },
      { n: { $in: 4 } },
    ],
    ...[{ n: { $nin: 4 } }, { n: { $no: 4 } }, { m: 4 }, { n: 4, kind: "x" }],
  ];
  await keeps("langgraph", {
    get: () => store.get(["docs", "odd"], "k1"),
    "get none": () => store.get(["docs"], "k1"),
    "search by default": find(["docs"]),
    "search of a label": find(["docs", "odd"]),
    "search of any label": find(["*", "odd"], { limit: 2 }),
    page: find([], { limit: 3, offset: 2 }),
    "limit 0": find([], { limit: 0 }),
    "search of a batch": () => store.batch([{ namespacePrefix: [] }]).then(([items]) => items.length),
    topic: find(["docs", "odd"], { query: "tea 3", limit: 2 }),
    "topic by page": find([], { query: "tea", limit: 2, offset: 1, filter: { kind: "x" } }),
    ...Object.fromEntries(filters.map((filter) => [shown(filter), find([], { filter, limit: 99 })])),
    put: async () => {
      await store.put(["a", "b"], "k", { v: ["x", 1, true, null, { deep: { text: "boat" } }] });
      await store.put(["a", "c"], "k", { v: "car", w: { x: "bus" } }, ["w.x", "none"]);
      await store.put(["a", "d"], "k", { v: "bike" }, ["$"]);
      return memory
        .task("store")
        .head()
        .tree()
        .root!.children.slice(13)
        .map(({ attributes, children }) => [attributes, children.map(({ type, text }) => [type, text])]);
    },
    "put again": () => store.put(["a", "b"], "k", { v: 2 }).then(() => store.get(["a", "b"], "k")),
    namespaces: () => store.listNamespaces(),
    "by prefix": () => store.listNamespaces({ prefix: ["a"] }),
    "by suffix": () => store.listNamespaces({ suffix: ["c"], maxDepth: 1 }),
    "by both": () => store.listNamespaces({ prefix: ["a", "*"], suffix: ["b"] }),
    "by depth": () => store.listNamespaces({ maxDepth: 1 }),
    "by page": () => store.listNamespaces({ limit: 2, offset: 1 }),
    delete: () => store.delete(["a", "b"], "k").then(() => store.get(["a", "b"], "k")),
    "delete none": () => store.delete(["a", "b"], "k"),
    "bad labels": () =>
      Promise.all(
        [[], [""], ["a.b"], ["a:b"], ["langgraph"], ["a", "langgraph"]].map((namespace) =>
          store.put(namespace, "x", {}).then(() => "put", String),
        ),
      ),
    "get of bad labels": () => store.get(["a.b"], "x"),
    "get of the reserved one": () => store.get(["langgraph"], "x"),
    "search of bad labels": () => store.search([""]),
    authors: () => [
      ...new Set(
        memory
          .task("store")
          .versions()
          .map(({ provenance }) => provenance.author),
      ),
    ],
    versions: () => memory.task("store").versions().length,
  });
});

it("a client like mem0's", async () => {
  const memory = opened();
  const client = mem0Client(memory, { author: "agent", task: "mine" });
  const other = mem0Client(memory);
  const said = (text: string, options: object = {}) => client.add(text, options);
  const ids = async () => (await client.getAll()).results.map(({ id }) => id);
  const found =
    (query: string, options: object = {}) =>
    async () =>
      (await client.search(query, options)).results.map(({ memory, score }) => [memory, score]);
  const all =
    (options: object = {}) =>
    async () =>
      (await client.getAll(options)).results.map(({ memory, userId, agentId, runId }) => [
        memory,
        userId,
        agentId,
        runId,
      ]);
  await keeps("mem0", {
    "nothing yet": () => Promise.all([client.getAll(), client.search("tea"), client.get("x"), client.history("x")]),
    add: () => said("I drink tea", { userId: "ann", metadata: { mood: "good" } }),
    "add messages": () =>
      client.add(
        [
          { role: "user", content: "I like green tea" },
          { role: "assistant", content: "Noted: tea." },
          { role: "user", content: "  " },
          { role: "user", content: [{ text: "tea" }] },
          { role: "user", content: "I play tennis" },
        ],
        { userId: "ann", agentId: "a1", runId: "r1" },
      ),
    "add of another": () => said("Tea is hot", { userId: "ben" }),
    "add of nothing": () => client.add([]),
    get: async () => client.get((await ids())[0]!),
    "get all": () => client.getAll(),
    "of a user": all({ userId: "ann" }),
    "of an agent": all({ agentId: "a1" }),
    "of a run and a user": all({ runId: "r1", userId: "ben" }),
    "by filters": all({ filters: { user_id: "ann", agent_id: "a1" } }),
    "by the other names": all({ filters: { userId: "ann", runId: "r1" } }),
    "by metadata": all({ filters: { mood: "good" } }),
    "by no metadata": all({ filters: { mood: "bad" } }),
    two: all({ topK: 2 }),
    tea: found("tea"),
    "tea of one": found("tea", { topK: 1 }),
    "tea of another": found("tea", { userId: "ben", topK: 1 }),
    "tea above": async () => {
      const [, second] = (await client.search("tea")).results;
      return Promise.all([
        found("tea", { threshold: second!.score })(),
        found("tea", { threshold: second!.score! + 1e-9 })(),
      ]);
    },
    update: async () => [
      await client.update((await ids())[1]!, "I like black tea"),
      await client.get((await ids())[1]!),
    ],
    "update both": async () => {
      const [id] = await ids();
      return [await client.update(id!, { text: "I drink milk", metadata: { sure: true } }), await client.get(id!)];
    },
    "update none": () => client.update("nobody", "x"),
    delete: async () => {
      const [, id] = await ids();
      return [await client.delete(id!), await client.get(id!), await client.history(id!)];
    },
    "delete none": () => client.delete("nobody"),
    "delete all of nobody": () => client.deleteAll({}),
    "delete all of a run": () => client.deleteAll({ runId: "r1" }),
    "what is left": all(),
    many: async () => {
      for (let i = 0; i < 11; i++) await said(`cake ${i}`);
      return (await client.search("cake")).results.length;
    },
    inferred: () =>
      mem0Client(memory, { infer: (messages) => messages.map(({ role, content }) => `${role}: ${content}`) }).add("x"),
    "another task": () => other.getAll().then(({ results }) => results.map(({ memory }) => memory)),
    tasks: () => memory.tasks().map(({ name, head }) => [name, head.call(memory.task(name)).provenance]),
  });
});

it("answers of a client's model", async () => {
  const model = (answers: readonly (string | null)[]) => {
    const asked: unknown[] = [];
    const { id, supports, generate } = samplingModel(answers, (given) => asked.push(given));
    return { id, supports, generate, asked };
  };
  const prompt = { purpose: "text", messages: [{ role: "user", content: "four words are here" }] } as const;
  await keeps("sampling", {
    states: () =>
      [
        ...[undefined, "", "x", "{}", '{"sampled":[null,"a"]}', '{"sampled":[1]}', sampledState(["a", null])],
        ...[sampledState(Array<string>(8).fill("a")), sampledState(Array<string>(9).fill("a"))],
        ...[sampledState(["a".repeat(8000)]), sampledState(["a".repeat(8001)])],
      ].map((state) => sampledIn(state).map((text) => text?.length ?? null)),
    texts: () =>
      [
        ...[{ type: "text", text: "a" }, [{ type: "text", text: "a" }, { type: "image" }, { type: "text", text: "b" }]],
        ...[{ type: "image" }, [], null, "a", { type: "text", text: 1 }, { type: "text", text: "" }],
      ].map((content) => textOf(content)),
    "a long text": () => [8000, 8001].map((length) => textOf({ type: "text", text: "a".repeat(length) })!.length),
    answers: async () => {
      const { generate, ...about } = model(["yes", null, ""]);
      const answers = [await generate(prompt), await generate(prompt), await generate(prompt)];
      return [about, answers, await generate(prompt).catch(({ failure }) => failure), about.asked];
    },
  });
});

it("what HTTP refuses, in full", async () => {
  const server = await serveHttp(session().session, { port: 0, token: TOKEN, maxBodyBytes: 100, maxSessions: 1 });
  onTestFinished(() => server.close());
  const stores: string[] = [];
  const tenants = [
    { token: "token-of-one-0123", store: "one", write: true, tasks: ["trip"], conversations: false, author: "Ann" },
    { token: "token-of-two-0123", store: "two", allowDelete: true, conversations: true },
  ];
  const text = JSON.stringify({ tenants });
  const many = await serveTenants({
    port: 0,
    tenants: readTenants(text),
    open: async (store) => {
      stores.push(store);
      throw memoryError(store === "one" ? "SXP5023" : "SXP5001", { where: "secret", reason: "secret" });
    },
    allowedOrigins: ["http://localhost:1"],
  });
  onTestFinished(() => many.close());
  const send = (url: string, { method = "POST", path = "/mcp", body = "{}", ...headers }: Record<string, string>) =>
    new Promise<unknown>((resolve, reject) => {
      const given = { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers };
      const call = request({ host: "127.0.0.1", port: new URL(url).port, method, path, headers: given }, (response) => {
        let text = "";
        response.on("data", (piece) => (text += piece));
        response.on("end", () => resolve([response.statusCode, response.headers["www-authenticate"], text]));
      });
      call.on("error", reject);
      call.end(["GET", "OPTIONS"].includes(method) ? undefined : body);
    });
  const authorization = `Bearer ${TOKEN}`;
  const host = (name: string) => () => send(server.url, { authorization, host: name, path: "/none" });
  const refusedFile = (change: object) => () =>
    readTenants(JSON.stringify({ tenants: [{ ...tenants[0], ...change }] }));
  await keeps("http", {
    "no token": () => send(server.url, {}),
    "another scheme": () => send(server.url, { authorization: `Basic ${TOKEN}` }),
    "in small letters": () => send(server.url, { authorization: `bearer ${TOKEN}`, path: "/none" }),
    "two words": () => send(server.url, { authorization: `${authorization} x` }),
    "a page": () => send(server.url, { authorization, origin: "http://localhost:1" }),
    elsewhere: () => send(server.url, { authorization, path: "/none" }),
    "another method": () => send(server.url, { authorization, method: "PUT" }),
    "100 bytes": () => send(server.url, { authorization, body: `"${"a".repeat(98)}"` }),
    "101 bytes": () => send(server.url, { authorization, body: `"${"a".repeat(99)}"` }),
    "no session": () => send(server.url, { authorization, "mcp-session-id": "x", method: "GET" }),
    localhost: host("localhost"),
    "localhost with a port": host("localhost:65535"),
    "the address": host("127.0.0.1:1"),
    "the sixth address": host("[::1]:1"),
    "another name": host("localhost.example"),
    "a short token": () => serveHttp(session().session, { port: 0, token: "a".repeat(15) }),
    tenants: () => readTenants(text),
    health: () => send(many.url, { method: "GET", path: "/health" }),
    ready: () => send(many.url, { method: "GET", path: "/ready" }),
    "no tenant": () => send(many.url, { authorization }),
    "a store without its server": () => send(many.url, { authorization: "Bearer token-of-one-0123" }),
    "a store that is gone": () => send(many.url, { authorization: "Bearer token-of-two-0123" }),
    again: () => send(many.url, { authorization: "Bearer token-of-two-0123" }),
    stores: () => [stores, many.stores.names],
    "no tenants": () => readTenants('{"tenants":[]}'),
    "no JSON": () => readTenants("{"),
    "a token of 15": refusedFile({ token: "a".repeat(15) }),
    "a token of 16": refusedFile({ token: "a".repeat(16), tasks: undefined, write: undefined, author: undefined }),
    "a store of 200": () =>
      (refusedFile({ store: "a".repeat(200) })() as readonly { store: string }[])[0]!.store.length,
    "a store of 201": refusedFile({ store: "a".repeat(201) }),
    "no tasks": refusedFile({ tasks: [] }),
    "a member too many": refusedFile({ writes: true, tasks: [1] }),
    "a tenant twice": () =>
      serveTenants({ port: 0, tenants: [...readTenants(text), ...readTenants(text)], open: () => Promise.reject() }),
  });
});

it("tools for other libraries", async () => {
  const people: unknown[] = [];
  const options = { confirm: (question: object) => people.push(question) > 0 };
  const at = () => session({ grant: { rights: "write" } }).session;
  const call = { toolCallId: "c", messages: [] };
  const run = async (name: string, input: object, given = {}) => aiTools(at(), given)[name]!.execute!(input, call);
  const invoke = async (name: string, input: object, given = {}) =>
    langChainTools(at(), given)
      .find((tool) => tool.name === name)!
      .invoke(input) as Promise<string>;
  await keeps("libraries", {
    "the SDK": () =>
      Object.entries(aiTools(session().session)).map(([name, { title, description }]) => [name, title, description]),
    LangChain: () => langChainTools(session().session).map(({ name, description }) => [name, description]),
    "schemas alike": async () => {
      const schema = aiTools(session().session).query!.inputSchema as { jsonSchema: { properties: object } };
      return Object.keys(schema.jsonSchema.properties);
    },
    query: () => Promise.all([run("query", { query: "count(//POI)" }), invoke("query", { query: "count(//POI)" })]),
    refused: () => Promise.all([run("query", { query: "//POI[" }), invoke("query", { query: "//POI[" })]),
    "nobody is there": () => Promise.all([run("delete", { targets: [3] }), invoke("delete", { targets: [3] })]),
    "somebody is": () =>
      Promise.all([run("delete", { targets: [3] }, options), invoke("delete", { targets: [3] }, options)]),
    people: () => people,
  });
});
