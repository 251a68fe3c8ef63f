import type { About } from "../about.js";
import { type Pattern, patternsOf, type Slot, waysOf } from "../edits/pattern.js";
import type { Phrase } from "../edits/phrase.js";
import type { HistoryDraft } from "./readHistory.js";

/** Ways to say something about versions or tasks, and what is meant by them; null: not that after all. */
export interface Rule {
  readonly patterns: readonly Pattern[];
  readonly read: (about: About, slot: Slot) => HistoryDraft | null;
}

/** @param patterns one a line */
export const rule = (patterns: string, read: Rule["read"]): Rule => ({
  patterns: patternsOf(patterns),
  read,
});

/** What the first rule makes of a request that fits it; null: none fits. A question is asked only if no rule makes more of it. */
export function readBy(rules: readonly Rule[], about: About, phrase: Phrase): HistoryDraft | null {
  let asks: HistoryDraft | null = null;
  for (const { patterns, read } of rules)
    for (const pattern of patterns)
      for (const way of waysOf(pattern, phrase)) {
        const draft = read(about, (name) => way.get(name) ?? []);
        if (draft !== null && draft.kind !== "question") return draft;
        asks ??= draft;
      }
  return asks;
}
