import { moodOf, sentencesIn } from "@semantic-xpath/english";
import type { Turn } from "../../dialogue.js";
import { isEnding } from "./cues.js";
import { type Candidate, speakerOf } from "./draft.js";
import { frameOf, isNamed, isOfSpeaker } from "./frame.js";
import { announcedNoun } from "./ownFrame.js";
import { overlaps, type SubjectSlots } from "./subjectSlots.js";

/** Longest text of an end and what comes after it, in UTF-16 units. */
export const MAX_JOINED_LENGTH = 200;

/**
 * Links an announcement with the value after it: after the end of a value, or "I've changed dentist", a clause without a slot may have the next
 * value.
 */
export function linkAnnounced(turn: Turn, candidates: Candidate[], slots: SubjectSlots): void {
  const self = speakerOf(turn);
  for (const [i, { draft }] of candidates.entries()) {
    const next = candidates[i + 1];
    if (next === undefined || next.draft.kind === "never") continue;
    if (next.draft.slot !== null && (next.draft.slot.isSingle || !next.draft.mayReplace)) continue;
    const isEnd = draft.operation === "end" && draft.slot?.isSingle === true;
    const announced = isEnd ? null : announcedNoun(turn.text.slice(draft.span.start, draft.span.end));
    const slot = isEnd ? draft.slot : announced === null ? null : slots.slotFor(self, announced, null);
    if (slot?.isSingle !== true) continue;
    const old = slots.slots(self).find((each) => each.slot.name === slot.name)?.values ?? [];
    const value = next.draft.value ?? newNameIn(turn.text.slice(next.draft.span.start, next.draft.span.end), old);
    if (value === null) continue;
    next.draft = { ...next.draft, subject: self, slot, value, operation: "set", kind: "state", mayReplace: true };
    if (!isEnd) candidates.splice(i, 1);
    return;
  }
}

/** Joins an end with the clauses without a slot after it: "They went bust. I buy it in bags now." */
export function joinEnded(turn: Turn, candidates: Candidate[]): void {
  const self = speakerOf(turn);
  for (const candidate of candidates) {
    const { span, slot } = candidate.draft;
    if (slot !== null || !isEnding(turn.text.slice(span.start, span.end))) continue;
    const laterStatements = sentencesIn(turn.text).filter(
      ({ end, text }) => end > span.end && moodOf(text) === "statement",
    );
    const last = laterStatements.at(-1);
    const next = candidates.find(({ draft }) => draft.slot !== null && draft.span.start > span.start);
    const end = Math.min(last?.end ?? span.end, next?.draft.span.start ?? turn.text.length);
    if (end <= span.end + 3 || end - span.start > MAX_JOINED_LENGTH) continue;
    for (const other of [...candidates])
      if (other !== candidate && other.draft.span.start > span.start && other.draft.span.start < end)
        candidates.splice(candidates.indexOf(other), 1);
    candidate.draft = {
      ...candidate.draft,
      span: { start: span.start, end },
      subject: candidate.draft.subject.role === null ? self : candidate.draft.subject,
      isPositive: true,
      kind: candidate.draft.kind === "never" ? "state" : candidate.draft.kind,
      operation: "mention",
      mayReplace: true,
    };
    return;
  }
}

/** The first phrase with a name that a clause has, other than the old values. */
function newNameIn(text: string, old: readonly string[]): string | null {
  const named = (frameOf(text)?.arguments ?? []).find(
    (each) => isNamed(each) && !isOfSpeaker(each) && !old.some((value) => overlaps(value, each.text)),
  );
  return named?.text ?? null;
}
