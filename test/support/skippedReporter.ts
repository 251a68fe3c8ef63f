import type { Reporter, TestModule } from "vitest/node";

/** Names at the end what was not tested. Reasons are in the names. */
export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
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
}
