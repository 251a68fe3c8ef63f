import { contentStems, stemWord } from "@semantic-xpath/english";
import type { FactDraft, Known, KnownSlot, SlotRef, SubjectRef } from "../../formation.js";
import { subjectId } from "../../lifecycle/statement.js";
import { sameValue, valueKey } from "../../lifecycle/values.js";
import { stopIn } from "./cues.js";
import { EVERYDAY } from "./everyday.js";
import type { Predicate } from "./predicate.js";

/** Slots of a subject that are looked at for the value that a change or an end names. */
const MAX_KNOWN_SLOTS = 400;

/** The slots of subjects as they are before a turn: those of the memory, with the drafts of the batch so far. */
export class SubjectSlots {
  /** Drafts by the id of their subject. */
  private readonly recent = new Map<string, FactDraft[]>();
  private readonly nameKeys = new Map<string, string>();
  private readonly slotsBefore = new Map<string, readonly KnownSlot[]>();

  constructor(private readonly known: Known) {}

  add(draft: FactDraft): void {
    const id = subjectId(draft.subject);
    this.recent.set(id, [...(this.recent.get(id) ?? []), draft]);
  }

  remove(draft: FactDraft): void {
    const recent = this.recent.get(subjectId(draft.subject));
    recent?.splice(recent.indexOf(draft), 1);
  }

  /** The newest draft of the batch about a subject. */
  last(subject: SubjectRef): FactDraft | undefined {
    return this.recent.get(subjectId(subject))?.at(-1);
  }

  /** The slot of a subject whose name differs in endings and function words only. */
  slotNamed(subject: SubjectRef, name: string): SlotRef | null {
    const key = this.nameKey(name);
    return (
      this.slots(subject).find(({ slot }) => slot.name === name || (key !== "" && this.nameKey(slot.name) === key))
        ?.slot ?? null
    );
  }

  /** The stems of a name of a slot in one order. */
  private nameKey(name: string): string {
    let key = this.nameKeys.get(name);
    if (key === undefined) {
      key = contentStems(name.replace("favourite", "favorite")).toSorted().join(" ");
      this.nameKeys.set(name, key);
    }
    return key;
  }

  /** The end of a value or a slot that a clause with words of an end names: only what is there can end. */
  endOf(text: string, subject: SubjectRef): Predicate | null {
    const ending = stopIn(text);
    if (ending === null) return null;
    const stems = new Set(contentStems(text));
    const folded = ` ${valueKey(text)} `;
    const end = (slot: SlotRef, value: string | null): Predicate => ({
      slot,
      value,
      operation: "end",
      replaced: null,
      isPositive: false,
      mayReplace: false,
    });
    const slots = this.slots(subject).filter(({ values }) => values.length > 0);
    const near = new Set(contentStems(ending));
    const isStopped = (value: string): boolean => {
      const words = contentStems(value);
      return words.length > 0 && words.every((stem) => near.has(stem));
    };
    for (const { slot, values } of slots) {
      const value = values.find(
        (each) =>
          isStopped(each) ||
          (valueKey(each).length > 2 &&
            (folded.includes(` ${valueKey(each)} `) || (slot.isSingle && hasNamesOf(each, text))) &&
            (slot.isSingle || (/\p{Lu}|\d/u.test(each) && text.indexOf(each) > 0))),
      );
      if (value !== undefined) return end(slot, value);
    }
    for (const { slot, values } of slots) {
      const names = contentStems(slot.name);
      const isNamed = slot.isSingle
        ? names.every((stem) => stems.has(stem)) || (wordsOf.get(slot.name)?.some((stem) => near.has(stem)) ?? false)
        : names.every((stem) => stems.has(stem)) && near.has(names.at(-1)!);
      if (names.length > 0 && isNamed) return end(slot, values.length === 1 ? values[0]! : null);
    }
    return null;
  }

  /** The slot of a subject that has a value. */
  slotOfValue(subject: SubjectRef, value: string): SlotRef | null {
    const slots = this.slots(subject);
    return slots.find(({ values }) => values.some((each) => overlaps(each, value)))?.slot ?? null;
  }

  /** Slots that the memory had of a subject before the batch. */
  private knownSlots(id: string): readonly KnownSlot[] {
    const cached = this.slotsBefore.get(id);
    if (cached !== undefined) return cached;
    const slots = this.known.slotsOf(id, MAX_KNOWN_SLOTS);
    this.slotsBefore.set(id, slots);
    return slots;
  }

  /** Slots of a subject with current values: of the memory, and of this batch. */
  slots(subject: SubjectRef): readonly KnownSlot[] {
    const id = subjectId(subject);
    const slots = new Map<string, { subject: string; slot: SlotRef; values: string[] }>();
    for (const draft of this.recent.get(id) ?? []) {
      if (draft.slot === null) continue;
      const key = draft.slot.name;
      const slotValues = slots.get(key) ?? { subject: id, slot: draft.slot, values: [] };
      if (draft.operation === "end") slotValues.values = [];
      else if (draft.value !== null)
        slotValues.values = draft.slot.isSingle ? [draft.value] : [...slotValues.values, draft.value];
      slots.delete(key);
      slots.set(key, slotValues);
    }
    const recent = [...slots.values()].reverse();
    return [...recent, ...this.knownSlots(id).filter(({ slot }) => !slots.has(slot.name))];
  }
}

/** Stems of the words in questions about everyday slots. */
const wordsOf: ReadonlyMap<string, readonly string[]> = new Map(
  EVERYDAY.map(({ name, words }) => [name, words.map(stemWord)]),
);

/** True for a text with all capitalised words of a value: "the Sabb" of "a one-cylinder Sabb". */
function hasNamesOf(value: string, text: string): boolean {
  const names = value.match(/\p{Lu}[\p{L}'-]+/gu) ?? [];
  return names.length > 0 && names.every((name) => new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, "u").test(text));
}

/** True if one value names the other: all words of the shorter one are in the longer one. */
export function overlaps(a: string, b: string): boolean {
  if (sameValue(a, b)) return true;
  const [short, long] = [contentStems(a), contentStems(b)].sort((x, y) => x.length - y.length);
  return short!.length > 0 && short!.every((stem) => long!.includes(stem));
}
