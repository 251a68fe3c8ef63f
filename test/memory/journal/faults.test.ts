import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createJournal, hasJournal, type Journal, openJournal } from "@semantic-xpath/memory";
import { folderStorage } from "@semantic-xpath/memory/node";
import { afterAll, describe, expect, it } from "vitest";
import { isLong } from "../../support/runs.js";
import { Disk } from "./support/disk.js";
import {
  BACKUP,
  blob,
  contentOf,
  created,
  FOLDER,
  keepOnly,
  numbered,
  on,
  opened,
  recordsOf,
  text,
  write,
} from "./support/scripts.js";

const scratch = mkdtempSync(join(tmpdir(), "sxp-faults-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const readAll = (journal: Journal): string[] =>
  recordsOf(journal).map((name) => {
    expect(text(journal.read(journal.hashOf(blob(contentOf(name)))).bytes)).toBe(contentOf(name));
    return name;
  });

const ACTS: Readonly<Record<string, (journal: Journal, disk: Disk) => void>> = {
  "appending and packing": (journal) => write(journal, ...numbered(15, 18)),
  rewriting: (journal) => keepOnly(journal, () => true),
  "backing up": (journal, disk) => journal.backup(on(disk, BACKUP)),
};

describe.each(Object.keys(ACTS))("while %s,", (name) => {
  it.each([
    ["full", /SXP5005.*the disk is full/],
    ["error", /SXP5005.*the disk reports a fault/],
  ] as const)("a disk that is %s loses nothing, and all goes on when it is well again", (kind, message) => {
    let isReached = true;
    for (let at = 1; isReached; at += isLong ? 1 : 7) {
      const disk = new Disk();
      const journal = created(disk);
      write(journal, ...numbered(1, 14));
      disk.changes = 0;
      disk.fault = { kind, at };
      try {
        ACTS[name]!(journal, disk);
      } catch (error) {
        expect(String(error)).toMatch(message);
      }
      isReached = disk.changes >= at;
      disk.fault = null;
      journal.refresh();
      const found = readAll(journal);
      expect([at, found.slice(0, 14)]).toEqual([at, numbered(1, 14)]);
      expect([at, readAll(opened(disk))]).toEqual([at, found]);
      ACTS[name]!(journal, disk);
      write(journal, "one more");
      const again = opened(disk);
      expect([at, readAll(again)]).toEqual([at, recordsOf(journal)]);
      expect([at, again.verify()]).toMatchObject([at, { isWhole: true }]);
      expect(
        again.verify().problems.filter(({ file, kind }) => !file.startsWith("tmp.") || kind !== "leftover"),
      ).toEqual([]);
    }
  });
});

describe("a disk", () => {
  it("that may only be read is read, and not written", () => {
    const disk = new Disk();
    write(created(disk), ...numbered(1, 18));
    disk.changes = 0;
    disk.fault = { kind: "read-only", at: 0 };
    const journal = opened(disk);
    expect(readAll(journal)).toEqual(numbered(1, 18));
    expect(journal.refresh()).toEqual([]);
    expect(journal.verify()).toMatchObject({ isWhole: true, problems: [] });
    expect(() => write(journal, "event 19")).toThrow(/SXP5005.*the file system is read-only/);
  });

  it("without hard links is refused", () => {
    const disk = new Disk();
    disk.fault = { kind: "without links", at: 0 };
    expect(() => created(disk)).toThrow(/SXP5006.*without hard links/);
    expect([...disk.files(FOLDER).keys()]).toEqual([]);
  });
});

let folders = 0;
const newFolder = (...events: string[]): string => {
  const folder = join(scratch, `memory-${folders++}`);
  write(createJournal(folderStorage(folder, { create: true })), ...events);
  return folder;
};
const openFolder = (folder: string): Journal => openJournal(folderStorage(folder));
const nameOf = (folder: string, event: number): string =>
  readdirSync(folder)
    .find((name) => /^1-\w{8}\.0/.test(name))!
    .replace(/\d{12}$/, String(event).padStart(12, "0"));

describe("a folder", () => {
  it("that is missing, a file, none of a memory, or used for something else is refused", () => {
    const missing = join(scratch, "missing");
    expect(() => openFolder(missing)).toThrow(/SXP5001.*there is no such folder/);
    const file = join(scratch, "file");
    writeFileSync(file, "text");
    expect(() => openFolder(file)).toThrow(/SXP5001.*it is not a folder/);
    expect(() => folderStorage(join(file, "below"), { create: true })).toThrow(/SXP5001.*it is not a folder/);
    const other = join(scratch, "other");
    mkdirSync(other);
    expect(() => openFolder(other)).toThrow(/SXP5001.*no "memory.json"/);
    writeFileSync(join(other, "notes.txt"), "text");
    expect(() => createJournal(folderStorage(other))).toThrow(/SXP5008/);
    writeFileSync(join(other, "memory.json"), '{"name":"of another program"}');
    expect(() => openFolder(other)).toThrow(/SXP5001.*not that of a memory/);
    expect(() => createJournal(folderStorage(newFolder()))).toThrow(/SXP5008/);
  });

  it("of a newer format is neither read nor written", () => {
    const folder = newFolder("event 1");
    const path = join(folder, "memory.json");
    rmSync(path);
    writeFileSync(path, '{"name":"semantic-xpath memory","format":7,"generation":"1-aaaaaaaa"}');
    const before = readdirSync(folder);
    expect(() => openFolder(folder)).toThrow(/SXP5004.*format 7, and formats up to 1 are known/);
    expect(folderStorage(folder) && hasJournal(folderStorage(folder))).toBe(true);
    expect(readdirSync(folder)).toEqual(before);
  });

  it.each(["a symbolic link", "a dangling link", "a folder", "a pipe"])(
    "in which %s is planted is not led astray",
    (kind) => {
      const folder = newFolder("event 1");
      const journal = openFolder(folder);
      const outside = join(scratch, `outside-${folders++}`);
      writeFileSync(outside, "of somebody else");
      const planted = join(folder, nameOf(folder, 2));
      if (kind === "a symbolic link") symlinkSync(outside, planted);
      else if (kind === "a dangling link") symlinkSync(join(scratch, "made by the link"), planted);
      else if (kind === "a folder") mkdirSync(planted);
      else execFileSync("mkfifo", [planted]);
      expect(journal.append(new Uint8Array(1), [])).toBe(false);
      expect(() => journal.refresh()).toThrow(/SXP5007.*neither followed nor read/);
      expect(() => openFolder(folder)).toThrow(/SXP5007/);
      expect(existsSync(join(scratch, "made by the link"))).toBe(false);
      const { problems } = journal.verify();
      expect(problems).toMatchObject([{ kind: "unknown", file: nameOf(folder, 2) }]);
      rmSync(planted, { recursive: true });
      expect(recordsOf(openFolder(folder))).toEqual(["event 1"]);
    },
  );

  it("with files of others is read all the same, and they are left alone", () => {
    const folder = newFolder(...numbered(1, 17));
    const others = ["constructor", "__proto__", "toString", ".DS_Store", "9-aaaaaaaa.000000000001", "1-bbbbbbbb.end"];
    for (const name of others.slice(0, 4)) writeFileSync(join(folder, name), "text");
    const journal = openFolder(folder);
    write(journal, "event 18");
    keepOnly(journal, () => true);
    expect(recordsOf(openFolder(folder))).toEqual(numbered(1, 18));
    expect(journal.verify().isWhole).toBe(true);
    expect(
      journal
        .verify()
        .problems.map(({ kind, file }) => [kind, file])
        .sort(),
    ).toEqual(
      others
        .slice(0, 4)
        .map((name) => ["unknown", name])
        .sort(),
    );
  });

  it("loses the temporary files of writers that are gone, and not those of others", () => {
    const folder = newFolder("event 1");
    const gone = execFileSync(process.execPath, ["-p", "process.pid"], { encoding: "utf8" }).trim();
    const [left, used] = [`tmp.${gone}.aaaaaaaaaaaa`, `tmp.${process.ppid}.bbbbbbbbbbbb`];
    for (const name of [left, used]) writeFileSync(join(folder, name), "half");
    expect(
      openFolder(folder)
        .verify()
        .problems.map(({ file }) => file),
    ).toEqual([used]);
    const journal = openFolder(folder);
    keepOnly(journal, () => true);
    expect(readdirSync(folder).filter((name) => name.startsWith("tmp."))).toEqual([]);
  });

  it("that has another one in its place by now is not written", () => {
    const folder = newFolder("event 1");
    const journal = openFolder(folder);
    renameSync(folder, `${folder}-moved`);
    mkdirSync(folder);
    expect(() => journal.append(new Uint8Array(1), [])).toThrow(/SXP5005.*no longer the folder/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(["by the file system", "by looking"])("tells %s that others have written", async (how) => {
    const folder = newFolder("event 1");
    const files = await import("node:fs");
    const unwatched = {
      ...files,
      watch: () => {
        throw new Error("too many watches");
      },
    };
    const storage = folderStorage(
      folder,
      how === "by looking" ? { files: unwatched as never, pollEvery: 5 } : { pollEvery: 60_000 },
    );
    const journal = openJournal(storage);
    const seen: string[] = [];
    const end = journal.watch(() => seen.push(...journal.refresh().map(({ record }) => text(record))));
    write(openFolder(folder), "event 2", "event 3");
    await expect.poll(() => seen).toEqual(["event 2", "event 3"]);
    end();
    journal.close();
    expect(() => journal.refresh()).toThrow(/SXP5001.*closed/);
  });
});
