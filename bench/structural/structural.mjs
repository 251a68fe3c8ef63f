import { compile, readXml } from "@semantic-xpath/runtime";
import { itinerary, itineraryXml } from "../data/itinerary.mjs";
import { timeAsync, timeSync } from "../measure/time.mjs";
import { PEERS } from "../peers/peers.mjs";
import { progress } from "../report/progress.mjs";
import { Budget } from "./budget.mjs";
import { columnarQueries } from "./columnar.mjs";
import { expectedCounts, QUERIES } from "./queries.mjs";
import { absoluteTable, ratioTable } from "./tables.mjs";

/** Structural queries: this engine, plain loops over its columns, and the peers, on the same data in one process. */
export async function measure({ sizes, effort, budget }) {
  const limits = new Budget(budget);
  const records = [];
  for (const size of sizes) {
    const days = itinerary(size);
    const expected = expectedCounts(days);
    records.push(...(await measureOurs(size, days, expected, effort)));
    for (const peer of PEERS) {
      progress(`  ${size} ${peer.name}`);
      limits.open();
      records.push(...(await measurePeer(peer, size, days, expected, limits, effort)));
      globalThis.gc();
    }
  }
  return { records, tables: [ratioTable(records, sizes), absoluteTable(records, sizes)] };
}

async function measureOurs(size, days, expected, effort) {
  progress(`  ${size} semantic-xpath`);
  const tree = readXml(itineraryXml(days));
  const columnar = columnarQueries(tree);
  const records = [];
  for (const [id, text] of Object.entries(QUERIES)) {
    const { query } = compile(text);
    const ids = () => query.select(tree).ids.length;
    const copied = () => query.select(tree).ids.slice();
    const columns = async () => (await query.run(tree)).ids.length;
    const matches = async () => (await query.run(tree)).matches.length;
    const visited = async () => {
      let found = 0;
      for (const { id } of await query.run(tree)) if (id > 0) found++;
      return found;
    };
    const selected = () => {
      let found = 0;
      for (const { id } of query.select(tree)) if (id > 0) found++;
      return found;
    };
    const kept = async () => Array.from((await query.run(tree)).matches).length;
    const record = (engine, count, time) => ({ size, query: id, engine, wrong: count !== expected[id], ...time });
    records.push(record("ids", ids(), timeSync(ids, effort)));
    records.push(record("copied", copied().length, timeSync(copied, effort)));
    records.push(record("columns", await columns(), await timeAsync(columns, effort)));
    records.push(record("matches", await matches(), await timeAsync(matches, effort)));
    records.push(record("visited", await visited(), await timeAsync(visited, effort)));
    records.push(record("selected", selected(), timeSync(selected, effort)));
    records.push(record("kept", await kept(), await timeAsync(kept, effort)));
    records.push(record("columnar", columnar[id]().length, timeSync(columnar[id], effort)));
  }
  return records;
}

async function measurePeer(peer, size, days, expected, limits, effort) {
  const key = (part) => `${peer.name} ${part}`;
  const skip = (reason) => Object.keys(QUERIES).map((query) => ({ size, query, engine: peer.name, skipped: reason }));
  const tooLong = limits.reasonToSkip(key("build"), size);
  if (tooLong !== null) return skip(`building its tree: ${tooLong}`);
  const before = performance.now();
  const tree = await peer.build(days);
  limits.spend(key("build"), size, performance.now() - before);
  const records = [];
  for (const query of Object.keys(QUERIES)) {
    const text = peer.queries[query];
    const about = { size, query, engine: peer.name };
    const reason = text === undefined ? INEXPRESSIBLE : limits.reasonToSkip(key(query), size);
    if (reason !== null) {
      records.push({ ...about, skipped: reason });
      continue;
    }
    const run = peer.compile(text);
    const started = performance.now();
    const count = await run(tree);
    const first = performance.now() - started;
    limits.spend(key(query), size, first);
    const call = () => run(tree);
    const time = await (first > effort * 10
      ? { first: first * 1e3, steady: first * 1e3 }
      : peer.isAsync
        ? timeAsync(call, effort)
        : timeSync(call, effort));
    records.push({ ...about, wrong: count !== expected[query], ...time, first: first * 1e3 });
  }
  peer.release?.(tree);
  return records;
}

const INEXPRESSIBLE = "its language has no such query";
