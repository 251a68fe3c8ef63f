import * as motion from "./buffer/buffer.js";
import { type Buffer, bufferOf, deleteBack, insert, type Motion, remove } from "./buffer/buffer.js";
import { goTo, kill, remember } from "./buffer/undo.js";
import { type Direction, type Search, searchFor, searchOn, stepThrough, suggestion } from "./history.js";
import type { Key } from "./keys.js";
import { accept, type Choice, commonStart, type Menu, menuOf, move } from "./menu.js";
import type { Action, EditorState, Language, Outcome } from "./state.js";

/** The state without an open list, after a key that the next one does not go on with. */
const settled = (state: EditorState): EditorState => ({ ...state, menu: null, last: "other" });

/** The buffer after a change that can be taken back; `typed` is what a letter key wrote. */
function changed(state: EditorState, buffer: Buffer, typed: string | null = null): EditorState {
  const { undo, history, buffer: before } = state;
  const next = { ...settled(state), buffer };
  if (buffer.text === before.text) return next;
  return { ...next, undo: remember(undo, before, typed), history: { ...history, at: null } };
}

/** Characters after which a list of what may follow helps, and the space after the name of a command. */
const OPENS_MENU = /[\p{L}\p{N}_:/[@"'(,$.#-]$|^:[a-z]+ $/u;

/** The state with the menu for what is before the cursor now. */
function withMenu(state: EditorState, language: Language): EditorState {
  const { buffer } = state;
  const opens = OPENS_MENU.test(buffer.text.slice(0, buffer.cursor));
  return { ...state, menu: opens ? menuOf(language.complete(buffer, false)) : null };
}

const type: Action = (state, text, language) => withMenu(changed(state, insert(state.buffer, text), text), language);

/** A change of the text for which no list opens. */
const change =
  (edit: (buffer: Buffer, text: string) => Buffer): Action =>
  (state, text) =>
    changed(state, edit(state.buffer, text));

const newLine = change((buffer) => insert(buffer, "\n"));

const backspace: Action = (state, _, language) => {
  const next = changed(state, deleteBack(state.buffer));
  return state.menu === null ? next : withMenu(next, language);
};

/** On empty input a key means something else. */
const unlessEmpty =
  (outcome: Outcome, action: Action): Action =>
  (state, text, language) =>
    state.buffer.text === "" ? { ...state, outcome } : action(state, text, language);

const moveBy =
  (motion: Motion): Action =>
  (state) => ({ ...settled(state), buffer: motion(state.buffer), undo: { ...state.undo, isTyping: false } });

/** Right at the end of the text accepts what the history suggests: all of it, or a word. */
const acceptOr =
  (motion: Motion, part: "all" | "word"): Action =>
  (state, text, language) => {
    const suggested = suggestion(state.history.entries, state.buffer);
    if (suggested === "") return moveBy(motion)(state, text, language);
    const accepted =
      part === "all" ? suggested : (/^\s*(?:[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s]+)/u.exec(suggested)?.[0] ?? suggested);
    return changed(state, insert(state.buffer, accepted));
  };

/** Cuts from the cursor to where a motion leads. At the end of a line, C-k takes the line end. */
const killTo =
  (motion: Motion, atEnd: Motion = motion): Action =>
  (state) => {
    const { buffer, last } = state;
    const { cursor, text } = buffer;
    const first = motion(buffer).cursor;
    const target = first === cursor ? atEnd(buffer).cursor : first;
    const [start, end] = [Math.min(cursor, target), Math.max(cursor, target)];
    const kills = kill(state.kills, text.slice(start, end), target < cursor ? "before" : "after", last === "kill");
    return { ...changed(state, remove(buffer, start, end)), kills, last: "kill" };
  };

const yank: Action = (state) => ({
  ...changed(state, insert(state.buffer, state.kills.at(-1) ?? "")),
  last: "yank",
});

/** After a yank: the text that was cut before, in its place. */
const yankOlder: Action = (state, text, language) => {
  const newest = state.kills.at(-1);
  if (state.last !== "yank" || newest === undefined) return state;
  const { cursor } = state.buffer;
  const without = changed(state, remove(state.buffer, cursor - newest.length, cursor));
  return yank({ ...without, kills: [newest, ...state.kills.slice(0, -1)] }, text, language);
};

const restore =
  (where: "past" | "future"): Action =>
  (state) => {
    const restored = goTo(where, state.undo, state.buffer);
    return restored === null ? state : { ...settled(state), ...restored };
  };

/** Within several lines an arrow moves; at their ends it goes through the history. */
const lineOrHistory =
  (line: (buffer: Buffer) => Buffer | null, direction: Direction): Action =>
  (state, text, language) => {
    const buffer = state.history.at === null ? line(state.buffer) : null;
    return (buffer === null ? throughHistory(direction) : moveBy(() => buffer))(state, text, language);
  };

const throughHistory =
  (direction: Direction): Action =>
  (state) => {
    const step = stepThrough(state.history, state.buffer, direction);
    if (step === null) return { ...state, menu: null };
    return { ...changed(state, step.buffer), history: step.history };
  };

/** The last word of the entry before. */
const lastWord: Action = (state) => {
  const word = /\S+\s*$/.exec(state.history.entries.at(-1) ?? "")?.[0].trim() ?? "";
  return changed(state, insert(state.buffer, word));
};

/** Enter: the input, unless it needs more lines. */
const enter: Action = (state, text, language) => {
  const { buffer } = state;
  if (language.wantsMore(buffer.text)) return newLine(state, text, language);
  return { ...state, menu: null, buffer: bufferOf(buffer.text), outcome: "submit" };
};

/** A key for the one who runs the editor. */
const pass =
  (outcome: Outcome): Action =>
  (state) => ({ ...state, outcome });

/** Tab: the only choice, or what all begin with, or one after the other. */
const tab: Action = (state, _, language) => {
  const menu = state.menu ?? menuOf(language.complete(state.buffer, true));
  if (menu === null) return state;
  const [only, other] = menu.choices;
  if (menu.selected === null) {
    if (only !== undefined && other === undefined) return chosen(state, only, language);
    const longer = commonStart(menu.choices, state.buffer);
    if (longer !== null) return { ...changed(state, longer), menu: menuOf(language.complete(longer, true)) };
  }
  return { ...state, menu: move(menu, 1) };
};

/** The input with a choice in it. What it ends with may ask for the next list. */
function chosen(state: EditorState, choice: Choice, language: Language): EditorState {
  const next = changed(state, accept(state.buffer, choice));
  return /[/[@("':]$/.test(next.buffer.text.slice(0, next.buffer.cursor)) ? withMenu(next, language) : next;
}

type InMenu = (menu: Menu) => Action;

const take: InMenu =
  ({ choices, selected }) =>
  (state, _, language) => {
    const choice = choices[selected ?? -1];
    return choice === undefined ? state : chosen(state, choice, language);
  };
const moveTo =
  (by: 1 | -1): InMenu =>
  (menu) =>
  (state) => ({ ...state, menu: move(menu, by) });

/** A table that has a row for several keys, as one that has a row for each. */
const byKey = <T>(rows: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(rows).flatMap(([keys, does]) => keys.split(" ").map((key) => [key, does])));

/** Keys that mean something else while one of the choices is selected. */
const MENU_KEYS = byKey<InMenu>({ "enter right": take, "down C-n": moveTo(1), "up C-p S-tab": moveTo(-1) });

/** C-r. */
const beginSearch: Action = (state) => ({
  ...settled(state),
  search: { needle: "", at: null, original: state.buffer },
});

/**
 * A key while the history is searched. Letters narrow, C-r and C-s go on, Enter takes and sends, C-g gives up; every other key takes
 * the entry for editing and then does what it always does.
 */
function pressInSearch(
  state: EditorState,
  search: Search,
  key: Key,
  otherwise: (state: EditorState, key: Key) => EditorState,
): EditorState {
  const { entries } = state.history;
  const { needle, at, original } = search;
  const closed = { ...state, search: null, buffer: original };
  const entry = at === null ? closed : changed(closed, bufferOf(entries[at]!));
  const searching = (next: Search): EditorState => ({ ...state, search: next });
  switch (key.name) {
    case "text":
    case "paste":
      return searching(searchFor(search, entries, needle + key.text.replaceAll("\n", " ")));
    case "backspace":
    case "C-h":
      return searching(searchFor({ ...search, at: null }, entries, deleteBack(bufferOf(needle)).text));
    case "C-r":
    case "up":
      return searching(searchOn(search, entries, "older"));
    case "C-s":
    case "down":
      return searching(searchOn(search, entries, "newer"));
    case "C-g":
    case "C-c":
      return closed;
    case "escape":
    case "tab":
      return entry;
    default:
      return otherwise(entry, key);
  }
}

/** Text of the editor during a search: the entry, or the original. */
export const foundText = ({ history }: EditorState, { at, original }: Search): string =>
  at === null ? original.text : history.entries[at]!;

/** Effect of a key on the editor, and its outcome for the caller. Pure: the same state and key give the same result. */
export function press(state: EditorState, key: Key, language: Language) {
  const next = pressed({ ...state, outcome: "edit" }, key, language);
  return { state: next, outcome: next.outcome };
}

/** A key without a meaning changes nothing. */
function pressed(state: EditorState, key: Key, language: Language): EditorState {
  const { search, menu, history } = state;
  if (search !== null) return pressInSearch(state, search, key, (next, same) => pressed(next, same, language));
  // An open list is entered from above; up goes through the history.
  if (menu?.selected === null && key.name === "down" && history.at === null) return { ...state, menu: move(menu, 1) };
  const inMenu = menu === null || menu.selected === null ? undefined : MENU_KEYS[key.name]?.(menu);
  const action = inMenu ?? BINDINGS[key.name];
  return action === undefined ? state : action(state, key.text, language);
}

/** Actions of keys: the usual ones of Emacs and of line editors. Keys with the same action share a row. */
export const BINDINGS: Readonly<Record<string, Action>> = byKey({
  text: type,
  // A paste is one change, and no list opens for it.
  paste: change(motion.insert),
  enter,
  "M-enter C-j": newLine,
  tab,
  escape: (state) => ({ ...state, menu: null }),

  "left C-b": moveBy(motion.left),
  "right C-f": acceptOr(motion.right, "all"),
  "M-b C-left M-left": moveBy(motion.wordLeft),
  "M-f C-right M-right": acceptOr(motion.wordRight, "word"),
  "home C-a": moveBy(motion.toLineStart),
  "end C-e": acceptOr(motion.toLineEnd, "all"),
  "C-home M-<": moveBy(motion.toStart),
  "C-end M->": moveBy(motion.toEnd),
  "up C-p": lineOrHistory(motion.lineUp, "older"),
  "down C-n": lineOrHistory(motion.lineDown, "newer"),
  "page-up": throughHistory("older"),
  "page-down": throughHistory("newer"),

  "backspace C-h": backspace,
  delete: change(motion.deleteForward),
  "C-d": unlessEmpty("leave", change(motion.deleteForward)),
  "C-t": change(motion.transpose),
  "C-k": killTo(motion.toLineEnd, motion.right),
  "C-u": killTo(motion.toLineStart),
  "C-w": killTo(motion.blankLeft),
  "M-d": killTo(motion.wordRight),
  "M-backspace C-backspace": killTo(motion.wordLeft),
  "C-y": yank,
  "M-y": yankOlder,
  "C-_": restore("past"),
  "M-_": restore("future"),
  "M-.": lastWord,

  "C-r": beginSearch,
  "C-l": pass("clear"),
  "C-c": pass("cancel"),
  "C-z": pass("suspend"),
});
