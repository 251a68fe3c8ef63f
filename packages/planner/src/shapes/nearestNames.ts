import { suggest } from "@semantic-xpath/parser";

const OFFERED = 3;

/** The few nearest of the candidates: for "Did you mean …?" and its fixes. */
export const nearestNames = (word: string, candidates: readonly string[]): readonly string[] =>
  suggest(word, candidates).slice(0, OFFERED);

/** Tests that a schema gives a name to a type or attribute as another name, in any case. */
export const isAlias = (name: string, { aliases = [] }: { readonly aliases?: readonly string[] }): boolean =>
  aliases.some((alias) => alias.toLowerCase() === name.toLowerCase());
