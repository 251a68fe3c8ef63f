import type { Phrase } from "./phrase.js";

/** What words of a request became. */
interface Part {
  readonly phrase: Phrase;
  readonly meaning: string;
}

/** An update as it takes shape. */
export interface Draft {
  readonly kind: "update";
  readonly update: string;
  readonly said: string;
  readonly parts: readonly Part[];
  readonly isDestructive: boolean;
  /** In [0, 1], before other readings are looked at. */
  readonly sureness: number;
}

/** Why there is no update, and what is to be asked. */
export interface Question {
  readonly kind: "question";
  readonly question: string;
  /** Updates of which one may be meant, the likelier ones first. */
  readonly choices: readonly Draft[];
  /** How much of the request was understood, in [0, 1]: of several questions the one that understood most is asked. */
  readonly understood: number;
}

/** A way to read a request: an update, a question, or null: it does not mean this. */
export type Drafted = Draft | Question | null;

export const question = (text: string, understood: number, choices: readonly Draft[] = []): Question => ({
  kind: "question",
  question: text,
  choices,
  understood,
});
