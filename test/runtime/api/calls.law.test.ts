import { COMPARISON_OPERATORS, FUNCTION_NAMES } from "@semantic-xpath/parser";
import { compile, RunError, readXml } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { isLong } from "../../support/runs.js";

const tree = readXml('<A x="1"><B x="sun">one<C/></B><B y="2026-05-01"><C x="3">two</C></B></A>');

/** One of each kind of argument that can be written. */
const ARGUMENTS = [
  "/B",
  "//C[1]",
  '/B[node =~ "sun"]',
  "/B/@x",
  "B",
  "@x",
  ".",
  "text()",
  "position()",
  "last()",
  "name()",
  "count(/B)",
  'node =~ "sun"',
  "@x = 1",
  "not(@x)",
  "1-@x",
  "exists(/B)",
  'contains(@x, "s")',
  "avg(/B)",
  '"sun"',
  "3",
  "-3",
  "true",
  "$p",
  "*",
  "",
];

const calls = FUNCTION_NAMES.flatMap((name) => [
  `${name}()`,
  ...ARGUMENTS.map((one) => `${name}(${one})`),
  // All pairs, or of each argument with a few others in each place.
  ...ARGUMENTS.flatMap((one, i) =>
    ARGUMENTS.filter((_, j) => isLong || (i + j) % 5 === 0).map((other) => `${name}(${one}, ${other})`),
  ),
  ...ARGUMENTS.flatMap((one) => [`${name}(${one}, @x, "s")`, `${name}(${one}, "s", @x)`]),
]);
const contexts: readonly ((call: string) => string)[] = [
  (call) => `//*[${call}]`,
  (call) => `//*[not(${call})]`,
  (call) => `//*[max(${call}, @x)]`,
  ...COMPARISON_OPERATORS.flatMap((operator) => [
    (call: string) => `//*[${call} ${operator} 1]`,
    (call: string) => `//*[${call} ${operator} "sun"]`,
  ]),
  (call) => `//*[${call} = true]`,
  (call) => `//*[${call} =~ "sun"]`,
];

describe("every call with every kind of argument", () => {
  it.each(FUNCTION_NAMES)("%s runs or is reported", async (name) => {
    let ran = 0;
    const own = calls.filter((call) => call.startsWith(`${name}(`));
    for (const [i, call] of own.entries()) {
      // Each call in some of the contexts, each context with some of the calls: all of them would be 300 000.
      for (const context of contexts.filter((_, j) => (i + j) % 8 === 0 || j === 0)) {
        const text = context(call);
        const { query, diagnostics } = compile(text);
        const isRefused = diagnostics.some(({ severity }) => severity === "error");
        expect(query !== undefined || isRefused, text).toBe(true);
        if (query === undefined) continue;
        ran++;
        const params = query.plan.parameters.length > 0 ? { params: { p: 1 } } : {};
        const result = await query.run(tree, params).catch((error: unknown) => {
          // A text of the data where a number is needed: the run says so, with its place.
          if (error instanceof RunError && error.code === "SXP4011") return null;
          throw new Error(`${text}: ${error}`);
        });
        if (result === null || result.value !== undefined) continue;
        if (!query.isSemantic && query.plan.parameters.length === 0)
          expect([...query.select(tree).ids], text).toEqual([...result.ids]);
      }
    }
    expect(ran).toBeGreaterThan(0);
  });
});
