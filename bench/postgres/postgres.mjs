import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { openServer } from "@semantic-xpath/postgres";
import pg from "pg";
import { median } from "../measure/time.mjs";
import { bare, commit, fresh } from "./stores.mjs";

const CLIENTS = 16;
/** Rounds that are not measured, since code that runs often is compiled meanwhile, and rounds that are. */
const [WARM, ROUNDS] = [3, 5];

/**
 * A memory in PostgreSQL beside bare statements of the same bytes in the same database, in turns: commits of one attribute with one client and with 16, opening
 * 10^4 nodes with many commits, looking for news, and bytes of RAM of a memory that was read. Nothing without a server: SXP_POSTGRES is its URL.
 */
export async function measure({ quick }) {
  const url = process.env.SXP_POSTGRES;
  if (url === undefined) return { records: [], tables: [] };
  const pool = new pg.Pool({ connectionString: url, max: CLIENTS });
  const server = await openServer(pool);
  try {
    await server.init();
    await pool.query(
      "create table if not exists bare (store text, sequence bigint, record bytea, bytes bytea, primary key (store, sequence))",
    );
    const one = await commits(server, pool, quick ? 200 : 1000);
    const size = one.at(-1).count;
    const records = [
      ...one,
      ...(await atOnce(url, quick ? 400 : 2000, 1, size)),
      ...(await atOnce(url, quick ? 400 : 2000, 4, size)),
      ...(await opening(server, pool, quick ? 200 : 1000)),
    ];
    return { records, tables: [table(records)] };
  } finally {
    await pool.query("drop table if exists bare");
    await server.close();
    await pool.end();
  }
}

async function commits(server, pool, count) {
  const memory = await fresh(server, "bench-one");
  const before = memory.size().bytes;
  const [ours, theirs] = [[], []];
  for (let i = 0; i < count; i++) {
    ours.push(await timed(() => commit(memory, i)));
    theirs.push(await timed(() => bare(pool, "one", Math.round(bytesEach(memory, before, i + 1)))));
  }
  const news = [];
  for (let i = 0; i < 50; i++) news.push(await timed(() => memory.refreshAsync()));
  return [
    { name: "commit", milliseconds: median(ours) },
    { name: "bare insert of as many bytes", milliseconds: median(theirs) },
    { name: "refresh with nothing new", milliseconds: median(news) },
    { name: "bytes of a commit", count: Math.round(bytesEach(memory, before, count)) },
  ];
}

const bytesEach = (memory, before, count) => (memory.size().bytes - before) / count;

/**
 * So many clients at once, each with a store and a connection of its own, in processes that wait for nothing between their rounds: one process is bounded by
 * one processor. Rounds of bare inserts and of commits follow each other.
 */
async function atOnce(url, count, processes, size) {
  const each = Math.ceil(count / CLIENTS);
  const clients = await Promise.all(
    Array.from({ length: processes }, (_, n) => begun([url, n * (CLIENTS / processes), CLIENTS / processes, size])),
  );
  /** Actions a second, and milliseconds of the processor that one took its client. */
  const round = async (work) => {
    let used = [];
    const milliseconds = await timed(async () => {
      used = await Promise.all(clients.map((client) => asked(client, { work, each })));
    });
    const done = each * CLIENTS;
    return { rate: (done * 1000) / milliseconds, processor: used.reduce((sum, one) => sum + one, 0) / done };
  };
  const rounds = [];
  for (let i = 0; i < WARM + ROUNDS; i++) rounds.push({ theirs: await round("bare"), ours: await round("commit") });
  for (const { process } of clients) process.disconnect();
  const middle = (of) => median(rounds.slice(WARM).map(of));
  const where = `${CLIENTS} clients in ${processes === 1 ? "one process" : `${processes} processes`}`;
  return [
    { name: `commits a second, ${where}`, count: Math.round(middle(({ ours }) => ours.rate)) },
    { name: "  bare inserts of as many bytes a second", count: Math.round(middle(({ theirs }) => theirs.rate)) },
    {
      name: "  commits in the time of 100 bare inserts",
      count: Math.round(100 * middle(({ ours, theirs }) => ours.rate / theirs.rate)),
    },
    { name: "  processor time of a commit in its process", milliseconds: middle(({ ours }) => ours.processor) },
    { name: "  that of a bare insert", milliseconds: middle(({ theirs }) => theirs.processor) },
  ];
}

/** A process of clients, when it has said that its stores are there. */
async function begun(words) {
  const process = fork(fileURLToPath(new URL("clients.mjs", import.meta.url)), words.map(String), { execArgv: [] });
  const ended = new Promise((_, failed) => {
    process.once("exit", () => failed(new Error("a process of clients has ended")));
  });
  ended.catch(() => {});
  const client = { process, answer: () => Promise.race([ended, new Promise((done) => process.once("message", done))]) };
  await client.answer();
  return client;
}

function asked({ process, answer }, message) {
  const answered = answer();
  process.send(message);
  return answered;
}

async function opening(server, pool, count) {
  const memory = await fresh(server, "bench-open");
  for (let i = 0; i < count; i++) await commit(memory, i);
  const [ours, theirs] = [[], []];
  for (let i = 0; i < 10; i++) {
    ours.push(await timed(() => server.open("bench-open")));
    theirs.push(
      await timed(async () => {
        await pool.query("select sequence, mark, chain, record, chunks from sxp_event where store = $1", [
          "bench-open",
        ]);
        await pool.query("select sequence, hash, kind, bytes from sxp_chunk where store = $1", ["bench-open"]);
      }),
    );
  }
  globalThis.gc();
  const before = used();
  const held = [];
  for (let i = 0; i < 10; i++) {
    const each = await server.open("bench-open");
    await each.query("//POI[@cost > 3]", { task: "trip" });
    held.push(each);
  }
  globalThis.gc();
  const bytes = (used() - before) / held.length;
  const estimate = held[0].loadedBytes;
  const { rows } = await pool.query(
    "select pg_total_relation_size('sxp_event') + pg_total_relation_size('sxp_chunk') as bytes",
  );
  return [
    { name: `open 10^4 nodes with ${count} commits`, milliseconds: median(ours) },
    { name: "bare selects of the same rows", milliseconds: median(theirs) },
    { name: "bytes of RAM of a memory that was read", count: Math.round(bytes) },
    { name: "the estimate by which stores are kept warm", count: Math.round(estimate) },
    { name: "bytes of its records and chunks", count: memory.size().bytes },
    { name: "bytes of the tables on disk, all stores", count: Number(rows[0].bytes) },
  ];
}

function used() {
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + Math.max(external, arrayBuffers);
}

async function timed(act) {
  const before = performance.now();
  await act();
  return performance.now() - before;
}

function table(records) {
  return {
    title: "PostgreSQL",
    columns: ["", "figure"],
    rows: records.map(({ name, milliseconds, count }) => [
      name,
      milliseconds === undefined ? String(count) : `${milliseconds.toFixed(2)} ms`,
    ]),
  };
}
