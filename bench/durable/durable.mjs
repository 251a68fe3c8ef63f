import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemory, createSqliteJournal, openSqliteJournal } from "@semantic-xpath/memory/node";
import { readXml } from "@semantic-xpath/readers";
import { openSqlite } from "@semantic-xpath/scorers/node";
import { itinerary, itineraryXml } from "../data/itinerary.mjs";
import { median } from "../measure/time.mjs";

const require = createRequire(import.meta.url);
const RECORD = 300;
const SEGMENT = 700;

/** One kilobyte in a commit of its own, durable on return: here and in peers, in turns on one disk; and opening what was written. */
export async function measure({ quick }) {
  const folder = mkdtempSync(join(tmpdir(), "sxp-durable-"));
  try {
    const commits = quick ? 100 : 1000;
    const { append, open } = ours(join(folder, "memory.db"));
    const sides = {
      "libsql, write-ahead log": sqlite(join(folder, "wal.db"), "WAL"),
      "libsql, rollback journal": sqlite(join(folder, "delete.db"), "DELETE"),
      ...(await lmdb(join(folder, "lmdb"))),
      "the engine of a journal, one insert of as many bytes": bare(join(folder, "bare.db")),
      "a journal's append": append,
    };
    const times = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
    for (let i = 0; i < commits; i++) {
      for (const [name, commit] of Object.entries(sides)) times[name].push(await timed(commit));
    }
    const committing = await besideInserts(folder, commits);
    const records = Object.entries(times).map(([name, samples]) => ({ name, commits, milliseconds: median(samples) }));
    const opening = [];
    for (let i = 0; i < 20; i++) opening.push(await timed(open));
    records.push(...committing);
    records.push({ name: `opening ${commits} commits`, commits: 20, milliseconds: median(opening) });
    return { records, tables: [table(records)] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function ours(file) {
  const journal = createSqliteJournal(file);
  let head = journal.head();
  const append = () => {
    const chunk = { kind: "segment", bytes: randomBytes(SEGMENT) };
    head = journal.append(head, randomBytes(8), randomBytes(RECORD), new Map([[journal.hashOf(chunk), chunk]]));
  };
  const open = () => {
    const again = openSqliteJournal(file);
    again.since(null);
    again.close();
  };
  return { append, open };
}

/** With the settings that journals have. */
function bare(file) {
  const database = openSqlite(file);
  database.exec(
    "pragma journal_mode = wal; pragma synchronous = full; create table row(id integer primary key, bytes blob)",
  );
  const insert = database.prepare("insert into row(bytes) values (?)");
  return (size = RECORD + SEGMENT) => insert.run(randomBytes(size));
}

/** Commits of one attribute in a tree of 1 000 nodes, beside inserts of as many bytes, in turns. */
async function besideInserts(folder, count) {
  const memory = createMemory(join(folder, "memory"));
  const task = memory.createTask("trip", readXml(itineraryXml(itinerary(1000))));
  const insert = bare(join(folder, "beside.db"));
  const [ours, theirs] = [[], []];
  for (let i = 0; i < count; i++) {
    const before = memory.size().bytes;
    ours.push(await timed(() => task.commit([{ kind: "setAttribute", node: 3, name: "n", value: `${i}` }])));
    const bytes = memory.size().bytes - before;
    theirs.push(await timed(() => insert(bytes)));
  }
  memory.close();
  return [
    { name: "an insert of the bytes of a commit", commits: count, milliseconds: median(theirs) },
    { name: "a commit of one attribute", commits: count, milliseconds: median(ours) },
  ];
}

function sqlite(file, mode) {
  const Database = require("libsql");
  const database = new Database(file);
  database.pragma(`journal_mode=${mode}`);
  database.pragma("synchronous=FULL");
  database.exec("CREATE TABLE events(id INTEGER PRIMARY KEY, body TEXT)");
  const insert = database.prepare("INSERT INTO events(body) VALUES (?)");
  return () => insert.run([randomBytes((RECORD + SEGMENT) / 2).toString("hex")]);
}

/** Nothing where it is not installed: `npm install --no-save lmdb@3.5.6` brings it. */
async function lmdb(path) {
  const { open } = await import("lmdb").catch(() => ({ open: null }));
  if (open === null) return {};
  const database = open({ path, encoding: "binary" });
  let next = 1;
  return { lmdb: () => database.putSync(next++, randomBytes(RECORD + SEGMENT)) };
}

async function timed(act) {
  const before = performance.now();
  await act();
  return performance.now() - before;
}

function table(records) {
  const [wal] = records;
  return {
    title: "Durable commits of one kilobyte, medians",
    columns: ["", "ms", "times libsql with its log"],
    rows: records.map(({ name, milliseconds }) => [
      name,
      milliseconds.toFixed(2),
      name.startsWith("opening") ? "" : (milliseconds / wal.milliseconds).toFixed(2),
    ]),
  };
}
