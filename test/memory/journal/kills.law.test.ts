import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createJournal, Memory, openJournal } from "@semantic-xpath/memory";
import { folderStorage } from "@semantic-xpath/memory/node";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLong } from "../../support/runs.js";
import { blob, contentOf, recordsOf, text } from "./support/scripts.js";

const scratch = mkdtempSync(join(tmpdir(), "sxp-kills-"));
const program = join(scratch, "writer.js");
const memoryProgram = join(scratch, "memoryWriter.js");
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

beforeAll(async () => {
  writeFileSync(join(scratch, "package.json"), '{"type":"module"}');
  await build({
    entryPoints: ["writer", "memoryWriter"].map((name) => `test/memory/journal/support/${name}.ts`),
    outdir: scratch,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
    conditions: ["@semantic-xpath/source", "module"],
    mainFields: ["module", "main"],
  });
});

interface Outcome {
  /** Events that were acknowledged. */
  readonly done: readonly string[];
  readonly code: number | null;
  readonly said: string;
}

/** Lets a process write, and kills it at some moment after its first event. */
function run(words: readonly string[], killAfter: number | null, file = program): Promise<Outcome> {
  const child = spawn(process.execPath, [file, ...words], { stdio: ["ignore", "pipe", "pipe"] });
  let done = "";
  let said = "";
  child.stdout.on("data", (piece) => {
    if (done === "" && killAfter !== null) setTimeout(() => child.kill("SIGKILL"), killAfter);
    done += piece;
  });
  child.stderr.on("data", (piece) => (said += piece));
  return new Promise((resolve) =>
    child.on("close", (code) => resolve({ done: done.split("\n").slice(0, -1), code, said })),
  );
}

function newFolder(name: string): string {
  const folder = join(scratch, name);
  createJournal(folderStorage(folder, { create: true }));
  return folder;
}

describe("processes that are killed", () => {
  const KILLS = isLong ? 320 : 16;
  const AT_ONCE = 4;

  it(`lose nothing that was acknowledged, and leave nothing half, ${KILLS} times`, async () => {
    const folder = newFolder("killed");
    const done = new Set<string>();
    let killed = 0;
    for (let round = 0; killed < KILLS; round++) {
      const names = Array.from({ length: AT_ONCE }, (_, i) => `w${round}x${i}`);
      const outcomes = await Promise.all(
        names.map((name) => run([folder, name, "100000", "everything"], Math.random() ** 2 * 120)),
      );
      expect(outcomes.map(({ code, said }) => [code, said])).toEqual(names.map(() => [null, ""]));
      killed += AT_ONCE;
      for (const outcome of outcomes) for (const name of outcome.done) done.add(name);
      const journal = openJournal(folderStorage(folder));
      const found = recordsOf(journal);
      expect(new Set(found).size).toBe(found.length);
      expect([...done].filter((name) => !found.includes(name))).toEqual([]);
      const unknown = found.filter((name) => !done.has(name));
      // What a writer was at when it was killed may be there or not: one event each, the next after those that it has told of.
      for (const name of unknown) {
        const [who, n] = name.split(" ") as [string, string];
        expect([name, Number(n) === 1 || done.has(`${who} ${Number(n) - 1}`)]).toEqual([name, true]);
        done.add(name);
      }
      expect(unknown.length).toBeLessThanOrEqual(AT_ONCE);
      for (const name of found) {
        expect(text(journal.read(journal.hashOf(blob(contentOf(name)))).bytes)).toBe(contentOf(name));
      }
      expect(journal.verify()).toMatchObject({ isWhole: true, events: found.length });
      expect(journal.verify().problems.filter(({ kind }) => kind !== "leftover")).toEqual([]);
    }
  });
});

describe("processes that commit, merge, import and prune, and are killed", () => {
  const ROUNDS = isLong ? 20 : 1;
  const AT_ONCE = 4;

  it(`leave every version that was acknowledged, and a store that is whole, ${ROUNDS * AT_ONCE} times`, async () => {
    const folder = newFolder("memory");
    for (let round = 0; round < ROUNDS; round++) {
      const names = Array.from({ length: AT_ONCE }, (_, i) => `task${round}x${i}`);
      const outcomes = await Promise.all(names.map((name) => run([folder, name], Math.random() * 400, memoryProgram)));
      const said = outcomes.map((outcome) => outcome.said).join("");
      if (said !== "") throw new Error(said);
      expect(outcomes.map(({ code, said }) => [code, said])).toEqual(names.map(() => [null, ""]));
      const memory = Memory.open(folderStorage(folder));
      names.forEach((name, i) => {
        const task = memory.task(name);
        const day = task.head().tree().node(2);
        const acknowledged = outcomes[i]!.done.length;
        expect([acknowledged, acknowledged + 1]).toContain(Number(day.attribute("n")));
      });
      const report = memory.doctor();
      expect([report.isWhole, report.problems]).toEqual([true, []]);
      expect(report.files.problems.filter(({ kind }) => kind !== "leftover")).toEqual([]);
      memory.close();
    }
  });
});

describe("eight processes at once", () => {
  it("lose nothing, and agree on one order", async () => {
    const folder = newFolder("eight");
    const count = isLong ? 100 : 20;
    const names = Array.from({ length: 8 }, (_, i) => `w${i}`);
    const outcomes = await Promise.all(names.map((name) => run([folder, name, String(count), "appends"], null)));
    expect(outcomes.map(({ code, said }) => [code, said])).toEqual(names.map(() => [0, ""]));
    const found = recordsOf(openJournal(folderStorage(folder)));
    expect(found.length).toBe(8 * count);
    for (const name of names) {
      expect(found.filter((event) => event.startsWith(`${name} `))).toEqual(
        Array.from({ length: count }, (_, n) => `${name} ${n + 1}`),
      );
    }
  });
});
