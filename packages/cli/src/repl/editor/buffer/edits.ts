import { type Buffer, splice } from "./buffer.js";
import { lineEnd, lineStart, nextStop, previousStop } from "./graphemes.js";

/** The text at the cursor; between clusters afterwards as well: what was typed may join what stands there. */
export function insert(buffer: Buffer, text: string): Buffer {
  return settle(splice(buffer, buffer.cursor, buffer.cursor, text));
}

/** Removes a stretch of text. */
export const remove = (buffer: Buffer, start: number, end: number): Buffer => settle(splice(buffer, start, end, ""));

export const deleteBack = (buffer: Buffer): Buffer =>
  remove(buffer, previousStop(buffer.text, buffer.cursor), buffer.cursor);

export const deleteForward = (buffer: Buffer): Buffer =>
  remove(buffer, buffer.cursor, nextStop(buffer.text, buffer.cursor));

/** The character before the cursor changes places with the one behind it; at the end of a line the last two do. */
export function transpose(buffer: Buffer): Buffer {
  const { text, cursor } = buffer;
  const start = lineStart(text, cursor);
  const middle = cursor === lineEnd(text, cursor) ? previousStop(text, cursor) : cursor;
  if (middle <= start) return buffer;
  const first = previousStop(text, middle);
  const last = nextStop(text, middle);
  return settle(splice(buffer, first, last, text.slice(middle, last) + text.slice(first, middle)));
}

/** A combining mark that is typed or uncovered joins the cluster before it: then the cursor goes behind the whole of it. */
function settle({ text, cursor }: Buffer): Buffer {
  let stop = lineStart(text, cursor);
  while (stop < cursor) stop = nextStop(text, stop);
  return { text, cursor: stop };
}
