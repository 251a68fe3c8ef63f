import { cut, inOneLine, largest, pad, widthOf, wrap } from "../../../render/columns.js";
import type { Screen } from "../../../render/screen.js";
import { type Search, suggestion } from "../history.js";
import type { Menu } from "../menu.js";
import { foundText } from "../press.js";
import type { EditorState } from "../state.js";
import type { Frame, FrameRow } from "./frame.js";
import { type Layout, layout, type Row } from "./layout.js";
import { type Mark, type Overlay, painted } from "./marks.js";

/** Highlights of the language for the text. */
export interface Highlights {
  readonly marks: readonly Mark[];
  readonly overlays: readonly Overlay[];
  /** One line below the input: a signature, or what is wrong. */
  readonly hint: Hint | null;
}

export const NO_HIGHLIGHTS: Highlights = { marks: [], overlays: [], hint: null };

export interface Hint {
  readonly text: string;
  /** The part that stands out: the argument that is typed. */
  readonly strong: { readonly start: number; readonly end: number } | null;
  readonly kind: "help" | "error" | "warning";
}

export interface View {
  readonly prompt: string;
  readonly screen: Screen;
  /** Rows of the terminal. */
  readonly height: number;
  readonly highlights: Highlights;
  /** About the selected choice. */
  readonly explanation: string | null;
  /** For the last frame of an input: the text alone. */
  readonly isFinal?: boolean;
}

const MORE = "...> ";

/** The frame for a state of the editor. Pure: the same state and size give the same rows. */
export function screenful(state: EditorState, view: View): Frame {
  const { screen, highlights } = view;
  const { columns, paint } = screen;
  const { search } = state;
  const isPlain = view.isFinal === true || search !== null;
  const ghost = isPlain || !paint.isColorSupported ? "" : suggestion(state.history.entries, state.buffer);
  const text = (search === null ? state.buffer.text : foundText(state, search)) + ghost;
  const cursor = search === null ? state.buffer.cursor : text.length;
  const prompt = search === null ? fitted(view.prompt, columns) : searchPrompt(search, screen);
  const more = fitted(MORE, columns);
  const all = layout(text, cursor, { columns, prompt: widthOf(prompt), more: widthOf(more) });
  const marks: readonly Mark[] =
    ghost === ""
      ? highlights.marks
      : [...highlights.marks, { start: text.length - ghost.length, end: text.length, style: "ghost" }];
  const overlays = isPlain ? [] : highlights.overlays;
  const window = view.isFinal === true ? { from: 0, to: all.rows.length } : visible(all, view.height);
  const rows: FrameRow[] = all.rows.slice(window.from, window.to).map((row) => ({
    text: lead(row, prompt, more, screen) + painted(text, row, { marks, overlays }, paint),
    width: row.width,
  }));
  const cursorRow = all.cursor.row - window.from;
  if (!isPlain) rows.push(...below(state, view, view.height - rows.length, all));
  return { rows, cursor: { row: cursorRow, column: all.cursor.column }, columns };
}

/** Rows below the input: the hint, the menu, and the explanation of a choice. */
function below({ menu, buffer }: EditorState, view: View, room: number, { cursor }: Layout): FrameRow[] {
  const { screen, highlights, explanation } = view;
  const rows: FrameRow[] = [];
  if (highlights.hint !== null && room > 1) rows.push(hintRow(highlights.hint, screen));
  if (menu === null) return rows;
  const start = menu.choices[0]?.start ?? buffer.cursor;
  const indent = Math.max(0, cursor.column - widthOf(buffer.text.slice(start, buffer.cursor)));
  rows.push(...menuRows(menu, indent, room - rows.length - 1, screen));
  if (explanation !== null && menu.selected !== null)
    rows.push(...explanationRows(explanation, room - rows.length - 1, screen));
  return rows;
}

/** The rows that fit around the cursor if the input is taller than the terminal. */
function visible({ rows, cursor }: Layout, height: number) {
  if (rows.length <= height) return { from: 0, to: rows.length };
  const from = Math.max(0, Math.min(rows.length - height, cursor.row - Math.floor(height / 2)));
  return { from, to: from + height };
}

function lead({ lead: kind }: Row, prompt: string, more: string, { paint }: Screen): string {
  if (kind === "none") return "";
  return kind === "prompt" ? paint.bold(prompt) : paint.dim(more);
}

/** A prompt takes at most a third of the line. */
const fitted = (prompt: string, columns: number): string => (widthOf(prompt) * 3 <= columns ? prompt : "> ");

/** The beginning of what is searched for may go, so that half of the line is left for what is found. */
function searchPrompt({ needle, at }: Search, { columns, glyphs }: Screen): string {
  const says = at === null && needle !== "" ? "nothing has" : "search";
  const most = Math.max(8, Math.floor(columns / 2));
  return `${cut(`${says} "${needle}`, most - 3, glyphs.ellipsis)}": `;
}

function hintRow({ text, strong, kind }: Hint, { columns, glyphs, paint }: Screen): FrameRow {
  const visibleText = cut(text, columns - 1, glyphs.ellipsis);
  const width = widthOf(visibleText);
  if (kind !== "help") return { text: kind === "error" ? paint.red(visibleText) : paint.yellow(visibleText), width };
  if (strong === null || strong.end > visibleText.length) return { text: paint.dim(visibleText), width };
  const { start, end } = strong;
  const before = paint.dim(visibleText.slice(0, start));
  return { text: before + paint.bold(visibleText.slice(start, end)) + paint.dim(visibleText.slice(end)), width };
}

const MAX_CHOICES = 8;
const MAX_LABEL = 44;
const MAX_EXPLANATION = 4;
const GAP = 2;

/** The list of choices, a window around the selected one, below the place where it would be written. */
function menuRows(menu: Menu, indent: number, room: number, screen: Screen): FrameRow[] {
  const { columns, glyphs, paint } = screen;
  const hasNote = room > 1 && menu.choices.length > Math.min(MAX_CHOICES, room);
  const height = Math.min(MAX_CHOICES, menu.choices.length, room - (hasNote ? 1 : 0));
  if (height < 1) return [];
  const top = Math.max(0, Math.min(menu.choices.length - height, (menu.selected ?? 0) - Math.floor(height / 2)));
  const visible = menu.choices.slice(top, top + height);
  const labelWidth = Math.min(MAX_LABEL, columns - 2, largest(visible.map(({ label }) => widthOf(label))));
  const kindWidth = largest(visible.map(({ kind }) => kind.length));
  const hasKinds = columns >= labelWidth + kindWidth + GAP + 2;
  const aboutWidth = hasKinds ? kindWidth + GAP : 0;
  const leftMargin = Math.max(0, Math.min(indent - 1, columns - labelWidth - aboutWidth - 24));
  const gap = " ".repeat(GAP);
  const rows = visible.map(({ label, kind, detail }, i) => {
    const isSelected = top + i === menu.selected;
    const name = pad(cut(label, labelWidth, glyphs.ellipsis), labelWidth);
    const about = `${gap}${kind}`.padEnd(aboutWidth).slice(0, aboutWidth);
    const room = columns - leftMargin - labelWidth - aboutWidth - GAP - 2;
    const more = hasKinds && detail !== "" ? cut(inOneLine(detail), room, glyphs.ellipsis) : "";
    const text = `${isSelected && !paint.isColorSupported ? ">" : " "}${name}`;
    const detailText = more && gap + more;
    const line = isSelected ? paint.inverse(text + about) + detailText : text + paint.dim(about + detailText);
    return { text: " ".repeat(leftMargin) + line, width: leftMargin + widthOf(text + about + detailText) };
  });
  if (!hasNote) return rows;
  const note = cut(`${menu.choices.length} choices`, columns - leftMargin - 1, glyphs.ellipsis);
  return [...rows, { text: `${" ".repeat(leftMargin + 1)}${paint.dim(note)}`, width: leftMargin + 1 + note.length }];
}

/** Explanation of the selected choice: a few lines, without the signs of Markdown. */
function explanationRows(markdown: string, room: number, { columns, paint, glyphs }: Screen): FrameRow[] {
  const lines = markdown
    .split("\n")
    .map((line) => line.replaceAll(/^```\w*$|[*`]/g, "").trim())
    .filter((line) => line !== "")
    .flatMap((line) => wrap(line, columns - 4))
    .map((line) => cut(line, columns - 3, glyphs.ellipsis));
  const visible = lines.slice(0, Math.max(0, Math.min(MAX_EXPLANATION, room)));
  return visible.map((line) => ({ text: paint.dim(`${glyphs.line.trimEnd()} ${line}`), width: widthOf(line) + 2 }));
}
