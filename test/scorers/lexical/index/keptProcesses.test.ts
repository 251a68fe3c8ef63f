// @module-tag process
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheStats } from "@semantic-xpath/scorers/node";
import { describe, expect, it } from "vitest";

const SXP = fileURLToPath(new URL("../../../../packages/cli/bin/sxp.js", import.meta.url));
const WORDS = "quiet museum garden river market coffee old bridge family walk view art evening tower".split(" ");
const wordsOf = (seed: number): string =>
  Array.from({ length: 9 }, (_, i) => WORDS[(seed * 7 + i * i * 5 + i * seed) % WORDS.length]).join(" ");
const QUERY = '/*/*[node =~ "quiet museum under 90 dollars"]';
const FILE = "derived-1.db";

const folder = mkdtempSync(join(tmpdir(), "sxp-kept-"));
const data = join(folder, "places.jsonl");
writeFileSync(
  data,
  Array.from({ length: 8000 }, (_, i) =>
    JSON.stringify({ name: `place ${i}`, price: `${i % 300} USD`, text: wordsOf(i) }),
  ).join("\n"),
);

interface Ran {
  readonly out: string;
  readonly code: number | null;
  readonly milliseconds: number;
}

/** Runs the command with a folder of caches, and kills it after so many milliseconds if it still runs then. */
function run(cache: string, killAfter: number | null = null): Promise<Ran> {
  const line = [SXP, "run", QUERY, "-d", data, "--limit", "20", "--timeout", "600000", "--format", "csv"];
  const started = performance.now();
  const child = spawn(process.execPath, line, {
    cwd: folder,
    env: { ...process.env, SXP_CACHE_DIR: cache },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const timer = killAfter === null ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter);
  let out = "";
  child.stdout.on("data", (piece: Buffer) => {
    out += piece.toString();
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ out, code, milliseconds: performance.now() - started });
    });
  });
}

describe("an index in the user's cache", () => {
  it("gives the same answers when it is new, kept, written by several at once, or killed while it is written", async () => {
    const calm = await run(join(folder, "calm"));
    expect(calm.code).toBe(0);
    expect(calm.out.split("\n").length).toBeGreaterThan(10);
    expect((await run(join(folder, "calm"))).out).toBe(calm.out);
    const kinds = cacheStats(join(folder, "calm")).kinds.map(({ kind, damaged }) => [kind, damaged]);
    expect(kinds).toEqual([
      ["counts/2", 0],
      ["index/3", 0],
      ["names/1", 0],
      ["texts/1", 0],
      ["tree/1", 0],
    ]);
    const shared = join(folder, "shared");
    for (const { out } of await Promise.all([run(shared), run(shared), run(shared)])) expect(out).toBe(calm.out);
    const killed = join(folder, "killed");
    for (const share of [0.5, 0.7, 0.8, 0.9, 0.95]) {
      await run(killed, share * calm.milliseconds);
      expect(cacheStats(killed).kinds.every(({ damaged }) => damaged === 0)).toBe(true);
    }
    expect((await run(killed)).out).toBe(calm.out);
  }, 600_000);

  it("gives the same answers with a file of rubbish, a gigabyte of zeros, or no place to write", async () => {
    const calm = (await run(join(folder, "calm"))).out;
    const caches = ["rubbish", "gigabyte", "folder", "file"].map((name) => join(folder, name));
    const [rubbish, gigabyte, isFolder, isFile] = caches as [string, string, string, string];
    for (const cache of [rubbish, gigabyte]) mkdirSync(cache);
    writeFileSync(join(rubbish, FILE), "no database ".repeat(10_000));
    writeFileSync(join(gigabyte, FILE), "SQLite format 3\0");
    truncateSync(join(gigabyte, FILE), 2 ** 30);
    mkdirSync(join(isFolder, FILE), { recursive: true });
    writeFileSync(isFile, "a file where a folder is looked for");
    for (const cache of caches) {
      const { out, code } = await run(cache);
      expect([code, out]).toEqual([0, calm]);
    }
    for (const cache of [rubbish, gigabyte]) expect((await run(cache)).out).toBe(calm);
  }, 600_000);
});
