import type { Gate } from "../run/gates.js";
import type { EvalRun } from "../run/results.js";

/**
 * A run as JUnit's XML. The suite "gate" has a test for each check of the gate, and decides: a server that goes by failures comes to the same verdict as
 * the exit code. The cases of a method are tests, too; one that is not right is skipped with its reason, unless the gate says that it must be right.
 */
export function junitOf({ suite, methods, results, times }: EvalRun, gate: Gate): string {
  const lines = gate.lines.map(({ name, isPassed, says }) =>
    test("gate", name, isPassed ? "" : `<failure message="${escaped(says)}"/>`),
  );
  const suites = methods.map(({ name }) => {
    const cases = results
      .filter(({ method }) => method === name)
      .map(({ id, outcome, why }) => {
        const isFine = outcome === "right" || outcome === "open";
        return test(name, id, isFine ? "" : `<skipped message="${escaped(`${outcome}: ${why ?? ""}`)}"/>`);
      });
    return testsuite(name, cases, (times[name]?.milliseconds ?? 0) / 1000);
  });
  const all = [testsuite("gate", lines, 0), ...suites];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escaped(suite.name)}">\n${all.join("\n")}\n</testsuites>\n`;
}

function testsuite(name: string, tests: readonly string[], seconds: number): string {
  const count = (mark: string): number => tests.filter((each) => each.includes(`<${mark} `)).length;
  const head = `name="${escaped(name)}" tests="${tests.length}" failures="${count("failure")}" skipped="${count("skipped")}" time="${seconds.toFixed(3)}"`;
  return `  <testsuite ${head}>\n${tests.join("\n")}${tests.length > 0 ? "\n" : ""}  </testsuite>`;
}

const test = (group: string, name: string, inside: string): string =>
  `    <testcase classname="${escaped(group)}" name="${escaped(name)}"${inside === "" ? "/>" : `>${inside}</testcase>`}`;

/** Without characters that XML has not, such as escape codes. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "�")
    .replace(/[&<>"\t\n\r]/g, (character) => `&#${character.codePointAt(0)};`);
