// @module-tag process
import { spawn } from "node:child_process";
import { once } from "node:events";
import { symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { cacheStats, derivedScores, userDerived } from "@semantic-xpath/scorers/node";
import { expect, it } from "vitest";
import { bundled, temporaryFolder } from "../cache/bundle.js";

const WRITER = `
  import { derivedScores, userDerived } from "@semantic-xpath/runtime/node";
  const [directory, maxBytes] = process.argv.slice(2);
  const cache = derivedScores(userDerived({ directory, maxBytes: Number(maxBytes) }));
  const scoreOf = (text) => Math.fround((Number(text.slice(1)) % 1000) / 1000);
  for (let i = 0; ; i = (i + 1) % 200) {
    const texts = Array.from({ length: 50 }, (_, k) => "t" + (i * 50 + k));
    const found = await cache.get("s", "c", texts);
    found.forEach((score, k) => { if (!Number.isNaN(score) && score !== scoreOf(texts[k])) process.exit(3); });
    await cache.set("s", "c", texts, Float32Array.from(texts, scoreOf));
    if (i === 5) process.stdout.write("ready\\n");
  }
`;

it("processes that write, evict and are killed: no score is wrong, none is damaged, and the bound is near", async () => {
  const folder = temporaryFolder();
  const directory = join(folder, "cache");
  // The engine is a package of its own on Node 20.
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const child = await bundled(WRITER, folder);
  const maxBytes = 150_000;
  const one = async (life: number): Promise<void> => {
    const writer = spawn(process.execPath, [child, directory, `${maxBytes}`], { stdio: ["ignore", "pipe", "inherit"] });
    await once(writer.stdout, "data");
    const timer = setTimeout(() => writer.kill("SIGKILL"), life);
    const [code, signal] = await once(writer, "exit");
    clearTimeout(timer);
    expect([code, signal]).toEqual([null, "SIGKILL"]);
  };
  for (let round = 0; round < 3; round++) await Promise.all([37, 61, 5].map((life) => one(life + 20 * round)));
  const derived = userDerived({ directory });
  const texts = Array.from({ length: 10_000 }, (_, i) => `t${i}`);
  const found = await derivedScores(derived).get("s", "c", texts);
  found.forEach((score, i) => {
    if (!Number.isNaN(score)) expect(score).toBe(Math.fround((i % 1000) / 1000));
  });
  derived.close();
  const { kinds } = cacheStats(directory);
  expect(kinds[0]).toMatchObject({ kind: "scores/1", damaged: 0 });
  expect(kinds[0]!.bytes).toBeLessThan(maxBytes * 1.25);
});
