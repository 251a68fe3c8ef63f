import { type Read, spanOf } from "./ask/readQueries.js";
import type { EditOutcome } from "./edits/readEdits.js";
import { shared } from "./shared.js";
import type { Reading, Translation } from "./translation.js";
import type { Words } from "./words/words.js";

/** Readings that are shown. */
const MAX_READINGS = 3;
/** A query is answered from this confidence on, where no other result is nearly as likely. */
const SURE = 0.7;
const NEXT = 0.92;
/** The least confidence of a clear reading of "what did I say about X": a text that names X is meant. */
const SURE_ABOUT = 0.62;
const ABOUT = /\b(?:say|said|tell|told|know|mention|mentioned|remember|recall)\b.{0,40} about /i;

/** Chooses among the readings of a question. */
export function decide(words: Words, reads: readonly Read[]): Translation {
  const ranked = reads.toSorted((a, b) => b.reading.confidence - a.reading.confidence).slice(0, MAX_READINGS);
  const [first, second] = ranked.map(({ reading }) => reading);
  const isClear =
    first !== undefined &&
    first.confidence >= (ABOUT.test(words.request) ? SURE_ABOUT : SURE) &&
    (second?.confidence ?? 0) <= NEXT * first.confidence;
  const readings = shared(
    ranked.map(({ reading }) => reading),
    isClear,
  );
  const unread = (ranked[0]?.form.left ?? [])
    .filter(({ kind }) => kind !== "verb")
    .map((item) => spanOf(item, words.all));
  return {
    request: words.request,
    readings,
    isClear,
    question: isClear
      ? null
      : questionOf(
          readings,
          unread.map(({ start, end }) => words.request.slice(start, end)),
        ),
    unread,
  };
}

/** A translation of a request that is surely not a question about the data: clear, or with a question of its own. */
export const settled = (words: Words, { readings, question }: EditOutcome): Translation => ({
  request: words.request,
  readings,
  isClear: question === null && readings.length > 0,
  question,
  unread: [],
});

function questionOf(readings: readonly Reading[], unread: readonly string[]): string {
  if (readings.length === 0) return "I found nothing in the data that this is about. What do you mean?";
  const unknown = unread.length === 0 ? "" : `I do not know what "${unread.join(" ")}" means here. `;
  return `${unknown}Do you mean ${readings.map(({ said }) => said).join(", or ")}?`;
}
