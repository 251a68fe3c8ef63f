import type { About } from "../about.js";
import { type Pattern, patternOf } from "../edits/pattern.js";
import type { Phrase } from "../edits/phrase.js";
import type { HistoryDraft } from "./readHistory.js";

/** Ways to say something about versions or tasks, and what is meant by them; null: not that after all. */
export interface Rule {
  readonly patterns: readonly Pattern[];
  readonly read: (about: About, slot: (name: string) => Phrase) => HistoryDraft | null;
}

/** @param patterns one a line */
export const rule = (patterns: string, read: Rule["read"]): Rule => ({
  patterns: patterns.split("\n").map((line) => patternOf(line.trim())),
  read,
});
