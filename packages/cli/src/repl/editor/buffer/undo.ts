import type { Buffer } from "./buffer.js";

/** Past and undone states, newest last. */
export interface Undo {
  readonly past: readonly Buffer[];
  readonly future: readonly Buffer[];
  /** True if the last change was typing that the next letter continues: a word is one step. */
  readonly isTyping: boolean;
}

export const NO_UNDO: Undo = { past: [], future: [], isTyping: false };
const MAX_CHANGES = 500;

/** Remembers the buffer before a change; letters of one word are remembered once. */
export function remember(undo: Undo, previous: Buffer, typed: string | null): Undo {
  const isTyping = typed !== null && /^\S+$/u.test(typed);
  if (isTyping && undo.isTyping) return { ...undo, future: [] };
  return { past: [...undo.past.slice(-MAX_CHANGES), previous], future: [], isTyping };
}

/** Goes to the newest of one list, and puts what is there now on the other; null if there is nothing. */
export function goTo(
  where: "past" | "future",
  undo: Undo,
  buffer: Buffer,
): { readonly undo: Undo; readonly buffer: Buffer } | null {
  const snapshot = undo[where].at(-1);
  if (snapshot === undefined) return null;
  const [back, there] = [where === "past" ? "future" : "past", undo[where].slice(0, -1)] as const;
  return { buffer: snapshot, undo: { ...NO_UNDO, [where]: there, [back]: [...undo[back], buffer] } };
}

/** Texts that were cut, the newest last. */
export type KillRing = readonly string[];

const MAX_KILLS = 30;

/** Keeps what was cut; cuts in a row are one text, in the order that they had. */
export function kill(ring: KillRing, text: string, where: "before" | "after", goesOn: boolean): KillRing {
  if (text === "") return ring;
  const newest = ring.at(-1);
  if (!goesOn || newest === undefined) return [...ring, text].slice(-MAX_KILLS);
  return [...ring.slice(0, -1), where === "before" ? text + newest : newest + text];
}
