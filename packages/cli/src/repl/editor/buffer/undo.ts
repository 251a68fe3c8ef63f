import type { Buffer } from "./buffer.js";

/** What was, and what was taken back, newest last. */
export interface Undo {
  readonly past: readonly Buffer[];
  readonly future: readonly Buffer[];
  /** Whether the last change was typing that the next letter goes on with: a word is one step. */
  readonly isTyping: boolean;
}

export const NO_UNDO: Undo = { past: [], future: [], isTyping: false };
const MOST_CHANGES = 500;

/** Remembers the buffer before a change; letters of one word are remembered once. */
export function remember(undo: Undo, previous: Buffer, typed: string | null): Undo {
  const isTyping = typed !== null && /^\S+$/u.test(typed);
  if (isTyping && undo.isTyping) return { ...undo, future: [] };
  return { past: [...undo.past.slice(-MOST_CHANGES), previous], future: [], isTyping };
}

interface Restored {
  readonly undo: Undo;
  readonly buffer: Buffer;
}

export function takeBack(undo: Undo, buffer: Buffer): Restored | null {
  const previous = undo.past.at(-1);
  if (previous === undefined) return null;
  return {
    buffer: previous,
    undo: { past: undo.past.slice(0, -1), future: [...undo.future, buffer], isTyping: false },
  };
}

export function redo(undo: Undo, buffer: Buffer): Restored | null {
  const next = undo.future.at(-1);
  if (next === undefined) return null;
  return { buffer: next, undo: { past: [...undo.past, buffer], future: undo.future.slice(0, -1), isTyping: false } };
}

/** Texts that were cut, the newest last. */
export type KillRing = readonly string[];

const MOST_KILLS = 30;

/** Keeps what was cut; cuts in a row are one text, in the order that they had. */
export function kill(ring: KillRing, text: string, where: "before" | "after", goesOn: boolean): KillRing {
  if (text === "") return ring;
  const newest = ring.at(-1);
  if (!goesOn || newest === undefined) return [...ring, text].slice(-MOST_KILLS);
  return [...ring.slice(0, -1), where === "before" ? text + newest : newest + text];
}

/** The ring with the newest text as the oldest: what M-y goes through. */
export const rotate = (ring: KillRing): KillRing => (ring.length === 0 ? ring : [ring.at(-1)!, ...ring.slice(0, -1)]);
