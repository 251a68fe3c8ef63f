import type { EditOutcome } from "./edits/readEdits.js";
import type { Reading, Translation } from "./translation.js";
import { unreadWords } from "./words/functionWords.js";
import type { Words } from "./words/words.js";

/** Readings that are shown. */
const MOST = 3;
/**
 * A reading at least so sure, and so much surer than the next, is gone on with. The confidence of a question is a product: how surely each name
 * is meant and fits what is asked for, and a factor below 1 for each doubt, such as a word that nothing says, a wish, a place or a comparison
 * that is of nothing, or an empty result. On the requests of `examples/requests` 0.5 gives one wrong answer more than 0.6, and 0.7 thirty
 * questions more; of new requests between 0.5 and 0.6 about half are wrong.
 */
const SURE = 0.6;
const MARGIN = 0.12;

/** Chooses among all readings of a request, whichever part of the translator they are from. */
export function decide(words: Words, all: readonly Reading[]): Translation {
  const ranked = all.toSorted((a, b) => b.confidence - a.confidence).slice(0, MOST);
  const total = ranked.reduce((sum, { confidence }) => sum + confidence, 0);
  const readings = ranked.map((each) => (total > 1 ? { ...each, confidence: each.confidence / total } : each));
  const [first, second] = ranked;
  const isClear =
    first !== undefined && first.confidence >= SURE && first.confidence - (second?.confidence ?? 0) >= MARGIN;
  return {
    request: words.request,
    readings,
    isClear,
    question: isClear ? null : questionOf(ranked),
    unread: first === undefined ? [] : unreadWords(words, first.parts).map(({ span }) => span),
  };
}

/** What is surely no question about the data, and is clear or asks itself. */
export const settled = (words: Words, { readings, question }: EditOutcome): Translation => ({
  request: words.request,
  readings,
  isClear: question === null && readings.length > 0,
  question,
  unread: [],
});

function questionOf(readings: readonly Reading[]): string {
  const [first, second] = readings;
  if (first === undefined) return "I found nothing in the data that this is about. What do you mean?";
  if (first.kind === "query" && first.doubt !== undefined)
    return `${first.doubt} Do you mean ${readings.map(({ said }) => said).join(", or ")}?`;
  if (second === undefined) return `Do you mean ${first.said}?`;
  return `Do you mean ${readings.map(({ said }) => said).join(", or ")}?`;
}
