import { type Head, type Journal, Memory } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/readers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../support/runs.js";
import { blob, bytes, mark, PLACES, recordsOf, text, write } from "./places.js";

const names = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => `event ${from + i}`);

describe.each(Object.keys(PLACES))("a journal %s", (where) => {
  const inPlace = (work: (journal: Journal, again: () => Journal) => void): void => {
    const { journal, again, end } = PLACES[where]!();
    try {
      work(journal, again);
    } finally {
      end();
    }
  };

  it("gives back what was appended, also to those who open it again", () =>
    inPlace((journal, again) => {
      write(journal, ...names(1, 3));
      const hash = journal.hashOf(blob("content of event 2"));
      for (const one of [journal, again()]) {
        expect(recordsOf(one)).toEqual(names(1, 3));
        expect(text(one.chunks([hash]).get(hash)!.bytes)).toBe("content of event 2");
        expect(one.verify()).toMatchObject({ isWhole: true, events: 3, chunks: 3, problems: [] });
        expect(one.verify().fingerprint).toBe(journal.head().fingerprint);
      }
      expect(journal.chunks([journal.hashOf(blob("never written"))]).size).toBe(0);
    }));

  it("lets the first of two writers win, and gives the other one what was written", () =>
    inPlace((one, again) => {
      const other = again();
      const seen = other.head();
      write(one, "one");
      const [before, chunk] = [one.size(), blob("of the other")];
      expect(other.append(seen, mark(), bytes("other"), new Map([[other.hashOf(chunk), chunk]]))).toBeNull();
      expect(one.size()).toMatchObject({ events: 1, chunks: before.chunks, bytes: before.bytes });
      const { head, isAnew, events } = other.since(seen);
      expect([isAnew, events.map(({ sequence, record }) => [sequence, text(record)])]).toEqual([false, [[1, "one"]]]);
      expect(other.append(head, mark(), bytes("other"), new Map())).toEqual(one.head());
    }));

  it("is as it was after a transaction that fails, also one that replaced all", () =>
    inPlace((journal, again) => {
      write(journal, ...names(1, 3));
      const [head, size] = [journal.head(), journal.size()];
      const works: readonly (() => void)[] = [
        () => write(journal, "late"),
        () => void journal.replace({ generation: 2, events: [] }),
        () => {
          write(journal, "late");
          journal.replace({ generation: 2, events: [] });
          write(journal, "later");
        },
      ];
      for (const work of works) {
        const failing = (): void =>
          journal.transaction(() => {
            work();
            throw new Error("fails");
          });
        expect(failing).toThrow("fails");
        for (const one of [journal, again()]) {
          expect([one.head(), recordsOf(one)]).toEqual([head, names(1, 3)]);
          expect(one.size()).toMatchObject({ events: size.events, chunks: size.chunks, bytes: size.bytes });
          expect(one.verify()).toMatchObject({ isWhole: true, problems: [] });
        }
      }
      write(journal, "event 4");
      expect(recordsOf(again())).toEqual(names(1, 4));
    }));

  it("replaces all, and what was left out is nowhere; who was there before begins anew", () =>
    inPlace((journal, again) => {
      write(journal, ...names(1, 6));
      const other = again();
      const seen = other.head();
      const kept = journal.since(null).events.filter(({ sequence }) => sequence % 2 === 0);
      const chunkOf = (record: Uint8Array): string => journal.hashOf(blob(`content of ${text(record)}`));
      const head = journal.replace({
        generation: 2,
        events: kept.map(({ mark, record }) => ({ mark, record, chunks: [chunkOf(record)] })),
      });
      expect(head).toMatchObject({ generation: 2, sequence: 3 });
      expect(other.append(seen, mark(), bytes("late"), new Map())).toBeNull();
      const { isAnew, events } = other.since(seen);
      expect([isAnew, events.map(({ record }) => text(record))]).toEqual([true, ["event 2", "event 4", "event 6"]]);
      expect(other.chunks([chunkOf(bytes("event 1"))]).size).toBe(0);
      expect(other.verify()).toMatchObject({ isWhole: true, events: 3, chunks: 3, problems: [] });
    }));

  it("writes all of a transaction or nothing", () =>
    inPlace((journal, again) => {
      write(journal, "first");
      const before = journal.head();
      expect(() =>
        journal.transaction(() => {
          write(journal, "second", "third");
          throw new RangeError("changed its mind");
        }),
      ).toThrow("changed its mind");
      expect([again().head(), recordsOf(journal)]).toEqual([before, ["first"]]);
      expect(() =>
        journal.replace({ generation: 2, events: [{ mark: mark(), record: bytes("x"), chunks: ["A".repeat(43)] }] }),
      ).toThrow("SXP5003");
      expect(again().head()).toEqual(before);
    }));

  it("law: agrees with a list of names, whoever writes, and each byte is counted", () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("append" as const), by: fc.nat(1), name: fc.string(), isLate: fc.boolean() }),
      fc.record({ kind: fc.constant("replace" as const), by: fc.nat(1), keep: fc.nat(3) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) =>
        inPlace((journal, again) => {
          const handles = [journal, again()];
          const late: Head = journal.head();
          let model: string[] = [];
          let isFirst = true;
          for (const each of steps) {
            const handle = handles[each.by]!;
            if (each.kind === "append") {
              const chunk = blob(each.name);
              const chunks = new Map([[handle.hashOf(chunk), chunk]]);
              const done = handle.append(each.isLate ? late : handle.head(), mark(), bytes(each.name), chunks);
              expect(done === null).toBe(each.isLate && !isFirst);
              if (done !== null) model.push(each.name);
            } else {
              const kept = handle.since(null).events.slice(each.keep);
              const { generation } = handle.head();
              handle.replace({
                generation: generation + 1,
                events: kept.map(({ mark, record }) => ({ mark, record, chunks: [blob(text(record))] })),
              });
              model = model.slice(each.keep);
            }
            isFirst = false;
          }
          const count = (texts: Iterable<string>): number =>
            [...texts].reduce((sum, each) => sum + bytes(each).length, 0);
          for (const handle of handles) {
            expect(recordsOf(handle)).toEqual(model);
            expect(handle.head().bytes).toBe(count(model) + count(new Set(model)));
            expect(handle.verify()).toMatchObject({ isWhole: true, problems: [], bytes: handle.head().bytes });
          }
        }),
      ),
      { numRuns: runs(where === "in memory" ? 500 : 100) },
    );
  });

  describe.each(Object.keys(PLACES))("is backed up %s", (to) => {
    it("as it is at that moment, and what is new later; another store is left alone", () =>
      inPlace((journal) => {
        const { journal: copy, end } = PLACES[to]!();
        try {
          const memory = Memory.open(journal);
          memory.createTask("a", treeOf("a"));
          memory.backup(copy);
          expect(copy.head()).toEqual(journal.head());
          memory.createTask("b", treeOf("b"));
          memory.backup(copy);
          expect([copy.id, copy.head()]).toEqual([journal.id, journal.head()]);
          memory.deleteTask("a");
          memory.prune();
          memory.backup(copy);
          expect(copy.head()).toEqual(journal.head());
          expect(Memory.open(copy, { readOnly: true }).doctor()).toMatchObject({ isWhole: true, orphans: [] });
          Memory.open(copy).createTask("elsewhere", treeOf("c"));
          memory.createTask("here", treeOf("d"));
          const written = copy.head();
          expect(() => memory.backup(copy)).toThrow("SXP5024");
          expect(copy.head()).toEqual(written);
        } finally {
          end();
        }
      }));
  });
});

const treeOf = (name: string) => readXml(`<List><Item>${name}</Item></List>`);
