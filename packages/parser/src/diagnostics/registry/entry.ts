import { listed } from "@semantic-xpath/values";
import type { Severity } from "../diagnostic.js";

/** One diagnostic: its severity, the heading of its documentation, and its sentence as a function of typed parameters. */
export interface Entry<P> {
  readonly severity: Severity;
  /** Heading in docs/reference/diagnostics.md. */
  readonly title: string;
  /** See `Diagnostic.runnable`; warnings and hints always are. */
  readonly runnable?: boolean;
  readonly message: (parameters: P) => string;
}

/** Fixes the parameter type of an entry while the table keeps its literal keys. */
export const entry = <P extends object>(definition: Entry<P>): Entry<P> => definition;

const QUOTE_LIMIT = 40;

/** The user's words in quotes, shortened in the middle if they are long. */
export function quote(text: string): string {
  const shortened = text.length <= QUOTE_LIMIT ? text : `${text.slice(0, QUOTE_LIMIT - 12)}…${text.slice(-8)}`;
  return `"${shortened}"`;
}

/** `"Day", "POI" or "Restaurant"`; at most `limit` words, the rest as "…". */
export function quoteList(words: readonly string[], limit = 5): string {
  const quoted = words.slice(0, limit).map(quote);
  if (words.length > limit) return `${quoted.join(", ")}, …`;
  return listed(quoted, "or");
}

/** In a file of a schema, a mapping or a configuration. */
export const noProperty = (found: { where: string; name: string; suggestions: readonly string[] }): string =>
  `${quote(found.where)} has no property ${quote(found.name)}.${didYouMeanSentence(found.suggestions)}`;

/** Most names that a sentence lists. */
const MAX_KNOWN = 8;

/** ` Did you mean "Item"?`; where nothing is near, ` There are "Day" and "Stop".`; or nothing. */
export function nearOrKnownSentence(suggestions: readonly string[], known: readonly string[]): string {
  if (suggestions.length > 0 || known.length === 0) return didYouMeanSentence(suggestions);
  const names = known.slice(0, MAX_KNOWN).map(quote);
  if (known.length > MAX_KNOWN) return ` There are ${names.join(", ")}, …`;
  return ` There ${known.length === 1 ? "is only" : "are"} ${listed(names, "and")}.`;
}

/** ` Did you mean "Item"?`, or nothing. */
export function didYouMeanSentence(suggestions: readonly string[]): string {
  return suggestions.length === 0 ? "" : ` Did you mean ${quoteList(suggestions, 3)}?`;
}
