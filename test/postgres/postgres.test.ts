import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { Conversation, rowConversations } from "@semantic-xpath/chat";
import { inMemoryJournal, Memory, type MemoryEvent } from "@semantic-xpath/memory";
import { createMemory as createFolder, exportTask, importTask } from "@semantic-xpath/memory/node";
import {
  openConversations,
  openMemory,
  openServer,
  placeOf,
  type Server,
  withoutPassword,
} from "@semantic-xpath/postgres";
import { readXml } from "@semantic-xpath/readers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clock, keyAt, makeHistory, seeded } from "./support/history.js";
import { type Seen, seen } from "./support/seen.js";

let database: PGlite;
let server: Server;
let sent: Seen["statements"];
let watchedClient: Seen["client"];
const folder = mkdtempSync(join(tmpdir(), "sxp-postgres-"));

beforeAll(async () => {
  database = await PGlite.create();
  const watched = seen(database);
  watchedClient = watched.client;
  sent = watched.statements;
  server = await openServer(watched.client);
  await server.init();
}, 60_000);
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => void sent.splice(0));

const counted = async <T>(work: () => Promise<T>): Promise<readonly [number, T]> => {
  const before = sent.length;
  const result = await work();
  return [sent.length - before, result];
};

describe("a memory in PostgreSQL", () => {
  it("has the fingerprint of the same history in memory and in SQLite", async () => {
    const places: Record<string, () => Promise<Memory>> = {
      memory: async () => Memory.create(inMemoryJournal(), { now: clock() }),
      sqlite: async () => createFolder(join(folder, "same"), { now: clock() }),
      postgres: () => server.create("same", { now: clock() }),
    };
    const heads: unknown[] = [];
    for (const open of Object.values(places))
      await seeded(async () => {
        const memory = await open();
        await makeHistory(memory);
        heads.push([memory.journal.id, memory.journal.head()]);
        memory.close();
      });
    expect(heads[0]).toEqual(heads[1]);
    expect(heads[2]).toEqual(heads[1]);
    const again = await server.open("same");
    expect([again.journal.id, again.journal.head()]).toEqual(heads[1]);
  });

  it("sends one statement for a commit, an opening and a refresh, none for a read, and each names its store", async () => {
    const [creating, memory] = await counted(() => server.create("counted"));
    expect(creating).toBe(1);
    await makeHistory(memory);
    const task = memory.task("journey");
    const edit = { kind: "setAttribute", node: 2, name: "name", value: "x" } as const;
    expect((await counted(() => memory.transactionAsync(() => task.commit([edit]))))[0]).toBe(1);
    expect((await counted(() => memory.refreshAsync()))[0]).toBe(1);
    expect((await counted(() => Promise.all([1, 2, 3].map(() => memory.refreshAsync()))))[0]).toBeLessThanOrEqual(2);
    const [opening, other] = await counted(() => server.open("counted"));
    expect(opening).toBe(1);
    const [reading] = await counted(async () => {
      for (const version of other.task("journey").versions()) version.tree();
      await other.query("//POI[@cost]", { task: "journey" });
      await other.query("/Memory/Task/Version");
      other.task("journey").blame(keyAt(other, 2));
      other.task("journey").log({ author: "ada" });
    });
    expect(reading).toBe(0);
    // An update looks first whether it knows the newest version.
    expect((await counted(() => memory.update("journey", "delete node //POI[1]")))[0]).toBe(2);
    expect(sent.every(({ values }) => values[0] === "counted")).toBe(true);
  });

  it("sends commits that come at once together, and each is that of its store alone", async () => {
    const stores = ["g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8", "g9", "g10"];
    const heads = async (on: Server, atOnce: boolean): Promise<readonly unknown[]> => {
      const memories: Memory[] = [];
      for (const store of stores) {
        await on.drop(store);
        memories.push(await seeded(() => on.create(store, { now: clock() })));
      }
      if (atOnce) await Promise.all(memories.map(makeHistory));
      else for (const memory of memories) await makeHistory(memory);
      for (const [i, memory] of memories.entries()) {
        const again = await on.open(stores[i]!);
        expect((await again.doctorAsync({ expect: memory.journal.head().fingerprint })).isWhole).toBe(true);
        expect(again.journal.head()).toEqual(memory.journal.head());
      }
      return memories.map(({ journal }) => [journal.head().sequence, journal.head().bytes]);
    };
    const [several, together] = await counted(() => heads(server, true));
    const [one, alone] = await counted(() => heads(server, false));
    expect(together).toEqual(alone);
    expect(several).toBeLessThan(one / 2);
  });

  it("shows a write to nobody before it is durable, and takes back what was refused", async () => {
    const memory = await server.create("seen");
    await makeHistory(memory);
    const task = memory.task("journey");
    const before = task.versions().length;
    const writing = memory.transactionAsync(() => task.commit([{ kind: "delete", node: 3 }]));
    await Promise.resolve();
    expect(task.versions()).toHaveLength(before);
    const { version } = await writing;
    expect(version.number).toBe(before + 1);
    expect(task.head().number).toBe(before + 1);
    await expect(
      memory.transactionAsync(() => {
        task.commit([{ kind: "delete", node: 2 }]);
        throw new RangeError("changed its mind");
      }),
    ).rejects.toThrow("changed its mind");
    expect(task.head().number).toBe(before + 1);
    expect(() => task.commit([{ kind: "delete", node: 2 }])).toThrow("SXP5018");
    expect(() => memory.refresh()).toThrow("SXP5018");
    expect(() => memory.prune()).toThrow("SXP5018");
    expect(task.head().number).toBe(before + 1);
    // What writes nothing needs nobody.
    expect(task.revert(version.number, { dryRun: true }).changes).toHaveLength(1);
  });

  it("lets the first of two writers win; the second is carried over, or refused", async () => {
    const one = await server.create("two");
    await makeHistory(one);
    const other = await server.open("two");
    const commits = await Promise.all(
      Array.from({ length: 20 }, (_, i) => {
        const memory = i % 2 === 0 ? one : other;
        const edit = { kind: "setAttribute", node: 1, name: `a${i}`, value: "1" } as const;
        return memory.transactionAsync(() => memory.task("journey").commit([edit]).version.number);
      }),
    );
    expect(new Set(commits).size).toBe(20);
    await Promise.all([one.refreshAsync(), other.refreshAsync()]);
    expect(Object.keys(one.task("journey").head().tree().node(1).attributes)).toHaveLength(20);
    expect(one.journal.head()).toEqual(other.journal.head());
    const { number } = one.task("journey").head();
    await other.update("journey", "delete node //Day[2]");
    await expect(
      one.transactionAsync(() => one.task("journey").commit([{ kind: "delete", node: 2 }], { ifVersion: number })),
    ).rejects.toThrow("SXP5010");
  });

  it("prunes, exports, imports and is examined like any other", async () => {
    const memory = await server.create("kept", { retention: { last: 2 }, quotas: { maxTasks: 5 } });
    await makeHistory(memory);
    const other = await server.open("kept");
    expect([other.retention, other.quotas.maxTasks]).toEqual([{ last: 2 }, 5]);
    const old = other.task("journey").version(4);
    const pruned = await memory.pruneAsync();
    expect(pruned).toMatchObject({ deletedTasks: 1, tasks: [{ task: "journey" }] });
    expect(pruned.bytesAfter).toBeLessThan(pruned.bytesBefore);
    await other.refreshAsync();
    expect([old.isPruned, other.generation]).toEqual([true, 2]);
    const report = await other.doctorAsync({ expect: memory.journal.head().fingerprint });
    expect([report.isWhole, report.problems, report.orphans]).toEqual([true, [], []]);
    exportTask(other.task("journey"), join(folder, "exported"));
    const copy = await memory.transactionAsync(() => importTask(memory, join(folder, "exported"), "copy"));
    expect(copy.head().tree().size).toBe(other.task("journey").head().tree().size);
    await expect(memory.compactAsync()).resolves.toBe(true);
  });

  it("tells those who watch, by notifications where they are on, else by looking", async () => {
    const loud = await openServer(database, { notify: true });
    for (const [name, writing, poll] of [
      ["loud", loud, 600_000],
      ["quiet", server, 20],
    ] as const) {
      const memory = await writing.create(name, { poll });
      await makeHistory(memory);
      const other = await writing.open(name, { poll });
      const heard: MemoryEvent[] = [];
      const event = new Promise<void>((done) => {
        other.watch((each) => {
          heard.push(each);
          done();
        });
      });
      await new Promise((done) => setTimeout(done, 50));
      await memory.update("journey", "delete node //POI[1]");
      await event;
      expect(heard).toMatchObject([{ kind: "commit", task: "journey", isOwn: false }]);
      memory.close();
      other.close();
    }
  });

  it("keeps stores apart, lists them, and drops one whole", async () => {
    const names = ["a", "b", "c"].map((name) => `list-${name}`);
    for (const name of names) await makeHistory(await server.create(name));
    await expect(server.create("list-a")).rejects.toThrow("SXP5008");
    expect(await server.stores("list-", 2)).toEqual(names.slice(0, 2));
    expect(await server.stores("list-b", 1)).toEqual(names.slice(2));
    const open = await server.open("list-b");
    expect([await server.drop("list-b"), await server.drop("list-b")]).toEqual([true, false]);
    await expect(open.refreshAsync()).rejects.toThrow("SXP5001");
    await expect(open.update("journey", "delete node //POI[1]")).rejects.toThrow("SXP5001");
    const made = await server.create("list-b");
    expect(made.tasks()).toEqual([]);
    expect((await server.open("list-a")).tasks()).toHaveLength(2);
  });
});

describe("conversations about a store on a server", () => {
  const talk = async (store: string, requests: readonly string[], id?: string) => {
    const memory = await server.open(store);
    const rows = await openConversations(watchedClient, { store });
    const conversation = new Conversation({ memory, store: rowConversations(rows), ...(id !== undefined && { id }) });
    for (const request of requests) for await (const _ of conversation.send(request)) await Promise.resolve();
    await rows.settled();
    return { conversation, rows, memory };
  };

  it("go on elsewhere, the one that was last written to first", async () => {
    await makeHistory(await server.create("talked"));
    const { conversation: first } = await talk("talked", ["show the zoo", "which POIs are there?"]);
    const { conversation: second } = await talk("talked", ["which days are there?"]);
    const again = await talk("talked", ["how many are there?"], first.id);
    expect(again.conversation.turns.map(({ request }) => request)).toEqual([
      "show the zoo",
      "which POIs are there?",
      "how many are there?",
    ]);
    const { rows } = await talk("talked", []);
    const store = rowConversations(rows);
    expect(store.list().slice(1, 3)).toEqual([first.id, second.id]);
    store.remove(second.id);
    await rows.settled();
    expect((await openConversations(database, { store: "talked" })).conversations.has(second.id)).toBe(false);
    expect((await openConversations(database, { store: "other" })).conversations.size).toBe(0);
  });

  it("are numbered where two write at once, and lose no step", async () => {
    await server.create("talked-at-once");
    const tables = await Promise.all([1, 2, 3].map(() => openConversations(database, { store: "talked-at-once" })));
    for (let i = 0; i < 10; i++) for (const [n, table] of tables.entries()) table.append("one", `"${n} ${i}"`);
    await Promise.all(tables.map((table) => table.settled()));
    const read = (await openConversations(database, { store: "talked-at-once" })).conversations.get("one")!;
    expect(read).toHaveLength(30);
    expect(read.filter((text) => text.startsWith('"1'))).toEqual(Array.from({ length: 10 }, (_, i) => `"1 ${i}"`));
  });

  it("lose what is pruned, and go with their store", async () => {
    const memory = await server.create("talked-pruned");
    await makeHistory(memory);
    const rows = await openConversations(database, { store: "talked-pruned" });
    rows.append("one", JSON.stringify({ said: "see the Harbour" }));
    rows.append("one", JSON.stringify({ said: "see the Zoo" }));
    await rows.settled();
    const { number } = memory.task("journey").head();
    const key = [...Array(20).keys()].find(
      (node) => node > 0 && memory.task("journey").version(6).tree().node(node).attribute("name") === "Harbour",
    );
    expect(number).toBeGreaterThan(6);
    await memory.pruneAsync({ task: "journey", keys: [memory.task("journey").version(6).keyOf(key!)] });
    const left = (await openConversations(database, { store: "talked-pruned" })).conversations.get("one");
    expect(left).toEqual([JSON.stringify({ said: "see the Zoo" })]);
    await server.drop("talked-pruned");
    expect((await openConversations(database, { store: "talked-pruned" })).conversations.size).toBe(0);
    rows.append("one", "{}");
    await expect(rows.settled()).rejects.toThrow("there is no such store");
    await expect(rows.settled()).resolves.toBeUndefined();
  });
});

describe("damage in its tables is found", () => {
  const damages: Record<string, string> = {
    "a record": "update sxp_event set record = record || '\\x00' where store = 'damaged' and sequence = 3",
    "an event": "delete from sxp_event where store = 'damaged' and sequence = 3",
    "the newest event":
      "delete from sxp_event where store = 'damaged' and sequence = (select max(sequence) from sxp_event where store = 'damaged')",
    "a chunk":
      "update sxp_event set chunks = set_byte(chunks, 60, 255 - get_byte(chunks, 60)) where store = 'damaged' and sequence = 1",
    "the length of a chunk": "update sxp_event set chunks = chunks || '\\x00' where store = 'damaged' and sequence = 1",
    "a missing chunk": "update sxp_event set chunks = null where store = 'damaged' and sequence = 1",
    "a chunk in a row of its own":
      "update sxp_chunk set bytes = bytes || '\\x00' where store = 'damaged' and sequence = 1",
    "such a row that is missing": "delete from sxp_chunk where store = 'damaged' and sequence = 1",
    "the head": "update sxp_store set chain = '\\x00' where store = 'damaged'",
  };

  it.each(Object.keys(damages))("%s", async (what) => {
    const memory = await server.create("damaged");
    await makeHistory(memory);
    // Chunks of a rewritten store lie in rows of their own.
    if (damages[what]!.includes("sxp_chunk")) await memory.pruneAsync();
    await database.exec(damages[what]!);
    const { isWhole, journal, problems } = await memory.doctorAsync();
    expect(isWhole).toBe(false);
    expect(journal.problems.length + problems.length).toBeGreaterThan(0);
    const opened = server.open("damaged").then((each) => each.task("journey").version(1).tree());
    await expect(opened).rejects.toThrow(/SXP500[23]/);
    await server.drop("damaged");
  });
});

describe("what is wrong with a server is said", () => {
  it("tables that are missing or newer, and a server that only lets read", async () => {
    await database.exec("create schema other; set search_path to other");
    await expect(openMemory(database, { store: "any" })).rejects.toThrow('"sxp memory init" makes the tables');
    await Promise.all([1, 2, 3].map(() => server.init()));
    await server.init();
    await expect(server.open("any")).rejects.toThrow("there is no such store");
    const memory = await server.create("any");
    await database.exec("update sxp_schema set version = 99");
    await expect(memory.refreshAsync()).rejects.toThrow("SXP5004");
    await expect(server.init()).rejects.toThrow("SXP5004");
    await database.exec("update sxp_schema set version = 1; set default_transaction_read_only = on");
    const keepOne = () =>
      memory.transactionAsync(() => {
        memory.retention = { last: 1 };
      });
    await expect(keepOne()).rejects.toThrow(/SXP5005.*only lets read/);
    expect(memory.retention).toEqual({ keep: "all" });
    await database.exec("set default_transaction_read_only = off; set search_path to public");
  });

  it.each([
    ["08006", "connection failure", "SXP5023"],
    ["28P01", "password authentication failed", "SXP5001"],
  ])("%s %s", async (code, message, expected) => {
    const client = { query: () => Promise.reject(Object.assign(new Error(message), { code })) };
    const failure = await openMemory(client, { store: "any" }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: expected, cause: { message } });
  });

  it("a place without a store, and a server that is not there; a password is in no message", async () => {
    expect(placeOf("postgres://ada:secret@host/db#my%20trips")).toEqual({
      url: "postgres://ada:secret@host/db",
      store: "my trips",
    });
    expect(() => placeOf("postgres://ada:secret@host/db")).toThrow(/SXP5001.*#team/);
    expect(withoutPassword("postgres://ada:secret@host/db?password=x&a=1")).toBe(
      "postgres://ada@host/db?password=…&a=1",
    );
    const failure = await openMemory("postgres://ada:secret@127.0.0.1:1/db", { store: "any" }).catch(
      (error) => error as Error,
    );
    expect(failure).toMatchObject({ code: "SXP5023" });
    expect(String((failure as Error).message)).not.toContain("secret");
  });
});

describe("what can be computed again", () => {
  const many = (extra = "") =>
    readXml(
      `<Plan>${Array.from({ length: 4200 }, (_, i) => `<POI name="place ${i} ${i % 7 === 0 ? "museum" : "harbour"}${extra}"/>`).join("")}</Plan>`,
    );
  const texts = () => sent.map(({ text }) => text).filter((text) => text.includes("sxp_derived"));
  const isWrite = (text: string): boolean => text.includes("insert into sxp_derived");
  const asked = async (store: string, options = {}) => {
    const memory = await server.open(store, options);
    sent.splice(0);
    const { matches } = await memory.query('//POI[@name =~ "museum"]', { task: "all" });
    // Writing is waited for by nobody, and sent by now.
    await new Promise((done) => setTimeout(done, 20));
    const seen = texts();
    memory.close();
    return { found: matches.map(({ weight, path }) => [weight, path]), seen };
  };
  const made = async (store: string): Promise<Memory> => {
    const memory = await server.create(store);
    await memory.transactionAsync(() => memory.createTask("all", many()));
    return memory;
  };

  it("is loaded by the next worker with one statement, and not computed", async () => {
    await made("index");
    const first = await asked("index");
    expect([first.seen.length, first.seen.some(isWrite)]).toEqual([2, true]);
    const second = await asked("index");
    expect([second.seen.length, second.seen.some(isWrite)]).toEqual([1, false]);
    expect(second.found).toEqual(first.found);
    expect(first.found.length).toBeGreaterThan(100);
  });

  it("is not trusted, and costs no answer where it can't be read or written", { tags: "slow" }, async () => {
    await made("damaged");
    const { found } = await asked("damaged");
    await database.query("update sxp_derived set bytes = set_byte(bytes, 40, 255 - get_byte(bytes, 40))");
    const again = await asked("damaged");
    expect(again.found).toEqual(found);
    expect(again.seen.some(isWrite)).toBe(true);
    await database.query("alter table sxp_derived rename to gone");
    expect((await asked("damaged")).found).toEqual(found);
    await database.query("alter table gone rename to sxp_derived");
  });

  it("is bounded, and goes with what it was computed from", { tags: "slow" }, async () => {
    const rows = async (store: string): Promise<number> =>
      (await database.query<{ n: number }>("select count(*)::int as n from sxp_derived where store = $1", [store]))
        .rows[0]!.n;
    const memory = await made("bounded");
    await asked("bounded", { derivedBytes: 1000 });
    expect(await rows("bounded")).toBe(0);
    await asked("bounded");
    expect(await rows("bounded")).toBe(1);
    await memory.transactionAsync(() => memory.task("all").commitTree(many(" new")));
    const { size } = (await database.query<{ size: number }>("select max(length(bytes))::int as size from sxp_derived"))
      .rows[0]!;
    await asked("bounded", { derivedBytes: Math.floor(size * 1.5) });
    expect(await rows("bounded")).toBe(1);
    await memory.pruneAsync({ retention: { last: 1 } });
    expect(await rows("bounded")).toBe(0);
    await asked("bounded");
    expect(await rows("bounded")).toBe(1);
    await server.drop("bounded");
    expect(await rows("bounded")).toBe(0);
  });

  it.each([
    [1, "drop table sxp_derived; drop table sxp_conversation; alter table sxp_event drop column chunks"],
    [2, "drop table sxp_conversation; alter table sxp_event drop column chunks"],
    [3, "alter table sxp_event drop column chunks"],
  ])("tables of version %i get those that came later", async (version, without) => {
    await database.exec(`${without}; delete from sxp_schema; insert into sxp_schema values (${version})`);
    await expect(server.open("index")).rejects.toThrow(
      /SXP5001.*a column of a table of memories is missing; "sxp memory init"/,
    );
    await Promise.all([server.init(), server.init()]);
    expect((await server.open("index")).tasks()).toHaveLength(1);
    expect((await openConversations(database, { store: "index" })).conversations.size).toBe(0);
  });
});
