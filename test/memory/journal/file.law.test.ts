import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Memory, MemoryError, type MemoryEvent } from "@semantic-xpath/memory";
import { backupMemory, createMemory, examineMemory, MEMORY_FILE, openMemory } from "@semantic-xpath/memory/node";
import { readXml } from "@semantic-xpath/readers";
import { openSqlite, type SqliteStatement } from "@semantic-xpath/scorers/node";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { runs } from "../../support/runs.js";

const scratch = mkdtempSync(join(tmpdir(), "sxp-file-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
let folders = 0;
const newFolder = (): string => join(scratch, `m${folders++}`);
const fileOf = (folder: string): string => join(folder, MEMORY_FILE);
const set = (value: string) => [{ kind: "setAttribute", node: 1, name: "v", value } as const];

function made(versions = 5): string {
  const folder = newFolder();
  const memory = createMemory(folder);
  const task = memory.createTask("trip", readXml("<Plan><Day>rest</Day></Plan>"));
  for (let i = 1; i < versions; i++) task.commit(set(`value ${i}`));
  memory.close();
  return folder;
}

/** A folder with the file as some SQL has left it. */
function changed(sql: string, folder = made()): string {
  const database = openSqlite(fileOf(folder));
  database.exec(sql);
  database.close();
  return folder;
}

const shown = (memory: Memory): string =>
  JSON.stringify(
    memory
      .task("trip")
      .versions()
      .map((version) => [version.number, version.changes, version.tree().root]),
  );

const hashOf = (file: string): string => createHash("sha256").update(readFileSync(file)).digest("hex");

describe("the file of a memory", () => {
  it("can be read by any SQLite", () => {
    const database = openSqlite(fileOf(made()), { readOnly: true });
    expect(database.prepare("select count(*) as n from event").get()?.n).toBe(5);
    expect(database.prepare("pragma journal_mode").get()?.journal_mode).toBe("wal");
    database.close();
  });

  it.each([
    ["create trigger t after insert on event begin delete from chunk; end", "SXP5002", '"t"'],
    ["create view v as select 1", "SXP5002", '"v"'],
    ["drop table chunk", "SXP5002", '"chunk" is gone'],
    ["pragma user_version = 99", "SXP5004", "99"],
    ["pragma application_id = 7", "SXP5001", "another program"],
    ["delete from head", "SXP5002", "head"],
    ["update head set sequence = -1", "SXP5002", "head"],
    ["update head set store = 'other'", "SXP5002", "fingerprint"],
    ["delete from event where sequence = 2", "SXP5002", "event 2 is missing"],
    ["delete from event where sequence = 5", "SXP5002", "there are 4"],
    ["update event set record = x'7b7d' where sequence = 3", "SXP5002", "fingerprint"],
  ])("after %s it is refused, with the reason, and doctor tells", (sql, code, reason) => {
    const folder = changed(sql);
    const refused = expect.objectContaining({ code, message: expect.stringContaining(reason) });
    expect(() => openMemory(folder)).toThrow(refused);
    if (code === "SXP5001") return;
    const { isWhole, journal, problems } = examineMemory(folder);
    expect([isWhole, journal.problems.length + problems.length > 0]).toEqual([false, true]);
  });

  it("whose chunk is gone, changed or not needed opens, and doctor says which", () => {
    const gone = examineMemory(changed("delete from chunk where rowid = 1"));
    expect(gone.problems[0]).toMatchObject({ task: "trip", what: expect.stringContaining("is missing") });
    const bad = examineMemory(changed("update chunk set bytes = x'00' where rowid = 1"));
    expect(bad.journal.problems[0]).toMatchObject({ kind: "damaged", what: "its bytes do not have its hash" });
    const hash = createHash("sha256").update("blob\0x").digest("hex");
    const more = examineMemory(
      changed(`insert into chunk values (x'${hash}', 'blob', x'78'); update head set bytes = bytes + 1`),
    );
    expect([more.isWhole, more.orphans.length]).toEqual([true, 1]);
  });

  it("whose newest event was taken away with care is found out by its fingerprint alone", () => {
    const folder = made();
    const { fingerprint } = examineMemory(folder).journal;
    expect(examineMemory(folder, { expect: fingerprint }).isWhole).toBe(true);
    const memory = openMemory(folder);
    memory.task("trip").commit(set("later"));
    memory.close();
    expect(examineMemory(folder, { expect: fingerprint }).isWhole).toBe(true);
    changed(
      `delete from event where sequence > 4;
       update head set sequence = 4, chain = (select chain from event where sequence = 4),
         bytes = (select sum(length(bytes)) from chunk) + (select sum(length(record)) from event)`,
      folder,
    );
    expect(examineMemory(folder).isWhole).toBe(true);
    const { isWhole, problems } = examineMemory(folder, { expect: fingerprint });
    expect([isWhole, problems[0]?.what]).toEqual([false, expect.stringContaining("not in its history")]);
  });

  it("is not followed where it is a link, and none is made of what is something else", () => {
    const folder = newFolder();
    mkdirSync(folder);
    expect(() => openMemory(folder)).toThrow("SXP5001");
    symlinkSync(fileOf(made()), fileOf(folder));
    for (const attempt of [openMemory, createMemory])
      expect(() => attempt(folder)).toThrow(expect.objectContaining({ code: "SXP5007" }));
    rmSync(fileOf(folder));
    writeFileSync(fileOf(folder), "some words\n".repeat(1000));
    for (const attempt of [openMemory, createMemory, examineMemory]) {
      let code = "";
      try {
        const answer = attempt(folder);
        if ("isWhole" in answer && !answer.isWhole) code = "not whole";
      } catch (error) {
        code = (error as MemoryError).code;
      }
      expect(["SXP5002", "not whole"]).toContain(code);
    }
    expect(readFileSync(fileOf(folder), "utf8")).toContain("some words");
    // What a crash at its making leaves.
    writeFileSync(fileOf(folder), "");
    expect(() => openMemory(folder)).toThrow("SXP5001");
    createMemory(folder).close();
    expect(openMemory(folder).tasks()).toEqual([]);
    expect(() => createMemory(folder)).toThrow(expect.objectContaining({ code: "SXP5008" }));
  });

  it("is not changed by those who open it for reading, after a crash neither", () => {
    const folder = made();
    const copy = newFolder();
    mkdirSync(copy);
    const memory = openMemory(folder);
    memory.task("trip").commit(set("in the log"));
    for (const end of ["", "-wal"]) copyFileSync(fileOf(folder) + end, fileOf(copy) + end);
    memory.close();
    for (const where of [folder, copy]) {
      const before = ["", "-wal"].map((end) => existsSync(fileOf(where) + end) && hashOf(fileOf(where) + end));
      const reading = openMemory(where, { readOnly: true });
      expect(reading.task("trip").versions()).toHaveLength(6);
      expect(() => reading.task("trip").commit(set("no"))).toThrow(expect.objectContaining({ code: "SXP5005" }));
      expect(() => reading.prune()).toThrow(expect.objectContaining({ code: "SXP5005" }));
      expect(reading.prune({ retention: { last: 1 }, dryRun: true }).tasks).toHaveLength(1);
      reading.close();
      expect(examineMemory(where).isWhole).toBe(true);
      expect(hashOf(fileOf(where))).toBe(before[0]);
      if (where === copy) expect(hashOf(`${fileOf(where)}-wal`)).toBe(before[1]);
    }
  });

  it("holds nothing of what was pruned, and says what it removed", () => {
    const folder = made(40);
    const memory = openMemory(folder);
    const { removed, left } = memory.prune({ task: "trip", retention: { last: 1 } });
    expect(removed.chunks).toBeGreaterThan(30);
    expect(left.freeBytes).toBe(0);
    memory.close();
    const bytes = ["", "-wal"].map((end) =>
      existsSync(fileOf(folder) + end) ? readFileSync(fileOf(folder) + end) : "",
    );
    expect(bytes.join()).toContain("value 39");
    expect(bytes.join()).not.toContain("value 38");
  });

  it("is backed up to a folder, and what is new is added", () => {
    const [folder, to] = [made(), newFolder()];
    const memory = openMemory(folder);
    backupMemory(memory, to);
    memory.task("trip").commit(set("later"));
    backupMemory(memory, to);
    expect(shown(openMemory(to))).toBe(shown(memory));
    expect(() => backupMemory(memory, made())).toThrow(expect.objectContaining({ code: "SXP5008" }));
  });
});

it("tells those who watch what others write, without looking again and again", async () => {
  const folder = made();
  const [memory, other] = [openMemory(folder), openMemory(folder)];
  const heard = new Promise<MemoryEvent>((hear) => memory.watch(hear));
  other.task("trip").commit(set("from elsewhere"));
  expect(await heard).toEqual({ kind: "commit", task: "trip", branch: "main", version: 6, isOwn: false });
  memory.close();
  other.close();
});

/** The engine of Node 20 gives up the files of a closed database when its statements were collected, which is between tasks. */
const betweenTasks = (): Promise<void> => new Promise((next) => setImmediate(next));

it("law: with any bytes changed, cut or zeroed, it is refused with a code, or doctor tells, or nothing was lost", async () => {
  const folder = made(12);
  const whole = readFileSync(fileOf(folder));
  const kept = shown(openMemory(folder, { readOnly: true }));
  const damage = fc.oneof(
    fc.record({ kind: fc.constant("flip" as const), at: fc.nat(whole.length - 1), bit: fc.nat(7) }),
    fc.record({
      kind: fc.constant("zero" as const),
      at: fc.nat(whole.length - 1),
      bit: fc.integer({ min: 1, max: 600 }),
    }),
    fc.record({ kind: fc.constant("cut" as const), at: fc.nat(whole.length - 1), bit: fc.constant(0) }),
  );
  const place = newFolder();
  mkdirSync(place);
  await fc.assert(
    fc.asyncProperty(damage, async ({ kind, at, bit }) => {
      await betweenTasks();
      const bytes = Buffer.from(whole);
      if (kind === "flip") bytes[at]! ^= 1 << bit;
      if (kind === "zero") bytes.fill(0, at, Math.min(bytes.length, at + bit));
      for (const end of ["", "-wal", "-shm"]) rmSync(fileOf(place) + end, { force: true });
      writeFileSync(fileOf(place), kind === "cut" ? bytes.subarray(0, at) : bytes);
      const seen = outcome(() => {
        const memory = openMemory(place, { readOnly: true });
        try {
          return shown(memory);
        } finally {
          memory.close();
        }
      });
      const report = outcome(() => examineMemory(place));
      if (seen instanceof MemoryError && !(report instanceof MemoryError)) expect(report.isWhole).toBe(false);
      if (!(seen instanceof MemoryError)) expect(seen).toBe(kept);
    }),
    { numRuns: runs(1_000, 35) },
  );
});

function outcome<T>(work: () => T): T | MemoryError {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    return error;
  }
}

it("law: after a power cut that keeps any part of what was not yet acknowledged, all that was is there", async () => {
  const folder = made(3);
  const memory = openMemory(folder);
  const read = (end: string): Buffer => readFileSync(fileOf(folder) + end);
  memory.task("trip").commit(set("acknowledged"));
  const [file, before] = [read(""), read("-wal")];
  memory.task("trip").commit(set("x".repeat(20_000)));
  const after = read("-wal");
  memory.close();
  const place = newFolder();
  mkdirSync(place);
  const PAGE = 512;
  const pages = Math.ceil((after.length - before.length) / PAGE);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom("new", "old", "zero"), { minLength: pages, maxLength: pages }),
      async (kinds) => {
        await betweenTasks();
        const log = Buffer.from(after);
        kinds.forEach((kind, i) => {
          const from = before.length + i * PAGE;
          const to = Math.min(from + PAGE, log.length);
          if (kind === "zero") log.fill(0, from, to);
          if (kind === "old") log.fill(0xa5, from, to);
        });
        rmSync(`${fileOf(place)}-shm`, { force: true });
        writeFileSync(fileOf(place), file);
        writeFileSync(`${fileOf(place)}-wal`, log);
        const { isWhole, versions } = examineMemory(place);
        expect(isWhole).toBe(true);
        expect([4, 5]).toContain(versions);
      },
    ),
    { numRuns: runs(300, 50) },
  );
});

it("law: after a power cut while the log is taken over, with any pages of the file old, new or torn, all is there", async () => {
  const folder = made(3);
  const memory = openMemory(folder);
  memory.task("trip").commit(set("x".repeat(30_000)));
  memory.task("trip").commit(set("acknowledged"));
  const read = (end: string): Buffer => readFileSync(fileOf(folder) + end);
  // The log is on the disk before the file is touched, and the file before the log is begun again.
  const [before, log] = [read(""), read("-wal")];
  memory.close();
  const after = read("");
  expect(after.equals(before)).toBe(false);
  const place = newFolder();
  mkdirSync(place);
  const SECTOR = 512;
  const sectors = Math.ceil(after.length / SECTOR);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.boolean(), { minLength: sectors, maxLength: sectors }),
      fc.boolean(),
      async (isNew, isGrown) => {
        await betweenTasks();
        const file = Buffer.alloc(isGrown ? after.length : before.length);
        for (let i = 0; i * SECTOR < file.length; i++)
          (isNew[i] ? after : before).subarray(i * SECTOR, (i + 1) * SECTOR).copy(file, i * SECTOR);
        rmSync(`${fileOf(place)}-shm`, { force: true });
        writeFileSync(fileOf(place), file);
        writeFileSync(`${fileOf(place)}-wal`, log);
        const { isWhole, versions } = examineMemory(place);
        expect([isWhole, versions]).toEqual([true, 5]);
      },
    ),
    { numRuns: runs(300, 60) },
  );
});

describe("a disk that is full or fails", () => {
  it("refuses a commit with a code at every size of the file, and loses nothing", () => {
    const folder = made(3);
    let done = 3;
    for (let pages = 1; pages <= 24; pages++) {
      const memory = openMemory(folder);
      const { database } = memory.journal as unknown as { database: { exec(sql: string): void } };
      database.exec(`pragma max_page_count = ${pages}`);
      try {
        for (let i = 0; i < 4; i++) {
          memory.task("trip").commit(set(`${pages} ${i} `.repeat(300)));
          done++;
        }
      } catch (error) {
        expect((error as MemoryError).code).toBe("SXP5006");
        // What was refused can be tried again.
        expect(memory.task("trip").head().number).toBe(done);
      }
      memory.close();
      const { isWhole, versions } = examineMemory(folder);
      expect([isWhole, versions]).toEqual([true, done]);
    }
    expect(done).toBeGreaterThan(3);
  });

  it.each([
    ["before", 10],
    ["before", 13],
    ["after", 10],
  ])(
    "that fails %s a statement (code %i) loses nothing acknowledged, and a commit that was written is known",
    (when, errcode) => {
      for (let fails = 1; fails <= 12; fails++) {
        const folder = made(2);
        const memory = openMemory(folder);
        const journal = memory.journal as unknown as { prepared(sql: string): SqliteStatement };
        const prepared = journal.prepared.bind(journal);
        let count = 0;
        journal.prepared = (sql): SqliteStatement => {
          const statement = prepared(sql);
          return {
            get: (...given) => statement.get(...given),
            all: (...given) => statement.all(...given),
            iterate: (...given) => statement.iterate(...given),
            run(...given) {
              const isFailing = ++count === fails;
              const error = Object.assign(new Error("disk I/O error"), { code: "ERR_SQLITE_ERROR", errcode });
              if (isFailing && when === "before") throw error;
              const result = statement.run(...given);
              if (isFailing) throw error;
              return result;
            },
          };
        };
        let done = 2;
        for (let i = 0; i < 3; i++)
          try {
            memory.task("trip").commit(set(`v${i}`));
            done++;
          } catch (error) {
            expect((error as MemoryError).code).toMatch(/^SXP500[2-6]$/);
          }
        memory.close();
        const { isWhole, versions } = examineMemory(folder);
        expect([isWhole, versions]).toEqual([true, done]);
        expect(done).toBeGreaterThanOrEqual(4);
      }
    },
  );
});
