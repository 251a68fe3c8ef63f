import { describe, expect, it } from "vitest";
import { screenOf } from "../../../packages/cli/src/render/screen.js";
import { paintOf, printable } from "../../../packages/cli/src/render/terminal.js";
import { erasure } from "../../../packages/cli/src/repl/editor/render/frame.js";
import { layout } from "../../../packages/cli/src/repl/editor/render/layout.js";
import { matchingBrackets } from "../../../packages/cli/src/repl/editor/render/marks.js";
import { screenful, type View } from "../../../packages/cli/src/repl/editor/render/screenful.js";
import { SILENT, typed, WORDS } from "./support/editor.js";

const view = (columns: number, more: Partial<View> = {}, color = false): View => ({
  prompt: "sxp> ",
  screen: {
    ...screenOf({ columns, env: { LANG: "en.UTF-8" }, stdout: { isTerminal: true } } as never, "stdout", color),
    columns,
    paint: paintOf(color),
  },
  height: 20,
  highlights: { marks: [], overlays: [], hint: null },
  explanation: null,
  ...more,
});
const rows = (keys: readonly string[], given: View, entries: readonly string[] = [], language = SILENT): string[] =>
  screenful(typed(keys, { language, entries }).state, given).rows.map(({ text }) => printable(text).trimEnd());

describe("a frame", () => {
  it("begins with the prompt; further lines have one of their own", () => {
    expect(rows(["//Day[", "M-enter", "1]"], view(40))).toEqual(["sxp> //Day[", "...> 1]"]);
  });

  it("goes on in the next row where a line is too long, and cuts no wide character", () => {
    expect(rows(["ab cd ef gh ij kl"], view(15))).toEqual(["sxp> ab cd ef g", "h ij kl"]);
    expect(rows(["金閣寺の庭園"], view(10, { prompt: "> " }))).toEqual(["> 金閣寺の", "庭園"]);
    expect(rows(["a金閣寺の庭園"], view(10, { prompt: "> " }))).toEqual(["> a金閣寺", "の庭園"]);
  });

  it("has the cursor in the next row after a full one", () => {
    const frame = screenful(typed(["123456789012345"]).state, view(20));
    expect([frame.rows.length, frame.cursor]).toEqual([2, { row: 1, column: 0 }]);
  });

  it("shows the choices under the word, and what there is to read about the selected one", () => {
    const shown = rows(["park mus", "down"], view(60, { explanation: "A **place** for `things`." }), [], WORDS);
    expect(shown).toEqual([
      "sxp> park mus",
      "         >museum  word",
      "          music   word",
      "│ A place for things.",
    ]);
  });

  it("shows at least one choice where there is room for one, and no more rows than fit", () => {
    for (const height of [1, 2, 3, 4, 5, 9]) {
      const shown = rows(["p", "down"], view(40, { height, explanation: "A place." }), [], WORDS);
      expect(shown.length).toBeLessThanOrEqual(height);
      if (height > 2) expect(shown[1]).toContain("park");
    }
  });

  it("shows what the history suggests, where it can be told apart", () => {
    const entries = ["park or lake"];
    expect(rows(["par"], view(40), entries)[0]).toBe("sxp> par");
    expect(rows(["par"], view(40, {}, true), entries)[0]).toContain("\u001b[2mk or lake");
  });

  it("shows one line of help or of what is wrong", () => {
    const hint = {
      text: "avg(condition)  condition: a relevance",
      strong: { start: 4, end: 13 },
      kind: "help",
    } as const;
    const highlights = { marks: [], overlays: [], hint };
    expect(rows(["//Day[avg("], view(30, { highlights }))).toEqual([
      "sxp> //Day[avg(",
      "avg(condition)  condition: a…",
    ]);
  });

  it("shows the part around the cursor of what is taller than the terminal", () => {
    const lines = Array.from({ length: 9 }, (_, i) => `line ${i}`).flatMap((line, i) =>
      i === 0 ? [line] : ["M-enter", line],
    );
    expect(rows([...lines, "C-home"], view(30, { height: 3 }))).toEqual(["sxp> line 0", "...> line 1", "...> line 2"]);
    expect(rows(lines, view(30, { height: 3 }))).toEqual(["...> line 6", "...> line 7", "...> line 8"]);
  });

  it("colours what it is told to, mistakes over everything", () => {
    const highlights = {
      marks: [{ start: 2, end: 5, style: "class" as const }],
      overlays: [{ start: 2, end: 5, kind: "error" as const }],
      hint: null,
    };
    expect(rows(["//Dya[1]"], view(40, { highlights }, true))[0]).toContain("\u001b[31m\u001b[4mDya");
    expect(rows(["//Dya[1]"], view(40, { highlights: { ...highlights, overlays: [] } }, true))[0]).toContain(
      "\u001b[36mDya",
    );
  });
});

describe("taking a frame off", () => {
  const frame = screenful(typed(["1234567890123456789012345678901234567890"]).state, view(30));

  it("goes to its first row", () => {
    expect(frame.cursor).toEqual({ row: 1, column: 15 });
    expect(erasure(frame, 30)).toBe("\u001b[1A\r\u001b[J");
  });

  it("counts the rows that a narrower terminal makes of it", () => {
    expect(erasure(frame, 10)).toBe("\u001b[4A\r\u001b[J");
  });
});

describe("brackets", () => {
  const pairs = (text: string, cursor: number) => matchingBrackets(text, cursor).map(({ start }) => start);

  it.each<[string, number, number[]]>([
    ["//Day[1]", 8, [5, 7]],
    ["//Day[1]", 5, [5, 7]],
    ["//Day[avg(/POI)]", 15, [9, 14]],
    ["//Day[avg(/POI)]", 2, []],
    ["//Day[a = '[']", 14, [5, 13]],
    ["//Day[", 6, []],
    ["//Day(: [ :)[1]", 13, [12, 14]],
  ])("%s at %i", (text, cursor, found) => expect(pairs(text, cursor)).toEqual(found));
});

describe("a layout", () => {
  it("has a row for each empty line", () => {
    expect(layout("\n\n", 2, { columns: 20, prompt: 5, more: 5 }).cursor).toEqual({ row: 2, column: 5 });
  });
});
