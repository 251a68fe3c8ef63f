import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyJournal, createMirror, inMemoryJournal, type Journal, Memory, openMirror } from "@semantic-xpath/memory";
import { createSqliteJournal } from "@semantic-xpath/memory/node";
import { readXml } from "@semantic-xpath/readers";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { runs } from "../../support/runs.js";
import { AT_ONCE, fakeServer } from "../support/fakeServer.js";

const folder = mkdtempSync(join(tmpdir(), "sxp-copies-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let made = 0;

const PLACES: Record<string, () => Journal | Promise<Journal>> = {
  "in memory": inMemoryJournal,
  "in a file": () => createSqliteJournal(join(folder, `${made++}.db`)),
  "on a server": () => createMirror(fakeServer(), "store", AT_ONCE),
};

const commit = (memory: Memory, value: string): Promise<unknown> =>
  memory.transactionAsync(() => {
    if (!memory.hasTask("all")) memory.createTask("all", readXml("<All/>"));
    memory.task("all").commit([{ kind: "setAttribute", node: 1, name: "value", value }]);
  });

describe.each(Object.keys(PLACES))("a memory %s", (from) => {
  it.each(Object.keys(PLACES))("is copied to one %s, again and again, with what is new alone", async (to) => {
    const [one, other] = [await PLACES[from]!(), await PLACES[to]!()];
    const memory = Memory.open(one);
    for (let i = 0; i < 5; i++) await commit(memory, `${i}`);
    const first = await copyJournal(one, other, { stepBytes: 1 });
    expect(first).toMatchObject({ events: 5, isReplaced: false });
    expect([other.id, other.head()]).toEqual([one.id, one.head()]);
    expect(await copyJournal(one, other)).toMatchObject({ events: 0, bytes: 0 });
    await commit(memory, "more");
    expect(await copyJournal(one, other)).toMatchObject({ events: 1 });
    const copy = Memory.open(other);
    expect((await copy.doctorAsync()).isWhole).toBe(true);
    // Backwards, what the copy has more.
    await commit(copy, "of the copy");
    await expect(copyJournal(one, other)).rejects.toThrow(/SXP5024.*other direction/);
    expect(await copyJournal(other, one)).toMatchObject({ events: 1 });
    await memory.refreshAsync();
    await commit(memory, "here");
    await commit(copy, "there");
    await expect(copyJournal(one, other)).rejects.toThrow(/SXP5024.*both have events/);
    await expect(copyJournal(one, await stranger(to))).rejects.toThrow(/SXP5024.*another memory/);
  });

  it.each(Object.keys(PLACES))("that was pruned takes the place of its copy %s", async (to) => {
    const [one, other] = [await PLACES[from]!(), await PLACES[to]!()];
    const memory = Memory.open(one);
    for (let i = 0; i < 4; i++) await commit(memory, `secret${i}`);
    await copyJournal(one, other);
    await memory.pruneAsync({ retention: { last: 1 } });
    expect(await copyJournal(one, other)).toMatchObject({ isReplaced: true });
    expect([other.head().fingerprint, other.size().chunks]).toEqual([one.head().fingerprint, one.size().chunks]);
    expect((await Memory.open(other).doctorAsync()).isWhole).toBe(true);
  });
});

/** A copy in memory that `backup` makes. */
const backedUp = (memory: Memory): Journal => {
  const journal = inMemoryJournal();
  memory.backup(journal);
  return journal;
};

describe("a copy of a memory that was pruned since", () => {
  it.each(Object.keys(PLACES))(
    "law: %s keeps events of its own, and else is replaced, whatever was pruned",
    async (to) => {
      const step = fc.record({ kind: fc.constantFrom("commit", "task", "delete", "prune"), isOwn: fc.boolean() });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 6 }), fc.boolean(), async (steps, hasOwn) => {
          const one = inMemoryJournal();
          const memory = Memory.open(one);
          for (let i = 0; i < 3; i++) await commit(memory, `${i}`);
          memory.createTask("other", readXml("<Other/>"));
          const copies = [await PLACES[to]!(), backedUp(memory)];
          for (const { kind, isOwn } of steps) {
            if (kind === "commit") await commit(memory, "later");
            if (kind === "task" && !memory.hasTask("other")) memory.createTask("other", readXml("<Other/>"));
            if (kind === "delete" && memory.hasTask("other")) memory.deleteTask("other");
            if (kind === "prune") await memory.pruneAsync({ retention: { last: 1 } });
            if (isOwn) await copyJournal(one, copies[0]!);
          }
          await copyJournal(one, copies[0]!);
          if (hasOwn) for (const copy of copies) await commit(Memory.open(copy), "only here");
          if (memory.hasTask("other")) memory.deleteTask("other");
          await memory.pruneAsync({ retention: { last: 1 } });
          for (const copy of copies) {
            const before = copy.head();
            const copied = copyJournal(one, copy);
            if (!hasOwn) {
              await copied;
              expect(copy.head()).toEqual(one.head());
              continue;
            }
            await expect(copied).rejects.toThrow("SXP5024");
            if (copy.remote === undefined) expect(() => memory.backup(copy)).toThrow("SXP5024");
            expect(copy.head()).toEqual(before);
          }
        }),
        { numRuns: runs(60, 8) },
      );
    },
  );
});

async function stranger(to: string): Promise<Journal> {
  const journal = await PLACES[to]!();
  await commit(Memory.open(journal), "x");
  return journal;
}

describe("a copy that is interrupted", () => {
  it("law: goes on where it stopped, whenever that was, and is whole at every moment", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(4), { minLength: 1, maxLength: 6 }), async (stops) => {
        const one = inMemoryJournal();
        const memory = Memory.open(one);
        for (let i = 0; i < 12; i++) await commit(memory, `${i}`);
        const server = fakeServer();
        const other = await createMirror(server, "store", AT_ONCE);
        let events = 0;
        for (const after of [...stops, Number.POSITIVE_INFINITY]) {
          const stop = new AbortController();
          let steps = 0;
          await copyJournal(one, other, {
            stepBytes: 1,
            signal: stop.signal,
            onProgress: () => {
              events++;
              if (++steps > after) stop.abort();
            },
          }).catch((error: unknown) => expect(stop.signal.aborted, String(error)).toBe(true));
          const seen = Memory.open(await openMirror(server, "store", AT_ONCE));
          expect((await seen.doctorAsync()).isWhole).toBe(true);
        }
        expect([events, other.head()]).toEqual([12, one.head()]);
      }),
      { numRuns: runs(100, 5) },
    );
  });
});
