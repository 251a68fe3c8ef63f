import { stemmer } from "stemmer";
import { baseForm } from "./irregular.js";

const STEMMABLE = /^[a-z]{3,}$/;
/** Porter takes "ing" from "conferencing" without giving the "e" back that makes "conference" stem further. */
const LOST_E = /[ae]nc$/;

/**
 * The stem of a folded word: Porter's algorithm (M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980), on the
 * base form of irregular words, for words of three or more plain letters. Other words, numbers among them, are their own stems.
 *
 * @example stemOf("conferences") === stemOf("conferencing")
 */
export function stemOf(word: string): string {
  const base = baseForm(word);
  if (!STEMMABLE.test(base)) return base;
  const stem = stemmer(base);
  return LOST_E.test(stem) ? stemmer(`${stem}e`) : stem;
}
