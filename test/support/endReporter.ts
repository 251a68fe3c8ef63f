import { appendFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

/** Lines of an error that are said again at the end. */
const MOST_LINES = 16;

/**
 * Names at the end what failed, and what was not tested: whoever reads the last lines of a log knows. Reasons are in the names of what was skipped.
 * What failed is appended to the file that `SXP_FAILURES` names too, with the first lines of each error.
 */
export default class EndReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    listSkipped(modules);
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
    .slice(0, MOST_LINES);

function listSkipped(modules: readonly TestModule[]): void {
  const skipped = modules.flatMap((module) =>
    [...module.children.allTests("skipped")].map((test) => {
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
