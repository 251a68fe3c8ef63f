/** Scorers by the name that `--scorer` takes. `scorers/open.ts` has what makes each. */
export const SCORERS = [
  { name: "lexical", argument: null, summary: "word overlap: embedded, no model, no network" },
  { name: "recorded", argument: "FILE.json", summary: "scores replayed from a file" },
] as const;

export type ScorerName = (typeof SCORERS)[number]["name"];

/** What one types: `lexical`, `recorded:FILE.json`. */
export const spelled = ({ name, argument }: (typeof SCORERS)[number]): string =>
  argument === null ? name : `${name}:${argument}`;
