import { type Characters, sample } from "./characters.js";
import type { Grammar, Piece } from "./machine.js";
import type { LarkGrammar } from "./readLark.js";

/** Numbers from 0 to 1 that a seed determines (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

type Random = () => number;

const pick = <T>(items: readonly T[], random: Random): T => items[Math.floor(random() * items.length)]!;

/** Random sentences: alternatives by chance while the budget lasts, and from then on the ones that end soonest. */
export function generator<T>(grammar: Grammar<T>, spell: (terminal: T, random: Random) => string) {
  const shortest = shortestAlternatives(grammar);
  return (random: Random, budget: number): string => {
    let text = "";
    const pending: Piece<T>[] = [{ rule: grammar.start }];
    for (let left = budget, next = pending.pop(); next !== undefined; next = pending.pop()) {
      if ("terminal" in next) {
        text += spell(next.terminal, random);
        continue;
      }
      const alternatives = left-- > 0 ? grammar.rules.get(next.rule)! : shortest.get(next.rule)!;
      pending.push(...[...pick(alternatives, random)].reverse());
    }
    return text;
  };
}

/** The alternatives of each rule that end soonest. */
function shortestAlternatives<T>(grammar: Grammar<T>): ReadonlyMap<string, readonly (readonly Piece<T>[])[]> {
  const heights = heightsOf(grammar);
  const height = (alternative: readonly Piece<T>[]): number =>
    Math.max(0, ...alternative.map((piece) => ("rule" in piece ? heights.get(piece.rule)! : 0)));
  return new Map(
    [...grammar.rules].map(([name, alternatives]) => {
      const least = Math.min(...alternatives.map(height));
      return [name, alternatives.filter((each) => height(each) === least)];
    }),
  );
}

/** How deep the shortest derivation of each rule is. */
function heightsOf<T>({ rules }: Grammar<T>): ReadonlyMap<string, number> {
  const heights = new Map<string, number>();
  for (let changes = 1; changes > 0; ) {
    changes = 0;
    for (const [name, alternatives] of rules) {
      const known = heights.get(name) ?? Number.POSITIVE_INFINITY;
      const least = Math.min(
        ...alternatives.map(
          (each) =>
            1 +
            Math.max(
              0,
              ...each.map((symbol) => ("rule" in symbol ? (heights.get(symbol.rule) ?? Number.POSITIVE_INFINITY) : 0)),
            ),
        ),
      );
      if (least < known) {
        heights.set(name, least);
        changes++;
      }
    }
  }
  return heights;
}

const spellCharacter = (set: Characters, random: Random): string => String.fromCodePoint(pick(sample(set), random));

export const gbnfGenerator = (grammar: Grammar<Characters>) => generator(grammar, spellCharacter);

export function larkGenerator({ rules, lexemes }: LarkGrammar) {
  const spellings = new Map([...lexemes].map(([lexeme, spelling]) => [lexeme, generator(spelling, spellCharacter)]));
  return generator(rules, (lexeme, random) => spellings.get(lexeme)!(random, 12));
}

/** Short sentences in which, taken together, each alternative of each rule is used. */
export function exhaustiveSentences(grammar: Grammar<Characters>): readonly string[] {
  const random = randomNumbers(1);
  const shortest = shortestAlternatives(grammar);
  const known = new Map<string, string>();
  const textOf = (piece: Piece<Characters>): string => {
    if ("terminal" in piece) return spellCharacter(piece.terminal, random);
    const text = known.get(piece.rule) ?? finish(shortest.get(piece.rule)![0]!);
    known.set(piece.rule, text);
    return text;
  };
  const finish = (pieces: readonly Piece<Characters>[]): string => pieces.map(textOf).join("");
  /** What stands before and behind a rule where it is first reached from the start. */
  const around = new Map<string, readonly [string, string]>([[grammar.start, ["", ""]]]);
  const sentences: string[] = [];
  for (const [name, [before, behind]] of around) {
    for (const alternative of grammar.rules.get(name)!) {
      sentences.push(before + finish(alternative) + behind);
      alternative.forEach((piece, at) => {
        if (!("rule" in piece) || around.has(piece.rule)) return;
        around.set(piece.rule, [before + finish(alternative.slice(0, at)), finish(alternative.slice(at + 1)) + behind]);
      });
    }
  }
  return sentences;
}
