import { suggest } from "@semantic-xpath/parser";

const OFFERED = 3;

/** The few nearest of the candidates: for "Did you mean …?" and its fixes. */
export const nearestNames = (word: string, candidates: readonly string[]): readonly string[] =>
  suggest(word, candidates).slice(0, OFFERED);
