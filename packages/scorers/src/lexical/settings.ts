import { ENGLISH, type Language } from "./languages/language.js";

/** The numbers of the formula. docs/scoring-lexical.md says where each comes from. */
export interface LexicalSettings {
  /** How words are compared. */
  readonly language: Language;
  /** How fast repeated evidence saturates (BM25's k1). At least 0. */
  readonly k1: number;
  /** How much length counts against a text (BM25's b). In [0, 1]. */
  readonly b: number;
  /** What neighbouring condition words found in sequence add, as a share of the lighter word's weight. At least 0. */
  readonly phrase: number;
  /** Credit of a word that begins or ends with the other ("book" in "bookstore"), times the shared part of its letters. */
  readonly part: number;
  /** Credit of a word that is two words elsewhere ("seafood", "sea food"). */
  readonly joined: number;
  /** Credit of a word one edit away. */
  readonly fuzzy: number;
  /** Credit of a word that the thesaurus relates, times the strength of the relation. 0: no thesaurus. */
  readonly thesaurus: number;
  /** Credit of a word that keeps company with the condition's in the tree, times its strength. 0: nothing is learned. */
  readonly company: number;
  /** Credit of a time, date, sum or amount that satisfies the condition. 0: they are words only. */
  readonly quantity: number;
  /** Weight of having a word for a time where the condition asks when; that of a rare word is 5. 0: "when" asks nothing. */
  readonly when: number;
  /** Weight of a sentence that asks, where the condition asks too: a question is no answer to a question. */
  readonly asking: number;
  /** Which texts are read with what is around them: "schema", those of which a schema says it; "auto", turns of conversations too; "off", none. */
  readonly context: "auto" | "schema" | "off";
  /** What the text of the container, such as a session, counts for one of its texts. In [0, 1]; 0: nothing. */
  readonly within: number;
  /** What a question counts for the text that comes next. In [0, 1]; 0: nothing. */
  readonly reply: number;
  /** What the text that comes next counts; others near it count less. In [0, 1]; 0: nothing. */
  readonly beside: number;
  /** What a date, or another quantity, of the container counts for its texts. In [0, 1]; 0: nothing. */
  readonly facts: number;
  /** What words of the condition in sequence count in the context, as a share of what they count in the text. */
  readonly order: number;
  /** What being said by somebody whom the condition names adds. 0: nothing. */
  readonly speaker: number;
  /** How much of its weight a word takes away that the text denies, or has where the condition denies it. 0: denials are not read. */
  readonly denied: number;
  /** How much of the score of a condition of two words depends on both; less of longer ones. 0: each word counts by itself. */
  readonly together: number;
  /** Weights of evidence by kind of field. */
  readonly fields: FieldWeights;
  /** Weights of evidence in attributes named here, before `fields`. */
  readonly attributes: Readonly<Record<string, number>>;
}

interface FieldWeights {
  /** Own text, and attributes of no special kind. */
  readonly body: number;
  /** Attributes that name a thing: name, title, label, … */
  readonly name: number;
  /** Attributes that number, date or link a thing: id, date, url, … */
  readonly reference: number;
  readonly type: number;
  readonly attributeName: number;
}

export const DEFAULT_SETTINGS: LexicalSettings = {
  language: ENGLISH,
  k1: 1.2,
  b: 0.4,
  phrase: 0.2,
  part: 0.8,
  joined: 0.9,
  fuzzy: 0.5,
  thesaurus: 0.7,
  company: 0.3,
  quantity: 0.95,
  when: 1.5,
  asking: 0.65,
  context: "auto",
  within: 0.35,
  reply: 0.8,
  beside: 0.22,
  facts: 0.7,
  order: 0.4,
  speaker: 0.1,
  denied: 0.5,
  together: 1.2,
  fields: { body: 1, name: 1.5, reference: 0.3, type: 1.2, attributeName: 0.5 },
  attributes: {},
};

/** Settings that differ from the defaults. */
export interface LexicalSettingsInput extends Partial<Omit<LexicalSettings, "fields">> {
  readonly fields?: Partial<FieldWeights>;
}

/** What is English, and off for other languages. */
const ENGLISH_ONLY: Partial<LexicalSettings> = {
  thesaurus: 0,
  quantity: 0,
  when: 0,
  denied: 0,
};

/** The defaults with what is given; what knows English alone is off for other languages, whatever is given. Throws a RangeError for a number that is negative or not finite, and for b above 1. */
export function settingsOf(given: LexicalSettingsInput): LexicalSettings {
  const settings = { ...DEFAULT_SETTINGS, ...given, fields: { ...DEFAULT_SETTINGS.fields, ...given.fields } };
  if (settings.language !== ENGLISH) Object.assign(settings, ENGLISH_ONLY);
  const { fields, attributes, context, language: _, ...numbers } = settings;
  if (!["auto", "schema", "off"].includes(context)) {
    throw new RangeError(`"context" is ${JSON.stringify(context)}. It is "auto", "schema" or "off".`);
  }
  for (const [name, value] of [attributes, fields, numbers].flatMap((group) => Object.entries(group))) {
    if (!(value >= 0 && value < Infinity)) throw new RangeError(`"${name}" is ${value}. It is a number from 0.`);
  }
  for (const name of [
    "b",
    "part",
    "joined",
    "fuzzy",
    "thesaurus",
    "company",
    "quantity",
    "asking",
    "within",
    "reply",
    "beside",
    "facts",
    "denied",
  ] as const) {
    if (settings[name] > 1) throw new RangeError(`"${name}" is ${settings[name]}. It is a number from 0 to 1.`);
  }
  return settings;
}

/** The settings as a short text: equal settings, equal texts. */
export function printSettings(settings: LexicalSettings): string {
  const { fields, attributes, language, ...numbers } = settings;
  const all = Object.entries({ ...numbers, ...fields }).map(([name, value]) => `${name}=${value}`);
  if (language !== ENGLISH) all.unshift(language.name);
  const named = Object.entries(attributes).map(([name, value]) => `${JSON.stringify(`@${name}`)}=${value}`);
  return [...all, ...named.sort()].join(" ");
}
