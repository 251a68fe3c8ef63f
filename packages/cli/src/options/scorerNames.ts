/**
 * The forms of a scorer as `--scorer` takes them, for help and completion; a test compares them with `SCORER_FORMS` of the runtime,
 * which is not loaded for that.
 */
export const SCORERS = [
  { name: "lexical", form: "lexical" },
  { name: "recorded", form: "recorded:FILE" },
  { name: "known", form: "known:FILE" },
  { name: "embedding", form: "embedding:MODEL" },
  { name: "entailment", form: "entailment:MODEL" },
  { name: "openai", form: "openai:URL#MODEL" },
  { name: "chat", form: "chat:URL#MODEL" },
] as const;
