/** One small interface to language models: text, JSON by schema, embeddings; budgets, retries, recordings. */

export type {
  CallOptions,
  LanguageModel,
  ModelAnswer,
  ModelMessage,
  ModelRequest,
  ModelSupport,
  ModelUsage,
} from "./languageModel.js";
