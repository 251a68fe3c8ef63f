import { type Buffer, bufferOf } from "./buffer/buffer.js";

/** One thing that may be typed at the cursor. */
export interface Choice {
  readonly label: string;
  /** Kind, in a word: `type`, `attribute`, `command`. */
  readonly kind: string;
  /** More about it, in a line; empty if there is nothing to say. */
  readonly detail: string;
  /** Inserted text, its span, and the cursor in it afterwards. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly cursor: number;
  /** More to read, made when it is looked at. */
  readonly explain: (() => Promise<string | null>) | null;
}

export interface Menu {
  readonly choices: readonly Choice[];
  /** null: none yet; then Enter means the input. */
  readonly selected: number | null;
}

export const menuOf = (choices: readonly Choice[]): Menu | null =>
  choices.length === 0 ? null : { choices, selected: null };

/** The next or previous choice, around the ends. */
export function move(menu: Menu, by: 1 | -1): Menu {
  const { choices, selected } = menu;
  if (selected === null) return { ...menu, selected: by === 1 ? 0 : choices.length - 1 };
  return { ...menu, selected: (selected + by + choices.length) % choices.length };
}

/** The input with a choice in it. */
export const accept = ({ text }: Buffer, { text: written, start, end, cursor }: Choice): Buffer =>
  bufferOf(text.slice(0, start) + written + text.slice(end), start + cursor);

/** Common beginning of all choices, if it is longer than the typed text and continues it; else null. */
export function commonStart(choices: readonly Choice[], { text, cursor }: Buffer): Buffer | null {
  const [first, ...others] = choices;
  if (first === undefined || others.some(({ start }) => start !== first.start)) return null;
  let common = first.text;
  for (const { text: other } of others) while (!other.startsWith(common)) common = common.slice(0, -1);
  const typed = text.slice(first.start, cursor);
  if (common.length <= typed.length || !common.startsWith(typed)) return null;
  return bufferOf(text.slice(0, first.start) + common + text.slice(cursor), first.start + common.length);
}
