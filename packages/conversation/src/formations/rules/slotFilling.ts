import type { SubjectRef } from "../../formation.js";
import { change } from "./change.js";
import { copula } from "./copula.js";
import { isNobody } from "./cues.js";
import { everyday } from "./everydayPredicate.js";
import { BASE, type Predicate } from "./predicate.js";
import type { SubjectSlots } from "./subjectSlots.js";
import type { ReadSubject } from "./subjects.js";

/**
 * The predicate of a clause, slot and value, by the first rule that reads it. The value goes into a slot that the subject has, if there is one of nearly the
 * same name.
 *
 * @param rest the clause from its predicate on
 * @param isExplicit words before the verb name the subject
 */
export function filledSlot(
  text: string,
  rest: string,
  { ref: subject, isExplicit }: Pick<ReadSubject, "ref" | "isExplicit">,
  slots: SubjectSlots,
): Predicate | null {
  const changed = change(text);
  const changedSlot = changed === null ? null : slots.slotOfValue(subject, changed.old);
  if (changed !== null && changedSlot !== null)
    return { ...BASE, slot: changedSlot, value: changed.value, replaced: changed.old };
  const ended = slots.endOf(text, subject);
  if (ended !== null) return ended;
  const read =
    (/^(?:his|her|their)\b/i.test(text) && subject.of === null ? null : copula(statedOf(text, rest, subject))) ??
    (isExplicit ? everyday(rest) : null);
  return read === null ? null : knownSlot(read, subject, text, slots);
}

/** A slot that the subject has by nearly the same name takes the value; a word of change beside a topic alone is only a hint. */
function knownSlot(read: Predicate, subject: SubjectRef, text: string, slots: SubjectSlots): Predicate {
  if (read.slot === null) return read;
  const slot = slots.slotNamed(subject, read.slot.name) ?? read.slot;
  if (isNobody(read.value)) return { ...read, slot, value: null, operation: "end", isPositive: false };
  const isEnded = read.isPositive && /\b(?:no longer|any ?more|any longer)\b/i.test(text);
  return { ...read, slot, ...(isEnded && { operation: "end" as const }) };
}

/** A clause about a person as one about what is theirs: "my sister's dentist is Lee" is "my dentist is Lee". */
const statedOf = (text: string, rest: string, { of }: SubjectRef): string =>
  of === null || /^(?:his|her|their)\b/i.test(text) ? text : rest.startsWith("'s ") ? `my ${rest.slice(3)}` : "";
