// @module-tag process
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createMemory, openMemory } from "@semantic-xpath/memory/node";
import { readXml } from "@semantic-xpath/readers";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLong, runs } from "../../support/runs.js";

const scratch = mkdtempSync(join(tmpdir(), "sxp-store-"));
const program = join(scratch, "writer.mjs");
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

beforeAll(async () => {
  // The engine is a package of its own on Node 20.
  symlinkSync(resolve("node_modules"), join(scratch, "node_modules"));
  await build({
    entryPoints: ["test/memory/store/support/writer.ts"],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
    conditions: ["@semantic-xpath/source", "module"],
    mainFields: ["module", "main"],
  });
});

/** Lets a process write, and kills it at some moment after its first commit. Gives the commits that were acknowledged. */
function run(words: readonly string[], killAfter: number | null): Promise<{ done: readonly string[]; said: string }> {
  const child = spawn(process.execPath, [program, ...words], { stdio: ["ignore", "pipe", "pipe"] });
  let done = "";
  let said = "";
  child.stdout.on("data", (piece) => {
    if (done === "" && killAfter !== null) setTimeout(() => child.kill("SIGKILL"), killAfter);
    done += piece;
  });
  child.stderr.on("data", (piece) => (said += piece));
  return new Promise((ended) => child.on("close", () => ended({ done: done.split("\n").slice(0, -1), said })));
}

/** A store with one task, in which each writer has a place of its own. */
function newFolder(name: string, writers: readonly string[]): string {
  const folder = join(scratch, name);
  const memory = createMemory(folder);
  memory.createTask("all", readXml(`<All>${writers.map((each) => `<Who name="${each}"/>`).join("")}</All>`));
  memory.close();
  return folder;
}

/** The keys of all that was inserted and is in the newest version. */
function inserted(folder: string): string[] {
  const tree = openMemory(folder).task("all").head().tree();
  return [...tree.postings.entries()].flatMap(([type, nodes]) =>
    tree.typeNames[type] === "Item" ? [...nodes].map((node) => tree.attribute(node, "key")!) : [],
  );
}

describe("eight processes that write at once", () => {
  it("lose nothing: each change is there once, carried over to those of the others", { tags: "smoke" }, async () => {
    const writers = Array.from({ length: 8 }, (_, i) => `w${i}`);
    const count = isLong ? 60 : 12;
    const folder = newFolder("eight", writers);
    const outcomes = await Promise.all(writers.map((name) => run([folder, name, `${count}`, "inserts"], null)));
    expect(outcomes.map(({ said }) => said)).toEqual(writers.map(() => ""));
    const wanted = writers.flatMap((name) => Array.from({ length: count }, (_, n) => `${name}-${n + 1}`));
    expect(inserted(folder).sort()).toEqual(wanted.sort());
    const memory = openMemory(folder);
    expect(memory.task("all").versions()).toHaveLength(wanted.length + 1);
    const { isWhole, problems } = memory.doctor();
    expect({ isWhole, problems }).toEqual({ isWhole: true, problems: [] });
  });
});

describe("processes that are killed", () => {
  const KILLS = runs(100, 12);
  const AT_ONCE = 3;

  it(`while they commit, merge, prune and import, lose nothing that was acknowledged, ${KILLS} times`, async () => {
    const writers = Array.from({ length: AT_ONCE }, (_, i) => `w${i}`);
    const folder = newFolder("killed", writers);
    const done = new Map<string, number>();
    for (let round = 0; round * AT_ONCE < KILLS; round++) {
      const outcomes = await Promise.all(
        writers.map((name) => run([folder, name, "100000", "everything", `${round}.`], Math.random() ** 2 * 250)),
      );
      expect(outcomes.map(({ said }) => said)).toEqual(writers.map(() => ""));
      for (const line of outcomes.flatMap((outcome) => outcome.done)) {
        const [key, number] = line.split(" ") as [string, string];
        done.set(key, Number(number));
      }
      const there = inserted(folder);
      expect(new Set(there).size).toBe(there.length);
      expect([...done.keys()].filter((key) => !there.includes(key))).toEqual([]);
      const { problems, journal } = openMemory(folder).doctor();
      expect(problems).toEqual([]);
      expect(journal.problems).toEqual([]);
    }
  });
});
