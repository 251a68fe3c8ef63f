import { randomBytes } from "node:crypto";
import { openServer } from "@semantic-xpath/postgres";
import { readXml } from "@semantic-xpath/readers";
import pg from "pg";
import { median } from "../measure/time.mjs";

const CLIENTS = 16;

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
    const records = [
      ...(await commits(server, pool, quick ? 200 : 1000)),
      ...(await atOnce(server, pool, quick ? 400 : 2000)),
      ...(await opening(server, pool, quick ? 200 : 1000)),
    ];
    return { records, tables: [table(records)] };
  } finally {
    await pool.query("drop table if exists bare");
    await server.close();
    await pool.end();
  }
}

/** About ten thousand nodes of an itinerary. */
function itinerary() {
  const day = (d) =>
    `<Day theme="day ${d}">${Array.from({ length: 9 }, (_, i) => `<POI name="Museum ${d}.${i}" cost="${i}" minutes="${d % 90}"/>`).join("")}</Day>`;
  return readXml(`<Itinerary>${Array.from({ length: 1000 }, (_, d) => day(d)).join("")}</Itinerary>`);
}

async function fresh(server, store) {
  await server.drop(store);
  const memory = await server.create(store);
  await memory.transactionAsync(() => memory.createTask("trip", itinerary()));
  return memory;
}

const commit = (memory, i) =>
  memory.transactionAsync(() =>
    memory.task("trip").commit([{ kind: "setAttribute", node: 3 + (i % 9), name: "cost", value: `${i}` }]),
  );

let bareNumber = 0;
const bare = (pool, store, size) =>
  pool.query({
    name: "bare",
    text: "insert into bare values ($1, $2, $3, $4)",
    values: [store, bareNumber++, randomBytes(600), randomBytes(size)],
  });

async function commits(server, pool, count) {
  const memory = await fresh(server, "bench-one");
  const before = memory.size().bytes;
  const [ours, theirs] = [[], []];
  for (let i = 0; i < count; i++) {
    ours.push(await timed(() => commit(memory, i)));
    theirs.push(await timed(() => bare(pool, "one", Math.max(1, Math.round(bytesEach(memory, before, i + 1)) - 600))));
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

/** So many clients at once, each with a store of its own. */
async function atOnce(server, pool, count) {
  const memories = [];
  for (let i = 0; i < CLIENTS; i++) memories.push(await fresh(server, `bench-${i}`));
  const each = Math.ceil(count / CLIENTS);
  const all = (work) =>
    timed(() =>
      Promise.all(
        memories.map(async (memory, n) => {
          for (let i = 0; i < each; i++) await work(memory, n, i);
        }),
      ),
    );
  const theirs = await all((_, n) => bare(pool, `at once ${n}`, 600));
  const ours = await all((memory, _, i) => commit(memory, i));
  const rate = (milliseconds) => Math.round((each * CLIENTS * 1000) / milliseconds);
  return [
    { name: `commits a second, ${CLIENTS} clients in one process`, count: rate(ours) },
    { name: `bare inserts a second, ${CLIENTS} clients`, count: rate(theirs) },
  ];
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
