/** A way to name a scorer without a configuration. */
export interface ScorerForm {
  readonly name: string;
  readonly form: string;
  readonly summary: string;
}

/** In the order in which they are listed. */
export const SCORER_FORMS: readonly ScorerForm[] = [
  { name: "lexical", form: "lexical", summary: "compares words; no model, no network" },
  { name: "recorded", form: "recorded:FILE", summary: "replays the scores of a file" },
  { name: "known", form: "known:FILE", summary: "the scores of a file as bounds, for an exact cascade" },
  { name: "embedding", form: "embedding:FOLDER", summary: "an embedding model on this machine" },
  { name: "entailment", form: "entailment:FOLDER", summary: "an entailment model on this machine" },
  { name: "openai", form: "openai:URL#MODEL", summary: "embeddings of a server" },
  { name: "chat", form: "chat:URL#MODEL", summary: "a language model of a server as a judge" },
];

export const FORM_NAMES: readonly string[] = SCORER_FORMS.map(({ name }) => name);
