import { memoryStorage, openJournal, type Storage } from "@semantic-xpath/memory";
import { describe, expect, it } from "vitest";
import { formatZero } from "./support/formatZero.js";
import { blob, contentOf, numbered, recordsOf, text, write } from "./support/scripts.js";

const formatsOf = (storage: Storage): number[] =>
  storage
    .list()
    .filter((name) => /\.\d{12}/.test(name))
    .map((name) => new DataView(storage.read(name, 8, 12)!.buffer).getUint32(0, true));

describe("a memory of an older format", () => {
  it("is read as it is, and nothing is written by that", () => {
    const storage = formatZero(memoryStorage(), numbered(1, 20));
    const before = storage.list();
    const journal = openJournal(storage);
    expect(recordsOf(journal)).toEqual(numbered(1, 20));
    expect(text(journal.read(journal.hashOf(blob(contentOf("event 7")))).bytes)).toBe(contentOf("event 7"));
    expect(journal.verify()).toMatchObject({ isWhole: true, format: 0, events: 20, problems: [] });
    expect(storage.list()).toEqual(before);
  });

  it("is turned into today's by the first write, with all events and chunks", () => {
    const storage = formatZero(memoryStorage(), numbered(1, 20));
    const other = openJournal(storage);
    const journal = openJournal(storage);
    write(journal, "event 21");
    expect(journal.verify()).toMatchObject({
      isWhole: true,
      format: 1,
      generation: 2,
      events: 21,
      chunks: 21,
      problems: [],
    });
    expect(new Set(formatsOf(storage))).toEqual(new Set([1]));
    expect(other.refresh().length).toBe(21);
    for (const name of numbered(1, 21)) {
      expect(text(other.read(other.hashOf(blob(contentOf(name)))).bytes)).toBe(contentOf(name));
    }
  });

  it("with a damaged file says so, and is not upgraded", () => {
    const storage = formatZero(memoryStorage(), numbered(1, 3));
    const name = storage.list().find((file) => file.endsWith("2"))!;
    const content = storage.read(name)!;
    storage.remove(name);
    content[content.length - 1]! ^= 1;
    storage.publish(name, [content]);
    expect(() => openJournal(storage)).toThrow(/SXP5002/);
  });
});
