import type { Reporter, TestModule } from "vitest/node";

/** Names at the end what failed, and what was not tested: whoever reads the last lines of a log knows. Reasons are in the names of what was skipped. */
export default class EndReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    listSkipped(modules);
    const failed = modules.flatMap((module) => {
      const tests = [...module.children.allTests("failed")].map((test) => test.fullName);
      // A file that could not be read, or a hook.
      const whole = tests.length === 0 && module.state() === "failed" ? ["the whole file"] : [];
      return [...tests, ...whole].map((name) => `${module.relativeModuleId}: ${name}`);
    });
    if (errors.length > 0) failed.push(`${errors.length} × an error outside of any test, see above`);
    if (failed.length === 0) return;
    console.log(`\nFailed, ${failed.length} in all:`);
    for (const line of failed) console.log(`  ${line}`);
  }
}

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
