import { suggest } from "../diagnostics/suggest.js";
import type { Operator } from "../words/operators.js";

/** The operator that a word between two operands may have been meant to be: `adn`, or SQL's `like`. */
export function operatorMeant(word: string): Operator | null {
  if (/^like$/i.test(word)) return "=~";
  if (/^ro$/i.test(word)) return "or";
  return word.length > 2 && suggest(word, ["and"]).length > 0 ? "and" : null;
}
