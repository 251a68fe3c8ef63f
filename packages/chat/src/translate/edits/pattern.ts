import type { Phrase, Word } from "./phrase.js";

/**
 * Patterns of requests: `set|change the? <attribute> of|for <target> to <value>`. Words stand for themselves, `a|b` is one of them, `x?` may be
 * left out, `take_out` are two words, `<name>` is one word or more, the fewest first, `<name+>` the most first.
 */
export interface Pattern {
  readonly parts: readonly PatternPart[];
}

type PatternPart =
  | { readonly kind: "words"; readonly options: readonly (readonly string[])[]; readonly isOptional: boolean }
  | { readonly kind: "slot"; readonly name: string; readonly isLong: boolean };

/** What a slot stands for; empty where the pattern has none of that name. */
export type Slot = (name: string) => Phrase;

/** What the slots of a pattern stand for. */
type Slots = ReadonlyMap<string, Phrase>;

export function patternOf(text: string): Pattern {
  return {
    parts: text.split(" ").map((part): PatternPart => {
      if (part.startsWith("<"))
        return { kind: "slot", name: part.replaceAll(/[<>+]/gu, ""), isLong: part.endsWith("+>") };
      const isOptional = part.endsWith("?");
      const options = (isOptional ? part.slice(0, -1) : part).split("|").map((option) => option.split("_"));
      return { kind: "words", options, isOptional };
    }),
  };
}

/** Of several patterns, one a line. */
export const patternsOf = (lines: string): readonly Pattern[] =>
  lines.split("\n").map((line) => patternOf(line.trim()));

/** More ways to read one phrase by one pattern are not looked at. */
const MOST_WAYS = 200;

/** All ways in which the whole phrase fits the pattern; those whose first slots are short come first. */
export function waysOf(pattern: Pattern, phrase: Phrase): readonly Slots[] {
  const ways: Slots[] = [];
  let steps = 0;
  const go = (part: number, at: number, slots: readonly (readonly [string, Phrase])[]): void => {
    if (ways.length >= MOST_WAYS || ++steps > 20_000) return;
    const here = pattern.parts[part];
    if (here === undefined) {
      if (at === phrase.length) ways.push(new Map(slots));
      return;
    }
    if (here.kind === "words") {
      for (const option of here.options) if (stands(option, phrase, at)) go(part + 1, at + option.length, slots);
      if (here.isOptional) go(part + 1, at, slots);
      return;
    }
    const isLast = part === pattern.parts.length - 1;
    const [shortest, longest] = [isLast ? phrase.length : at + 1, phrase.length];
    for (let length = shortest; length <= longest; length++) {
      const end = here.isLong ? longest + shortest - length : length;
      if (end > at) go(part + 1, end, [...slots, [here.name, phrase.slice(at, end)]]);
    }
  };
  go(0, 0, []);
  return ways;
}

const stands = (option: readonly string[], phrase: Phrase, at: number): boolean =>
  option.every((each, i) => isWord(phrase[at + i], each));

const isWord = (word: Word | undefined, text: string): boolean =>
  word !== undefined && !word.isQuoted && word.lower === text;
