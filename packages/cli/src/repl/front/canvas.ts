import { difference, erasure, type Frame } from "../editor/render/frame.js";
import type { Terminal } from "./terminal.js";

/** The part of the screen that the editor draws on: below what has been printed. */
export interface Canvas {
  draw(frame: Frame): void;
  /** Takes the frame off, so that something can be printed where it was. */
  erase(): void;
  /** Leaves a last frame where it is and goes below it. */
  leave(frame: Frame): void;
  /** Forgets the frame: the screen was cleared. */
  forget(): void;
}

export function canvasOn(terminal: Terminal): Canvas {
  let shown: Frame | null = null;
  let height = 0;
  const erase = (): string => {
    const out = shown === null ? "" : erasure(shown, terminal.columns());
    shown = null;
    return out;
  };
  /** Another width has moved the rows, another height may have taken some away: begin afresh. */
  const isMoved = ({ columns }: Frame): boolean =>
    shown !== null && (shown.columns !== columns || height !== terminal.rows());
  const put = (text: string): void => {
    if (text !== "") terminal.write(text);
  };
  return {
    draw(frame) {
      const start = isMoved(frame) ? erase() : "";
      height = terminal.rows();
      put(start + difference(shown, frame));
      shown = frame;
    },
    erase: () => put(erase()),
    leave(frame) {
      const start = isMoved(frame) ? erase() : "";
      const last = { ...frame, cursor: { row: frame.rows.length - 1, column: 0 } };
      put(`${start}${difference(shown, last)}\r\n`);
      shown = null;
    },
    forget: () => {
      shown = null;
    },
  };
}
