import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { backupMemory, createMemory, MEMORY_FILE, openMemory } from "@semantic-xpath/memory/node";
import { readXml } from "@semantic-xpath/readers";
import type { Scorer } from "@semantic-xpath/scorers";
import { openSqlite, type SqliteDatabase } from "@semantic-xpath/scorers/node";
import { treeOf } from "@semantic-xpath/tree";
import { describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "../../scorers/cache/bundle.js";
import { newStore } from "./stores.js";

/** An expensive scorer that counts what it is asked for. */
function counting(id = "judge"): { readonly scorer: Scorer; readonly asked: string[]; calls: () => number } {
  const asked: string[] = [];
  let calls = 0;
  const scorer: Scorer = {
    id,
    cost: "expensive",
    async score(texts, condition) {
      calls++;
      asked.push(...texts);
      return Float32Array.from(texts, (text) => (text.includes(condition) ? 1 : 0.25));
    },
  };
  return { scorer, asked, calls: () => calls };
}

const POIS = 500;
const plan = () =>
  treeOf({
    type: "Plan",
    children: Array.from({ length: POIS }, (_, i) => ({
      type: "POI",
      attributes: { name: `place ${i}` },
      text: `about ${i}`,
    })),
  });

describe("after a commit", () => {
  it("an expensive scorer is asked about what is new, and about nothing twice", async () => {
    const memory = newStore();
    const task = memory.createTask("trip", plan());
    const { scorer, asked } = counting();
    const query = '//POI[node =~ "about 7"]';
    const before = await memory.query(query, { task: "trip", scorer });
    expect(asked).toHaveLength(POIS);
    task.commit([{ kind: "setText", node: 9, text: "about 7, in a word" }]);
    const after = await memory.query(query, { task: "trip", scorer });
    expect(asked.slice(POIS)).toEqual(["POI\nname: place 7\nabout 7, in a word"]);
    expect(after.matches).toHaveLength(before.matches.length);
    await memory.query('/Memory/Task/Version[1]//POI[node =~ "about 7"]', { scorer });
    await memory.query(query, { task: "trip", version: 1, scorer });
    expect(asked).toHaveLength(POIS + 1);
    await memory.query(query, { task: "trip", scorer, cache: null });
    expect(asked).toHaveLength(2 * POIS + 1);
  });

  it("the lexical scorer reads the texts of one segment, and scores as one that knows the new tree alone", {
    tags: "slow",
  }, async () => {
    const memory = newStore();
    const task = memory.createTask(
      "notes",
      treeOf({
        type: "Notes",
        children: Array.from({ length: 20_000 }, (_, i) => ({ type: "Note", text: `note ${i} of the harbour` })),
      }),
    );
    await memory.query('//Note[node =~ "harbour 77"]', { task: "notes", limit: 1 });
    task.commit([{ kind: "setText", node: 79, text: "note 77 of the museum" }]);
    const { values } = task.head().tree();
    const read = vi.spyOn(values, "get");
    const { scorer } = (await memory.query('/Notes[node =~ "nothing at all"]', { task: "notes" })).ran.options;
    read.mockClear();
    const bound = scorer!.forTree!(task.head().tree());
    void bound.id;
    expect(read.mock.calls.length).toBeLessThan(10_000);
    read.mockRestore();
    const again = await memory.query('//Note[node =~ "museum 77"]', { task: "notes", limit: 3 });
    const other = newStore();
    other.createTask("notes", treeOf(JSON.parse(JSON.stringify(task.head().tree().root))));
    const fresh = await other.query('//Note[node =~ "museum 77"]', { task: "notes", limit: 3 });
    expect(again.matches.map(({ path, weight }) => [path, weight])).toEqual(
      fresh.matches.map(({ path, weight }) => [path, weight]),
    );
  });

  it("versions that were laid out stay so: another query on an old one reads nothing", async () => {
    const memory = newStore();
    const task = memory.createTask("trip", plan());
    for (let i = 0; i < 20; i++) task.commit([{ kind: "setText", node: 5, text: `change ${i}` }]);
    const old = await memory.query("//POI[5]", { task: "trip", version: 3 });
    const again = await memory.query("//POI[6]", { task: "trip", version: 3 });
    expect(again.ran.tree).toBe(old.ran.tree);
  });
});

describe("the scores in a memory", () => {
  const query = '//POI[node =~ "about 7"]';

  function made() {
    const folder = join(temporaryFolder(), "memory");
    const secretFile = join(temporaryFolder(), "secret");
    const memory = createMemory(folder, { secretFile });
    memory.createTask("trip", plan());
    return { folder, secretFile, memory };
  }

  async function askedBy(folder: string, secretFile: string, readOnly = false): Promise<number> {
    const { scorer, asked } = counting();
    const memory = openMemory(folder, { secretFile, readOnly });
    await memory.query(query, { task: "trip", scorer });
    memory.close();
    return asked.length;
  }

  const inFile = <T>(folder: string, work: (database: SqliteDatabase) => T): T => {
    const database = openSqlite(join(folder, MEMORY_FILE));
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  const rows = (folder: string) => inFile(folder, (database) => database.prepare("select * from derived").all());

  it("serve the next process, one that only reads too, and say nothing of the texts", async () => {
    const { folder, secretFile, memory } = made();
    await memory.query(query, { task: "trip", scorer: counting().scorer });
    expect(await askedBy(folder, secretFile)).toBe(0);
    expect(await askedBy(folder, secretFile, true)).toBe(0);
    expect(rows(folder)).toHaveLength(1);
    expect(rows(folder)[0]!.bytes).toHaveLength(20 * POIS);
    expect(memory.doctor().isWhole).toBe(true);
  });

  it("are worth nothing to who does not know the secret, and what another one wrote or changed is not believed", async () => {
    const { folder, secretFile, memory } = made();
    await memory.query(query, { task: "trip", scorer: counting().scorer });
    expect(await askedBy(folder, join(temporaryFolder(), "secret"), true)).toBe(POIS);
    inFile(folder, (database) => database.exec("update derived set bytes = zeroblob(20)"));
    expect(await askedBy(folder, secretFile)).toBe(POIS);
    expect(await askedBy(folder, secretFile)).toBe(0);
    writeFileSync(secretFile, "short");
    const before = rows(folder).length;
    expect(await askedBy(folder, secretFile)).toBe(POIS);
    expect(rows(folder)).toHaveLength(before);
  });

  it("are in no backup, and gone after a prune", async () => {
    const { folder, memory } = made();
    memory.task("trip").commit([{ kind: "setText", node: 9, text: "a secret" }]);
    await memory.query(query, { task: "trip", version: 2, scorer: counting().scorer });
    const copy = join(temporaryFolder(), "copy");
    backupMemory(memory, copy);
    expect([rows(copy), rows(folder).length]).toEqual([[], 1]);
    memory.task("trip").commit([{ kind: "setText", node: 9, text: "nothing" }]);
    memory.prune({ retention: { last: 1 } });
    expect(rows(folder)).toEqual([]);
    const { scorer, asked } = counting();
    await memory.query(query, { task: "trip", scorer });
    expect(asked).toHaveLength(POIS);
  });
});

it("a store that is pruned by another process forgets what it kept", async () => {
  const folder = join(temporaryFolder(), "memory");
  const memory = createMemory(folder);
  const task = memory.createTask("trip", readXml("<Plan><Day>one</Day></Plan>"));
  task.commit([{ kind: "setText", node: 2, text: "two" }]);
  const other = openMemory(folder);
  expect((await other.query("/Memory/Task/Version/@changes")).matches).toHaveLength(2);
  memory.prune({ retention: { last: 1 } });
  other.refresh();
  const { matches } = await other.query("/Memory/Task/Version/@changes");
  expect(matches.map(({ version }) => version)).toEqual([2]);
  expect((await other.query('/Memory/Task/Version[@pruned = "true"]')).matches).toHaveLength(1);
});
