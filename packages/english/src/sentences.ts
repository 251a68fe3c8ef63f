/** A sentence of a text: its range in UTF-16 units, end exclusive, without the space around it. */
export interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Abbreviations whose point ends no sentence. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  "mr mrs ms dr prof st jr sr vs etc e.g i.e a.m p.m approx no".split(" "),
);

/**
 * Longest sentence, in UTF-16 units: a longer run without an end is cut at its last white space. What reads a sentence word by word may be
 * quadratic in it, since turns come from strangers.
 */
export const MAX_SENTENCE_LENGTH = 400;

const END = /[.!?…]/;
const CLOSING = /["'”’)\]]/;
const SPACE = /\s/;

/** The sentences of a text, in order, each of at most `MAX_SENTENCE_LENGTH`. Together they cover all but white space. Linear. */
export function sentencesIn(text: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  let gap = -1;
  const add = (end: number) => {
    const raw = text.slice(from, end);
    const start = from + (raw.length - raw.trimStart().length);
    const trimmed = raw.trim();
    if (trimmed !== "") sentences.push({ start, end: start + trimmed.length, text: trimmed });
    from = end;
    gap = -1;
  };
  for (let index = 0; index < text.length; ) {
    const end = endOfSentence(text, from, index);
    if (end > index) {
      add(Math.min(end, from + MAX_SENTENCE_LENGTH));
      index = Math.max(from, index + 1);
      continue;
    }
    if (SPACE.test(text[index]!)) gap = index;
    index++;
    if (index - from >= MAX_SENTENCE_LENGTH) {
      add(gap > from ? gap : cutAt(text, index));
      index = from;
    }
  }
  add(text.length);
  return sentences;
}

/** End of a sentence whose end mark or line end begins at `index`; `index` if none begins there. */
function endOfSentence(text: string, from: number, index: number): number {
  if (text[index] === "\n") return index + 1;
  if (!END.test(text[index]!)) return index;
  let end = index + 1;
  while (end < text.length && end - from < MAX_SENTENCE_LENGTH && END.test(text[end]!)) end++;
  const isPoint = text[index] === "." && end === index + 1;
  while (end < text.length && end - from < MAX_SENTENCE_LENGTH && CLOSING.test(text[end]!)) end++;
  if (end < text.length && !SPACE.test(text[end]!)) return index;
  return isPoint && end === index + 1 && isAbbreviation(lastWord(text, from, index)) ? index : end;
}

/** Word before an end mark, in lower case, without opening marks. */
function lastWord(text: string, from: number, end: number): string {
  let start = end;
  while (start > from && !SPACE.test(text[start - 1]!)) start--;
  return text
    .slice(start, end)
    .toLowerCase()
    .replace(/^["'(]+/, "");
}

const isAbbreviation = (word: string): boolean => ABBREVIATIONS.has(word) || (/^[a-z]$/.test(word) && word !== "i");

/** `index`, or the place before it if it is inside a surrogate pair. */
const cutAt = (text: string, index: number): number => (/[\uD800-\uDBFF]/.test(text[index - 1]!) ? index - 1 : index);
