import { type Buffer, bufferOf } from "./buffer/buffer.js";
import { type KillRing, NO_UNDO, type Undo } from "./buffer/undo.js";
import type { History, Search } from "./history.js";
import type { Choice, Menu } from "./menu.js";

/** All that the editor knows. Keys turn one state into the next; nothing else does. */
export interface EditorState {
  readonly buffer: Buffer;
  readonly undo: Undo;
  readonly kills: KillRing;
  /** Last action, if the next one may continue it. */
  readonly last: "kill" | "yank" | "other";
  readonly history: History;
  readonly menu: Menu | null;
  readonly search: Search | null;
  /** Outcome of the last key for the caller of the editor. */
  readonly outcome: Outcome;
}

export type Outcome = "edit" | "submit" | "cancel" | "leave" | "clear" | "suspend";

/** An editor for the next input; what was cut stays. */
export const newEditor = (entries: readonly string[], kills: KillRing = []): EditorState => ({
  buffer: bufferOf(""),
  undo: NO_UNDO,
  kills,
  last: "other",
  history: { entries, at: null, draft: bufferOf("") },
  menu: null,
  search: null,
  outcome: "edit",
});

/** Language services of the editor. */
export interface Language {
  /** Choices at the cursor; `asked`: by Tab, not only by typing. */
  complete(buffer: Buffer, asked: boolean): readonly Choice[];
  /** True if Enter should begin a new line. */
  wantsMore(text: string): boolean;
}

export type Action = (state: EditorState, text: string, language: Language) => EditorState;
