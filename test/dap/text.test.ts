import { expect, it } from "vitest";
import { hitsOf } from "../../packages/dap/src/breakpoints/store.js";
import { baseName, isSamePath, joinPath } from "../../packages/dap/src/text/paths.js";
import { lineSpan, offsetOf, rangeOf } from "../../packages/dap/src/text/positions.js";

it.each<[string, string | null, string]>([
  ["plan.xml", "/a/b/plan.sxp", "/a/b/plan.xml"],
  ["../plan.xml", "/a/b/plan.sxp", "/a/plan.xml"],
  ["../../../plan.xml", "/a/b/plan.sxp", "/plan.xml"],
  ["./data/plan.xml", "plan.sxp", "data/plan.xml"],
  ["../plan.xml", "a/plan.sxp", "plan.xml"],
  ["../../plan.xml", "a/plan.sxp", "../plan.xml"],
  ["/x/plan.xml", "/a/plan.sxp", "/x/plan.xml"],
  ["data/plan.xml", "C:\\a\\plan.sxp", "C:\\a\\data\\plan.xml"],
  ["../plan.xml", "vscode-vfs://github/o/r/a/plan.sxp", "vscode-vfs://github/o/r/plan.xml"],
  ["../../../../plan.xml", "vscode-vfs://github/o/r/plan.sxp", "vscode-vfs://github/plan.xml"],
  ["plan.xml", null, "plan.xml"],
])("%s seen from %s is %s", (path, from, whole) => {
  expect(joinPath(path, from)).toBe(whole);
});

it("knows one file by several spellings", () => {
  expect(isSamePath("/a/b c.sxp", "file:///a/b%20c.sxp")).toBe(true);
  expect(isSamePath("c:\\a\\b.sxp", "C:/a/b.sxp")).toBe(true);
  expect(isSamePath("C:\\a\\b.sxp", "file:///c:/a/b.sxp")).toBe(true);
  expect(isSamePath("/a/b.sxp", "/a/B.sxp")).toBe(false);
  expect(isSamePath("vscode-vfs://x/a.sxp", "vscode-vfs://x/a.sxp")).toBe(true);
  expect(isSamePath("file:///%zz", "file:///%zz")).toBe(true);
  expect([baseName("/a/b.sxp"), baseName("C:\\a\\b.sxp"), baseName("b.sxp")]).toEqual(["b.sxp", "b.sxp", "b.sxp"]);
});

it("counts lines and columns from 1 or from 0, and back", () => {
  const text = "/A\n  [1]\r\n/B";
  for (const base of [0, 1] as const) {
    const counting = { line: base, column: base };
    expect(rangeOf(text, { start: 5, end: 8 }, counting)).toEqual({
      line: base + 1,
      column: base + 2,
      endLine: base + 1,
      endColumn: base + 5,
    });
    for (let offset = 0; offset <= text.length; offset++) {
      const { line, column } = rangeOf(text, { start: offset, end: offset }, counting);
      expect(offsetOf(text, line, column, counting)).toBe(offset);
    }
    expect(lineSpan(text, base + 3, counting)).toBeNull();
    expect(lineSpan(text, base - 1, counting)).toBeNull();
    expect(offsetOf(text, base, 99, counting)).toBe(2);
  }
});

it.each<[string | null, number | null]>([
  [null, 0],
  ["", 0],
  ["5", 5],
  [" >= 5 ", 5],
  [">5", 6],
  ["= 5", null],
  ["-1", null],
  ["five", null],
])("the hit condition %j is from the time %j on", (condition, hits) => {
  expect(hitsOf(condition)).toBe(hits);
});
