// @module-tag process
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, rename, stat, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cacheDirectory, cacheStats, clearCache } from "../../../packages/scorers/src/node/cache/cacheStats.js";
import { type DiskCacheOptions, diskCache } from "../../../packages/scorers/src/node/cache/diskCache.js";
import { KeyTable, keyer, RECORD_BYTES } from "../../../packages/scorers/src/node/cache/records.js";
import { compact } from "../../../packages/scorers/src/node/cache/segments.js";
import { isLong, runs } from "../../support/runs.js";
import { pseudo } from "../fused/trees.js";
import { bundled, temporaryFolder } from "./bundle.js";

const words = (count: number, from = 0): string[] => Array.from({ length: count }, (_, i) => `text ${from + i}`);
const scoresOf = (texts: readonly string[]): Float32Array => Float32Array.from(texts, (text) => pseudo(text));
const open = (directory: string, options: DiskCacheOptions = {}) => diskCache({ directory, ...options });

const segmentsOf = async (directory: string): Promise<string[]> =>
  (await readdir(directory)).filter((name) => name.endsWith(".scores")).sort();
const bytesOf = async (directory: string): Promise<number> => {
  const sizes = await Promise.all((await segmentsOf(directory)).map((name) => stat(join(directory, name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
};

test("what one cache keeps the next one has; what none has is NaN", async () => {
  const directory = join(temporaryFolder(), "not", "there", "yet");
  await open(directory).set("s", "c", words(3), scoresOf(words(3)));
  const found = await open(directory).get("s", "c", ["text 2", "text 9", "text 0"]);
  expect([...found]).toEqual([Math.fround(pseudo("text 2")), Number.NaN, Math.fround(pseudo("text 0"))]);
  expect([...(await open(directory).get("s2", "c", words(1)))]).toEqual([Number.NaN]);
  expect([...(await open(directory).get("s", "d", words(1)))]).toEqual([Number.NaN]);
});

test("a cache sees what another one writes after it was opened", async () => {
  const directory = temporaryFolder();
  const [first, second] = [open(directory), open(directory)];
  await first.set("s", "c", ["a"], Float32Array.of(0.5));
  expect(await second.get("s", "c", ["a"])).toEqual(Float32Array.of(0.5));
  await first.set("s", "c", ["b"], Float32Array.of(0.25));
  await expect.poll(async () => (await second.get("s", "c", ["b"]))[0]).toBe(0.25);
});

test("keys tell all parts apart, whatever their characters", () => {
  const key = (scorer: string, condition: string, text: string) => keyer(scorer, condition)(text).toString("hex");
  const keys = [
    key("a", "bc", "d"),
    key("ab", "c", "d"),
    key("a", "b", "cd"),
    key("a", "b", "\ud800"),
    key("a", "b", "\udc00"),
    key("a", "b", "\ufffd"),
    key("", "", ""),
  ];
  expect(new Set(keys).size).toBe(keys.length);
});

test("nothing of a text, a condition or a scorer is written", async () => {
  const directory = temporaryFolder();
  await open(directory).set("secret-scorer", "secret-condition", ["secret-text"], Float32Array.of(1));
  const [name] = await segmentsOf(directory);
  expect((await readFile(join(directory, name!))).toString("latin1")).not.toContain("secret");
});

test("law: the table is a map that keeps the first value", () =>
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(5000), fc.nat(255))), (pairs) => {
      const table = new KeyTable();
      const map = new Map<number, number>();
      const keyOf = keyer("s", "c");
      for (const [key, score] of pairs) {
        expect(table.add(keyOf(`${key}`), 0, score / 255)).toBe(!map.has(key));
        if (!map.has(key)) map.set(key, Math.fround(score / 255));
      }
      for (const [key, score] of map) expect(table.get(keyOf(`${key}`), 0)).toBe(score);
      expect(table.size).toBe(map.size);
    }),
  ));

test("the table grows", () => {
  const table = new KeyTable();
  const keyOf = keyer("s", "c");
  for (const text of words(5000)) table.add(keyOf(text), 0, pseudo(text));
  for (const text of words(5000)) expect(table.get(keyOf(text), 0)).toBe(Math.fround(pseudo(text)));
});

describe("damage", () => {
  test("a segment cut at every byte gives its whole records, and writing goes on", async () => {
    const directory = temporaryFolder();
    const texts = words(6);
    await open(directory).set("s", "c", texts, scoresOf(texts));
    const [name] = await segmentsOf(directory);
    const path = join(directory, name!);
    const whole = await readFile(path);
    expect(whole.length).toBe(6 * RECORD_BYTES);
    for (let length = 0; length <= whole.length; length += isLong ? 1 : 7) {
      await writeFile(path, whole);
      await truncate(path, length);
      const cache = open(directory);
      const found = await cache.get("s", "c", texts);
      const kept = Math.floor(length / RECORD_BYTES);
      expect([...found].map(Number.isNaN)).toEqual(texts.map((_, i) => i >= kept));
      expect([...found.slice(0, kept)]).toEqual([...scoresOf(texts).slice(0, kept)]);
      await cache.set("s", "c", texts, scoresOf(texts));
      expect(await open(directory).get("s", "c", texts)).toEqual(scoresOf(texts));
      for (const other of await segmentsOf(directory)) if (other !== name) await truncate(join(directory, other), 0);
    }
  });

  test("law: whatever byte is changed, no other score comes out", async () => {
    const directory = temporaryFolder();
    const texts = words(4);
    await open(directory).set("s", "c", texts, scoresOf(texts));
    const path = join(directory, (await segmentsOf(directory))[0]!);
    const whole = await readFile(path);
    for (let at = 0; at < whole.length; at++) {
      const damaged = Buffer.from(whole);
      damaged[at] = damaged[at]! ^ (1 << (at % 8));
      await writeFile(path, damaged);
      const found = await open(directory).get("s", "c", texts);
      const hurt = Math.floor(at / RECORD_BYTES);
      expect([...found]).toEqual([...scoresOf(texts)].map((score, i) => (i === hurt ? Number.NaN : score)));
      expect((await cacheStats(directory)).damaged).toBe(1);
    }
  });

  test("a file of zeros and one of noise are passed over", async () => {
    const directory = temporaryFolder();
    await writeFile(join(directory, "v1-a-b-000000000000.scores"), Buffer.alloc(480));
    await writeFile(join(directory, "v1-a-b-000000000001.scores"), Buffer.from(words(99).join()));
    await mkdir(join(directory, "v1-a-b-000000000002.scores"));
    expect([...(await open(directory).get("s", "c", ["a"]))]).toEqual([Number.NaN]);
    expect((await cacheStats(directory)).scores).toBe(0);
  });

  test("a file that is longer than any segment is not read, and is cleared", async () => {
    const directory = temporaryFolder();
    await open(directory).set("s", "c", ["a"], Float32Array.of(0.5));
    const long = join(directory, "v1-a-b-000000000000.scores");
    await writeFile(long, "");
    await truncate(long, 2 ** 31 + 48);
    expect([...(await open(directory).get("s", "c", ["a", "b"]))]).toEqual([0.5, Number.NaN]);
    expect(await cacheStats(directory)).toMatchObject({ segments: 2, scores: 1, damaged: 1 });
    expect(await clearCache(directory)).toBe(2 ** 31 + 48 + RECORD_BYTES);
    expect(await segmentsOf(directory)).toEqual([]);
  });

  test("a segment of several pieces is read to its end, and on from there", async () => {
    const directory = temporaryFolder();
    const cache = open(directory);
    const texts = words(70_000);
    await open(directory).set("s", "c", texts, scoresOf(texts));
    expect(await cache.get("s", "c", texts)).toEqual(scoresOf(texts));
    expect(await cacheStats(directory)).toMatchObject({ segments: 1, scores: 70_000, damaged: 0 });
  });

  test("a folder that can't be made is told once, and no error", async () => {
    const file = join(temporaryFolder(), "file");
    await writeFile(file, "");
    const problems: unknown[] = [];
    const cache = open(join(file, "cache"), { onProblem: (problem) => problems.push(problem) });
    await cache.set("s", "c", ["a"], Float32Array.of(1));
    await cache.set("s", "c", ["b"], Float32Array.of(1));
    expect(problems.length).toBe(1);
    expect(await cache.get("s", "c", ["a"])).toEqual(Float32Array.of(1));
  });

  test("a segment that another process removed is replaced", async () => {
    const directory = temporaryFolder();
    const cache = open(directory);
    await cache.set("s", "c", ["a"], Float32Array.of(1));
    await clearCache(directory);
    await cache.set("s", "c", ["b"], Float32Array.of(0.5));
    expect(await open(directory).get("s", "c", ["b"])).toEqual(Float32Array.of(0.5));
  });
});

describe("size", () => {
  test("law: never more bytes than allowed, and the newest are there", () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 3000 }),
        fc.array(fc.nat(60), { maxLength: 12 }),
        async (maxBytes, sizes) => {
          const directory = temporaryFolder();
          const cache = open(directory, { maxBytes });
          let from = 0;
          for (const size of sizes) {
            const texts = words(size, from);
            from += size;
            await cache.set("s", "c", texts, scoresOf(texts));
            expect(await bytesOf(directory).catch(() => 0)).toBeLessThanOrEqual(maxBytes);
          }
          const last = [`text ${from - 1}`];
          const found = (await open(directory, { maxBytes }).get("s", "c", last))[0];
          if (from > 0 && maxBytes >= RECORD_BYTES * 8) expect(found).toBe(Math.fround(pseudo(last[0]!)));
        },
      ),
      { numRuns: runs(40, 20) },
    ));

  test("two writers exceed it by a segment at most, until one of them writes again", async () => {
    const directory = temporaryFolder();
    const maxBytes = RECORD_BYTES * 400;
    const writers = [open(directory, { maxBytes }), open(directory, { maxBytes })];
    for (let round = 0; round < 60; round++) {
      const texts = words(20, round * 20);
      await writers[round % 2]!.set(`s${round % 2}`, "c", texts, scoresOf(texts));
      expect(await bytesOf(directory)).toBeLessThanOrEqual(maxBytes * (1 + 1 / 8));
    }
  });

  test("segments of processes that ended are merged, without doubles", async () => {
    const directory = temporaryFolder();
    const texts = words(40);
    for (let i = 0; i < 20; i++) {
      const some = texts.slice(i, i + 20);
      await open(directory).set("s", "c", some, scoresOf(some));
    }
    const ended = 2 ** 22 + 1;
    await renameToProcess(directory, ended);
    await truncate(join(directory, (await segmentsOf(directory))[7]!), 100);
    expect(await compact(directory, 2 ** 20)).toBe(20);
    expect((await segmentsOf(directory)).length).toBe(1);
    const stats = await cacheStats(directory);
    expect(stats).toMatchObject({ segments: 1, damaged: 0 });
    expect(stats.scores * RECORD_BYTES).toBe(stats.bytes);
    expect([...(await open(directory).get("s", "c", ["text 0", "text 38"]))].some(Number.isNaN)).toBe(false);
  });

  test.skipIf(process.platform !== "linux")("one that can't be read is not merged, and stays", async () => {
    const directory = temporaryFolder();
    for (let i = 0; i < 20; i++) await open(directory).set("s", "c", words(1, i), Float32Array.of(1));
    await symlink("/proc/self/mem", join(directory, "v1-a-b-000000000000.scores"));
    await renameToProcess(directory, 2 ** 22 + 1);
    expect(await compact(directory, 2 ** 20)).toBe(20);
    expect((await segmentsOf(directory)).length).toBe(2);
    expect((await cacheStats(directory)).scores).toBe(20);
  });

  test("segments of processes that live stay, and a part that was left behind goes after an hour", async () => {
    const directory = temporaryFolder();
    for (let i = 0; i < 20; i++) await open(directory).set("s", "c", words(1, i), Float32Array.of(1));
    const part = join(directory, "v1-a-b-000000000000.scores.part");
    await writeFile(part, "x");
    expect(await compact(directory, 2 ** 20)).toBe(0);
    expect((await readdir(directory)).length).toBe(21);
    await utimes(part, 0, 0);
    await compact(directory, 2 ** 20);
    expect((await readdir(directory)).length).toBe(20);
  });

  test("statistics, and clearing that leaves other files alone", async () => {
    const directory = temporaryFolder();
    const cache = open(directory);
    await cache.set("s", "c", words(10), scoresOf(words(10)));
    await writeFile(join(directory, "notes.txt"), "mine");
    const stats = await cacheStats(directory);
    expect(stats).toMatchObject({ directory, segments: 1, bytes: 240, scores: 10, damaged: 0 });
    expect(stats.newest!.getTime() - stats.oldest!.getTime()).toBeLessThan(60_000);
    expect(await clearCache(directory)).toBe(240);
    expect(await readdir(directory)).toEqual(["notes.txt"]);
    expect(await cacheStats(join(directory, "none"))).toMatchObject({ segments: 0, scores: 0, oldest: null });
  });
});

describe("processes", () => {
  const WRITER = `
    import { diskCache } from "@semantic-xpath/runtime/node";
    const [directory, scorer, count] = process.argv.slice(2);
    const cache = diskCache({ directory });
    for (let i = 0; i < Number(count); i++) {
      const texts = Array.from({ length: 50 }, (_, k) => "t" + (i * 50 + k));
      await cache.set(scorer, "c", texts, Float32Array.from(texts, (text) => (Number(text.slice(1)) % 1000) / 1000));
      if (i === 0) process.stdout.write("ready\\n");
    }
  `;
  const expected = (text: string): number => Math.fround((Number(text.slice(1)) % 1000) / 1000);
  const asked = Array.from({ length: 20_000 }, (_, i) => `t${i}`);

  test("two that write at once lose and mix nothing", async () => {
    const folder = temporaryFolder();
    const directory = join(folder, "cache");
    const child = await bundled(WRITER, folder);
    const run = (scorer: string) => promisify(execFile)(process.execPath, [child, directory, scorer, "200"]);
    await Promise.all([run("one"), run("two"), run("one")]);
    for (const scorer of ["one", "two"]) {
      const found = await open(directory).get(scorer, "c", asked.slice(0, 10_000));
      expect([...found]).toEqual(asked.slice(0, 10_000).map(expected));
    }
    expect((await cacheStats(directory)).damaged).toBe(0);
  });

  test("many short ones are merged on the way, and nothing is lost", async () => {
    const folder = temporaryFolder();
    const directory = join(folder, "cache");
    const child = await bundled(WRITER, folder);
    // More processes than segments stay.
    const [lanes, each] = isLong ? [4, 12] : [2, 21];
    const lane = async (lane: number) => {
      for (let i = 0; i < each; i++) {
        await promisify(execFile)(process.execPath, [child, directory, `s${lane}.${i}`, "2"]);
      }
    };
    await Promise.all(Array.from({ length: lanes }, (_, i) => lane(i)));
    const stats = await cacheStats(directory);
    expect(stats).toMatchObject({ scores: lanes * each * 100, damaged: 0 });
    expect(stats.segments).toBeLessThan(40);
  });

  test("several that evict from each other give no wrong score, and stay near the bound", async () => {
    const folder = temporaryFolder();
    const directory = join(folder, "cache");
    const child = await bundled(
      `
      import { diskCache } from "@semantic-xpath/runtime/node";
      const cache = diskCache({ directory: process.argv[2], maxBytes: 24 * 2000 });
      let wrong = 0;
      for (let i = 0; i < 300; i++) {
        const texts = Array.from({ length: 40 }, (_, k) => "t" + ((i * 40 + k) % 5000));
        const expected = texts.map((text) => Math.fround((Number(text.slice(1)) % 1000) / 1000));
        const found = await cache.get("s", "c", texts);
        found.forEach((score, k) => { if (!Number.isNaN(score) && score !== expected[k]) wrong++; });
        await cache.set("s", "c", texts, Float32Array.from(expected));
      }
      console.log(wrong);
    `,
      folder,
    );
    const run = async () => (await promisify(execFile)(process.execPath, [child, directory])).stdout.trim();
    expect(await Promise.all([run(), run(), run()])).toEqual(["0", "0", "0"]);
    expect(await bytesOf(directory)).toBeLessThanOrEqual(24 * 2000 * (1 + 3 / 8));
    expect((await cacheStats(directory)).damaged).toBe(0);
  });

  test("clearing while two write ends nothing and mixes nothing, and what they write afterwards is kept", async () => {
    const folder = temporaryFolder();
    const directory = join(folder, "cache");
    const child = await bundled(WRITER, folder);
    const writers = ["one", "two"].map((scorer) =>
      promisify(execFile)(process.execPath, [child, directory, scorer, "400"]),
    );
    const ended = Promise.all(writers).then(() => true);
    let cleared = 0;
    while (cleared < 5) {
      const isOver = await Promise.race([ended, new Promise<false>((resolve) => setTimeout(resolve, 5, false))]);
      if (isOver) break;
      if ((await clearCache(directory)) > 0) cleared++;
    }
    await ended;
    expect(cleared).toBeGreaterThan(0);
    for (const scorer of ["one", "two"]) {
      const found = await open(directory).get(scorer, "c", asked);
      const wrong = asked.filter((text, i) => !Number.isNaN(found[i]!) && found[i] !== expected(text));
      expect(wrong).toEqual([]);
    }
    expect((await cacheStats(directory)).damaged).toBe(0);
  });

  test("a cache that was cleared keeps what its owner writes from then on", async () => {
    const directory = temporaryFolder();
    const owner = open(directory);
    await owner.set("s", "c", words(3), scoresOf(words(3)));
    await clearCache(directory);
    await owner.set("s", "c", words(3, 3), scoresOf(words(3, 3)));
    const found = await open(directory).get("s", "c", words(6));
    expect([...found].map((score) => !Number.isNaN(score))).toEqual([false, false, false, true, true, true]);
  });

  test("one that is killed while writing leaves only whole scores", async () => {
    const folder = temporaryFolder();
    const directory = join(folder, "cache");
    const child = await bundled(WRITER, folder);
    for (let round = 0; round < 4; round++) {
      const writer = spawn(process.execPath, [child, directory, `s${round}`, "100000"], {
        stdio: "ignore",
      });
      const before = await bytesOf(directory).catch(() => 0);
      const enough = before + (100 + 400 * round) * RECORD_BYTES;
      while ((await bytesOf(directory).catch(() => 0)) < enough) await new Promise((resolve) => setTimeout(resolve, 1));
      writer.kill("SIGKILL");
      await once(writer, "exit");
      const found = await open(directory).get(`s${round}`, "c", asked);
      const torn = found.findIndex(Number.isNaN);
      const kept = torn < 0 ? found.length : torn;
      expect(kept).toBeGreaterThan(0);
      expect([...found.slice(0, kept)]).toEqual(asked.slice(0, kept).map(expected));
      expect(found.slice(kept).every(Number.isNaN)).toBe(true);
    }
  });

  test("the second run of a query in another process asks its model nothing", async () => {
    const folder = temporaryFolder();
    const child = await bundled(
      `
      import { diskCache } from "@semantic-xpath/runtime/node";
      import { cachedScorer } from "@semantic-xpath/runtime";
      import { compile } from "@semantic-xpath/runtime";
      import { readJson } from "@semantic-xpath/runtime";
      let asked = 0;
      const expensive = { id: "expensive", cost: "expensive", score: async (texts, condition) => {
        asked += texts.length;
        return Float32Array.from(texts, (text) => ((text.length * 7 + condition.length * 3) % 11) / 11);
      } };
      const tree = readJson({ List: { Item: Array.from({ length: 80 }, (_, i) => ({ name: "x".repeat(i) })) } });
      const { query } = compile('//Item[node =~ "aa"][node =~ "b"]');
      const scorer = cachedScorer(expensive, diskCache({ directory: process.argv[2] }));
      const { matches } = await query.run(tree, { scorer, limit: 3 });
      console.log(JSON.stringify({ asked, found: matches.map(({ path, weight }) => [path, weight]) }));
    `,
      folder,
    );
    const run = async () =>
      JSON.parse((await promisify(execFile)(process.execPath, [child, join(folder, "cache")])).stdout);
    const first = await run();
    expect(first.asked).toBeGreaterThan(0);
    expect(first.found.length).toBe(3);
    expect(await run()).toEqual({ asked: 0, found: first.found });
  });
});

test.each([
  ["linux", {}, "/home/me/.cache/sxp"],
  ["linux", { XDG_CACHE_HOME: "/x" }, "/x/sxp"],
  ["linux", { XDG_CACHE_HOME: "x" }, "/home/me/.cache/sxp"],
  ["linux", { XDG_CACHE_HOME: "/x", SXP_CACHE_DIR: "/own" }, "/own"],
  ["darwin", {}, "/home/me/Library/Caches/sxp"],
  ["win32", { LOCALAPPDATA: "/local" }, "/local/sxp/Cache"],
])("the folder on %s with %j", (platform, environment, folder) => {
  expect(cacheDirectory({ platform, environment, home: "/home/me" })).toBe(folder);
});

async function renameToProcess(directory: string, pid: number): Promise<void> {
  for (const name of await segmentsOf(directory)) {
    const parts = name.split("-");
    parts[2] = pid.toString(36);
    await rename(join(directory, name), join(directory, parts.join("-")));
  }
}
