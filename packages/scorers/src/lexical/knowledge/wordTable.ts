import type { Sections } from "./pack.js";

/** Words by number, in the order of their letters. */
export interface WordTable {
  /** The number of a word, -1 if it has none. */
  find(word: string): number;
  word(number: number): string;
}

/** The words of a pack, found by halving. */
export function wordTable({ letters, wordStart }: Sections): WordTable {
  const compare = (number: number, word: string): number => {
    const from = wordStart[number]!;
    const length = wordStart[number + 1]! - from;
    for (let i = 0; i < length && i < word.length; i++) {
      const difference = letters[from + i]! - word.charCodeAt(i);
      if (difference !== 0) return difference;
    }
    return length - word.length;
  };
  return {
    find(word) {
      let [low, high] = [0, wordStart.length - 2];
      while (low <= high) {
        const middle = (low + high) >> 1;
        const order = compare(middle, word);
        if (order === 0) return middle;
        if (order < 0) low = middle + 1;
        else high = middle - 1;
      }
      return -1;
    },
    word: (number) => String.fromCharCode(...letters.subarray(wordStart[number], wordStart[number + 1])),
  };
}
