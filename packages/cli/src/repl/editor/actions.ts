import {
  type Buffer,
  bufferOf,
  deleteBack,
  deleteForward,
  insert,
  type Motion,
  previousStop,
  remove,
  transpose,
} from "./buffer/buffer.js";
import { kill, redo, remember, rotate, takeBack } from "./buffer/undo.js";
import {
  type newer,
  type older,
  type Search,
  type Shown,
  searchFor,
  searchOn,
  startSearch,
  suggestion,
} from "./history.js";
import type { Key } from "./keys.js";
import { accept, type Choice, commonStart, type Menu, menuOf, move } from "./menu.js";
import { type Action, type EditorState, edited, type Language, type Pressed } from "./state.js";

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

/** Characters after which a list of what may follow helps, and the space after the name of a command. */
const OPENS_MENU = /[\p{L}\p{N}_:/[@"'(,$.#-]$|^:[a-z]+ $/u;

/** The state with the menu for what is before the cursor now. */
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

/** C-d: the character after the cursor; on empty input it means to leave. */
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
    const where = target < buffer.cursor ? "before" : "after";
    const kills = kill(state.kills, buffer.text.slice(start, end), where, state.last === "kill");
    return edited({ ...changed(state, remove(buffer, start, end)), kills, last: "kill" });
  };

export const yank: Action = (state) =>
  edited({ ...changed(state, insert(state.buffer, state.kills.at(-1) ?? "")), last: "yank" });

/** After a yank: the text that was cut before, in its place. */
export const yankOlder: Action = (state) => {
  if (state.last !== "yank" || state.kills.length < 2) return edited(state);
  const kills = rotate(state.kills);
  const { cursor } = state.buffer;
  const without = remove(state.buffer, cursor - state.kills.at(-1)!.length, cursor);
  return edited({ ...changed(state, insert(without, kills.at(-1)!)), kills, last: "yank" });
};

const restore =
  (go: typeof takeBack): Action =>
  (state) => {
    const restored = go(state.undo, state.buffer);
    return edited(restored === null ? state : { ...state, ...restored, menu: null, last: "other" });
  };

export const undo = restore(takeBack);
export const redoChange = restore(redo);

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

/** Tab: the only choice, or what all begin with, or one after the other. */
export const tab: Action = (state, _, language) => {
  const menu = state.menu ?? menuOf(language.complete(state.buffer, true));
  if (menu === null) return edited(state);
  if (menu.selected !== null) return edited({ ...state, menu: move(menu, 1) });
  if (menu.choices.length === 1) return edited(chosen(state, menu.choices[0]!, language));
  const longer = commonStart(menu.choices, state.buffer);
  if (longer === null) return edited({ ...state, menu: move(menu, 1) });
  const next = changed(state, longer);
  return edited({ ...next, menu: menuOf(language.complete(next.buffer, true)) });
};

/** The input with a choice in it. What it ends with may ask for the next list. */
export const chosen = (state: EditorState, choice: Choice, language: Language): EditorState => {
  const next = changed(state, accept(state.buffer, choice));
  return /[/[@("':]$/.test(next.buffer.text.slice(0, next.buffer.cursor)) ? withMenu(next, language) : next;
};

type InMenu = (menu: Menu) => Action;

const take: InMenu =
  ({ choices, selected }) =>
  (state, _, language) => {
    const choice = choices[selected ?? -1];
    return edited(choice === undefined ? state : chosen(state, choice, language));
  };
const moveTo =
  (go: (menu: Menu, by: 1 | -1) => Menu, by: 1 | -1): InMenu =>
  (menu) =>
  (state) =>
    edited({ ...state, menu: go(menu, by) });

/** The choices of a page further. */
const PAGE = 8;
const jump = (menu: Menu, by: 1 | -1): Menu => ({
  ...menu,
  selected: Math.max(0, Math.min(menu.choices.length - 1, (menu.selected ?? 0) + by * PAGE)),
});

const [next, previous] = [moveTo(move, 1), moveTo(move, -1)];
/** Keys that mean something else while one of the choices is selected. */
export const MENU_KEYS: Readonly<Record<string, InMenu>> = {
  enter: take,
  right: take,
  down: next,
  up: previous,
  "C-n": next,
  "C-p": previous,
  "S-tab": previous,
  "page-down": moveTo(jump, 1),
  "page-up": moveTo(jump, -1),
};

/** C-r. */
export const beginSearch: Action = (state) =>
  edited({ ...state, menu: null, last: "other", search: startSearch(state.buffer) });

/**
 * A key while the history is searched. Letters narrow, C-r and C-s go on, Enter takes and sends, C-g gives up; every other key takes
 * the entry for editing and then does what it always does.
 */
export function pressInSearch(
  state: EditorState,
  search: Search,
  key: Key,
  otherwise: (state: EditorState, key: Key) => Pressed,
): Pressed {
  const { entries } = state.history;
  const { wanted } = search;
  const on = (next: Search): Pressed => edited({ ...state, search: next });
  switch (key.name) {
    case "text":
    case "paste":
      return on(searchFor(search, entries, wanted + key.text.replaceAll("\n", " ")));
    case "backspace":
    case "C-h":
      return on(searchFor({ ...search, at: null }, entries, wanted.slice(0, previousStop(wanted, wanted.length))));
    case "C-r":
    case "up":
      return on(searchOn(search, entries, "older"));
    case "C-s":
    case "down":
      return on(searchOn(search, entries, "newer"));
    case "C-g":
    case "C-c":
      return edited({ ...state, buffer: search.original, search: null });
    case "escape":
    case "tab":
      return edited(taken(state, search));
    default:
      return otherwise(taken(state, search), key);
  }
}

/** The editor with the entry that was found. */
function taken(state: EditorState, { at, original }: Search): EditorState {
  const without = { ...state, search: null, buffer: original };
  return at === null ? without : changed(without, bufferOf(state.history.entries[at]!));
}

/** What the editor shows while it searches: the entry, or what was there. */
export const foundText = ({ history }: EditorState, { at, original }: Search): string =>
  at === null ? original.text : history.entries[at]!;
