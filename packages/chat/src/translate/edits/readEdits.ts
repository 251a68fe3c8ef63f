import type { About } from "../about.js";
import { type HistoryDraft, readHistory } from "../history/readHistory.js";
import { readTalk } from "../history/readTalk.js";
import { readTasks } from "../history/readTasks.js";
import type { Reading } from "../translation.js";
import { newLookups } from "./lookups.js";
import { type Phrase, phraseOf, spanOf } from "./phrase.js";
import { readChanges } from "./readChanges.js";
import { bareRequest, sentencesOf } from "./request.js";

/** What a request means that is no question about the data. */
export interface EditOutcome {
  /** The surest first. */
  readonly readings: readonly Reading[];
  /** What to ask where it is not clear; null: the first reading is. */
  readonly question: string | null;
}

/**
 * What a request means as a change, as something done with versions and tasks, or as talk. Null: it is none of these, and so a question
 * about the data, or nothing. What the data says has no part in whether something is a change: only the words of the request are read for
 * that. Never throws.
 */
export function readEdits(request: string, about: About, lookups = newLookups()): EditOutcome | null {
  const sentences = sentencesOf(request, phraseOf(request));
  const talk = readTalk(sentences);
  if (talk !== null) return outcome(sentences.flat(), talk);
  for (const sentence of sentences.toReversed()) {
    const phrase = bareRequest(sentence);
    const draft = firstSure(readHistory(about, phrase), readTasks(about, phrase));
    if (draft !== null) return outcome(phrase, draft);
  }
  return readChanges(request, about, lookups);
}

/** What is no question comes first. */
const firstSure = (one: HistoryDraft | null, other: HistoryDraft | null): HistoryDraft | null =>
  one !== null && one.kind !== "question" ? one : other !== null && other.kind !== "question" ? other : (one ?? other);

function outcome(phrase: Phrase, draft: HistoryDraft): EditOutcome {
  if (draft.kind === "question") return { readings: [], question: draft.question };
  const { sureness, ...reading } = draft;
  const span = spanOf(phrase);
  const parts = span === null ? [] : [{ span, meaning: draft.said }];
  return { readings: [{ ...reading, confidence: sureness, parts } as Reading], question: null };
}
