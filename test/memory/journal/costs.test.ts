import { createJournal, memoryStorage, openJournal, type Storage } from "@semantic-xpath/memory";
import { folderStorage } from "@semantic-xpath/memory/node";
import { describe, expect, it } from "vitest";
import { Disk } from "./support/disk.js";
import { blob, bytes, FOLDER, numbered, recordsOf, write } from "./support/scripts.js";

/** A disk that counts its calls. */
function counted(disk: Disk): { files: Disk; calls: Record<string, number> } {
  const calls: Record<string, number> = {};
  const files = new Proxy(disk, {
    get(target, name: keyof Disk) {
      const value = target[name];
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => {
        calls[name] = (calls[name] ?? 0) + 1;
        return (value as (...given: unknown[]) => unknown).apply(target, given);
      };
    },
  });
  return { files, calls };
}

const countedReads = (storage: Storage): { storage: Storage; read: () => number } => {
  let sum = 0;
  const reading: Storage = {
    ...storage,
    read(name, from, to) {
      const content = storage.read(name, from, to);
      sum += content?.length ?? 0;
      return content;
    },
  };
  return { storage: reading, read: () => sum };
};

describe("what a journal costs", () => {
  it("an event: two calls of fsync", () => {
    const { files, calls } = counted(new Disk());
    const journal = createJournal(folderStorage(FOLDER, { create: true, files }));
    for (const name of numbered(1, 15)) {
      const before = calls.fsyncSync ?? 0;
      write(journal, name);
      expect((calls.fsyncSync ?? 0) - before).toBe(2);
    }
  });

  it("looking for news: nine names, and nothing is written", () => {
    const disk = new Disk();
    const { files, calls } = counted(disk);
    const journal = createJournal(folderStorage(FOLDER, { create: true, files }));
    write(journal, "event 1");
    const [changes, looks] = [disk.changes, calls.lstatSync ?? 0];
    expect(journal.refresh()).toEqual([]);
    expect(disk.changes).toBe(changes);
    expect((calls.lstatSync ?? 0) - looks).toBeLessThanOrEqual(9);
  });

  it("files: at most fifteen of a size", () => {
    const storage = memoryStorage();
    const journal = createJournal(storage);
    for (let n = 1; n <= 1000; n++) {
      write(journal, `event ${n}`);
      expect(storage.list().length - 1).toBeLessThanOrEqual(15 * Math.ceil(Math.log(n + 1) / Math.log(16)));
    }
    expect(recordsOf(openJournal(storage))).toEqual(numbered(1, 1000));
  });

  it("opening: the ends of the files, and not what lies before", () => {
    const storage = memoryStorage();
    const journal = createJournal(storage);
    for (let n = 1; n <= 16; n++) journal.append(bytes(`event ${n}`), [blob(`${n}`.repeat(500_000))]);
    const { storage: reading, read } = countedReads(storage);
    expect(recordsOf(openJournal(reading))).toEqual(numbered(1, 16));
    expect(journal.size().bytes).toBeGreaterThan(8_000_000);
    expect(read()).toBeLessThan(70_000);
  });

  it("a chunk that is there already: nothing, and one that is nowhere is an error", () => {
    const storage = memoryStorage();
    const journal = createJournal(storage);
    const large = blob("content".repeat(10_000));
    journal.append(bytes("event 1"), [large, large]);
    const { bytes: once } = journal.size();
    journal.append(bytes("event 2"), [large]);
    expect(journal.size().bytes - once).toBeLessThan(1000);
    expect(() => journal.read(journal.hashOf(blob("never written")))).toThrow(/SXP5003/);
  });
});
