import * as act from "./actions.js";
import * as motion from "./buffer/motion.js";
import { newer, older } from "./history/history.js";
import { beginSearch } from "./history/searchActions.js";
import { tab } from "./menu/menuActions.js";
import type { Action } from "./state.js";

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
