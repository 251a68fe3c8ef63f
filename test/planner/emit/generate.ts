import { type Characters, sample } from "./characters.js";
import type { Grammar, Symbol } from "./machine.js";
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
  const heights = heightsOf(grammar);
  const height = (alternative: readonly Symbol<T>[]): number =>
    Math.max(0, ...alternative.map((symbol) => ("rule" in symbol ? heights.get(symbol.rule)! : 0)));
  const shortest = new Map(
    [...grammar.rules].map(([name, alternatives]) => {
      const least = Math.min(...alternatives.map(height));
      return [name, alternatives.filter((each) => height(each) === least)];
    }),
  );
  return (random: Random, budget: number): string => {
    let text = "";
    const pending: Symbol<T>[] = [{ rule: grammar.start }];
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
            1 + Math.max(0, ...each.map((symbol) => ("rule" in symbol ? (heights.get(symbol.rule) ?? Number.POSITIVE_INFINITY) : 0))),
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
