/** The words that dialogues are made of, by part of the suite. Clauses have no capital and no full stop. */

/** A relation of a person that has one value at a time, and how people speak of it. `{v}` is the value. */
export interface Topic {
  /** The relation in words: "dentist". */
  readonly slot: string;
  readonly plural: string;
  /** At least ten, none part of another. */
  readonly values: readonly string[];
  /** First statement of the person: "my dentist is {v}". */
  readonly first: readonly string[];
  /** Statement after another value. */
  readonly change: readonly string[];
  /** To the person: "you see {v} for your teeth". */
  readonly second: string;
  /** Statement about another person, `{who}` and `{whose}`: "{who} sees {v} for {whose} teeth". */
  readonly third: string;
  /** After "if": "{v} would be my dentist". */
  readonly would: string;
  /** "I don't have a dentist any more". */
  readonly ended: string;
  /** A question to the person about a value: "do you see {v} for your teeth". */
  readonly asked: string;
  /** A question to the person that the value alone answers: "who looks after your teeth these days". */
  readonly short: string;
  /** Questions about `{name}`, in the present. */
  readonly ask: readonly string[];
  readonly isPreference?: true;
}

/** Something that a person does on a day: "swim in the lake", "swam in the lake", "swum in the lake". */
export interface Doing {
  readonly base: string;
  readonly past: string;
  readonly participle: string;
}

/** Wordings around clauses. `{c}` is a clause, `{day}` a day, `{old}` an earlier value. */
export interface Frames {
  readonly news: readonly string[];
  readonly again: readonly string[];
  readonly retract: readonly string[];
  readonly temporary: readonly string[];
  readonly ended: readonly string[];
  readonly negation: readonly string[];
  readonly hypothetical: readonly string[];
  readonly joke: readonly string[];
  readonly hearsay: readonly string[];
  readonly injection: readonly string[];
  readonly mention: readonly string[];
  readonly third: readonly string[];
  /** `{past}` and `{day}`. */
  readonly done: readonly string[];
  /** `{base}` and `{day}`. */
  readonly planned: readonly string[];
  readonly cancelled: readonly string[];
  /** Questions. `{name}` is a speaker, `{who}` a relative, `{a}` the article of the slot. */
  readonly askBefore: readonly string[];
  readonly askThen: readonly string[];
  readonly askHistory: readonly string[];
  readonly askStill: readonly string[];
  readonly askEver: readonly string[];
  readonly askOf: readonly string[];
  readonly askWhen: readonly string[];
  readonly askDay: readonly string[];
  readonly askPlan: readonly string[];
  readonly askCount: readonly string[];
  readonly greetings: readonly string[];
  readonly farewells: readonly string[];
  readonly nods: readonly string[];
  readonly talk: readonly string[];
}

/** A part of the suite: near, to tune on; far, to look at; fresh, to report. */
export interface Words {
  readonly topics: readonly Topic[];
  readonly doings: readonly Doing[];
  readonly frames: Frames;
  /** Names of speakers, in pairs that differ in all parts. */
  readonly names: readonly string[];
}

/** The values of a text that separates them by commas. */
export const valuesIn = (text: string): readonly string[] => text.split(", ");
