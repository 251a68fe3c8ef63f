import { clustersIn, widthOf } from "../../../render/columns.js";

/** A text with a cursor, which is between two grapheme clusters, in UTF-16 units. */
export interface Buffer {
  readonly text: string;
  readonly cursor: number;
}

/** The text with the cursor after it, or at a place. */
export const bufferOf = (text: string, cursor: number = text.length): Buffer => ({ text, cursor });

/** The text with a span of it replaced, and the cursor after the replacement. */
const splice = ({ text }: Buffer, start: number, end: number, inserted: string): Buffer => ({
  text: text.slice(0, start) + inserted + text.slice(end),
  cursor: start + inserted.length,
});

/** The text at the cursor; between clusters afterwards as well: what was typed may join what is there. */
export const insert = (buffer: Buffer, text: string): Buffer =>
  settle(splice(buffer, buffer.cursor, buffer.cursor, text));

/** Removes a span of text. */
export const remove = (buffer: Buffer, start: number, end: number): Buffer => settle(splice(buffer, start, end, ""));

export const deleteBack = (buffer: Buffer): Buffer =>
  remove(buffer, previousStop(buffer.text, buffer.cursor), buffer.cursor);

export const deleteForward = (buffer: Buffer): Buffer =>
  remove(buffer, buffer.cursor, nextStop(buffer.text, buffer.cursor));

/** The character before the cursor changes places with the one after it; at the end of a line the last two do. */
export function transpose(buffer: Buffer): Buffer {
  const { text, cursor } = buffer;
  const start = lineStart(text, cursor);
  const middle = cursor === lineEnd(text, cursor) ? previousStop(text, cursor) : cursor;
  if (middle <= start) return buffer;
  const first = previousStop(text, middle);
  const last = nextStop(text, middle);
  return settle(splice(buffer, first, last, text.slice(middle, last) + text.slice(first, middle)));
}

/** A combining mark that is typed or uncovered joins the cluster before it: then the cursor goes after the whole of it. */
const settle = ({ text, cursor }: Buffer): Buffer => ({
  text,
  cursor: stopsAround(text, cursor).find((stop) => stop >= cursor) ?? cursor,
});

export type Motion = (buffer: Buffer) => Buffer;

const moving =
  (target: (text: string, cursor: number) => number): Motion =>
  ({ text, cursor }) => ({ text, cursor: target(text, cursor) });

export const left = moving(previousStop);
export const right = moving(nextStop);
export const toLineStart = moving(lineStart);
export const toLineEnd = moving(lineEnd);
export const toStart = moving(() => 0);
export const toEnd = moving(({ length }) => length);

/** After the end of the word that is here or comes next. */
export const wordRight: Motion = ({ text, cursor }) => {
  const [passed = ""] = /^[^\p{L}\p{N}\p{M}_]*[\p{L}\p{N}\p{M}_]*/u.exec(text.slice(cursor)) ?? [];
  return settle({ text, cursor: cursor + passed.length });
};

const toBefore = (end: RegExp): Motion =>
  moving((text, cursor) => stopAt(text, text.slice(0, cursor).replace(end, "").length));

/** To the start of the word that is here or before. */
export const wordLeft = toBefore(/[\p{L}\p{N}\p{M}_]*[^\p{L}\p{N}\p{M}_]*$/u);

/** To the start of the run of characters without white space before the cursor. */
export const blankLeft = toBefore(/\S*\s*$/u);

/** One line up or down at the same column; null if there is none. */
export function lineUp(buffer: Buffer): Buffer | null {
  const start = lineStart(buffer.text, buffer.cursor);
  return start === 0 ? null : atColumn(buffer, lineStart(buffer.text, start - 1), columnOf(buffer, start));
}

export function lineDown(buffer: Buffer): Buffer | null {
  const end = lineEnd(buffer.text, buffer.cursor);
  if (end === buffer.text.length) return null;
  return atColumn(buffer, end + 1, columnOf(buffer, lineStart(buffer.text, buffer.cursor)));
}

const columnOf = ({ text, cursor }: Buffer, start: number): number => widthOf(text.slice(start, cursor));

function atColumn(buffer: Buffer, start: number, column: number): Buffer {
  let at = start;
  let width = 0;
  for (const cluster of graphemes(buffer.text.slice(start, lineEnd(buffer.text, start)))) {
    width += widthOf(cluster);
    if (width > column) break;
    at += cluster.length;
  }
  return { ...buffer, cursor: at };
}

const PLAIN = /^[\x20-\x7e]*$/;

/** The grapheme clusters of a text: what a reader sees as one character. Letters of ASCII are split without the segmenter. */
export const graphemes = (text: string): readonly string[] =>
  PLAIN.test(text) ? text.split("") : Array.from(clustersIn(text), ({ segment }) => segment);

/** Start and end of the line of a place; no cluster crosses the end of a line. */
export function lineStart(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}
export function lineEnd(text: string, at: number): number {
  const newline = text.indexOf("\n", at);
  return newline < 0 ? text.length : newline;
}

/** The places between clusters of the line that a place is in, its start and end among them. */
function stopsAround(text: string, at: number): readonly number[] {
  const stops = [lineStart(text, at)];
  for (const { length } of graphemes(text.slice(stops[0], lineEnd(text, at)))) stops.push(stops.at(-1)! + length);
  return stops;
}

/** The place between clusters before `at`. */
function previousStop(text: string, at: number): number {
  return Math.max(0, stopsAround(text, at).findLast((stop) => stop < at) ?? at - 1);
}

/** The place between clusters after `at`. */
function nextStop(text: string, at: number): number {
  return Math.min(text.length, stopsAround(text, at).find((stop) => stop > at) ?? at + 1);
}

/** The nearest place between clusters at or before `at`: what an offset from elsewhere becomes. */
export function stopAt(text: string, at: number): number {
  const within = Math.max(0, Math.min(at, text.length));
  return stopsAround(text, within).findLast((stop) => stop <= within) ?? within;
}
