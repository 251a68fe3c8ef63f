import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { mutantsOf } from "./mutantsOf.js";
import type { PlacedMutant } from "./mutation.js";

/**
 * Mutation check of changed lines: puts one small mistake after the other into them, and runs the tests of the package until one fails. Mistakes that no
 * test notices are listed. Informs, and exits with 0; ends after its time.
 *
 *     npm run test:mutants -- [--base REF] [--seconds N] [--seed N]
 */
const { values } = parseArgs({
  options: {
    /** Default: where this branch left main, or the commit before on main itself. */
    base: { type: "string" },
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

interface Candidate extends PlacedMutant {
  readonly line: number;
  readonly room: string;
  readonly was: string;
}

function candidatesOf(path: string, lines: ReadonlySet<number>): Candidate[] {
  const room = `test/${path.split("/")[1]}`;
  if (!existsSync(path) || !existsSync(room)) return [];
  const source = readFileSync(path, "utf8");
  return mutantsOf(path, source)
    .map((mutant) => ({
      ...mutant,
      path,
      room,
      line: source.slice(0, mutant.start).split("\n").length,
      was: source.slice(mutant.start, mutant.end),
    }))
    .filter(({ line }) => lines.has(line));
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

/** Null if tests were still running when the time was over. */
function isGreen(room: string, mutant: PlacedMutant | null, milliseconds: number): boolean | null {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", room, "--bail=1", "--reporter=dot"];
  const { status, signal } = spawnSync(process.execPath, vitest, {
    env: { ...process.env, ...(mutant !== null && { SXP_MUTANT: JSON.stringify(mutant) }) },
    stdio: "ignore",
    timeout: milliseconds,
  });
  return signal !== null ? null : status === 0;
}

const end = Date.now() + Number(values.seconds) * 1000;
const base = values.base ?? defaultBase();
const all = [...changedLines(base)].flatMap(([path, lines]) => candidatesOf(path, lines));
console.log(`${all.length} mutants of lines changed since ${base.slice(0, 12)}.`);
const greens = new Map<string, boolean | null>();
const survivors: Candidate[] = [];
let tried = 0;
for (const mutant of shuffled(all, Number(values.seed))) {
  const left = () => end - Date.now();
  if (left() <= 0) break;
  if (!greens.has(mutant.room)) greens.set(mutant.room, isGreen(mutant.room, null, left()));
  if (greens.get(mutant.room) !== true || left() <= 0) continue;
  // A mutant may loop for ever: the time that is left counts as caught only if it is long.
  const survives = isGreen(mutant.room, mutant, Math.min(left(), 120_000));
  if (survives === null && left() <= 0) break;
  tried++;
  if (survives === true) survivors.push(mutant);
}
for (const [room, green] of greens)
  if (green !== true)
    console.log(`${room} ${green === null ? "takes longer than there was time" : "fails"} without a mutant: left out.`);
console.log(`${tried} tried in ${values.seconds} s, ${tried - survivors.length} caught by the tests of their package.`);
for (const { path, line, was, text } of survivors)
  console.log(
    `  not noticed: ${path}:${line} ${was.replace(/\s+/g, " ").slice(0, 80)} → ${text.replace(/\s+/g, " ").slice(0, 80)}`,
  );
