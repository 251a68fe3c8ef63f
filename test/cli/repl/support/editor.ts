import { wantsMore } from "../../../../packages/cli/src/repl/editor/buffer/openness.js";
import type { Key } from "../../../../packages/cli/src/repl/editor/keys.js";
import type { Choice } from "../../../../packages/cli/src/repl/editor/menu.js";
import { press } from "../../../../packages/cli/src/repl/editor/press.js";
import {
  type EditorState,
  type Language,
  newEditor,
  type Outcome,
} from "../../../../packages/cli/src/repl/editor/state.js";

/** A language of five words, completed at the word before the cursor. */
export const WORDS: Language = {
  wantsMore,
  complete({ text, cursor }) {
    const typed = /[a-z]*$/.exec(text.slice(0, cursor))![0];
    const start = cursor - typed.length;
    return ["museum", "music", "park", "parkland", "lake"]
      .filter((word) => word.startsWith(typed) && word !== typed)
      .map(
        (word): Choice => ({
          label: word,
          kind: "word",
          detail: "",
          text: word,
          start,
          end: cursor,
          cursor: word.length,
          explain: null,
        }),
      );
  },
};

/** No completion: keys of editing alone. */
export const SILENT: Language = { wantsMore, complete: () => [] };

/** A key by its name, or text to type when it is none: `"C-a"`, `"left"`, `"lunch"`. */
export function keysOf(spelled: string): readonly Key[] {
  const isKey =
    /^(?:(?:[CMS]-)+\S|(?:[CMS]-)*(?:up|down|left|right|home|end|enter|tab|escape|backspace|delete|space))$/;
  if (isKey.test(spelled)) return [{ name: spelled, text: "" }];
  return Array.from(spelled, (text) => ({ name: "text", text }));
}

export interface Typed {
  readonly state: EditorState;
  readonly outcome: Outcome;
  /** The text with `|` where the cursor stands. */
  readonly shown: string;
}

/** Presses keys, one after the other, in an editor with a history. */
export function typed(
  spelled: readonly string[],
  { entries = [] as readonly string[], language = SILENT } = {},
): Typed {
  let state = newEditor(entries);
  let outcome: Outcome = "edit";
  for (const key of spelled.flatMap(keysOf)) ({ state, outcome } = press(state, key, language));
  const { text, cursor } = state.buffer;
  return { state, outcome, shown: `${text.slice(0, cursor)}|${text.slice(cursor)}` };
}
