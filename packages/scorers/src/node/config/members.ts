import { BUDGET, READ_LIMITS } from "@semantic-xpath/tree";
import type { ScorerConfig } from "./config.js";
import * as is from "./rules.js";

/** The properties of an object of the configuration. */
export interface Members {
  readonly required: readonly string[];
  readonly rules: Readonly<Record<string, is.Rule>>;
}

export const CONFIG_MEMBERS: Members = {
  required: [],
  rules: { $schema: is.anyText, scorers: is.object, defaultScorer: is.text, cache: is.object, limits: is.object },
};

export const CACHE_MEMBERS: Members = {
  required: [],
  rules: { enabled: is.flag, directory: is.text, maxBytes: is.whole(0) },
};

export const LIMIT_MEMBERS: Members = {
  required: [],
  rules: Object.fromEntries(Object.keys({ ...READ_LIMITS, ...BUDGET }).map((name) => [name, is.whole(1)])),
};

const API = {
  url: is.address,
  model: is.text,
  keyVariable: is.variable,
  timeout: is.whole(1),
  concurrency: is.whole(1),
  retries: is.whole(0),
  firstWait: is.whole(0),
  longestWait: is.whole(0),
};

const EMBEDDING = {
  batchSize: is.whole(1),
  queryPrefix: is.anyText,
  passagePrefix: is.anyText,
  calibration: is.calibration,
};

const MODEL = {
  model: is.text,
  file: is.text,
  maxTokens: is.whole(1),
  threads: is.whole(1),
  batchSize: is.whole(1),
  batchTokens: is.whole(1),
};

/** The properties of each kind of scorer beside `kind`. */
export const SCORER_MEMBERS: Readonly<Record<ScorerConfig["kind"], Members>> = {
  lexical: { required: [], rules: {} },
  recorded: { required: ["file"], rules: { file: is.text, missing: is.share } },
  known: { required: ["file"], rules: { file: is.text } },
  embedding: {
    required: ["model"],
    rules: {
      ...MODEL,
      ...EMBEDDING,
      pooling: is.oneOf("mean", "cls", "last"),
      instruction: is.text,
      kept: is.whole(0),
    },
  },
  entailment: {
    required: ["model"],
    rules: { ...MODEL, hypothesis: is.text, over: is.oneOf("two", "all"), labels: is.texts },
  },
  openai: {
    required: ["url", "model"],
    rules: { ...API, ...EMBEDDING, dimensions: is.whole(1), kept: is.whole(0) },
  },
  chat: { required: ["url", "model"], rules: { ...API, textsPerCall: is.whole(1), extra: is.object } },
  fused: {
    required: ["of"],
    rules: {
      of: is.texts,
      method: is.oneOf("mean", "max", "product", "rank"),
      weights: is.weights,
      k: is.above0,
      population: is.texts,
    },
  },
  cascade: {
    required: ["cheap", "expensive"],
    rules: { cheap: is.text, expensive: is.text, cut: is.share, below: is.share, measured: is.measured },
  },
};

export const isKind = (kind: unknown): kind is ScorerConfig["kind"] =>
  typeof kind === "string" && Object.hasOwn(SCORER_MEMBERS, kind);
