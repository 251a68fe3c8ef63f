import { asks, contentStems, moodOf, sentencesIn, tenseOf, wordsIn } from "@semantic-xpath/english";
import type { Turn } from "../../dialogue.js";
import type { FactDraft, Known } from "../../formation.js";
import { answered } from "./answered.js";
import { clausesIn } from "./clauses.js";
import { daysIn } from "./days.js";
import { draftOf, MENTION } from "./draft.js";
import { frameOf } from "./frame.js";
import type { Predicate } from "./predicate.js";
import { filledSlot } from "./slotFilling.js";
import type { SubjectSlots } from "./subjectSlots.js";
import { type Mentions, readSubject } from "./subjects.js";

/** Words of an answer that takes its meaning from the question before. */
export const MAX_ANSWER_WORDS = 9;

/** The question that a turn ends with. The topic of "Who did it?" is in the turn before. */
export function questionIn(before: Turn, earlier: Turn | null): string | null {
  const question = sentencesIn(before.text).at(-1)?.text ?? "";
  if (!asks(question)) return null;
  const topic =
    isPointing(question) && earlier !== null
      ? sentencesIn(earlier.text).findLast(({ text }) => contentStems(text).length > 1)
      : undefined;
  return topic === undefined ? question : `${topic.text} ${question}`;
}

/** A short answer read as the statement that the question asks for: "Where do you live?" "Porto." is "I live in Porto". */
export function shortAnswer(
  turn: Turn,
  before: Turn,
  asked: string,
  { known, mentions, slots }: { readonly known: Known; readonly mentions: Mentions; readonly slots: SubjectSlots },
): FactDraft | null {
  const question = sentencesIn(asked).at(-1)!.text;
  const [first] = sentencesIn(turn.text);
  if (first === undefined || wordsIn(first.text).length > MAX_ANSWER_WORDS) return null;
  if (
    (/^(?:i|my|we|our|i'm|i've|it's my)\b/i.test(first.text) && !ELIDED.test(first.text)) ||
    asks(first.text) ||
    moodOf(first.text) === "joke" ||
    moodOf(first.text) === "hypothetical"
  )
    return null;
  const stated = ELIDED.test(first.text) ? null : answered(question, first.text.replace(/[.!]+$/, ""));
  const [clause] = stated === null ? [] : clausesIn(stated, 0);
  if (clause === undefined && !isAnswerAlone(first.text) && !ELIDED.test(first.text)) return null;
  const text = clause?.text ?? "";
  const subject = readSubject(text, turn.speaker, known, mentions);
  if (subject.outside !== null) return null;
  const predicateText = text.slice(subject.after).trim();
  const predicate = text === "" ? null : filledSlot(text, predicateText, subject, slots);
  const when = daysIn(`${first.text}`, turn.time, tenseOf(wordsIn(question)));
  const isPlan = tenseOf(wordsIn(question)) === "future";
  const lone: Predicate = { ...MENTION, isPositive: !/^no\b/i.test(first.text) };
  const draft = draftOf(
    turn,
    { start: first.start, end: first.end },
    subject.ref,
    predicate?.slot != null ? predicate : lone,
    {
      kind: isPlan
        ? "plan"
        : predicate?.slot != null
          ? predicate.isPositive
            ? "state"
            : "never"
          : when !== null
            ? "event"
            : "state",
      when,
      until: null,
    },
  );
  return { ...draft, context: before.id, paraphrase: `${asked} ${first.text}` };
}

/** A verb that leaves the rest to the question: "my mother does". */
const ELIDED = /\s(?:do|does|did|has|am|is|will)[.!]*$/i;
/** True for words that mean something said before them: "they put it off". */
const isPointing = (text: string): boolean =>
  /\b(?:it|it's|that|that's|they|them|he|she|him)\b/i.test(text) || ELIDED.test(text);

/** True for words that answer a question about the one who answers without a verb of their own: a name, a place, a thing. */
const isAnswerAlone = (answer: string): boolean =>
  moodOf(answer) === "statement" && contentStems(answer).length > 0 && frameOf(answer) === null;
