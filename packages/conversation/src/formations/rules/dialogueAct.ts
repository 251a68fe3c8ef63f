import { moodOf, takesBack } from "@semantic-xpath/english";
import type { DropReason } from "../../formation.js";
import { type Clause, clausesIn } from "./clauses.js";
import { copula } from "./copula.js";

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

const FIRST_PERSON = /\b(?:i|me|my|mine|myself|we|us|our|ours)\b/i;

/** True for words of a speaker about themselves. */
export const isOfSelf = (text: string): boolean => FIRST_PERSON.test(text);

/**
 * A test for sentences about a thing of a participant and none of the speaker: "Ana's bicycle is red". Ana does not say such a sentence, and it is
 * not addressed to Ana.
 */
export function namesOwnerAmong(speakers: readonly string[]): (text: string) => boolean {
  const names = speakers.flatMap((name) => [name, name.split(/\s+/)[0]!]).filter((name) => /^[\p{L} .-]+$/u.test(name));
  if (names.length === 0) return () => false;
  const possessive = new RegExp(
    `(?<!\\p{L})(?:${names.map((name) => name.replaceAll(".", "\\.")).join("|")})['’]s\\s+\\p{L}`,
    "u",
  );
  return (text) => possessive.test(text) && !isOfSelf(text);
}

const everydayStates = (text: string): boolean => copula(text) !== null || /^(?:i|we)\b/i.test(text);

/** A turn that begins with the words of a joke, and goes on in the same sentence without a word of contrast: the joke is what it goes on with. */
const MARKED_JOKE =
  /^\s*(?:(?:ha|haha|hehe|oh|no|i'm|i was|we're|we were|just|only)[\s,]+)*(?:kidding|joking|jk|teasing)\b\s*[,:–—-]+\s*(?!(?:but|no|actually|really|seriously|in truth|in fact)\b)\p{L}/iu;

/** True for a turn of a joke that its first words mark. */
export const beginsAsJoke = (text: string): boolean => MARKED_JOKE.test(text.replaceAll("’", "'"));

/** The statement after a joke was taken back: "… Just kidding, I work at the bakery." */
export function meantAfterJoke(text: string): Clause | null {
  if (beginsAsJoke(text)) return null;
  const match =
    /\b(?:kidding|joking|jk|teasing)\b[,.:!;\s–—-]*(?:(?:but|no|actually|really|seriously|in truth)\b[,:\s]*)*(.{8,})$/i.exec(
      text,
    );
  if (match === null || takesBack(match[1]!) || moodOf(match[1]!) !== "statement") return null;
  return clausesIn(match[1]!, text.length - match[1]!.length)[0] ?? null;
}
