import { chmodSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  cacheDirectory,
  cacheStats,
  clearCache,
  derivedScores,
  openSqlite,
  userDerived,
} from "@semantic-xpath/scorers/node";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../support/runs.js";
import { temporaryFolder } from "../cache/bundle.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const kinds = fc.constantFrom("a/1", "a/2", "a", "__proto__");
/** Few, so that they come again; some differ only in what UTF-8 can't tell apart. */
const sources = fc.constantFrom("", "x", "y", "\ud800", "\udc00", "\ufffd", "a/1", "x".repeat(5000));
const values = fc.uint8Array({ maxLength: 9000 });

type Step =
  | { readonly do: "put"; readonly kind: string; readonly entries: readonly [string, Uint8Array][] }
  | { readonly do: "get"; readonly kind: string; readonly sources: readonly string[] }
  | { readonly do: "reopen" };
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant("put" as const),
      kind: kinds,
      entries: fc.array(fc.tuple(sources, values), { maxLength: 4 }),
    }),
    fc.record({ do: fc.constant("get" as const), kind: kinds, sources: fc.array(sources, { maxLength: 4 }) }),
    fc.record({ do: fc.constant("reopen" as const) }),
  ),
  { maxLength: 12 },
);

it("law: it is a map that several processes share", () => {
  fc.assert(
    fc.property(steps, (list) => {
      const directory = join(temporaryFolder(), "not", "there", "yet");
      const model = new Map<string, Uint8Array>();
      let [one, other] = [userDerived({ directory }), userDerived({ directory })];
      for (const step of list) {
        [one, other] = [other, one];
        if (step.do === "put") {
          one.put(
            step.kind,
            step.entries.map(([source, bytes]) => ({ source, bytes })),
          );
          for (const [source, value] of step.entries) model.set(JSON.stringify([step.kind, source]), value);
        } else if (step.do === "get")
          expect(one.get(step.kind, step.sources)).toEqual(
            step.sources.map((source) => model.get(JSON.stringify([step.kind, source])) ?? null),
          );
        else {
          one.close();
          one = userDerived({ directory });
        }
      }
      one.close();
      other.close();
      const entries = cacheStats(directory).kinds.reduce((sum, kind) => sum + kind.entries, 0);
      expect(entries).toBe(model.size);
    }),
    { numRuns: runs(200, 12) },
  );
});

describe("what is not right", () => {
  const filled = () => {
    const directory = temporaryFolder();
    const derived = userDerived({ directory });
    for (let i = 0; i < 40; i++)
      derived.put("a/1", [{ source: `${i}`, bytes: bytes(`value ${i} `.repeat(i === 7 ? 900 : 9)) }]);
    const expected = derived.get("a/1", [...Array(40).keys()].map(String));
    derived.close();
    return { directory, file: derived.file, expected };
  };

  it("law: whatever bytes are damaged, no other value comes, and it can be written again", () => {
    const { directory, file, expected } = filled();
    const whole = readFileSync(file);
    const damage = fc.record({
      at: fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
      end: fc.option(fc.nat(whole.length), { freq: 4 }),
    });
    fc.assert(
      fc.property(damage, ({ at, end }) => {
        const damaged = Buffer.from(whole);
        for (const [place, byte] of at) damaged[place] = byte;
        clearCache(directory);
        writeFileSync(file, damaged);
        if (end !== null) truncateSync(file, end);
        const derived = userDerived({ directory });
        derived.get("a/1", [...Array(40).keys()].map(String)).forEach((value, i) => {
          if (value !== null) expect(value).toEqual(expected[i]);
        });
        // The first write may be what meets the damage.
        for (let attempt = 0; attempt < 2; attempt++) derived.put("a/1", [{ source: "new", bytes: bytes("it") }]);
        expect(derived.get("a/1", ["new"])).toEqual([bytes("it")]);
        derived.close();
      }),
      { numRuns: runs(1000, 40) },
    );
  });

  it.each(["", "not a database", "SQLite format 3\u0000"])("a file with %j in it is begun again", (content) => {
    const directory = temporaryFolder();
    const derived = userDerived({ directory });
    writeFileSync(derived.file, content);
    derived.put("a/1", [{ source: "x", bytes: bytes("1") }]);
    expect(derived.get("a/1", ["x"])).toEqual([bytes("1")]);
    derived.close();
  });

  it("a database with another table is begun again; an entry under another key or with other bytes is not found", () => {
    const { directory, file } = filled();
    const edit = (sql: string): void => {
      const database = openSqlite(file);
      database.exec(sql);
      database.close();
    };
    edit("update derived set bytes = (select bytes from derived limit 1)");
    const derived = userDerived({ directory });
    const found = derived.get("a/1", [...Array(40).keys()].map(String)).filter((value) => value !== null);
    expect(found).toHaveLength(1);
    expect(cacheStats(directory).kinds).toMatchObject([{ kind: "a/1", entries: 1, damaged: 39 }]);
    derived.close();
    edit("drop table derived; create table derived(kind, key)");
    derived.put("a/1", [{ source: "x", bytes: bytes("1") }]);
    expect(derived.get("a/1", ["x"])).toEqual([bytes("1")]);
    derived.close();
  });

  it("a folder that can't be written to is an empty store, and says so once", () => {
    const directory = join(temporaryFolder(), "file");
    writeFileSync(directory, "");
    const problems: unknown[] = [];
    const derived = userDerived({ directory: join(directory, "in it"), onProblem: (error) => problems.push(error) });
    for (let i = 0; i < 3; i++) derived.put("a/1", [{ source: "x", bytes: bytes("1") }]);
    expect(derived.get("a/1", ["x"])).toEqual([null]);
    expect(problems).toHaveLength(1);
  });
});

describe("the bound", () => {
  it("holds; what was used longest ago goes first", () => {
    const directory = temporaryFolder();
    let now = 1e12;
    const problems: unknown[] = [];
    const onProblem = (error: unknown) => problems.push(error);
    const derived = userDerived({ directory, maxBytes: 20_000, now: () => now, onProblem });
    const hour = 3_600_001;
    for (let i = 0; i < 15; i++) {
      derived.put("a/1", [{ source: `${i}`, bytes: new Uint8Array(1000) }]);
      now += hour;
    }
    expect(derived.get("a/1", ["0"])[0]).not.toBeNull();
    now += hour;
    for (let i = 15; i < 40; i++) {
      derived.put("a/1", [{ source: `${i}`, bytes: new Uint8Array(1000) }]);
      const { kinds } = cacheStats(directory);
      expect(kinds[0]!.bytes).toBeLessThanOrEqual(20_000 * (1 + 1 / 16));
      if (i === 20)
        expect(derived.get("a/1", ["0", "1", "2"]).map((value) => value !== null)).toEqual([true, false, false]);
    }
    expect(derived.get("a/1", ["39"])[0]).not.toBeNull();
    derived.put("a/1", [{ source: "large", bytes: new Uint8Array(20_000) }]);
    expect(derived.get("a/1", ["large", "39"]).map((value) => value !== null)).toEqual([false, true]);
    derived.evict(0);
    expect(problems).toEqual([]);
    expect(cacheStats(directory).kinds).toEqual([]);
    derived.close();
  });

  it.each([Number.NaN, -1])("of %s is refused", (maxBytes) => {
    expect(() => userDerived({ directory: "x", maxBytes })).toThrow(RangeError);
  });
});

describe("scores", () => {
  it("are told apart by scorer, condition and text; nothing of these is written, and only this user reads", async () => {
    const directory = temporaryFolder();
    const derived = userDerived({ directory });
    const cache = derivedScores(derived);
    const parts = [
      ["a", "bc", "d"],
      ["ab", "c", "d"],
      ["a", "b", "cd"],
      ["secret-scorer", "secret-condition", "secret-text"],
    ] as const;
    for (const [i, [scorer, condition, text]] of parts.entries())
      await cache.set(scorer, condition, [text], Float32Array.of(i / 8));
    await cache.set("a", "b", ["never", "neither"], Float32Array.of(Number.NaN, 2));
    for (const [i, [scorer, condition, text]] of parts.entries())
      expect(await cache.get(scorer, condition, [text])).toEqual(Float32Array.of(i / 8));
    expect(await cache.get("a", "b", ["never", "neither"])).toEqual(Float32Array.of(Number.NaN, Number.NaN));
    expect(statSync(derived.file).mode & 0o077).toBe(0);
    derived.close();
    expect(readFileSync(derived.file, "latin1")).not.toContain("secret");
  });

  const sets = fc.array(
    fc.tuple(fc.constantFrom("s", "s2"), fc.constantFrom("", "c"), fc.nat(3000), fc.nat(1500), fc.boolean()),
    { maxLength: 8 },
  );
  it("law: two processes have what either was given, page after page", async () => {
    await fc.assert(
      fc.asyncProperty(sets, async (list) => {
        const directory = temporaryFolder();
        const open = () => derivedScores(userDerived({ directory }));
        const caches = [open(), open()];
        const model = new Map<string, Map<string, number>>();
        const scoreOf = (text: string) => Math.fround((Number(text) % 97) / 96);
        for (const [scorer, condition, from, count, first] of list) {
          const texts = Array.from({ length: count }, (_, i) => `${from + i}`);
          await caches[Number(first)]!.set(scorer, condition, texts, Float32Array.from(texts, scoreOf));
          const known = model.get(`${scorer} ${condition}`) ?? new Map<string, number>();
          model.set(`${scorer} ${condition}`, known);
          for (const text of texts) known.set(text, scoreOf(text));
        }
        const texts = Array.from({ length: 4600 }, (_, i) => `${i}`);
        for (const [key, known] of model) {
          const [scorer, condition] = key.split(" ");
          for (const cache of [...caches, open()])
            expect(await cache.get(scorer!, condition!, texts)).toEqual(
              Float32Array.from(texts, (text) => known.get(text) ?? Number.NaN),
            );
        }
      }),
      { numRuns: runs(100, 5) },
    );
  });
});

it("statistics and clearing make nothing and leave other files alone", () => {
  const directory = join(temporaryFolder(), "none");
  expect(cacheStats(directory)).toEqual({ directory, bytes: 0, kinds: [], oldest: null, newest: null });
  clearCache(directory);
  expect(existsSync(directory)).toBe(false);
  const derived = userDerived({ directory });
  derived.put("a/1", [{ source: "x", bytes: bytes("1") }]);
  writeFileSync(join(directory, "other"), "");
  derived.close();
  clearCache(directory);
  expect([existsSync(derived.file), existsSync(join(directory, "other"))]).toEqual([false, true]);
  chmodSync(directory, 0o700);
});

describe("the folder", () => {
  const on = (environment: Record<string, string>, platform = "linux") =>
    cacheDirectory({ environment, platform, home: "/home/me" });

  it("is what the environment names, else the platform's", () => {
    expect(on({ SXP_CACHE_DIR: "here", XDG_CACHE_HOME: "/x" })).toBe("here");
    expect(on({ XDG_CACHE_HOME: "/x" })).toBe(join("/x", "sxp"));
    expect(on({ XDG_CACHE_HOME: "relative" })).toBe("/home/me/.cache/sxp");
    expect(on({}, "darwin")).toBe("/home/me/Library/Caches/sxp");
    expect(on({}, "win32")).toBe(join("/home/me", "AppData", "Local", "sxp", "Cache"));
  });
});
