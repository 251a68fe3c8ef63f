import type { Scorer } from "./scorer.js";

/** What scorers cost together. */
export const costOf = (parts: readonly Scorer[]): Scorer["cost"] =>
  parts.every(({ cost }) => cost === "cheap") ? "cheap" : "expensive";

/** The notes of scorers that others are made of, after what there is to say of the whole; null where there is nothing. */
export function notesOf(parts: readonly Scorer[], whole?: string): string | null {
  const notes = [...(whole === undefined ? [] : [whole]), ...parts.flatMap((part) => part.notes?.() ?? [])];
  return notes.length === 0 ? null : [...new Set(notes)].join("; ");
}
