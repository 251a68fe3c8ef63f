import {
  acceptOr,
  backspace,
  beginSearch,
  byKey,
  change,
  closeMenu,
  enter,
  killTo,
  lastWord,
  lineOrHistory,
  MENU_KEYS,
  moveBy,
  newLine,
  pass,
  pressInSearch,
  restore,
  tab,
  throughHistory,
  type,
  unlessEmpty,
  yank,
  yankOlder,
} from "./actions.js";
import * as motion from "./buffer/buffer.js";
import type { Key } from "./keys.js";
import { move } from "./menu.js";
import type { Action, EditorState, Language, Outcome } from "./state.js";

/** What a key makes of the editor, and what it means for whoever runs that. Pure: the same state and key give the same. */
export function press(
  state: EditorState,
  key: Key,
  language: Language,
): { readonly state: EditorState; readonly outcome: Outcome } {
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

/** What each key does: the usual ones of Emacs and of line editors. Keys that do the same share a row. */
export const BINDINGS: Readonly<Record<string, Action>> = byKey({
  text: type,
  // A paste is one change, and no list opens for it.
  paste: change(motion.insert),
  enter,
  "M-enter C-j": newLine,
  tab,
  escape: closeMenu,

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
