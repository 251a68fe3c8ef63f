import { changed, withMenu } from "../actions.js";
import { type Action, type EditorState, edited, type Language } from "../state.js";
import { accept, type Choice, commonStart, type Menu, menuOf, move } from "./menu.js";

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

/** Keys that mean something else while one of the choices is selected. */
export const MENU_KEYS: Readonly<Record<string, (menu: Menu) => Action>> = {
  enter:
    ({ choices, selected }) =>
    (state, _, language) =>
      edited(chosen(state, choices[selected!]!, language)),
  right:
    ({ choices, selected }) =>
    (state, _, language) =>
      edited(chosen(state, choices[selected!]!, language)),
  down: (menu) => (state) => edited({ ...state, menu: move(menu, 1) }),
  up: (menu) => (state) => edited({ ...state, menu: move(menu, -1) }),
  "C-n": (menu) => (state) => edited({ ...state, menu: move(menu, 1) }),
  "C-p": (menu) => (state) => edited({ ...state, menu: move(menu, -1) }),
  "S-tab": (menu) => (state) => edited({ ...state, menu: move(menu, -1) }),
  "page-down": (menu) => (state) => edited({ ...state, menu: jump(menu, 8) }),
  "page-up": (menu) => (state) => edited({ ...state, menu: jump(menu, -8) }),
};

const jump = (menu: Menu, by: number): Menu => ({
  ...menu,
  selected: Math.max(0, Math.min(menu.choices.length - 1, (menu.selected ?? 0) + by)),
});
