import { moodOf, type Sentence, takesBack } from "@semantic-xpath/english";
import type { Turn } from "../../dialogue.js";
import type { DropReason, FactDraft } from "../../formation.js";
import { type Clause, clausesIn } from "./clauses.js";
import { copula } from "./copula.js";
import { draftOf, MENTION, speakerOf } from "./draft.js";
import { frameOf } from "./frame.js";

/** The act of a sentence that states nothing, as the reason to drop it; null for a statement. */
export function dialogueActOf(text: string): DropReason | null {
  const mood = moodOf(text);
  if (mood === "statement") return null;
  if (mood === "hypothetical" && clausesIn(text, 0).length > 1 && !/^if\b/i.test(text)) {
    // A clause of its own may state something beside the one that does not.
    const stated = clausesIn(text, 0).some(
      (clause) => moodOf(clause.text) === "statement" && everydayStates(clause.text),
    );
    if (stated && !/\bif\b/i.test(text)) return null;
  }
  return mood;
}

const everydayStates = (text: string): boolean => copula(text) !== null || /^(?:i|we)\b/i.test(text);

/** The statement after a joke was taken back: "… Just kidding, I work at the bakery." */
export function meantAfterJoke(text: string): Clause | null {
  const match =
    /\b(?:kidding|joking|jk|teasing)\b[,.:!;\s–—-]*(?:(?:but|no|actually|really|seriously|in truth)\b[,:\s]*)*(.{8,})$/i.exec(
      text,
    );
  if (match === null || takesBack(match[1]!) || moodOf(match[1]!) !== "statement") return null;
  return clausesIn(match[1]!, text.length - match[1]!.length)[0] ?? null;
}

/** "A scooter? That has never happened.": what a speaker names and denies. */
export function deniedTopic(
  turn: Turn,
  sentences: readonly Sentence[],
  { start, end, text }: Sentence,
): FactDraft | null {
  const next = sentences.find((each) => each.start >= end);
  if (next === undefined || frameOf(text.replace(/\?+$/, "")) !== null || !DENYING.test(next.text)) return null;
  return draftOf(
    turn,
    { start, end: next.end },
    speakerOf(turn),
    { ...MENTION, isPositive: false },
    { kind: "never", when: null, until: null },
  );
}

/** Words that deny what was named before them. */
const DENYING =
  /^(?:never|not (?:me|ever|once|a chance|in my life)|no,? (?:never|not)|(?:that|it|this)(?:'s| is| has| was)? (?:never|not)\b)/i;
