import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemory, openMemory } from "@semantic-xpath/memory/node";
import { compile, readXml } from "@semantic-xpath/runtime";
import { itinerary, itineraryXml } from "../data/itinerary.mjs";
import { randomFrom } from "../data/random.mjs";
import { median, timeSync } from "../measure/time.mjs";
import { progress } from "../report/progress.mjs";
import { lmdb, sqlite } from "./peers.mjs";
import { diffTable, diskTable, durableTable, marksTable, readingTable } from "./tables.mjs";

/** What it costs to keep every version of a large tree: a folder, as it is used. */
export async function measure({ quick, effort }) {
  const scale = quick ? { size: 1e5, versions: 200 } : { size: 1e6, versions: 1000 };
  const folder = mkdtempSync(join(tmpdir(), "versions-"));
  try {
    return await measureIn(folder, scale, effort);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureIn(folder, { size, versions }, effort) {
  const store = join(folder, "memory");
  progress(`  ${size} nodes, ${versions} versions`);
  const tree = readXml(itineraryXml(itinerary(size)));
  const memory = createMemory(store);
  const created = timeOnce(() => memory.createTask("plan", tree));
  const whole = bytesIn(store);
  const random = randomFrom(11);
  const node = () => 2 + Math.floor(random() * (tree.size - 1));
  const history = commits(memory, versions, (i) => changeOf(tree, node(), i));
  const disk = { whole, size, perVersion: (history.bytes - whole) / versions, perChange: history.changed / versions };
  const records = { size, versions, created, commit: median(history.times), disk };
  Object.assign(records, branchesAndMerges(memory, node));
  memory.close();
  progress("  opening, reading");
  records.open = median(repeated(9, () => openMemory(store).close()));
  records.first = await firstReads(store, versions);
  records.readings = await readings(store, versions, effort);
  progress("  diff");
  records.diffs = diffs(store, versions);
  progress("  durable commits");
  records.durable = await durable(folder, store, node);
  const tables = [marksTable, readingTable, diffTable, durableTable, diskTable].map((table) => table(records));
  return { records, tables };
}

/** Nine in ten set an attribute, the others insert a node. */
const changeOf = (tree, node, i) =>
  i % 10 === 9
    ? {
        kind: "insert",
        parent: tree.parent[node] === 1 ? node : tree.parent[node],
        content: { type: "POI", attributes: { name: `new ${i}` } },
      }
    : { kind: "setAttribute", node, name: "travel_method", value: `Taxi ${i}` };

function commits(memory, count, change) {
  const task = memory.task("plan");
  const times = [];
  let changed = 0;
  for (let i = 0; i < count; i++) {
    const edit = change(i);
    changed += JSON.stringify(edit).length;
    times.push(timeOnce(() => task.commit([edit])));
  }
  return { times, changed, bytes: memory.size().bytes };
}

function branchesAndMerges(memory, node) {
  const task = memory.task("plan");
  const [branch, merge] = [[], []];
  for (let i = 0; i < 15; i++) {
    branch.push(timeOnce(() => task.branch(`b${i}`)));
    task.commit([{ kind: "setAttribute", node: node(), name: "name", value: `ours ${i}` }]);
    task.commit([{ kind: "setAttribute", node: node(), name: "travel_method", value: `theirs ${i}` }], {
      branch: `b${i}`,
    });
    merge.push(timeOnce(() => task.merge(`b${i}`)));
  }
  return { branch: median(branch), merge: median(merge) };
}

const WINDOW = "/Plan/Day[5000]/POI/@name";

/** A store that was just opened, and a query on ten nodes of a version that nobody has read. */
async function firstReads(store, versions) {
  const times = [];
  for (let i = 0; i < 15; i++) {
    const memory = openMemory(store);
    const text = WINDOW.replace("5000", String(100 + 500 * i));
    const before = performance.now();
    const { matches } = await memory.query(text, { task: "plan", version: 1 + Math.floor((versions * (i + 1)) / 17) });
    if (matches.map(({ value }) => value).length === 0) throw new Error("there is nothing there");
    times.push((performance.now() - before) * 1e3);
    memory.close();
  }
  return median(times);
}

const QUERIES = [WINDOW, "//POI", '//POI[@travel_method = "Flight"]', "/Plan/Day[count(/POI) > 6]/Restaurant[1]"];

/** Queries on trees that are laid out, of a version in the middle and of the newest. */
async function readings(store, versions, effort) {
  const memory = openMemory(store);
  const task = memory.task("plan");
  const [old, newest] = [task.version(versions >> 1), task.head()];
  const records = [];
  for (const [version, kind] of [
    [old, "old"],
    [newest, "newest"],
  ]) {
    records.push({ query: "the whole tree, laid out", kind, steady: timeOnce(() => version.tree()) });
  }
  for (const text of QUERIES) {
    const { query } = compile(text);
    for (const [version, kind] of [
      [old, "old"],
      [newest, "newest"],
    ])
      records.push({ query: text, kind, ...timeSync(() => query.select(version.tree()), effort) });
  }
  memory.close();
  return records;
}

/** Versions that lie further and further apart. */
function diffs(store, versions) {
  const records = [];
  for (let apart = 1; apart < versions; apart *= 10) {
    const memory = openMemory(store);
    const task = memory.task("plan");
    const [from, to] = [1, 1 + apart];
    const first = timeOnce(() => task.diff(from, to));
    const again = timeOnce(() => task.diff(from, to));
    records.push({ apart, changes: task.diff(from, to).changes.length, first, again });
    memory.close();
  }
  return records;
}

/** The same small change, to a memory and to peers, by turns. */
async function durable(folder, store, node) {
  const peers = join(folder, "peers");
  mkdirSync(peers);
  const memory = openMemory(store);
  const task = memory.task("plan");
  // Processes that write more than once have read what they write into.
  task.head().tree();
  const small = memory.createTask("small", readXml(itineraryXml(itinerary(100))));
  const engines = [
    {
      name: "a version of the large tree",
      write: (at, name, value) => task.commit([{ kind: "setAttribute", node: at, name, value }]),
    },
    {
      name: "a version of a tree of 100 nodes",
      write: (at, name, value) => small.commit([{ kind: "setAttribute", node: 2 + (at % 99), name, value }]),
    },
    sqlite(peers),
    await lmdb(peers),
  ].filter((engine) => engine !== null);
  const times = engines.map(() => []);
  for (let i = 0; i < 60; i++)
    for (const [at, engine] of engines.entries())
      times[at].push(await timeOnceAsync(() => engine.write(node(), "travel_method", `Walk ${i}`)));
  for (const { close } of engines) await close?.();
  memory.close();
  return engines.map(({ name }, at) => ({ engine: name, steady: median(times[at].slice(10)) }));
}

const repeated = (count, call) => Array.from({ length: count }, () => timeOnce(call));

/** Microseconds of one call. */
function timeOnce(call) {
  const before = performance.now();
  call();
  return (performance.now() - before) * 1e3;
}

async function timeOnceAsync(call) {
  const before = performance.now();
  await call();
  return (performance.now() - before) * 1e3;
}

const bytesIn = (folder) => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
