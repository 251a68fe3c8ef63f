import { isFunctionWord, wordsIn } from "@semantic-xpath/english";
import type { FactOperation, SlotRef, SlotType } from "../../formation.js";

/** The predicate of a clause: the part of a draft that does not depend on who speaks or when. */
export interface Predicate {
  readonly slot: SlotRef | null;
  readonly value: string | null;
  readonly operation: FactOperation;
  readonly replaced: string | null;
  readonly isPositive: boolean;
  readonly mayReplace: boolean;
}

export const BASE: Omit<Predicate, "slot" | "value"> = {
  operation: "set",
  replaced: null,
  isPositive: true,
  mayReplace: false,
};

export const slotOf = (name: string, type: SlotType = "text", isSingle = true): SlotRef => ({ name, type, isSingle });

const NAMED = /^(.+?)(?:'s)? names?$/i;
/** True for words that can name a slot: nouns as far as closed classes tell. */
export function isName(name: string): boolean {
  const words = wordsIn(name);
  const content = words.filter(({ text }) => !isFunctionWord(text));
  return (
    content.length > 0 &&
    words.length <= 5 &&
    !words.some(({ text }) =>
      /^(?:i|you|we|they|he|she|it|and|or|that|who|which|if|when|is|are|was|were|i'm|not|can|do)$/.test(text),
    )
  );
}

/** The name of a slot: without adjectives of time and without "name". */
export function nameOf(name: string): string {
  const trimmed = name
    .trim()
    .replace(/^(?:(?:new|current|old|latest|usual|regular|own|the|a|an|my|our)\s+)+/i, "")
    .trim();
  return (NAMED.exec(trimmed)?.[1] ?? trimmed).toLowerCase() || name.toLowerCase();
}
