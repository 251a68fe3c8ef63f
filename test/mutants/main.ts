import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type PlacedSwitch, switchesOf } from "./switches.js";
import type { SwitchNote } from "./switchRunner.js";

/**
 * Mutation check of changed lines, or of a package: puts small mistakes into them, all at once and each switched off, and runs the tests of the package. Each test is run
 * once more for each mistake that it reaches, until one notices it. Mistakes that no test notices are listed. Informs, and exits with 0; ends after its time.
 *
 *     npm run test:mutants -- [--base REF | --room PACKAGE] [--count N] [--seconds N] [--seed N]
 */
const { values } = parseArgs({
  options: {
    /** Default: where this branch left main, or the commit before on main itself. */
    base: { type: "string" },
    /** The package whose sources are looked at, instead of changed lines. */
    room: { type: "string" },
    /** Most mistakes of a package. */
    count: { type: "string", default: "200" },
    seconds: { type: "string", default: "240" },
    seed: { type: "string", default: process.env.SXP_SEED ?? "1" },
  },
});

const git = (...words: string[]): string => execFileSync("git", words, { encoding: "utf8", maxBuffer: 1 << 28 }).trim();

function defaultBase(): string {
  try {
    const fork = git("merge-base", "main", "HEAD");
    if (fork !== git("rev-parse", "HEAD")) return fork;
  } catch {
    // A clone without a branch called main.
  }
  return git("rev-parse", "HEAD~");
}

/** Line numbers from 1 that differ from a commit, by file. */
function changedLines(base: string): Map<string, Set<number>> {
  const lines = new Map<string, Set<number>>();
  let current = new Set<number>();
  for (const line of git("diff", "--unified=0", base, "--", "packages/*/src/*.ts", "packages/*/src/*.tsx").split(
    "\n",
  )) {
    const [, path] = /^\+\+\+ b\/(.*)$/.exec(line) ?? [];
    if (path !== undefined) {
      current = new Set();
      lines.set(path, current);
    }
    const [, first, count = "1"] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    for (let i = 0; first !== undefined && i < Number(count); i++) current.add(Number(first) + i);
  }
  return lines;
}

interface Candidate extends PlacedSwitch {
  readonly line: number;
  readonly was: string;
}

function candidatesOf(path: string, lines: ReadonlySet<number> | null): Candidate[] {
  if (!existsSync(path)) return [];
  const source = readFileSync(path, "utf8");
  return switchesOf(path, source)
    .map((one) => ({
      ...one,
      path,
      line: source.slice(0, one.start).split("\n").length,
      was: source.slice(one.start, one.end),
    }))
    .filter(({ line }) => lines === null || lines.has(line));
}

function allIn(room: string): Map<string, null> {
  const folder = `packages/${room}/src`;
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  return new Map(names.sort().map((name) => [`${folder}/${name}`, null]));
}

/** A linear congruential generator; the same order for the same seed. */
function shuffled<T>(list: readonly T[], seed: number): T[] {
  let state = (seed % 2147483646) + 1;
  const keyed = list.map((item) => {
    state = (state * 48271) % 2147483647;
    return { item, key: state };
  });
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

/** So many that no two of them overlap. */
function apart(candidates: readonly Candidate[], count: number): readonly Candidate[] {
  const chosen: Candidate[] = [];
  for (const one of candidates) {
    if (chosen.length >= count) break;
    if (!chosen.some(({ path, start, end }) => path === one.path && start < one.end && one.start < end))
      chosen.push(one);
  }
  return chosen;
}

/** Files of tests in process: what starts a page or a process takes too long to run for each mistake. */
const testsOf = (room: string): readonly string[] =>
  readdirSync(`test/${room}`, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `test/${room}/${name}`)
    .filter((path) => !readFileSync(path, "utf8").includes("// @module-tag "));

function notesOf(room: string, switches: readonly PlacedSwitch[], milliseconds: number): readonly SwitchNote[] {
  const folder = mkdtempSync(join(tmpdir(), "sxp-mutants-"));
  const [given, out] = [join(folder, "switches.json"), join(folder, "notes.jsonl")];
  writeFileSync(given, JSON.stringify(switches));
  writeFileSync(out, "");
  spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "--reporter=dot", ...testsOf(room)], {
    env: { ...process.env, SXP_SWITCHES: given, SXP_SWITCHES_OUT: out },
    stdio: "ignore",
    timeout: milliseconds,
  });
  const lines = readFileSync(out, "utf8").split("\n");
  return lines.slice(0, -1).map((line): SwitchNote => JSON.parse(line));
}

const end = Date.now() + Number(values.seconds) * 1000;
const base = values.base ?? (values.room === undefined ? defaultBase() : "");
const places = values.room === undefined ? changedLines(base) : allIn(values.room);
const candidates = [...places].flatMap(([path, lines]) => candidatesOf(path, lines));
console.log(
  `${candidates.length} mistakes ${values.room === undefined ? `of lines changed since ${base.slice(0, 12)}` : `in ${values.room}`}.`,
);
const rooms = [...new Set(candidates.map(({ path }) => path.split("/")[1]!))].filter((name) =>
  existsSync(`test/${name}`),
);
for (const [i, room] of rooms.entries()) {
  const some = candidates.filter(({ path }) => path.split("/")[1] === room);
  const switches = apart(shuffled(some, Number(values.seed)), Number(values.count));
  // The time that is left is shared by the packages that are left.
  const notes = notesOf(room, switches, Math.max(1, (end - Date.now()) / (rooms.length - i)));
  const caught = new Set(notes.flatMap((one) => ("caught" in one ? [one.caught] : [])));
  const reached = new Set(notes.flatMap((one) => ("reached" in one ? one.reached : [])));
  const tests = notes.filter((one) => "reached" in one).length;
  console.log(`${room}: ${caught.size} of ${switches.length} caught by the ${tests} tests that ran in time.`);
  for (const [number, { path, line, was, text }] of switches.entries())
    if (!caught.has(number))
      console.log(
        `  ${reached.has(number) ? "not noticed" : "not reached"}: ${path}:${line} ${inLine(was)} → ${inLine(text ?? "")}`,
      );
}

function inLine(code: string): string {
  return code.replace(/\s+/g, " ").slice(0, 80);
}
