import { changed } from "../actions.js";
import { bufferOf } from "../buffer/buffer.js";
import { previousStop } from "../buffer/graphemes.js";
import type { Key } from "../keys/key.js";
import { type Action, type EditorState, edited, type Pressed } from "../state.js";
import { type Search, searchFor, searchOn, startSearch } from "./search.js";

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
  const on = (next: Search): Pressed => edited({ ...state, search: next });
  switch (key.name) {
    case "text":
    case "paste":
      return on(searchFor(search, entries, search.wanted + key.text.replaceAll("\n", " ")));
    case "backspace":
    case "C-h":
      return on(
        searchFor(
          { ...search, at: null },
          entries,
          search.wanted.slice(0, previousStop(search.wanted, search.wanted.length)),
        ),
      );
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
