import {
  actsAt,
  CLAUSE_END,
  COMPOUND,
  deniedAt,
  denies,
  deniesBefore,
  isSecond,
  readWanted,
  type WantedQuantity,
} from "@semantic-xpath/english";
import { isAsked } from "./english.js";
import { ENGLISH, type Language } from "./languages/language.js";
import { type DeclaredQuantities, UNDECLARED } from "./quantity/declared.js";
import { eachChunk, wordsOfChunk } from "./words.js";

/**
 * The two sides of a condition that denies something, "cake without nuts". Each is the condition with the characters of the other side and the words
 * that deny ("without") replaced by spaces, so that places in it are places in the condition. A text's score is
 *
 *     S(affirmed) · (1 − S(denied))          with S(affirmed) = 1 if the condition affirms nothing
 *
 * so that s(X) + s(not X) = 1 for every text.
 */
export interface Sides {
  readonly affirmed: string | null;
  /** Null if denials cancel out: "never without nuts". */
  readonly denied: string | null;
}

/** A condition of more content words describes topics: its denials are not read. */
const MAX_STRICT_WORDS = 6;
/** Characters of a condition beyond which denials are not read. */
const MAX_CHARACTERS = 1024;

/** True if denials matter, in the condition and in texts: not in questions, and not in long conditions. */
export const isStrictCondition = (text: string, contentWords: number): boolean =>
  contentWords <= MAX_STRICT_WORDS && !isAsked(text);

/** Splits a condition into what it affirms and what it denies; null if no word of it denies. */
export function sidesOf(text: string, language: Language, declared = UNDECLARED): Sides | null {
  if (language !== ENGLISH || text.length > MAX_CHARACTERS || !mayDeny(text)) return null;
  const parts = partsOf(text, language, declared);
  const contentWords = parts.reduce((sum, { content }) => sum + content, 0);
  if (!parts.some(({ side }) => side === "denial") || !isStrictCondition(text, contentWords)) return null;
  const textOf = (side: Part["side"]): string | null =>
    parts.some((part) => part.side === side && part.content > 0) ? onlySide(text, parts, side) : null;
  const sides = { affirmed: textOf("affirmed"), denied: textOf("denied") };
  return sides.affirmed === null && sides.denied === null ? null : sides;
}

/** True if some word may deny, which is rare, so that the rest is seldom read. */
function mayDeny(text: string): boolean {
  let may = false;
  eachChunk(text, 0, text.length, (chunk) => {
    may ||= wordsOfChunk(chunk).some(({ text: word }) => denies(word));
  });
  return may;
}

/** A run of characters up to the end of a chunk, or of what belongs to one side of it: "nut" and "-free". */
interface Part {
  readonly end: number;
  readonly side: "affirmed" | "denied" | "denial";
  /** Number of content words. */
  readonly content: number;
}

function partsOf(text: string, language: Language, declared: DeclaredQuantities): Part[] {
  const quantities = readWanted(text, declared.meant);
  const { wordAt, chunks } = readWords(text, quantities);
  const parts: Part[] = [];
  let before: (typeof chunks)[number] | undefined;
  for (const chunk of chunks) {
    const places = Array.from({ length: chunk.words.length }, (_, word) => chunk.place + word);
    const isFree = places.some((place) => deniesBefore(place, wordAt));
    const acts = places.some((place) => actsAt(place, wordAt) || isSecond(place, wordAt));
    const isSameQuantity = chunk.quantity !== undefined && chunk.quantity === before?.quantity;
    const denied = places.some((place) => deniedAt(place, wordAt));
    const side: Part["side"] = isSameQuantity ? parts.at(-1)!.side : acts ? "denial" : denied ? "denied" : "affirmed";
    const words = side === "denial" ? [] : chunk.words.filter((word) => !word.startsWith(COMPOUND));
    const content = words.filter((word) => !language.isStop(word) && !(isFree && word === FREE)).length;
    parts.push({ end: isFree ? chunk.end - FREE.length : chunk.end, side, content });
    if (isFree) parts.push({ end: chunk.end, side: "denial", content: 0 });
    before = chunk;
  }
  return parts;
}

const FREE = "free";

/** The words of a condition with null at ends of clauses, and the place of the first word of each chunk. */
function readWords(text: string, quantities: readonly WantedQuantity[]) {
  const all: (string | null)[] = [];
  const chunks: { place: number; words: string[]; end: number; quantity: WantedQuantity | undefined }[] = [];
  let last = 0;
  eachChunk(text, 0, text.length, (chunk, from) => {
    if (CLAUSE_END.test(text.slice(last, from))) all.push(null);
    last = from + chunk.length;
    const quantity = quantities.find(({ start, end, only }) => only && start <= from && from < end);
    const words = wordsOfChunk(chunk).map(({ text: word, advances }) =>
      advances || word === "not" ? word : COMPOUND + word,
    );
    chunks.push({ place: all.length, words, end: last, quantity });
    // Words of a bound deny nothing: "no more than 30 dollars".
    all.push(...words.map((word) => (quantity === undefined ? word : COMPOUND + word)));
  });
  return { wordAt: (place: number) => all[place] ?? null, chunks };
}

/** The text with all characters that do not belong to a side as spaces. */
function onlySide(text: string, parts: readonly Part[], side: Part["side"]): string {
  let only = "";
  for (const part of parts) {
    only += part.side === side ? text.slice(only.length, part.end) : " ".repeat(part.end - only.length);
  }
  return only.padEnd(text.length);
}
