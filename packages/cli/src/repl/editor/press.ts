import * as act from "./actions.js";
import { beginSearch, MENU_KEYS, pressInSearch, tab } from "./actions.js";
import * as motion from "./buffer/buffer.js";
import { newer, older } from "./history.js";
import type { Key } from "./keys.js";
import { move } from "./menu.js";
import { type Action, type EditorState, edited, type Language, type Pressed } from "./state.js";

/** What a key makes of the editor. Pure: the same state and key give the same. A key without a meaning changes nothing. */
export function press(state: EditorState, key: Key, language: Language): Pressed {
  if (state.search !== null)
    return pressInSearch(state, state.search, key, (next, same) => press(next, same, language));
  const { menu } = state;
  if (menu !== null && menu.selected !== null) {
    const action = MENU_KEYS[key.name];
    if (action !== undefined) return action(menu)(state, key.text, language);
  }
  // An open list is entered from above; up goes through the history.
  if (menu !== null && key.name === "down" && state.history.at === null) {
    return edited({ ...state, menu: move(menu, 1) });
  }
  const action = BINDINGS[key.name];
  return action === undefined ? edited(state) : action(state, key.text, language);
}

const { moveBy, killTo, lineOrHistory, throughHistory, acceptOr } = act;

/** What each key does: the usual ones of Emacs and of line editors. */
export const BINDINGS: Readonly<Record<string, Action>> = {
  text: act.type,
  paste: act.paste,
  enter: act.enter,
  "M-enter": act.newLine,
  "C-j": act.newLine,
  tab,
  escape: act.closeMenu,

  left: moveBy(motion.left),
  "C-b": moveBy(motion.left),
  right: acceptOr(motion.right, "all"),
  "C-f": acceptOr(motion.right, "all"),
  "M-b": moveBy(motion.wordLeft),
  "C-left": moveBy(motion.wordLeft),
  "M-left": moveBy(motion.wordLeft),
  "M-f": acceptOr(motion.wordRight, "word"),
  "C-right": acceptOr(motion.wordRight, "word"),
  "M-right": acceptOr(motion.wordRight, "word"),
  home: moveBy(motion.toLineStart),
  "C-a": moveBy(motion.toLineStart),
  end: acceptOr(motion.toLineEnd, "all"),
  "C-e": acceptOr(motion.toLineEnd, "all"),
  "C-home": moveBy(motion.toStart),
  "C-end": moveBy(motion.toEnd),
  up: lineOrHistory(motion.lineUp, older),
  "C-p": lineOrHistory(motion.lineUp, older),
  down: lineOrHistory(motion.lineDown, newer),
  "C-n": lineOrHistory(motion.lineDown, newer),
  "page-up": throughHistory(older),
  "page-down": throughHistory(newer),
  "M-<": moveBy(motion.toStart),
  "M->": moveBy(motion.toEnd),

  backspace: act.backspace,
  "C-h": act.backspace,
  delete: act.deleteNext,
  "C-d": act.deleteOrLeave,
  "C-t": act.transposeCharacters,
  "C-k": killTo(motion.toLineEnd, motion.right),
  "C-u": killTo(motion.toLineStart),
  "C-w": killTo(motion.blankLeft),
  "M-d": killTo(motion.wordRight),
  "M-backspace": killTo(motion.wordLeft),
  "C-backspace": killTo(motion.wordLeft),
  "C-y": act.yank,
  "M-y": act.yankOlder,
  "C-_": act.undo,
  "M-_": act.redoChange,
  "M-.": act.lastWord,

  "C-r": beginSearch,
  "C-l": act.clearScreen,
  "C-c": act.cancel,
  "C-z": act.suspend,
};
