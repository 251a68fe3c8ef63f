import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createJournal, type Journal, memoryStorage, openJournal, type Storage } from "@semantic-xpath/memory";
import { folderStorage } from "@semantic-xpath/memory/node";
import { afterAll, describe, expect, it } from "vitest";

const scratch = mkdtempSync(join(tmpdir(), "sxp-journal-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
let folders = 0;
const PLACES: Readonly<Record<string, () => Storage>> = {
  "in memory": memoryStorage,
  "in a folder": () => folderStorage(join(scratch, `memory-${folders++}`), { create: true }),
};

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array) => new TextDecoder().decode(content);
const blob = (content: string) => ({ kind: "blob", bytes: bytes(content) }) as const;
const records = (journal: Journal) => [...journal.events()].map(({ record }) => text(record));
const write = (journal: Journal, ...names: string[]) => {
  for (const name of names) {
    while (!journal.append(bytes(name), [blob(`content of ${name}`)])) journal.refresh();
  }
};
/** A storage of which some calls do something else. */
const withOther = (storage: Storage, other: Partial<Storage>): Storage =>
  new Proxy(storage, {
    get(target, name: keyof Storage) {
      const own = target[name];
      return other[name] ?? (typeof own === "function" ? own.bind(target) : own);
    },
  });
const names = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `event ${from + i}`);

describe.each(Object.keys(PLACES))("a journal %s", (place) => {
  const storage = () => PLACES[place]!();

  it("gives back what was appended, also after it is opened again", () => {
    const there = storage();
    const journal = createJournal(there);
    write(journal, ...names(1, 3));
    for (const one of [journal, openJournal(there)]) {
      expect(records(one)).toEqual(names(1, 3));
      expect(text(one.read(one.hashOf(blob("content of event 2"))).bytes)).toBe("content of event 2");
      expect(one.verify()).toMatchObject({ isWhole: true, events: 3, chunks: 3, problems: [] });
      expect(one.fingerprint).toBe(journal.fingerprint);
    }
  });

  it("lets one of two writers be first, and the other one see it", () => {
    const there = storage();
    const one = createJournal(there);
    const other = openJournal(there);
    expect(one.append(bytes("one"), [])).toBe(true);
    expect(other.append(bytes("other"), [])).toBe(false);
    expect(other.refresh().map(({ sequence, record }) => [sequence, text(record)])).toEqual([[1, "one"]]);
    expect(other.append(bytes("other"), [])).toBe(true);
    expect(one.refresh().map(({ record }) => text(record))).toEqual(["other"]);
    expect(one.fingerprint).toBe(other.fingerprint);
  });

  it("packs small files, and others find their chunks again", () => {
    const there = storage();
    const journal = createJournal(there);
    const reader = openJournal(there);
    write(journal, ...names(1, 10));
    reader.refresh();
    write(journal, ...names(11, 300));
    expect(there.list().length).toBeLessThan(1 + 1 + 2 + 13);
    expect(text(reader.read(reader.hashOf(blob("content of event 7"))).bytes)).toBe("content of event 7");
    expect(reader.refresh().length).toBe(290);
    expect(records(openJournal(there))).toEqual(names(1, 300));
    expect(journal.verify()).toMatchObject({ isWhole: true, events: 300, problems: [] });
  });

  it("loses to what was packed meanwhile, though the name of the event is free again", () => {
    const there = storage();
    const journal = createJournal(there);
    write(journal, ...names(1, 5));
    const late = openJournal(there);
    write(journal, ...names(6, 40));
    expect(late.append(bytes("late"), [])).toBe(false);
    expect(late.refresh().length).toBe(35);
    expect(late.append(bytes("late"), [])).toBe(true);
    expect(records(openJournal(there))).toEqual([...names(1, 40), "late"]);
  });

  it("reads past a file that a writer who is behind has put under a name that is free again", () => {
    const files = storage();
    const journal = createJournal(files);
    write(journal, ...names(1, 15));
    const behind = openJournal(files);
    const loose = files.list().find((name) => name.endsWith("0003"))!;
    const other = files.read(files.list().find((name) => name.endsWith("0009"))!)!;
    write(journal, "event 16");
    expect(files.publish(loose, [other])).toBe(true);
    for (const name of names(1, 15)) {
      const hash = behind.hashOf(blob(`content of ${name}`));
      expect(text(behind.read(hash).bytes)).toBe(`content of ${name}`);
    }
  });

  it("reads an event from its pack if a writer who is behind takes its name just then", () => {
    const files = storage();
    const journal = createJournal(files);
    write(journal, ...names(1, 12));
    /** What comes in before a file is read for the first time, and nothing of it is withdrawn. */
    let meanwhile: (() => void) | null = null;
    const late = openJournal(
      withOther(files, {
        read(name, ...range) {
          if (name.endsWith("0013")) {
            const comes = meanwhile;
            meanwhile = null;
            comes?.();
          }
          return files.read(name, ...range);
        },
      }),
    );
    const killed = openJournal(withOther(files, { remove: () => undefined }));
    write(journal, "event 13");
    meanwhile = () => {
      write(journal, ...names(14, 16));
      expect(killed.append(bytes("rogue"), [])).toBe(false);
      expect(files.list().some((name) => name.endsWith(".000000000013"))).toBe(true);
    };
    expect(late.refresh().map(({ record }) => text(record))).toEqual(names(13, 16));
    expect(meanwhile).toBeNull();
    expect(late.fingerprint).toBe(journal.fingerprint);
    expect(openJournal(files).verify()).toMatchObject({ isWhole: true, events: 16, problems: [] });
  });

  it("rewrites, and nothing of what was left out is anywhere", () => {
    const there = storage();
    const journal = createJournal(there);
    write(journal, ...names(1, 40));
    const other = openJournal(there);
    journal.rewrite((events) =>
      events
        .filter(({ sequence }) => sequence % 2 === 0)
        .map(({ record }) => ({ record, chunks: [journal.hashOf(blob(`content of ${text(record)}`))] })),
    );
    journal.refresh();
    const even = names(1, 40).filter((_, i) => i % 2 === 1);
    expect([journal.generation, records(journal)]).toEqual([2, even]);
    expect(other.append(bytes("other"), [])).toBe(false);
    expect(other.refresh().map(({ record }) => text(record))).toEqual(even);
    expect(other.generation).toBe(2);
    expect(other.append(bytes("other"), [])).toBe(true);
    const whole = there.list().map((name) => text(there.read(name)!));
    expect(whole.some((content) => content.includes("event 7"))).toBe(false);
    expect(whole.some((content) => content.includes("content of event 8"))).toBe(true);
    expect(openJournal(there).verify()).toMatchObject({ isWhole: true, events: 21, chunks: 20, problems: [] });
  });

  it("is backed up, and the backup is continued", () => {
    const journal = createJournal(storage());
    const to = storage();
    write(journal, ...names(1, 20));
    journal.backup(to);
    expect(records(openJournal(to))).toEqual(names(1, 20));
    write(journal, ...names(21, 50));
    journal.backup(to);
    const copy = openJournal(to);
    expect(records(copy)).toEqual(names(1, 50));
    expect(copy.fingerprint).toBe(journal.fingerprint);
    journal.rewrite((events) => events.slice(10).map(({ record }) => ({ record, chunks: [] })));
    journal.backup(to);
    expect(records(openJournal(to))).toEqual(names(11, 50));
    expect(
      to
        .list()
        .map((name) => text(to.read(name)!))
        .join(),
    ).not.toContain("content of");
    write(copy, "elsewhere");
    write(journal, "here");
    expect(() => journal.backup(to)).toThrow(/SXP5008/);
  });
});
