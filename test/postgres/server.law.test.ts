// @module-tag process
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Memory, MemoryError } from "@semantic-xpath/memory";
import { openMemory, openServer, type Server } from "@semantic-xpath/postgres";
import { readXml } from "@semantic-xpath/readers";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blocksOf } from "../docs/blocks.js";
import { FOR_NODE } from "../support/bundle.js";
import { runs } from "../support/runs.js";
import { Cluster, noServer } from "./support/cluster.js";
import { makeHistory } from "./support/history.js";
import { seen } from "./support/seen.js";

const reason = noServer === null ? "" : ` (skipped: ${noServer})`;
const scratch = mkdtempSync(join(tmpdir(), "sxp-server-"));
const program = join(scratch, "worker.mjs");
let cluster: Cluster;
let server: Server;

beforeAll(async () => {
  if (noServer !== null) return;
  symlinkSync(resolve("node_modules"), join(scratch, "node_modules"));
  await build({
    ...FOR_NODE,
    entryPoints: ["test/postgres/support/worker.ts"],
    outfile: program,
  });
  cluster = new Cluster();
  await cluster.start();
  server = await openServer(cluster.url());
  await server.init();
}, 120_000);
afterAll(async () => {
  await server?.close();
  await cluster?.remove();
  rmSync(scratch, { recursive: true, force: true });
});

interface Ran {
  /** Lines of what was acknowledged: a store and a key. */
  readonly done: readonly string[];
  readonly said: string;
}

/** A process that writes; it is killed at some moment after its first acknowledged write, if that is wanted. */
function worker(words: readonly string[], killAfter: number | null = null): Promise<Ran> {
  const child = spawn(process.execPath, [program, ...words], { stdio: ["ignore", "pipe", "pipe"] });
  let done = "";
  let said = "";
  child.stdout.on("data", (piece) => {
    if (done === "" && killAfter !== null) setTimeout(() => child.kill("SIGKILL"), killAfter);
    done += piece;
  });
  child.stderr.on("data", (piece) => (said += piece));
  return new Promise((ended) => child.on("close", () => ended({ done: done.split("\n").slice(0, -1), said })));
}

async function begin(stores: number, on = server): Promise<void> {
  for (let i = 0; i < stores; i++) {
    await on.drop(`s${i}`);
    const memory = await on.create(`s${i}`);
    await memory.transactionAsync(() => memory.createTask("all", readXml("<All/>")));
  }
}

/** Keys of the items of a memory, each once; the memory is whole. */
async function keysOf(store: string, on = server): Promise<readonly string[]> {
  const memory = await on.open(store);
  const report = await memory.doctorAsync();
  expect([report.isWhole, report.problems, report.journal.problems]).toEqual([true, [], []]);
  const tree = memory.task("all").head().segments;
  const keys = tree.childrenOf(1).map((node) => tree.rowAt(node).attributes.get("key") ?? "");
  expect(new Set(keys).size).toBe(keys.length);
  return keys;
}

async function expectAll(done: readonly string[], on = server): Promise<void> {
  const stores = new Map<string, Set<string>>();
  for (const line of done) {
    const [store, key] = line.split(" ") as [string, string];
    stores.set(store, (stores.get(store) ?? new Set()).add(key));
  }
  for (const [store, keys] of stores) {
    const there = new Set(await keysOf(store, on));
    expect([...keys].filter((key) => !there.has(key))).toEqual([]);
  }
}

const insert = (memory: Memory, key: string): Promise<unknown> =>
  memory.transactionAsync(() =>
    memory.task("all").commit([{ kind: "insert", parent: 1, content: { type: "Item", attributes: { key } } }]),
  );

describe.skipIf(noServer !== null)(`a server of PostgreSQL${reason}`, () => {
  it("law: eight processes on one store lose nothing, and write nothing twice", async () => {
    await begin(1);
    const each = runs(63, 10);
    const all = await Promise.all(Array.from({ length: 8 }, (_, i) => worker([cluster.url(), `w${i}`, `${each}`])));
    const done = all.flatMap((one) => one.done);
    expect([done.length, all.map(({ said }) => said).join("")]).toEqual([8 * each, ""]);
    expect((await keysOf("s0")).length).toBe(8 * each);
    await expectAll(done);
  }, 600_000);

  it("law: eight processes on many stores, too", async () => {
    const stores = runs(250, 20);
    await begin(stores);
    const each = runs(63, 10);
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, i) => worker([cluster.url(), `w${i}`, `${each}`, `${stores}`])),
    );
    const done = all.flatMap((one) => one.done);
    expect([done.length, all.map(({ said }) => said).join("")]).toEqual([8 * each, ""]);
    await expectAll(done);
  }, 600_000);

  it.each([1, 12])(
    "law: whoever is killed, what was acknowledged is there, and nothing is half there: %i",
    async (stores) => {
      await begin(stores);
      const done: string[] = [];
      const kills = runs(50, 4);
      for (let i = 0; i < kills; i += 4) {
        const all = await Promise.all(
          [0, 1, 2, 3].map((n) => worker([cluster.url(), `k${i + n}`, "1000", `${stores}`], Math.random() * 300)),
        );
        done.push(...all.flatMap((one) => one.done));
      }
      expect(done.length).toBeGreaterThan(kills / 2);
      await expectAll(done);
    },
    600_000,
  );

  it("law: a server that ends at once loses nothing that it has acknowledged", async () => {
    await begin(4);
    const done: string[] = [];
    let number = 0;
    for (let stop = 0; stop < runs(13, 2); stop++) {
      let isOver = false;
      // Three with connections of their own on one store, and one for each of the others over shared connections.
      const shared = await openServer(cluster.url(), { connectTimeout: 2_000 });
      const writers = ["s0", "s0", "s0", "s1", "s2", "s3"].map(async (store) => {
        const opening =
          store === "s0"
            ? openMemory(cluster.url(), { store, connectTimeout: 2_000, pause: 2 })
            : shared.open(store, { pause: 2 });
        // The server may end while the memory is opened.
        const memory = await opening.catch((error) => {
          expect(error).toMatchObject({ code: "SXP5023" });
          return null;
        });
        while (memory !== null && !isOver) {
          const key = `q${number++}`;
          try {
            await insert(memory, key);
            done.push(`${store} ${key}`);
          } catch (error) {
            expect(error).toMatchObject({ code: "SXP5023" });
            break;
          }
        }
        memory?.close();
      });
      await new Promise((ended) => setTimeout(ended, 100 + Math.random() * 200));
      await cluster.stop("SIGQUIT");
      isOver = true;
      await Promise.all(writers);
      await shared.close();
      await cluster.start();
    }
    expect(done.length).toBeGreaterThan(0);
    await expectAll(done);
  }, 600_000);

  it("law: a connection that is cut after a write was sent makes it once", async () => {
    const stores = 3;
    await begin(stores);
    // The name of the prepared statement: its text is sent once a connection only.
    const proxy = await cluster.proxy("sxp_append");
    const through = await openServer(cluster.url("postgres", proxy.folder));
    const memories = await Promise.all(Array.from({ length: stores }, (_, n) => through.open(`s${n}`, { pause: 1 })));
    const cuts = runs(100, 10);
    for (let i = 0; i < cuts; i++) {
      proxy.cuts = 1 + (i % 3);
      // One alone, then several together.
      await Promise.all(memories.slice(0, i % 2 === 0 ? 1 : stores).map((memory) => insert(memory, `c${i}`)));
    }
    expect(proxy.cut).toBeGreaterThanOrEqual(cuts);
    for (let n = 0; n < stores; n++) expect((await keysOf(`s${n}`)).length).toBe(n === 0 ? cuts : Math.floor(cuts / 2));
    await through.close();
    await proxy.close();
  }, 600_000);

  it("law: transactions that the server rolls back, and answers that get lost, are made once", async () => {
    const stores = 4;
    await begin(stores);
    const { default: pg } = await import("pg" as string);
    const pool = new pg.Pool({ connectionString: cluster.url() });
    const client = {
      query: async (text: string, values?: unknown[]) => {
        const isWrite = text.includes("update sxp_store");
        const fault = isWrite ? Math.random() : 1;
        if (fault < 0.2) throw Object.assign(new Error("could not serialize access"), { code: "40001" });
        const result = await pool.query(text, values);
        if (fault < 0.4) throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
        return result;
      },
    };
    const flaky = await openServer(seen(client).client);
    const memories = await Promise.all(
      Array.from({ length: 2 * stores }, (_, n) => flaky.open(`s${n % stores}`, { pause: 1 })),
    );
    const each = runs(50, 5);
    await Promise.all(
      memories.map(async (memory, n) => {
        for (let i = 0; i < each; i++) await insert(memory, `f${n}-${i}`);
      }),
    );
    for (let n = 0; n < stores; n++) expect((await keysOf(`s${n}`)).length).toBe(2 * each);
    await pool.end();
  }, 600_000);

  it("tells watchers at once where writes notify, over one connection for all stores", async () => {
    const loud = await openServer(cluster.url(), { notify: true, connections: 3 });
    const stores = ["n1", "n2", "n3", "n4", "n5"];
    for (const store of stores) await makeHistory(await loud.create(store, { poll: 600_000 }));
    const heard = await Promise.all(
      stores.map(async (store) => {
        const memory = await loud.open(store, { poll: 600_000 });
        const event = new Promise((done) => memory.watch(done));
        return { memory, event };
      }),
    );
    await new Promise((done) => setTimeout(done, 200));
    for (const store of stores) await (await loud.open(store)).update("journey", "delete node //POI[1]");
    for (const { event } of heard) expect(await event).toMatchObject({ kind: "commit", isOwn: false });
    for (const { memory } of heard) memory.close();
    await loud.close();
  }, 60_000);

  it("keeps tenants apart by rows, too: a role sees and writes the store of its name alone", async () => {
    const { default: pg } = await import("pg" as string);
    const admin = new pg.Client({ connectionString: cluster.url() });
    await admin.connect();
    for (const name of ["acme", "bolt"]) await server.create(name);
    const [rows] = blocksOf("docs/how-to/postgres.md").filter(({ info }) => info === "sql");
    await admin.query(rows!.text);
    const as = (name: string) => openServer(cluster.url().replace("sxp@", `${name}@`));
    const [acme, bolt] = [await as("acme"), await as("bolt")];
    await makeHistory(await acme.open("acme"));
    await makeHistory(await bolt.open("bolt"));
    await expect(acme.open("bolt")).rejects.toThrow("there is no such store");
    await expect(acme.create("bolt")).rejects.toBeInstanceOf(MemoryError);
    expect([await acme.stores(), await bolt.stores()]).toEqual([["acme"], ["bolt"]]);
    await acme.close();
    await bolt.close();
    await admin.end();
  }, 60_000);

  const isRoot = process.getuid?.() === 0 && process.platform === "linux";
  it.skipIf(!isRoot)(
    `refuses a commit with a code where its disk is full${isRoot ? "" : " (skipped: root can mount a small disk, on Linux)"}`,
    async () => {
      const { default: pg } = await import("pg" as string);
      const admin = new pg.Client({ connectionString: cluster.url() });
      await admin.connect();
      const disk = cluster.smallDisk(20);
      try {
        await admin.query(`create tablespace small location '${disk}'`);
        await admin.query("create database small tablespace small");
        const small = await openServer(cluster.url("small"));
        await small.init();
        const memory = await small.create("s0");
        await memory.transactionAsync(() => memory.createTask("all", readXml("<All/>")));
        const text = (): string => Array.from({ length: 25_000 }, () => Math.random().toString(36)).join(" ");
        const done: string[] = [];
        const fill = async (): Promise<void> => {
          for (let i = 0; i < 100; i++) {
            const content = { type: "Item", attributes: { key: `f${i}` }, text: text() };
            await memory.transactionAsync(() => memory.task("all").commit([{ kind: "insert", parent: 1, content }]));
            done.push(`s0 f${i}`);
          }
        };
        await expect(fill()).rejects.toMatchObject({ code: "SXP5006" });
        await expectAll(done, small);
        expect(done.length).toBeGreaterThan(2);
        // A smaller one has room, or is refused for the same reason.
        await insert(memory, "small").catch((error) => expect(error).toMatchObject({ code: "SXP5006" }));
        await expectAll(done, small);
        await small.close();
        await admin.query("drop database small with (force)");
        await admin.query("drop tablespace small");
      } finally {
        await admin.end();
        execFileSync("umount", ["-l", disk]);
      }
    },
    600_000,
  );

  it("says what is wrong: no such database, a user without rights, a server that is down", async () => {
    await expect(openMemory(cluster.url("nowhere"), { store: "s0" })).rejects.toThrow(/SXP5001.*does not exist/);
    await cluster.stop();
    await expect(openMemory(cluster.url(), { store: "s0" })).rejects.toThrow("SXP5023");
    await cluster.start();
    expect((await server.open("acme")).tasks()).toHaveLength(2);
  }, 60_000);
});
