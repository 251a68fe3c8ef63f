/** An update as it takes shape. */
export interface Draft {
  readonly kind: "update";
  readonly update: string;
  readonly said: string;
  readonly isDestructive: boolean;
  /** In [0, 1], before other readings are looked at. */
  readonly sureness: number;
}

export const drafted = (update: string, said: string, sureness = 0.95, isDestructive = false): Draft => ({
  kind: "update",
  update,
  said,
  isDestructive,
  sureness,
});

/** Two updates as one, as sure as the first. */
export const both = (one: Draft, other: Draft): Draft => ({
  ...one,
  update: `${one.update},\n${other.update}`,
  said: `${one.said}, and ${other.said}`,
});

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

export const updatesIn = (drafts: readonly Drafted[]): Draft[] =>
  drafts.flatMap((draft) => (draft?.kind === "update" ? [draft] : []));

export const question = (text: string, understood: number, choices: readonly Draft[] = []): Question => ({
  kind: "question",
  question: text,
  choices,
  understood,
});
