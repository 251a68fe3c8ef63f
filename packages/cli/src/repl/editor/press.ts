import { BINDINGS } from "./bindings.js";
import { pressInSearch } from "./history/searchActions.js";
import type { Key } from "./keys/key.js";
import { move } from "./menu/menu.js";
import { MENU_KEYS } from "./menu/menuActions.js";
import { type EditorState, edited, type Language, type Pressed } from "./state.js";

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
