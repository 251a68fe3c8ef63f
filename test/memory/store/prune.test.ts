import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inMemoryJournal, type Journal, Memory, type PruneEvent, Scope, type Task } from "@semantic-xpath/memory";
import { createMemory, createSqliteJournal, MEMORY_FILE, openMemory } from "@semantic-xpath/memory/node";
import { readXml } from "@semantic-xpath/readers";
import { afterAll, describe, expect, it } from "vitest";
import { contentsOf as bytesOf } from "../support/contents.js";

const PLAN = `<Plan><Day><POI name="Museum of Nature">Bones</POI><POI name="Harbour"/></Day><Day><POI name="Zoo"/></Day></Plan>`;

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "sxp-prune-"));
  folders.push(folder);
  return join(folder, "store");
}

const ticking = (): (() => Date) => {
  let days = 0;
  return () => new Date(Date.UTC(2026, 0, 1 + days++));
};

const inFolder = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");

function trip(storage: Journal) {
  const memory = Memory.create(storage, { now: ticking() });
  const task = memory.createTask("trip", readXml(PLAN));
  const key = task.head().keyOf(3);
  task.commit([{ kind: "setAttribute", node: 4, name: "cost", value: "9" }]);
  task.commit([{ kind: "move", node: 3, parent: 5 }], { provenance: { reason: "Museum of Nature opens later" } });
  task.commit([{ kind: "setText", node: 3, text: "Boats" }]);
  return { memory, task, key };
}

const plain = (memory: Memory, number: number): string =>
  JSON.stringify(memory.task("trip").version(number).tree().root);

describe("prune", () => {
  it("leaves when it was and what is left to be said of a version, and to a node's parts that their maker is gone", () => {
    const { memory, task, key } = trip(inMemoryJournal());
    memory.prune({ task: "trip", before: 3 });
    const since = "2026-01-05T00:00:00.000Z";
    expect(task.versions().map(({ prunedTime }) => prunedTime)).toEqual([since, since, null, null]);
    expect(() => task.version(2).tree()).toThrow(`was pruned at ${since}`);
    expect(() => task.branch("old", 1)).toThrow("Left are its number, branch and time, and versions 3-4.");
    const makers = task.blame(key).map(({ part, version, isMakerPruned }) => [part, version.number, isMakerPruned]);
    expect(makers).toEqual([
      ["node", 3, true],
      ["place", 3, true],
      ["type", 3, true],
      ["text()", 3, true],
      ["@name", 3, true],
    ]);
    const harbour = task.head().keyOf(3);
    expect(task.blame(harbour).find(({ part }) => part === "text()")).toMatchObject({ isMakerPruned: false });
  });

  it("warns of what a query would have found in pruned versions", async () => {
    const { memory } = trip(inMemoryJournal());
    memory.prune({ task: "trip", versions: [1, 3] });
    const warnings = async (text: string) =>
      (await memory.query(text)).diagnostics.map(({ code, message }) => [code, message]);
    const sentence = (versions: string) =>
      `The query looks into what was pruned of "trip" since 2026-01-05T00:00:00.000Z: ${versions}. Nothing is found there; left is the content of versions 2, 4.`;
    expect(await warnings("//POI")).toEqual([["SXP5052", sentence("versions 1, 3")]]);
    expect(await warnings("/Memory/Task/Version[3]//POI")).toEqual([["SXP5052", sentence("version 3")]]);
    expect(await warnings("/Memory/Task/Version[4]//POI")).toEqual([]);
    expect(await warnings("/Memory/Task/Version/@number")).toEqual([]);
  });

  it("leaves the word created to the first version: one whose parent is gone was kept", () => {
    const { memory, task } = trip(inMemoryJournal());
    memory.prune({ task: "trip", versions: [2] });
    const said = [1, 3, 4].map((number) => [task.version(number).operation, task.version(number).changes[0]!.text]);
    expect(said).toEqual([
      ["create", "created Plan with 6 nodes"],
      ["edit", "kept Plan with 6 nodes (the version before was pruned)"],
      ["edit", 'set the text of Harbour to "Boats"'],
    ]);
    expect(memory.doctor().isWhole).toBe(true);
    const scope = new Scope(memory, { tasks: ["trip"], root: task.head().keyOf(2) });
    expect(scope.changes("trip", 3)).toMatchObject([{ text: "kept Day with 2 nodes (the version before was pruned)" }]);
  });

  it("deletes versions for good, which keep their numbers and say so", () => {
    const storage = inMemoryJournal();
    const { memory, task } = trip(storage);
    task.commit([{ kind: "delete", node: task.head().nodeOf(3)! }]);
    const kept = plain(memory, 5);
    expect(bytesOf(storage)).toContain("Bones");
    const other = Memory.open(storage);
    const pruned = memory.prune({ task: "trip", before: 5 });
    expect(pruned.tasks).toEqual([{ task: "trip", versions: [1, 2, 3, 4], keys: [] }]);
    expect(pruned.bytesAfter).toBeLessThan(pruned.bytesBefore);
    for (const secret of ["Bones", "Museum", "opens later"]) expect(bytesOf(storage)).not.toContain(secret);
    for (const each of [memory, Memory.open(storage), other]) {
      each.refresh();
      expect(plain(each, 5)).toBe(kept);
      const versions = each.task("trip").versions();
      expect(versions.map(({ number, isPruned }) => [number, isPruned])).toEqual([
        [1, true],
        [2, true],
        [3, true],
        [4, true],
        [5, false],
      ]);
      expect(() => versions[2]!.tree()).toThrow(expect.objectContaining({ code: "SXP5016" }));
      expect(each.doctor()).toMatchObject({ isWhole: true, problems: [] });
    }
    expect(task.commit([{ kind: "setAttribute", node: 2, name: "x", value: "1" }]).version.number).toBe(6);
    expect(other.task("trip").commit([{ kind: "setAttribute", node: 2, name: "y", value: "1" }]).version.number).toBe(
      7,
    );
  });

  it("leaves what others have open: what stays is read from where it is now, though they have not looked for more", () => {
    const storage = inMemoryJournal();
    const { memory, key } = trip(storage);
    const [tree, held, changes, keys, transaction, commit, gone] = Array.from({ length: 7 }, () => {
      const other = Memory.open(storage);
      const task = other.task("trip");
      return { other, task, head: task.head(), third: task.version(3) };
    });
    const kept = plain(memory, 4);
    memory.prune({ task: "trip", before: 4 });
    const textOf = (task: Task): string => JSON.stringify(task.head().tree().root);
    expect(textOf(tree!.task)).toBe(kept);
    expect(JSON.stringify(held!.head.tree().root)).toBe(kept);
    expect(changes!.head.changes.map(({ kind }) => kind)).toEqual(["insert"]);
    expect(keys!.head.nodeOf(key)).toBe(memory.task("trip").head().nodeOf(key));
    const { other, task } = transaction!;
    let times = 0;
    const made = other.transaction(() => {
      times++;
      return task.commit([{ kind: "setAttribute", node: task.head().nodeOf(key)!, name: "a", value: "1" }]);
    });
    expect([times, made.version.number]).toEqual([2, 5]);
    expect(commit!.task.commit([{ kind: "setAttribute", node: 2, name: "b", value: "1" }]).version.number).toBe(6);
    expect(() => gone!.third.tree()).toThrow(expect.objectContaining({ code: "SXP5016" }));
  });

  it("says of a tree that was opened before, and not read whole, that it is to be read again", () => {
    const storage = inMemoryJournal();
    const { memory } = trip(storage);
    const other = Memory.open(storage);
    const { segments } = other.task("trip").head();
    memory.prune({ task: "trip", before: 4 });
    expect(() => segments.toTree()).toThrow(
      expect.objectContaining({ code: "SXP5018", message: expect.stringContaining("read it again") }),
    );
    expect(other.task("trip").head().tree().size).toBe(segments.size);
    expect(other.doctor()).toMatchObject({ isWhole: true, problems: [] });
  });

  it("deletes nodes from all versions, all words about them, and copies that others keep, in all files of a folder", () => {
    const folder = newFolder();
    mkdirSync(folder);
    const storage = createSqliteJournal(join(folder, MEMORY_FILE));
    const { memory, task, key } = trip(storage);
    task.branch("later", 2);
    memory.createTask("other", readXml("<List><Item>stays</Item></List>"));
    const held = task.version(2);
    const events: PruneEvent[] = [];
    memory.onPrune((event) => events.push(event));
    expect(inFolder(folder)).toContain("Museum of Nature");
    memory.prune({ task: "trip", keys: [key] });
    for (const secret of ["Museum", "Bones"]) expect(inFolder(folder)).not.toContain(secret);
    expect(inFolder(folder)).toContain("Boats");
    expect(inFolder(folder)).toContain("stays");
    expect([...events[0]!.texts].sort()).toEqual(["Bones", "Museum of Nature"]);
    expect(task.versions().map(({ nodes, isPruned }) => [nodes, isPruned])).toEqual(Array(4).fill([5, false]));
    expect(task.versions().map((version) => version.changes.map(({ text }) => text))).toEqual([
      ["created Plan with 5 nodes"],
      ['set cost of Harbour to "9"'],
      [],
      ['set the text of Harbour to "Boats"'],
    ]);
    expect(held.tree().size).toBe(5);
    expect(task.version(3).provenance).toEqual({ reason: "(pruned)" });
    expect(memory.doctor().isWhole).toBe(true);
    memory.close();
    expect(openMemory(folder).task("other").head().tree().size).toBe(2);
  });

  it("deletes lines of logs that say what was deleted, beside the files of a store", () => {
    const folder = newFolder();
    const memory = createMemory(folder);
    const task = memory.createTask(
      "trip",
      readXml('<Plan><POI name="Café &quot;Zoological&quot;">Pandas</POI><POI/></Plan>'),
    );
    const lines = ['{"said":"no bears"}', '{"said":"Café \\"Zoological\\" is closed"}', '{"said":"see the Pandas"}'];
    for (const log of ["conversations", "audit"]) {
      mkdirSync(join(folder, log), { recursive: true });
      writeFileSync(join(folder, log, "a.jsonl"), `${lines.join("\n")}\n`);
    }
    memory.prune({ task: "trip", keys: [task.head().keyOf(2)] });
    expect(readFileSync(join(folder, "audit/a.jsonl"), "utf8")).toBe(`${lines[0]}\n`);
    for (const secret of ["Pandas", "Zoological"]) expect(inFolder(folder)).not.toContain(secret);
    expect(inFolder(folder)).toContain("no bears");
    expect(memory.doctor().isWhole).toBe(true);
  });

  it("deletes what belonged to deleted tasks, and their numbers are not used again", () => {
    const storage = inMemoryJournal();
    const { memory } = trip(storage);
    memory.createTask("b", readXml("<List/>"));
    memory.deleteTask("b");
    memory.deleteTask("trip");
    expect(memory.prune()).toMatchObject({ tasks: [], deletedTasks: 2 });
    expect(bytesOf(storage)).not.toContain("Museum");
    expect(Memory.open(storage).createTask("c", readXml("<List/>")).id).toBe(3);
  });

  it("keeps what the retention says, and the newest versions of branches", () => {
    const left = (retention: Parameters<Memory["prune"]>[0]): number[] => {
      const { memory, task } = trip(inMemoryJournal());
      task.branch("first", 1);
      memory.prune(retention);
      return task.versions().flatMap(({ number, isPruned }) => (isPruned ? [] : [number]));
    };
    expect(left({})).toEqual([1, 2, 3, 4]);
    expect(left({ retention: { keep: "all" } })).toEqual([1, 2, 3, 4]);
    expect(left({ retention: { last: 1 } })).toEqual([1, 4]);
    expect(left({ retention: { last: 2 } })).toEqual([1, 3, 4]);
    expect(left({ retention: { last: 9 } })).toEqual([1, 2, 3, 4]);
    expect(left({ retention: { since: "2026-01-03T00:00:00Z" } })).toEqual([1, 3, 4]);
    expect(left({ retention: { since: "2026-01-03T00:00:00.001Z" } })).toEqual([1, 4]);
    expect(left({ retention: { last: 1 }, dryRun: true })).toEqual([1, 2, 3, 4]);
    const { memory } = trip(inMemoryJournal());
    memory.retention = { last: 3 };
    expect(memory.prune().tasks).toEqual([{ task: "trip", versions: [1], keys: [] }]);
    expect(() => {
      memory.retention = { last: 0 };
    }).toThrow(RangeError);
  });

  it.each([
    [{ versions: [1] }, "SXP5018"],
    [{ task: "trip", versions: [4] }, "SXP5018"],
    [{ task: "trip", versions: [9] }, "SXP5013"],
    [{ task: "trip", keys: [1] }, "SXP5018"],
    [{ task: "trip", keys: [99] }, "SXP5017"],
    [{ task: "trap" }, "SXP5012"],
  ])("refuses %j", (options, code) => {
    const storage = inMemoryJournal();
    const { memory } = trip(storage);
    const before = bytesOf(storage);
    expect(() => memory.prune(options)).toThrow(expect.objectContaining({ code }));
    expect(bytesOf(storage)).toBe(before);
  });
});

it("a reason goes with a text that it quotes from four characters on, and stays with a shorter one", () => {
  for (const [text, isQuote] of [
    ["Oslo", true],
    ["Rome is far", true],
    ["Ulm", false],
  ] as const) {
    const memory = Memory.create(inMemoryJournal());
    const task = memory.createTask("trip", readXml(`<Plan><Stop/><Stop name="${text}"/></Plan>`));
    const reason = `no time for ${text}, sorry`;
    task.commit([{ kind: "setAttribute", node: 2, name: "n", value: "1" }], { provenance: { reason } });
    memory.prune({ task: "trip", keys: [task.head().keyOf(3)] });
    expect(task.head().provenance.reason).toBe(isQuote ? "(pruned)" : reason);
  }
});
