import { cut, largest, pad, widthOf, wrap } from "../../../render/columns.js";
import type { Screen } from "../../../render/screen.js";
import type { Menu } from "../menu/menu.js";
import type { FrameRow } from "./frame.js";

const MOST_CHOICES = 8;
const MOST_LABEL = 44;
const MOST_EXPLANATION = 4;
const GAP = 2;

/** The list of choices, a window around the selected one, below the place where it would be written. */
export function menuRows(menu: Menu, indent: number, room: number, screen: Screen): FrameRow[] {
  const { columns, glyphs, paint } = screen;
  const hasNote = room > 1 && menu.choices.length > Math.min(MOST_CHOICES, room);
  const height = Math.min(MOST_CHOICES, menu.choices.length, room - (hasNote ? 1 : 0));
  if (height < 1) return [];
  const top = Math.max(0, Math.min(menu.choices.length - height, (menu.selected ?? 0) - Math.floor(height / 2)));
  const shown = menu.choices.slice(top, top + height);
  const labelWidth = Math.min(MOST_LABEL, columns - 2, largest(shown.map(({ label }) => widthOf(label))));
  const kindWidth = largest(shown.map(({ kind }) => kind.length));
  const hasKinds = columns >= labelWidth + kindWidth + GAP + 2;
  const left = Math.max(0, Math.min(indent - 1, columns - labelWidth - (hasKinds ? kindWidth + GAP : 0) - 24));
  const rows = shown.map(({ label, kind, detail }, i) => {
    const isSelected = top + i === menu.selected;
    const name = pad(cut(label, labelWidth, glyphs.ellipsis), labelWidth);
    const about = hasKinds ? `${" ".repeat(GAP)}${kind.padEnd(kindWidth)}` : "";
    const taken = left + 1 + labelWidth + about.length + GAP;
    const more = hasKinds && detail !== "" ? cut(oneLine(detail), columns - taken - 1, glyphs.ellipsis) : "";
    const text = `${isSelected && !paint.isColorSupported ? ">" : " "}${name}`;
    const rest = `${about}${more === "" ? "" : " ".repeat(GAP) + more}`;
    const line = isSelected ? paint.inverse(text + about) + rest.slice(about.length) : text + paint.dim(rest);
    return { text: " ".repeat(left) + line, width: left + widthOf(text + rest) };
  });
  if (!hasNote) return rows;
  const note = cut(`${menu.choices.length} choices`, columns - left - 1, glyphs.ellipsis);
  return [...rows, { text: `${" ".repeat(left + 1)}${paint.dim(note)}`, width: left + 1 + note.length }];
}

/** What there is to read about the selected choice: a few lines, without the signs of Markdown. */
export function explanationRows(markdown: string, room: number, { columns, paint, glyphs }: Screen): FrameRow[] {
  const lines = markdown
    .split("\n")
    .map((line) => line.replaceAll(/^```\w*$|[*`]/g, "").trim())
    .filter((line) => line !== "")
    .flatMap((line) => wrap(line, columns - 4))
    .map((line) => cut(line, columns - 3, glyphs.ellipsis));
  const shown = lines.slice(0, Math.max(0, Math.min(MOST_EXPLANATION, room)));
  return shown.map((line) => ({ text: paint.dim(`${glyphs.line.trimEnd()} ${line}`), width: widthOf(line) + 2 }));
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
