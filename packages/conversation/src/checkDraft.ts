import { stemWord } from "@semantic-xpath/english";
import type { Turn } from "./dialogue.js";
import { FACT_KINDS, FACT_OPERATIONS, type FactDraft } from "./formation.js";
import { valueKey } from "./lifecycle/values.js";

/** Longest value and slot name, in UTF-16 units. */
export const MAX_VALUE_LENGTH = 300;
export const MAX_SLOT_NAME_LENGTH = 60;

const DAY = /^\d{4}-\d{2}-\d{2}(?:T[\d:.+Z-]*)?$/;

/**
 * The reason why a draft is not a fact of its source; null for a fact. In any formation, the source exists and is not a question alone, the span
 * lies in it, and names are not empty. Value and days are in the source, in its context, or follow from its day. An end may name the value that
 * it ends, and an event or a plan the activity that its slot is.
 */
export function draftProblem(draft: FactDraft, turns: ReadonlyMap<string, Turn>): string | null {
  const turn = turns.get(draft.turn);
  if (turn === undefined) return `there is no turn "${draft.turn}" among those that were read`;
  const { start, end } = draft.span;
  if (start === end) return "the words that it quotes are not in the turn";
  const isRange =
    Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start < end && end <= turn.text.length;
  if (!isRange) return `the span ${start}-${end} is not in the turn, which has ${turn.text.length} characters`;
  if (draft.context !== null && !turns.has(draft.context)) return `there is no turn "${draft.context}" for the context`;
  if (!FACT_KINDS.includes(draft.kind)) return `"${draft.kind}" is no kind of fact`;
  if (!FACT_OPERATIONS.includes(draft.operation)) return `"${draft.operation}" is no operation`;
  const { subject, slot, value } = draft;
  if ((subject.name ?? subject.role ?? "").trim() === "") return "it has no subject";
  if (slot !== null && slot.name.trim() === "") return "its slot has no name";
  if (slot !== null && slot.name.length > MAX_SLOT_NAME_LENGTH)
    return `the name of its slot is longer than ${MAX_SLOT_NAME_LENGTH} characters`;
  if (value !== null && value.length > MAX_VALUE_LENGTH)
    return `its value is longer than ${MAX_VALUE_LENGTH} characters`;
  if (draft.context === null && isQuestionAlone(turn.text.slice(start, end))) return "its source is a question";
  const evidence = `${turn.text} ${draft.context === null ? "" : turns.get(draft.context)!.text} ${turn.time}`;
  const isActivity = (draft.kind === "event" || draft.kind === "plan") && value === slot?.name;
  if (value !== null && draft.operation !== "end" && !isActivity && !followsFrom(value, evidence))
    return `the value "${value}" is not in its source`;
  const days = [draft.when?.first, draft.when?.last, draft.until].filter((day) => day !== undefined && day !== null);
  const badDay = days.find((day) => !DAY.test(day));
  if (badDay !== undefined) return `"${badDay}" is no day in ISO 8601`;
  if (draft.when !== null && draft.when.first > draft.when.last) return "its last day is before its first one";
  return null;
}

/** True for a text that is nothing but a question. */
const isQuestionAlone = (text: string): boolean => /\?["')\]]*\s*$/.test(text) && !/[.!]\s+\S/.test(text);

const NUMBER = /^\d[\d.]*$/;

/**
 * True if the words of a value are in the source: one of the source's words begins as they do, which lets endings differ. Numbers may be written as
 * words there, so they are taken if the source has a number or a word of number at all.
 */
function followsFrom(value: string, source: string): boolean {
  const words = valueKey(value)
    .split(" ")
    .filter((word) => word.length > 2);
  if (words.length === 0) return true;
  const sourceWords = new Set(valueKey(source).split(" "));
  const stems = new Set([...sourceWords].map(stem));
  const present = words.filter(
    (word) => sourceWords.has(word) || stems.has(stem(word)) || NUMBER.test(word) || DAY.test(word),
  );
  return present.length * 2 >= words.length;
}

const stem = (word: string): string => {
  const base = stemWord(word);
  return base.slice(0, Math.max(4, base.length - 3));
};
