import { contentStems } from "@semantic-xpath/english";
import type { TextSpan, Turn } from "../../dialogue.js";
import type { Days, FactDraft, FactKind, SubjectRef } from "../../formation.js";
import { hasChange } from "./cues.js";
import { BASE, type Predicate } from "./predicate.js";

/** A draft with its worth: those of the highest worth are the few facts of a turn. */
export interface Candidate {
  draft: FactDraft;
  readonly worth: number;
}

/** The predicate of a statement that fits no slot: it is kept by its words alone. */
export const MENTION: Predicate = { ...BASE, slot: null, value: null, operation: "mention" };

/** The speaker of a turn as the subject of what it states. */
export const speakerOf = ({ speaker }: Turn): SubjectRef => ({ name: speaker, of: null, role: null });

/** The draft of a fact: the turn and the span that state it, its subject, and its predicate with the time for which it holds. */
export function draftOf(
  turn: Turn,
  { start, end }: TextSpan,
  subject: SubjectRef,
  { slot, value, operation, replaced, isPositive, mayReplace }: Predicate,
  { kind, when, until }: { readonly kind: FactKind; readonly when: Days | null; readonly until: string | null },
): FactDraft {
  return {
    turn: turn.id,
    span: { start, end: Math.min(end, turn.text.length) },
    context: null,
    paraphrase: null,
    subject,
    slot: slot === null ? null : { ...slot, name: slot.name.replace(/\bfavourite\b/, "favorite") },
    value,
    isPositive,
    kind,
    operation,
    when,
    until,
    replaced,
    mayReplace,
    confidence: slot === null ? 0.5 : 0.8,
  };
}

/** The worth of a sentence without a slot: names, numbers, days, change and content. */
export function worthOf(text: string, hasDays: boolean, isPersonal: boolean): number {
  const content = contentStems(text).length;
  const names = [...text.matchAll(/(?<=\s)\p{Lu}[\p{L}-]+/gu)].filter(([word]) => word !== "I").length;
  const numbers = /\d/.test(text) ? 1 : 0;
  return (
    (hasDays ? 1.5 : 0) +
    Math.min(names, 2) * 0.8 +
    numbers +
    (hasChange(text) ? 0.7 : 0) +
    (isPersonal ? 0.8 : 0) +
    Math.min(content, 6) * 0.25
  );
}
