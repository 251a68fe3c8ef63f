import { foldWord } from "@semantic-xpath/values";

/** A word of a chunk, folded. A compound has the place of its last part: it does not advance the position. */
interface Word {
  readonly text: string;
  readonly advances: boolean;
}

/** `'s` of possessives and the endings of contractions: "they'll" is "they", "didn't" is "did" and "not", "can't" is "can" and "not". */
const CLITIC = /['’](?:s|m|d|re|ve|ll)$|(?<!ca)n['’]t$|(?<=can)['’]t$/i;
const NOT = /n['’]t$/i;
/** Most chunks: one word of plain letters and digits, without humps. */
const PLAIN = /^(?:[A-Z]?[a-z0-9]+|[A-Z0-9]+)$/;
const JOINTS = /['’_‐‑-]+/;
/** `openHours` and `XMLReader`: before a capital that follows a small letter or starts a small-letter word. */
const CAMEL = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** Scripts written without spaces: each character is a word. */
const UNSPACED =
  /(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u;
const HAS_UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Longer chains (identifiers, dates with times) keep their parts only. */
const MAX_PARTS = 4;

/**
 * The words of a chunk: parts at hyphens, underscores, apostrophes and camel-case humps, followed by the whole as one word,
 * so that "check-in", "check in" and "checkin" meet. A possessive `'s` and the ending of a contraction are dropped.
 *
 * @example wordsOfChunk("check-in") // check, in, and checkin at the place of "in"
 */
export function wordsOfChunk(chunk: string, fold: (word: string) => string = foldWord): readonly Word[] {
  if (PLAIN.test(chunk)) return [{ text: fold(chunk), advances: true }];
  const plain = chunk.replace(CLITIC, "");
  const parts = plain
    .split(JOINTS)
    .flatMap((part) => part.split(CAMEL))
    .flatMap((part) => (HAS_UNSPACED.test(part) ? part.split(UNSPACED) : [part]))
    .map((part) => fold(part))
    .filter((part) => part !== "");
  const words: Word[] = parts.map((text) => ({ text, advances: true }));
  if (NOT.test(chunk)) words.push({ text: "not", advances: false });
  if (parts.length > 1 && parts.length <= MAX_PARTS && !HAS_UNSPACED.test(chunk)) {
    words.push({ text: parts.join(""), advances: false });
  }
  return words;
}

const CHUNK_CHARACTER = /[\p{L}\p{N}\p{M}'’_‐‑-]/u;
export const [UNKNOWN, INSIDE, OUTSIDE] = [0, 1, 2];

/** Per UTF-16 unit whether it belongs to a chunk, filled as units are met; which loops look up before they call `isInside`. */
export const classes = new Uint8Array(0x10000);

function classify(unit: number): number {
  const kind = CHUNK_CHARACTER.test(String.fromCharCode(unit)) ? INSIDE : OUTSIDE;
  classes[unit] = kind;
  return kind;
}

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;

/** Tests that a code unit belongs to a chunk; a surrogate pair is classified by its code point. */
export function isInside(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit >= 0xd800 && unit <= 0xdfff) {
    const start = unit >= 0xdc00 && at > 0 ? at - 1 : at;
    return CHUNK_CHARACTER.test(String.fromCodePoint(text.codePointAt(start)!));
  }
  const kind = classes[unit]!;
  if ((kind === UNKNOWN ? classify(unit) : kind) === INSIDE) return true;
  return unit === 46 && at > 0 && isDigit(text.charCodeAt(at - 1)) && isDigit(text.charCodeAt(at + 1));
}

/**
 * Calls `visit` with each chunk of `text` in [start, end): a longest run of letters, digits, marks, apostrophes, hyphens and
 * underscores; also of a point between two digits. `wordsOfChunk` makes words of it.
 */
export function eachChunk(
  text: string,
  start: number,
  end: number,
  visit: (chunk: string, from: number) => void,
): void {
  let at = start;
  while (at < end) {
    const from = chunkStart(text, at, end);
    at = chunkEnd(text, from, end);
    if (at > from) visit(text.slice(from, at), from);
  }
}

/** Start of the next chunk from `at` on, or `end`. */
export function chunkStart(text: string, at: number, end: number): number {
  let from = at;
  while (from < end && classes[text.charCodeAt(from)] !== INSIDE && !isInside(text, from)) from++;
  return from;
}

/** End of a chunk that begins at `from`, at most `end`. */
export function chunkEnd(text: string, from: number, end: number): number {
  let to = from;
  while (to < end && (classes[text.charCodeAt(to)] === INSIDE || isInside(text, to))) to++;
  return to;
}
