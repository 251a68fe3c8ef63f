/** The number words of a language, in lower case. */
export interface NumberWords {
  /** Numbers of one word: "zero" to "nineteen". */
  readonly small: ReadonlyMap<string, number>;
  readonly tens: ReadonlyMap<string, number>;
  /** Words that multiply the number before them: "dozen", "hundred", "thousand". */
  readonly large: ReadonlyMap<string, number>;
  /** Places in an order: "third" is 3. */
  readonly ordinals: ReadonlyMap<string, number>;
  /** Words for one before a large number: "a" in "a hundred". */
  readonly one: readonly string[];
  readonly and: string;
}

/** A number in words, and the place after it. */
export interface ScannedNumber {
  readonly value: number;
  readonly end: number;
}

/** Words of a number. */
const MAX_WORDS = 12;

/**
 * The number in words at a place: "seven", "twenty-five", "two hundred and fifty", "a dozen"; null if there is none. `wordAt` gives words and signs
 * in lower case, and an empty text beyond the end. Ordinals are not numbers, and neither are large numbers without a count.
 */
export function scanNumber(wordAt: (place: number) => string, start: number, words: NumberWords): ScannedNumber | null {
  const isOne = words.one.includes(wordAt(start)) && words.large.has(wordAt(start + 1));
  // Thousands so far, and what is below the next of them; -1 before its first word.
  let [total, group, at] = [0, isOne ? 1 : -1, isOne ? start + 1 : start];
  while (at < start + MAX_WORDS) {
    const mayAdd = group < 0 || (group >= 100 && group % 100 === 0);
    const after = mayAdd && wordAt(at) === words.and && group + total >= 100 ? at + 1 : at;
    const small = mayAdd ? belowHundred(wordAt, after, words) : null;
    const times = group < 0 ? 0 : (words.large.get(wordAt(at)) ?? 0);
    if (small !== null) {
      group = Math.max(group, 0) + small.value;
      at = small.end;
    } else if (times >= 1000) {
      total += group * times;
      group = -1;
      at++;
    } else if (times > 0) {
      group *= times;
      at++;
    } else break;
  }
  return group < 0 && total === 0 ? null : { value: total + Math.max(group, 0), end: at };
}

function belowHundred(
  wordAt: (place: number) => string,
  at: number,
  { small, tens }: NumberWords,
): ScannedNumber | null {
  const value = small.get(wordAt(at));
  if (value !== undefined) return { value, end: at + 1 };
  const ten = tens.get(wordAt(at));
  if (ten === undefined) return null;
  const next = wordAt(at + 1) === "-" ? at + 2 : at + 1;
  const ones = small.get(wordAt(next)) ?? 0;
  return ones >= 1 && ones <= 9 ? { value: ten + ones, end: next + 1 } : { value: ten, end: at + 1 };
}

/** The place in an order at a place of a text: "third", "twenty-first"; null if there is none. Digits are the caller's. */
export function scanOrdinal(
  wordAt: (place: number) => string,
  at: number,
  { tens, ordinals }: NumberWords,
): ScannedNumber | null {
  const value = ordinals.get(wordAt(at));
  if (value !== undefined) return { value, end: at + 1 };
  const ten = tens.get(wordAt(at));
  const next = wordAt(at + 1) === "-" ? at + 2 : at + 1;
  const last = ten === undefined ? 10 : (ordinals.get(wordAt(next)) ?? 10);
  return last < 10 ? { value: ten! + last, end: next + 1 } : null;
}
