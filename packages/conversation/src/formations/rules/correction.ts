import { contentStems } from "@semantic-xpath/english";
import type { TextSpan, Turn } from "../../dialogue.js";
import type { FactDraft, KnownSlot, SubjectRef } from "../../formation.js";
import { sameValue, valueKey } from "../../lifecycle/values.js";
import { stripped } from "./change.js";
import { copula } from "./copula.js";
import { draftOf } from "./draft.js";
import { BASE } from "./predicate.js";
import { overlaps, type SubjectSlots } from "./subjectSlots.js";
import { isTelling, valueAt } from "./values.js";

/** People and slots that a correction may be about. */
export interface Correctable {
  /** The speaker first, then whom the talk is about. */
  readonly people: readonly SubjectRef[];
  readonly slots: SubjectSlots;
  /** The draft is of one of the last turns. */
  isNear(draft: FactDraft): boolean;
}

/**
 * The draft of a correction that names a value and no relation: "I said Ana, it's Eva". It goes into the slot of one of some people that has the wrong value, or
 * whose name the turn says, else into the one that was spoken of last.
 */
export function correctionIn(
  text: string,
  span: TextSpan,
  turn: Turn,
  { people, slots: subjectSlots, isNear }: Correctable,
): FactDraft | null {
  const { value, wrong } = correction(text);
  const stems = new Set(contentStems(turn.text));
  const corrects = new Set(contentStems(value ?? ""));
  for (const subject of people) {
    const slots = subjectSlots.slots(subject);
    const shared = ({ slot, values }: KnownSlot): number => {
      const names = contentStems(slot.name).filter((stem) => stems.has(stem)).length;
      const isWrong = values.some((each) => wrong !== null && overlaps(each, wrong));
      if (isWrong) return names + 3;
      if (!isAdmission(turn.text)) return 0;
      const named = values.flatMap(contentStems).filter((stem) => stems.has(stem) && !corrects.has(stem)).length;
      return slot.isSingle ? names : Math.min(named, 1);
    };
    const named = slots
      .filter((each) => shared(each) > 0 && each.values.some((old) => !sameValue(old, value)))
      .toSorted((a, b) => shared(b) - shared(a))[0];
    const last = subjectSlots.last(subject);
    const slot = named?.slot ?? (value !== null && last?.slot?.isSingle && isNear(last) ? last.slot : null);
    if (slot === null) continue;
    const old = named?.values.find((each) => wrong !== null && overlaps(each, wrong)) ?? wrong;
    const right = value ?? copula(text)?.value ?? null;
    if (right === null) continue;
    return draftOf(
      turn,
      span,
      subject,
      { ...BASE, slot, value: right, operation: "retract", replaced: old },
      { kind: "state", when: null, until: null },
    );
  }
  return null;
}

/** A statement in a turn that corrects: its value holds in the place of one that the turn names, or of the current one. */
export function asCorrection(draft: FactDraft, turn: Turn, subjectSlots: SubjectSlots): FactDraft {
  if (draft.slot === null || draft.operation !== "set") return draft;
  const { name } = draft.slot;
  const folded = ` ${valueKey(turn.text)} `;
  const isWrong = (value: string) => !sameValue(value, draft.value) && folded.includes(` ${valueKey(value)} `);
  const slots = subjectSlots.slots(draft.subject);
  const corrected =
    slots.find(({ slot, values }) => slot.name === name && values.some(isWrong)) ??
    slots.find(({ slot, values }) =>
      values.some(
        (value) => isWrong(value) && valueKey(value).length > 2 && (slot.isSingle || /\p{Lu}|\d/u.test(value)),
      ),
    );
  const wrong = corrected?.values.find(isWrong);
  if (wrong === undefined && !draft.slot.isSingle) return draft;
  return { ...draft, slot: corrected?.slot ?? draft.slot, operation: "retract", replaced: wrong ?? null };
}

/** "I said that A was B, but it is C", "I told you B; A is in fact C". */
const REPORTED =
  /\b(?:said|told you|called (?:it|him|her|them)|wrote|put)\b\s+(?:that\s+)?(.{2,60}?)(?:,|;|\s[-–—])\s*(?:(?:but|and|well)\s+)?(.+)$/i;
/** "I had it wrong: C", "it was a slip, I meant C", "I misspoke about A: it's C". */
const ADMITTED =
  /^.*?\b(?:wrong|slip|mistake|mixed (?:\w+ )?up|misspoke|confused|muddled|mistaken|nonsense|rubbish)\b[^:,;.]*[:,;.]?\s*/i;
const STATED =
  /^(?:.{0,40}?(?:\b(?:is|are|was|were|meant|mean)\b|(?:\b\w+'(?:s|re)\b))\s+)?(?:(?:actually|really|in fact|rather|in truth|now)\s+)*(.+)$/i;

/** The value that the words after an admission of an error state. */
function admitted(text: string): string | null {
  const remainder = text.replace(ADMITTED, "");
  const value = valueAt(STATED.exec(remainder)?.[1] ?? "", "text");
  return value !== null && isTelling(value) ? value : null;
}

const CORRECTIONS: readonly RegExp[] = [
  /\b(?:correct myself|was wrong|were wrong|is wrong|take (?:it|that) back|never was|in truth|i meant|i mean(?:t)? to say|correction:?|should have said|it's actually|it is actually|(?:isn't|wasn't|not), it(?:'s| is| was)|actually,? (?:it's|it is|it was|that's)|it was actually|it's really)\s+(.+?)(?:,?\s+not\s+(.+))?$/i,
  /\b(?:it's|it is|it was|is|was|that's)\s+(?:actually\s+)?([^,]+?),?\s+(?:and\s+)?not\s+(.+)$/i,
];

/** True for a text with words of an error: "I was wrong". "X, not Y" alone has none. */
export const isAdmission = (text: string): boolean =>
  REPORTED.test(text) || ADMITTED.test(text) || /\b(?:correct(?:ion| myself)|misspoke|i meant)\b/i.test(text);

/** The right value of a correction, and the wrong one if it is named. */
export function correction(text: string): { readonly value: string | null; readonly wrong: string | null } {
  const report = REPORTED.exec(text);
  if (report !== null) {
    const value = admitted(report[2]!);
    if (value !== null) return { value, wrong: stripped(STATED.exec(report[1]!)?.[1] ?? report[1]!) };
  }
  for (const pattern of CORRECTIONS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const [, value, wrong] = match;
    const cut = valueAt(value ?? "", "text");
    if (cut !== null)
      return { value: cut, wrong: wrong === undefined ? null : stripped(valueAt(wrong, "text") ?? wrong) };
  }
  return { value: ADMITTED.test(text) ? admitted(text) : null, wrong: null };
}
