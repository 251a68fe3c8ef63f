import { widthOf } from "../../../render/columns.js";
import type { Buffer } from "./buffer.js";
import { graphemes, lineEnd, lineStart, nextStop, previousStop } from "./graphemes.js";

export type Motion = (buffer: Buffer) => Buffer;

const to = (buffer: Buffer, cursor: number): Buffer => ({ ...buffer, cursor });

export const left: Motion = (buffer) => to(buffer, previousStop(buffer.text, buffer.cursor));
export const right: Motion = (buffer) => to(buffer, nextStop(buffer.text, buffer.cursor));
export const toLineStart: Motion = (buffer) => to(buffer, lineStart(buffer.text, buffer.cursor));
export const toLineEnd: Motion = (buffer) => to(buffer, lineEnd(buffer.text, buffer.cursor));
export const toStart: Motion = (buffer) => to(buffer, 0);
export const toEnd: Motion = (buffer) => to(buffer, buffer.text.length);

const WORD = /[\p{L}\p{N}\p{M}_]/u;

/** Behind the end of the word that stands here or comes next. */
export const wordRight: Motion = (buffer) => {
  const { text } = buffer;
  let at = buffer.cursor;
  while (at < text.length && !isWord(text, at)) at = nextStop(text, at);
  while (at < text.length && isWord(text, at)) at = nextStop(text, at);
  return to(buffer, at);
};

/** To the start of the word that stands here or before. */
export const wordLeft: Motion = (buffer) => {
  const { text } = buffer;
  let at = buffer.cursor;
  while (at > 0 && !isWord(text, previousStop(text, at))) at = previousStop(text, at);
  while (at > 0 && isWord(text, previousStop(text, at))) at = previousStop(text, at);
  return to(buffer, at);
};

const isWord = (text: string, at: number): boolean => WORD.test(text.slice(at, nextStop(text, at)));

/** To the start of the run of characters without white space before the cursor. */
export const blankLeft: Motion = (buffer) => {
  const head = buffer.text.slice(0, buffer.cursor);
  return to(buffer, head.replace(/\S*\s*$/u, "").length);
};

/** One line up or down at the same column; null where there is none. */
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
  return to(buffer, at);
}
