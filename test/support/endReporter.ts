import { appendFileSync, readFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { runsTaggedOnly } from "./tags.js";

/** Lines of an error that are repeated at the end. */
const MAX_LINES = 16;

/**
 * Seconds of the processor, and of waiting, from which on a test of `npm test` is named at the end: it belongs elsewhere, or can be faster.
 * Nothing fails because of it.
 */
const LONG = 0.5;
const LONG_WAIT = 2;
/** The same of `npm run test:more`, where laws try many cases. */
const LONG_MORE = 8;
const MAX_NAMED = 40;

/**
 * Lists at the end which tests failed, which were skipped and why, which took long, and which passed at their second try. Failures are appended to the file that `SXP_FAILURES` names, too,
 * with the first lines of each error.
 */
export default class EndReporter implements Reporter {
  constructor(private readonly isLong: boolean) {}

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    listSkipped(modules, this.isLong);
    listLong(modules, this.isLong);
    listSecond(modules);
    const failures = [...modules.flatMap(failuresOf), ...errors.map(outside)];
    if (failures.length === 0) return;
    console.log(`\nFailed, ${failures.length} in all:`);
    for (const { name } of failures) console.log(`  ${name}`);
    const file = process.env.SXP_FAILURES;
    if (!file) return;
    const texts = failures.map(({ name, message }) => [name, ...firstLines(message)].join("\n    "));
    appendFileSync(file, `${texts.join("\n")}\n`);
  }
}

interface Failure {
  readonly name: string;
  readonly message: string;
}

function failuresOf(module: TestModule): Failure[] {
  const named = (name: string, errors: readonly { readonly message: string }[] | undefined): Failure => ({
    name: `${module.relativeModuleId}: ${name}`,
    message: errors?.[0]?.message ?? "",
  });
  const tests = [...module.children.allTests("failed")].map((test) => named(test.fullName, test.result().errors));
  if (tests.length > 0 || module.state() !== "failed") return tests;
  // A file that could not be read, or a hook.
  const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors());
  return [named("the whole file", [...module.errors(), ...suites])];
}

/** An error of no test, with what the runner knows of where it came from. */
function outside(error: unknown): Failure {
  const { message = String(error), VITEST_TEST_PATH: file } = error as { message?: string; VITEST_TEST_PATH?: string };
  return { name: `outside of any test${file === undefined ? "" : `, while ${file} ran`}`, message };
}

const firstLines = (message: string): readonly string[] =>
  message
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal.
    .replace(/\u001b\[[0-9;]*m/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, MAX_LINES);

function listSkipped(modules: readonly TestModule[], isLong: boolean): void {
  const isElsewhere = ({ tags, module }: TestCase): boolean =>
    isLong
      ? tags.length === 0 && runsTaggedOnly(readFileSync(module.moduleId, "utf8"))
      : tags.length > 0 && !tags.includes("smoke");
  const skipped = modules.flatMap((module) =>
    [...module.children.allTests("skipped")]
      .filter((test) => !isElsewhere(test))
      .map((test) => {
        const result = test.result();
        const note = result.state === "skipped" && result.note !== undefined ? ` (${result.note})` : "";
        const suite = test.parent.type === "suite" ? test.parent.fullName : test.fullName;
        return `${module.relativeModuleId}: ${note === "" ? suite : `${test.fullName}${note}`}`;
      }),
  );
  if (skipped.length === 0) return;
  const counts = new Map<string, number>();
  for (const line of skipped) counts.set(line, (counts.get(line) ?? 0) + 1);
  console.log(`\nSkipped, ${skipped.length} in all:`);
  for (const [line, count] of counts) console.log(`  ${count} × ${line}`);
}

/** Names tests that passed at their second try, which `SXP_AGAIN` gives to those that wait for browsers and processes. */
function listSecond(modules: readonly TestModule[]): void {
  const second = modules.flatMap((module) =>
    [...module.children.allTests("passed")]
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => `${module.relativeModuleId}: ${test.fullName}`),
  );
  if (second.length === 0) return;
  console.log(`\nPassed at the second try, ${second.length} in all:`);
  for (const name of second) console.log(`  ${name}`);
}

/** Names long tests, the longest first. The durations of tests that replace the clock mean nothing, and may be negative. */
function listLong(modules: readonly TestModule[], isMore: boolean): void {
  const [most, mostWait] = isMore ? [LONG_MORE, LONG_MORE] : [LONG, LONG_WAIT];
  const long = modules
    .flatMap((module) => [...module.children.allTests("passed")].map((test) => ({ module, test })))
    .filter(({ test }) => isMore || !test.tags.includes("smoke"))
    .map(({ module, test }) => {
      const { cpu = 0 } = test.meta();
      const waited = (test.diagnostic()?.duration ?? 0) / 1000 - cpu;
      return { name: `${module.relativeModuleId}: ${test.fullName}`, cpu, waited };
    })
    .filter(({ cpu, waited }) => cpu > most || waited > mostWait)
    .sort((a, b) => b.cpu + b.waited - a.cpu - a.waited);
  if (long.length === 0) return;
  console.log(`\nLong tests, ${long.length} in all (seconds of the processor, and of waiting on this machine, now):`);
  for (const { name, cpu, waited } of long.slice(0, MAX_NAMED))
    console.log(`  ${cpu.toFixed(1)} + ${Math.max(0, waited).toFixed(1)} ${name}`);
  if (long.length > MAX_NAMED) console.log(`  and ${long.length - MAX_NAMED} more`);
}
