// @module-tag process
import { type ChildProcessWithoutNullStreams, execFileSync, spawn, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createMemory, openMemory } from "@semantic-xpath/memory/node";
import { readXml } from "@semantic-xpath/readers";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FOR_NODE } from "../../support/bundle.js";
import { isLong, runs } from "../../support/runs.js";

const scratch = mkdtempSync(join(tmpdir(), "sxp-store-"));
const program = join(scratch, "writer.mjs");
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

beforeAll(async () => {
  // The engine is a package of its own on Node 20.
  symlinkSync(resolve("node_modules"), join(scratch, "node_modules"));
  await build({
    ...FOR_NODE,
    entryPoints: ["test/memory/store/support/writer.ts"],
    outfile: program,
  });
});

const bin = resolve("packages/cli/bin/sxp.js");
const isBuilt = existsSync("packages/cli/dist/sxp.js");

/** Why there can be no small disk here; null: there can. */
const noSmallDisk: string | null =
  process.platform === "linux" && process.getuid?.() === 0 && spawnSync("mount", ["--version"]).status === 0
    ? null
    : "root can mount a small disk, on Linux";

/** Lets a process write, and kills it at some moment after its first commit. Gives the commits that were acknowledged. */
const run = (words: readonly string[], killAfter: number | null, began: () => void = () => {}): Promise<Ran> =>
  ran(spawn(process.execPath, [program, ...words]), killAfter, began);

/** Runs the command on memories, and kills it at some moment. */
const command = (words: readonly string[], killAfter: number): Promise<Ran> =>
  ran(spawn(process.execPath, [bin, "memory", ...words]), killAfter, null);

/** Milliseconds after which a process is killed that has done nothing. */
const LONGEST = 8000;

interface Ran {
  /** Whole lines of the standard output. */
  readonly done: readonly string[];
  readonly said: string;
}

/** `began`: called at the first output, and the process is killed after that; null: it is killed after its start. */
function ran(
  child: ChildProcessWithoutNullStreams,
  killAfter: number | null,
  began: (() => void) | null,
): Promise<Ran> {
  let done = "";
  let said = "";
  const killAt = (milliseconds: number): unknown => setTimeout(() => child.kill("SIGKILL"), milliseconds).unref();
  if (killAfter !== null) killAt(began === null ? killAfter : LONGEST);
  child.stdout.on("data", (piece) => {
    if (done === "") {
      began?.();
      if (killAfter !== null) killAt(killAfter);
    }
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
  const memory = openMemory(folder, { readOnly: true });
  const tree = memory.task("all").head().tree();
  memory.close();
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

/** Takes all the room that is left on a disk. */
function fill(file: string): void {
  for (let bytes = 2 ** 20; bytes >= 512; )
    try {
      appendFileSync(file, new Uint8Array(bytes));
    } catch {
      bytes /= 2;
    }
}

/** Everything that was acknowledged is in the store once, and doctor finds nothing. */
function expectWhole(folder: string, done: Iterable<string>): void {
  const there = inserted(folder);
  const found = new Set(there);
  expect(found.size).toBe(there.length);
  expect([...done].filter((key) => !found.has(key))).toEqual([]);
  const memory = openMemory(folder);
  const { isWhole, problems, journal } = memory.doctor();
  memory.close();
  expect([isWhole, problems, journal.problems]).toEqual([true, [], []]);
}

const keysOf = (lines: readonly string[]): string[] => lines.map((line) => line.split(" ")[0]!);

describe("processes that are killed", () => {
  const KILLS = runs(100, 12);
  /** In rounds that take longer. */
  const FEWER = runs(40, 8);
  const AT_ONCE = 4;

  it(`while they commit, merge, prune and import, lose nothing that was acknowledged, ${KILLS} times`, async () => {
    const writers = Array.from({ length: AT_ONCE }, (_, i) => `w${i}`);
    const folder = newFolder("killed", writers);
    const done = new Set<string>();
    for (let round = 0; round * AT_ONCE < KILLS; round++) {
      const outcomes = await Promise.all(
        writers.map((name) => run([folder, name, "100000", "everything", `${round}.`], Math.random() ** 2 * 250)),
      );
      expect(outcomes.map(({ said }) => said)).toEqual(writers.map(() => ""));
      for (const key of outcomes.flatMap((outcome) => keysOf(outcome.done))) done.add(key);
      expectWhole(folder, done);
    }
  });

  /** Four writers beside two that prune all the time and two that read, which see nothing that does not agree. */
  async function besideOthers(folder: string, filler: string | null = null): Promise<void> {
    const done = new Set<string>();
    for (let round = 0; round * AT_ONCE < FEWER; round++) {
      const began = (): unknown => filler !== null && setTimeout(() => fill(filler), Math.random() * 100);
      const others = ["prunes", "prunes", "reads", "reads"].map((work, i) =>
        run([folder, `o${i}`, "100000", work, `${round}.`], 300 + Math.random() * 300),
      );
      const outcomes = await Promise.all([
        ...writers.map((name) =>
          run([folder, name, "100000", "everything", `${round}.`, "100"], Math.random() ** 2 * 400, began),
        ),
        ...others,
      ]);
      if (filler !== null) rmSync(filler, { force: true });
      expect(outcomes.map(({ said }) => said)).toEqual(outcomes.map(() => ""));
      for (const key of outcomes.slice(0, AT_ONCE).flatMap((outcome) => keysOf(outcome.done))) done.add(key);
      expectWhole(folder, done);
    }
    expect(done.size).toBeGreaterThan(FEWER / 2);
  }

  const writers = Array.from({ length: AT_ONCE }, (_, i) => `w${i}`);

  it(`beside two that prune and two that read, ${FEWER} times`, { tags: "slow" }, async () => {
    await besideOthers(newFolder("beside", writers));
  });

  it.skipIf(noSmallDisk !== null)(
    `on a disk that gets full each time, ${FEWER} times${noSmallDisk === null ? "" : ` (skipped: ${noSmallDisk})`}`,
    { tags: "slow" },
    async () => {
      const disk = join(scratch, "disk");
      mkdirSync(disk);
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=24m", "tmpfs", disk]);
      const filler = join(disk, "filler");
      try {
        const folder = newFolder(join("disk", "full"), writers);
        await besideOthers(folder, filler);
      } finally {
        execFileSync("umount", ["-l", disk]);
      }
    },
  );

  it.skipIf(!isBuilt)(
    `of the command, ${FEWER} times${isBuilt ? "" : " (skipped: npm run build makes it)"}`,
    { tags: "slow" },
    async () => {
      const folder = newFolder("command", writers);
      const done = new Set<string>();
      // As long as the command takes here, beside as many others, so that some are killed and some are not.
      const start = performance.now();
      await Promise.all(writers.map(() => command(["log", folder, "all"], LONGEST)));
      const longest = 2 * (performance.now() - start);
      for (let round = 0; round * writers.length < FEWER; round++) {
        const outcomes = await Promise.all(
          writers.map(async (name) => {
            const key = `${name}-${round}`;
            const insert = `insert node <Item key="${key}"/> into //Who[@name = "${name}"]`;
            const words =
              round % 4 === 3 && name === "w0"
                ? ["prune", folder, "--keep-last", "3", "--yes"]
                : ["update", folder, "all", insert];
            return { key, done: (await command(words, Math.random() * longest)).done };
          }),
        );
        for (const outcome of outcomes)
          if (outcome.done.some((line) => line.startsWith("all: version"))) done.add(outcome.key);
        expectWhole(folder, done);
      }
      expect(done.size).toBeGreaterThan(0);
    },
  );
});
