import { weightText } from "@semantic-xpath/inspect/numbers";
import stringWidth from "string-width";
import type { Glyphs, Screen } from "./screen.js";

/** Columns that a text takes on a terminal: wide characters two, combining marks none, colours none. */
export const widthOf = (text: string): number => (SINGLE.test(text) ? text.length : stringWidth(text));

/** Letters of the West, points, lines and blocks: each takes one column, and none goes into one cluster with another. */
const SINGLE = /^[\x20-\x7e\xa0-\xa8\xaa-\xac\xaf-\u02ff\u2010-\u2027\u2190-\u2193\u2500-\u259f]*$/;
/** Characters that do not stand before an ellipsis: white space and separators. */
const DANGLING = /[\s·,;:-]+$/;
let segmenter: Intl.Segmenter | undefined;
/** Maximum UTF-16 units of one column: an emoji of a family has eleven. */
const MAX_UNITS = 16;

/** The grapheme clusters of a text, one at a time. What finds them is made for the first text: it costs a sixth of what a start of Node costs. */
export function clustersIn(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
}

/**
 * A UTF-16 unit is at most two columns wide: short texts need no measuring. Nor do long ones, such as a whole conversation,
 * which took seconds: a line of many units is too wide unless nearly all of them are combining marks.
 */
function isWider(text: string, columns: number): boolean {
  if (text.length * 2 <= columns) return false;
  return text.length > columns * MAX_UNITS || widthOf(text) > columns;
}

/** The text, cut at a character and marked with the ellipsis if it is wider than `columns`. An output without ellipsis is never cut. */
export function cut(text: string, columns: number, ellipsis: string): string {
  if (ellipsis === "") return text;
  if (!isWider(text, columns)) return text;
  const room = columns - widthOf(ellipsis);
  if (room <= 0) return "";
  if (SINGLE.test(text.slice(0, room + 1))) return `${text.slice(0, room).replace(DANGLING, "")}${ellipsis}`;
  let result = "";
  let width = 0;
  for (const { segment } of clustersIn(text)) {
    width += widthOf(segment);
    if (width > room) return `${result.replace(DANGLING, "")}${ellipsis}`;
    result += segment;
  }
  return text;
}

/** A path, cut at its start, between two steps if that leaves something: its end says most. */
export function cutStart(path: string, columns: number, ellipsis: string): string {
  if (ellipsis === "" || !isWider(path, columns)) return path;
  const characters = Array.from(clustersIn(path), ({ segment }) => segment);
  const room = columns - widthOf(ellipsis);
  let tail = "";
  while (characters.length > 0 && widthOf(characters.at(-1) + tail) <= room) tail = characters.pop() + tail;
  const step = tail.indexOf("/");
  return `${ellipsis}${step > 0 ? tail.slice(step) : tail}`;
}

/** The text with spaces up to `columns`. */
export const pad = (text: string, columns: number): string => text + " ".repeat(Math.max(0, columns - widthOf(text)));

/** The text in lines of at most `columns`, broken at spaces. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && isWider(longer, columns)) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** A term and its description, in two columns; one below the other on a narrow terminal. `width`: columns of the terms. */
export function termLines(term: string, says: string, width: number, { paint, columns }: Screen): string[] {
  const room = columns - width - 4;
  const title = wrap(term, columns - 2).map((line) => `  ${paint.cyan(line)}`);
  if (room < 24) return [...title, ...wrap(says, Math.max(16, columns - 6)).map((line) => `      ${line}`)];
  const isLong = widthOf(term) > width;
  const lines = wrap(says, room).map(
    (line, i) => `  ${i === 0 && !isLong ? paint.cyan(pad(term, width)) : " ".repeat(width)}  ${line}`,
  );
  return isLong ? [...title, ...lines] : lines;
}

/** `1 node`, `3 nodes`. */
export const count = (number: number, noun: string, plural = `${noun}s`): string =>
  `${number} ${number === 1 ? noun : plural}`;

/** The largest of the numbers, 0 if there is none. Arguments of a call are limited, so no `Math.max(...)`. */
export const largest = (numbers: readonly number[]): number =>
  numbers.reduce((most, number) => Math.max(most, number), 0);

/** A bar of at most `cells` cells, in proportion to `share`, to an eighth if the terminal can show it. */
export function bar(share: number, cells: number, { full, parts }: Glyphs): string {
  const steps = parts.length + 1;
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * cells * steps);
  // A share above 0 is visible.
  const filled = share > 0 ? Math.max(1, eighths) : 0;
  const partial = filled % steps;
  return full.repeat(Math.floor(filled / steps)) + (partial === 0 ? "" : parts[partial - 1]!);
}

/** A weight as a bar, which is full for 1, and as a number. */
export const weightBar = (weight: number, cells: number, { paint, glyphs }: Screen): string =>
  `${paint.green(bar(weight, cells, glyphs).padEnd(cells))} ${paint.bold(weightText(weight))}`;

/** Columns below which bars have no room. */
export const NARROW = 56;

/** A weight as a bar, or without the bar on a narrow terminal. */
export const weightCell = (weight: number, cells: number, screen: Screen): string =>
  screen.columns < NARROW ? screen.paint.bold(weightText(weight)) : weightBar(weight, cells, screen);

export const inOneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

const UNITS = ["bytes", "KB", "MB", "GB", "TB"] as const;

/** A size as people compare it, in powers of 1000: `90.4 MB`. */
export function bytesText(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  while (amount >= 999.5 && unit < UNITS.length - 1) {
    amount /= 1000;
    unit++;
  }
  return `${unit === 0 || amount >= 99.95 ? amount.toFixed(0) : amount.toFixed(1)} ${UNITS[unit]}`;
}

/** Rows under a heading, each column as wide as its widest cell; numbers to the right if `alignRight` names the column. */
export function table(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  { paint }: Screen,
  alignRight: readonly string[] = [],
): string {
  const widths = heading.map((title, i) => Math.max(widthOf(title), ...rows.map((row) => widthOf(row[i]!))));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (alignRight.includes(heading[i]!) ? cell.padStart(widths[i]!) : pad(cell, widths[i]!)))
      .join("  ")
      .trimEnd();
  return [paint.dim(line(heading)), ...rows.map(line)].map((text) => `${text}\n`).join("");
}
