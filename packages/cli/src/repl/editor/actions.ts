import { type Buffer, bufferOf } from "./buffer/buffer.js";
import { deleteBack, deleteForward, insert, remove, transpose } from "./buffer/edits.js";
import { kill, rotate } from "./buffer/killRing.js";
import type { Motion } from "./buffer/motion.js";
import { redo, remember, takeBack } from "./buffer/undo.js";
import { type newer, type older, type Shown, suggestion } from "./history/history.js";
import { menuOf } from "./menu/menu.js";
import { type Action, type EditorState, edited, type Language } from "./state.js";

/** The buffer after a change that can be taken back; `typed` is what a letter key wrote. */
export function changed(state: EditorState, buffer: Buffer, typed: string | null = null): EditorState {
  const closed = { ...state, menu: null, last: "other" as const };
  if (buffer.text === state.buffer.text) return { ...closed, buffer };
  return {
    ...closed,
    buffer,
    undo: remember(state.undo, state.buffer, typed),
    history: { ...state.history, at: null },
  };
}

/** Characters behind which a list of what may follow helps, and the space behind the name of a command. */
const OPENS_MENU = /[\p{L}\p{N}_:/[@"'(,$.#-]$|^:[a-z]+ $/u;

/** The state with the menu for what stands before the cursor now. */
export function withMenu(state: EditorState, language: Language): EditorState {
  const { buffer } = state;
  if (!OPENS_MENU.test(buffer.text.slice(0, buffer.cursor))) return { ...state, menu: null };
  return { ...state, menu: menuOf(language.complete(buffer, false)) };
}

export const type: Action = (state, text, language) =>
  edited(withMenu(changed(state, insert(state.buffer, text), text), language));

/** A paste is one change, and no list opens for it. */
export const paste: Action = (state, text) => edited(changed(state, insert(state.buffer, text)));

export const newLine: Action = (state) => edited(changed(state, insert(state.buffer, "\n")));

export const backspace: Action = (state, _, language) => {
  const next = changed(state, deleteBack(state.buffer));
  return edited(state.menu === null ? next : withMenu(next, language));
};

/** C-d: the character behind the cursor; on empty input it means to leave. */
export const deleteOrLeave: Action = (state) => {
  if (state.buffer.text === "") return { state, outcome: "leave" };
  return edited(changed(state, deleteForward(state.buffer)));
};

export const deleteNext: Action = (state) => edited(changed(state, deleteForward(state.buffer)));
export const transposeCharacters: Action = (state) => edited(changed(state, transpose(state.buffer)));

export const moveBy =
  (motion: Motion): Action =>
  (state) =>
    edited({
      ...state,
      buffer: motion(state.buffer),
      menu: null,
      last: "other",
      undo: { ...state.undo, isTyping: false },
    });

/** Right at the end of the text accepts what the history suggests: all of it, or a word. */
export const acceptOr =
  (motion: Motion, part: "all" | "word"): Action =>
  (state, text, language) => {
    const rest = suggestion(state.history.entries, state.buffer);
    if (rest === "") return moveBy(motion)(state, text, language);
    const taken = part === "all" ? rest : (/^\s*(?:[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s]+)/u.exec(rest)?.[0] ?? rest);
    return edited(changed(state, insert(state.buffer, taken)));
  };

/** Cuts from the cursor to where a motion leads. At the end of a line, C-k takes the line end. */
export const killTo =
  (motion: Motion, atEnd: Motion = motion): Action =>
  (state) => {
    const { buffer } = state;
    const first = motion(buffer).cursor;
    const target = first === buffer.cursor ? atEnd(buffer).cursor : first;
    const [start, end] = [Math.min(buffer.cursor, target), Math.max(buffer.cursor, target)];
    const where = target < buffer.cursor ? "before" : "behind";
    const kills = kill(state.kills, buffer.text.slice(start, end), where, state.last === "kill");
    return edited({ ...changed(state, remove(buffer, start, end)), kills, last: "kill" });
  };

export const yank: Action = (state) =>
  edited({ ...changed(state, insert(state.buffer, state.kills.at(-1) ?? "")), last: "yank" });

/** Behind a yank: the text that was cut before, in its place. */
export const yankOlder: Action = (state) => {
  if (state.last !== "yank" || state.kills.length < 2) return edited(state);
  const kills = rotate(state.kills);
  const { cursor } = state.buffer;
  const without = remove(state.buffer, cursor - state.kills.at(-1)!.length, cursor);
  return edited({ ...changed(state, insert(without, kills.at(-1)!)), kills, last: "yank" });
};

export const undo: Action = (state) => {
  const restored = takeBack(state.undo, state.buffer);
  return edited(restored === null ? state : { ...state, ...restored, menu: null, last: "other" });
};

export const redoChange: Action = (state) => {
  const restored = redo(state.undo, state.buffer);
  return edited(restored === null ? state : { ...state, ...restored, menu: null, last: "other" });
};

/** Within several lines an arrow moves; at their ends it goes through the history. */
export const lineOrHistory =
  (line: (buffer: Buffer) => Buffer | null, step: typeof older | typeof newer): Action =>
  (state, _, language) => {
    const buffer = state.history.at === null ? line(state.buffer) : null;
    if (buffer !== null) return moveBy(() => buffer)(state, "", language);
    return edited(shown(state, step(state.history, state.buffer)));
  };

export const throughHistory =
  (step: typeof older | typeof newer): Action =>
  (state) =>
    edited(shown(state, step(state.history, state.buffer)));

const shown = (state: EditorState, found: Shown | null): EditorState =>
  found === null
    ? { ...state, menu: null }
    : { ...changed(state, found.buffer), history: found.history, last: "other" };

/** The last word of the entry before. */
export const lastWord: Action = (state) => {
  const word = /\S+\s*$/.exec(state.history.entries.at(-1) ?? "")?.[0].trim() ?? "";
  return edited(changed(state, insert(state.buffer, word)));
};

/** Enter: the input, unless it asks for more lines. */
export const enter: Action = (state, text, language) => {
  if (language.wantsMore(state.buffer.text)) return newLine(state, text, language);
  return { state: { ...state, menu: null, buffer: bufferOf(state.buffer.text) }, outcome: "submit" };
};

export const cancel: Action = (state) => ({ state: { ...state, menu: null, search: null }, outcome: "cancel" });
export const clearScreen: Action = (state) => ({ state, outcome: "clear" });
export const suspend: Action = (state) => ({ state, outcome: "suspend" });
export const closeMenu: Action = (state) => edited({ ...state, menu: null });
