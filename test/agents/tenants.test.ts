import { readTenants, serveTenants, type TenantsOptions } from "@semantic-xpath/agents/node";
import { createMirror, Memory, MemoryError, openMirror } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/readers";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { fakeServer } from "../memory/support/fakeServer.js";
import { runs } from "../support/runs.js";

const now = (): Date => new Date(Date.UTC(2026, 0, 1));
const TOKENS = { one: "token-of-the-first-one", other: "token-of-the-other-one" };

/** A server with the stores `one` and `other`, which have a task of the given words each. */
async function served(words: Record<"one" | "other", string>, options: Partial<TenantsOptions> = {}) {
  const remote = fakeServer();
  for (const store of ["one", "other"] as const) {
    const memory = Memory.open(await createMirror(remote, store), { now });
    const text = words[store];
    await memory.transactionAsync(() =>
      memory.createTask("notes", readXml(`<Notes><Note title="${text}">${text}</Note></Notes>`), { title: text }),
    );
  }
  const opened: string[] = [];
  const log: string[] = [];
  const server = await serveTenants({
    port: 0,
    tenants: [
      { token: TOKENS.one, store: "one", grant: { rights: "write" } },
      { token: TOKENS.other, store: "other", grant: { rights: "write" } },
    ],
    open: async (store) => {
      opened.push(store);
      return Memory.open(await openMirror(remote, store), { now });
    },
    session: () => ({ now, audit: (entry) => log.push(JSON.stringify(entry)) }),
    ...options,
  });
  onTestFinished(() => server.close());
  const call = async (token: string, name: string, input: unknown): Promise<string> => {
    const response = await fetch(server.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${token}`,
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": name,
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: {
          name,
          arguments: input,
          _meta: {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
          },
        },
      }),
    });
    return `${response.status} ${await response.text()}`;
  };
  return { server, remote, opened, log, call, at: (path: string) => fetch(new URL(path, server.url)) };
}

describe("a server for many tenants", () => {
  it("leads each token to its store, and says whether it is alive and ready without one", async () => {
    let isThere = true;
    const check = async (): Promise<void> => {
      if (!isThere) throw new MemoryError({ code: "SXP5023", message: "secret words" } as never);
    };
    const { at, call, opened } = await served({ one: "apples", other: "pears" }, { check });
    expect([(await at("/health")).status, (await at("/ready")).status, (await at("/other")).status]).toEqual([
      200, 200, 404,
    ]);
    expect(opened).toEqual([]);
    expect(await call("no such token, whatever it is", "show", {})).toMatch(/^401 /);
    isThere = false;
    const ready = await at("/ready");
    expect([ready.status, await ready.json()]).toEqual([503, { status: "unreachable", code: "SXP5023" }]);
  });

  it("answers calls that are under way before it stops, and no more after that", async () => {
    const { server, at } = await served({ one: "apples", other: "pears" });
    const ready = await at("/ready");
    expect(ready.status).toBe(200);
    await server.close();
    await expect(at("/ready")).rejects.toThrow();
    expect(server.stores.names).toEqual([]);
  });

  it("refuses tokens that are short or given twice, and files that say something else", async () => {
    const open = () => Promise.reject(new Error("not reached"));
    const tenant = { token: TOKENS.one, store: "one" };
    await expect(serveTenants({ port: 0, open, tenants: [{ token: "short", store: "one" }] })).rejects.toThrow(
      RangeError,
    );
    await expect(serveTenants({ port: 0, open, tenants: [tenant, { ...tenant, store: "two" }] })).rejects.toThrow(
      RangeError,
    );
    const [read] = readTenants(JSON.stringify({ tenants: [{ ...tenant, write: true, tasks: ["trip"] }] }));
    expect(read).toMatchObject({ store: "one", grant: { rights: "write", tasks: ["trip"] }, mayDelete: false });
    for (const text of ["{", "[]", '{"tenants":[]}', JSON.stringify({ tenants: [{ ...tenant, writes: true }] })]) {
      const failure = (() => {
        try {
          return readTenants(text);
        } catch (error) {
          return error as MemoryError;
        }
      })();
      expect(failure).toMatchObject({ code: "SXP5064" });
      expect(String((failure as Error).message)).not.toContain(TOKENS.one);
    }
  });
});

/** Everything that a client can be told, also of what is not there. */
const CALLS: readonly (readonly [name: string, input: object])[] = [
  ["query", { query: '//Note[node =~ "apples pears"]' }],
  ["query", { query: "//Zebra" }],
  ["query", { query: "/Memory/Task/Version", history: true }],
  ["ask", { request: "notes about apples" }],
  ["explain", { query: "//Note" }],
  ["why_not", { query: "//None", node: 2 }],
  ["schema", {}],
  ["show", {}],
  ["show", { node: 99 }],
  ["tasks", {}],
  ["tasks", { task: "zebra" }],
  ["history", {}],
  ["diff", { from: 1, to: 9 }],
  ["insert", { content: "<Note>mine</Note>", target: 1 }],
  ["update", { update: 'replace value of node //Note[1]/@title with "changed"' }],
  ["revert", { version: 2 }],
  ["create_task", { name: "zebra", content: "<Zebra/>" }],
  ["tasks", { task: "zebra" }],
  ["no_such_tool", {}],
];

describe("law: two tenants that differ in everything", () => {
  it("hear nothing of each other: no answer, error or line of the log depends on the other store", async () => {
    const word = fc.stringMatching(/^[a-z]{4,9}$/);
    await fc.assert(
      fc.asyncProperty(word, word, fc.boolean(), async (here, there, isTight) => {
        const secrets = [`zq${there}`, `qz${there}x`];
        const heard: string[][] = [];
        for (const secret of secrets) {
          const { call, log } = await served(
            { one: here, other: `${secret} ${secret} ${secret}` },
            { maxStoreBytes: isTight ? 1 : 2 ** 30 },
          );
          const answers: string[] = [];
          for (const [i, [name, input]] of CALLS.entries()) {
            const between = call(TOKENS.other, "insert", { content: `<Note>${secret} ${i}</Note>`, target: 1 });
            answers.push(await call(TOKENS.one, name, input));
            expect(await between).toMatch(/^200 /);
          }
          answers.push(...log.filter((line) => line.includes(secret)));
          expect(answers.join()).not.toContain(secret);
          expect(answers.join()).toContain(here);
          heard.push(answers);
        }
        expect(heard[1]).toEqual(heard[0]);
      }),
      { numRuns: runs(20, 1) },
    );
  });
});
