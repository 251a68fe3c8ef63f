import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { widthOf } from "../../../packages/cli/src/render/columns.js";
import { screenOf } from "../../../packages/cli/src/render/screen.js";
import { paintOf } from "../../../packages/cli/src/render/terminal.js";
import { stopAt } from "../../../packages/cli/src/repl/editor/buffer/buffer.js";
import type { Key } from "../../../packages/cli/src/repl/editor/keys.js";
import { clean } from "../../../packages/cli/src/repl/editor/keys.js";
import { BINDINGS, press } from "../../../packages/cli/src/repl/editor/press.js";
import { difference, type Frame } from "../../../packages/cli/src/repl/editor/render/frame.js";
import { layout } from "../../../packages/cli/src/repl/editor/render/layout.js";
import { type Highlights, screenful } from "../../../packages/cli/src/repl/editor/render/screenful.js";
import { type EditorState, newEditor } from "../../../packages/cli/src/repl/editor/state.js";
import { runs } from "../../support/runs.js";
import { WORDS } from "./support/editor.js";
import { Vt } from "./support/vt.js";

/** Letters, wide characters, combining marks, emoji with joiners, brackets. */
const character = fc.constantFrom(
  "a",
  "m",
  "p",
  " ",
  "/",
  "[",
  "]",
  '"',
  "金",
  "閣",
  "é",
  "e\u0301",
  "\u0301",
  "👩‍👩‍👧",
  "🇨🇦",
  "ｶﾞ",
  "한",
);
const text = fc.array(character, { maxLength: 60 }).map((all) => clean(all.join("")));
const key: fc.Arbitrary<Key> = fc.oneof(
  { weight: 3, arbitrary: character.map((typed) => ({ name: "text", text: typed })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...Object.keys(BINDINGS), "S-tab", "f5").map((name) => ({ name, text: "" })),
  },
  { weight: 1, arbitrary: text.map((pasted) => ({ name: "paste", text: pasted.replaceAll("a", "\n") })) },
);
const keys = fc.array(key, { maxLength: 60 });
const entries = fc.array(text, { maxLength: 5 });
const NOTHING: Highlights = { marks: [], overlays: [], hint: null };

const screen = (columns: number, color = false) => ({
  ...screenOf({ columns, env: { LANG: "en.UTF-8" }, stdout: { isTerminal: true } } as never, "stdout", color),
  columns,
  paint: paintOf(color),
});

const frameOf = (state: EditorState, columns: number, height: number): Frame =>
  screenful(state, { prompt: "sxp> ", screen: screen(columns), height, highlights: NOTHING, explanation: null });

describe("the editor", () => {
  it("takes any keys, with the cursor between two characters", () => {
    fc.assert(
      fc.property(keys, entries, (pressed, history) => {
        let state = newEditor(history);
        for (const each of pressed) {
          ({ state } = press(state, each, WORDS));
          const { text: now, cursor } = state.buffer;
          expect(stopAt(now, cursor)).toBe(cursor);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it("takes back everything, and does it again", () => {
    fc.assert(
      fc.property(keys, (pressed) => {
        let state = newEditor([]);
        for (const each of pressed) if (!["C-_", "M-_"].includes(each.name)) ({ state } = press(state, each, WORDS));
        state = { ...state, search: null, menu: null };
        const { text: end } = state.buffer;
        const steps = state.undo.past.length;
        const many = (name: string): void => {
          for (let i = 0; i < steps; i++) ({ state } = press(state, { name, text: "" }, WORDS));
        };
        many("C-_");
        expect(state.buffer.text).toBe("");
        many("M-_");
        expect(state.buffer.text).toBe(end);
      }),
    );
  });
});

describe("the layout", () => {
  const columns = fc.integer({ min: 4, max: 40 });

  it("puts the cursor as far as the text before it is wide", () => {
    fc.assert(
      fc.property(text, (line) => {
        const { cursor } = layout(line, line.length, { columns: 500, prompt: 5, more: 5 });
        expect(cursor).toEqual({ row: 0, column: 5 + widthOf(line) });
      }),
    );
  });

  it("has rows within the terminal, with all of the text in them", () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), columns, (lines, width) => {
        const all = lines.join("\n");
        const { rows, cursor } = layout(all, all.length, { columns: width, prompt: 2, more: 2 });
        for (const row of rows) expect(row.width).toBeLessThanOrEqual(width);
        expect(rows.map(({ start, end }) => all.slice(start, end)).join("")).toBe(all.replaceAll("\n", ""));
        expect(rows[cursor.row]).toBeDefined();
        expect(cursor.column).toBeLessThan(width);
      }),
    );
  });
});

describe("drawing", () => {
  it("by differences gives the screen that drawing afresh gives", () => {
    fc.assert(
      fc.property(keys, entries, fc.integer({ min: 12, max: 50 }), (pressed, history, columns) => {
        const vt = new Vt(columns);
        let state = newEditor(history);
        let shown: Frame | null = null;
        for (const each of pressed) {
          ({ state } = press(state, each, WORDS));
          const next = frameOf(state, columns, 10);
          vt.write(difference(shown, next));
          shown = next;
          const fresh = new Vt(columns);
          fresh.write(difference(null, next));
          expect(withoutEmptyEnd(vt.text())).toEqual(withoutEmptyEnd(fresh.text()));
          expect([vt.row, vt.column]).toEqual([next.cursor.row, next.cursor.column]);
          expect(vt.isCursorShown).toBe(true);
        }
      }),
      { numRuns: runs(200, 100) },
    );
  });

  it("never has more rows than the terminal", () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 8 }), (pressed, height) => {
        let state = newEditor([]);
        for (const each of pressed) ({ state } = press(state, each, WORDS));
        expect(frameOf(state, 20, height).rows.length).toBeLessThanOrEqual(height);
      }),
    );
  });

  it("writes nothing where nothing changed", () => {
    const { state } = press(newEditor([]), { name: "text", text: "a" }, WORDS);
    const frame = frameOf(state, 40, 10);
    expect(difference(frame, frame)).toBe("");
  });

  it("has no escape codes in its rows without colour", () => {
    fc.assert(
      fc.property(keys, (pressed) => {
        let state = newEditor(["park lake"]);
        for (const each of pressed) ({ state } = press(state, each, WORDS));
        for (const row of frameOf(state, 30, 12).rows) expect(row.text).not.toContain("\u001b");
      }),
    );
  });
});

const withoutEmptyEnd = (lines: string[]): string[] => {
  const last = lines.findLastIndex((line) => line !== "");
  return lines.slice(0, last + 1);
};
