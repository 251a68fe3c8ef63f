import { printable } from "../../../render/terminal.js";
import type { Terminal } from "../terminal.js";

/** Screen of the editor: rows with their widths in cells, and the cursor. Rows are written as they are, escape codes included. */
export interface Frame {
  readonly rows: readonly FrameRow[];
  readonly cursor: { readonly row: number; readonly column: number };
  /** Columns that it was laid out for. */
  readonly columns: number;
}

export interface FrameRow {
  readonly text: string;
  readonly width: number;
}

const ESC = "\u001b[";
const HIDE = `${ESC}?25l`;
const SHOW = `${ESC}?25h`;
const CLEAR_BELOW = `${ESC}J`;

/**
 * Output that turns one frame into the next: only changed rows, in one piece, with the cursor hidden meanwhile. Empty
 * without changes.
 */
export function difference(shown: Frame | null, next: Frame): string {
  const old = shown?.rows ?? [];
  let at = shown?.cursor.row ?? 0;
  let out = "";
  const goTo = (row: number): void => {
    const last = Math.max(old.length - 1, at);
    const target = Math.min(row, last);
    if (target < at) out += `${ESC}${at - target}A`;
    if (target > at) out += `${ESC}${target - at}B`;
    // Rows that are not there yet are made by going on: that scrolls if it has to.
    out += `\r${"\n".repeat(row - target)}`;
    at = row;
  };
  for (const [i, row] of next.rows.entries()) {
    if (old[i]?.text === row.text) continue;
    goTo(i);
    // After a full row the cursor is still on its last cell: clearing from there would take that cell away.
    out += printable(row.text) + (row.width < next.columns ? `${ESC}K` : "");
  }
  if (old.length > next.rows.length) {
    goTo(next.rows.length);
    out += CLEAR_BELOW;
  }
  const isSamePlace = shown?.cursor.row === next.cursor.row && shown.cursor.column === next.cursor.column;
  if (out === "" && isSamePlace) return "";
  goTo(next.cursor.row);
  if (next.cursor.column > 0) out += `${ESC}${next.cursor.column}C`;
  return `${HIDE}${out}${SHOW}`;
}

/** Output that removes a frame and leaves the cursor at its beginning. The terminal may have another width by now. */
export function erasure({ rows, cursor }: Frame, columns: number): string {
  const takes = ({ width }: FrameRow): number => Math.max(1, Math.ceil(width / columns));
  const above = rows.slice(0, cursor.row).reduce((total, row) => total + takes(row), 0);
  const up = above + Math.floor(cursor.column / columns);
  return `${up > 0 ? `${ESC}${up}A` : ""}\r${CLEAR_BELOW}`;
}

export type Canvas = ReturnType<typeof canvasOn>;

/** The part of the screen that the editor draws on: below what has been printed. */
export function canvasOn(terminal: Terminal) {
  let lastFrame: Frame | null = null;
  let height = 0;
  const erase = (): string => {
    const out = lastFrame === null ? "" : erasure(lastFrame, terminal.columns());
    lastFrame = null;
    return out;
  };
  /** Shows a frame; on a terminal of another size it begins afresh, since rows have moved or are gone. */
  const show = (frame: Frame): string => {
    const isMoved = lastFrame !== null && (lastFrame.columns !== frame.columns || height !== terminal.rows());
    const out = (isMoved ? erase() : "") + difference(lastFrame, frame);
    lastFrame = frame;
    height = terminal.rows();
    return out;
  };
  const put = (text: string): void => {
    if (text !== "") terminal.write(text);
  };
  return {
    draw: (frame: Frame) => put(show(frame)),
    /** Takes the frame off, so that something can be printed where it was. */
    erase: () => put(erase()),
    /** Leaves a last frame where it is and goes below it. */
    leave(frame: Frame) {
      put(`${show({ ...frame, cursor: { row: frame.rows.length - 1, column: 0 } })}\r\n`);
      lastFrame = null;
    },
    /** Forgets the frame: the screen was cleared. */
    forget: () => {
      lastFrame = null;
    },
  };
}
