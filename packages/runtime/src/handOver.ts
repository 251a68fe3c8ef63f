/** An entry that was handed over, in one of its forms. */
export interface Handed<Entry, Form> {
  readonly entry: Entry;
  readonly form: Form;
}

export interface HandOverOptions<Entry, Form> {
  /** Budget of all forms together. */
  readonly tokens: number;
  /** Forms of an entry, the longest first; `place` counts entries from 0. */
  readonly formsOf: (entry: Entry, place: number) => readonly Form[];
  /** Tokens of a form, 0 or more. */
  readonly costOf: (form: Form) => number;
  /** Entries that are handed over whatever they cost, in their shortest form. Default 0. */
  readonly least?: number;
}

/**
 * Fills a budget from the top, as a prompt is filled: entries in order, each in the first of its forms that fits. The first entry of which no form
 * fits ends it, and entries after it are not read.
 *
 * @example handOver(texts, { tokens: 250, formsOf: (text) => [text], costOf: (text) => Math.ceil(text.length / 4) }).items
 */
export function handOver<Entry, Form>(
  entries: Iterable<Entry>,
  { tokens: budget, formsOf, costOf, least = 0 }: HandOverOptions<Entry, Form>,
): { readonly items: readonly Handed<Entry, Form>[]; readonly tokens: number } {
  const items: Handed<Entry, Form>[] = [];
  let tokens = 0;
  for (const entry of entries) {
    const forms = formsOf(entry, items.length);
    const fitting =
      forms.find((form) => tokens + costOf(form) <= budget) ?? (items.length < least ? forms.at(-1) : undefined);
    if (fitting === undefined) break;
    items.push({ entry, form: fitting });
    tokens += costOf(fitting);
  }
  return { items, tokens };
}
