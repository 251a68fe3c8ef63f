/** The scorer interface and every scorer that runs anywhere; what needs Node is in `@semantic-xpath/scorers/node`. */

export { LANGUAGE_NAMES, type LanguageName, languageNamed } from "@semantic-xpath/values";
export type { ScoreCache } from "./cache.js";
export { type CachedOptions, cachedScorer, type MemoryCacheOptions, memoryCache } from "./cache.js";
export { type Calibration, calibrate } from "./calibration.js";
export { type CascadeCut, type CascadeOptions, cascadeScorer } from "./cascade.js";
export { checkedScore, checkRange } from "./checkedScore.js";
export { containerContext, contextsAt, keyOf } from "./context.js";
export type { DerivedEntry, DerivedStore } from "./derivedStore.js";
export { Floor } from "./floor.js";
export { type FusedOptions, fusedScorer } from "./fused.js";
export { type ChatJudgeOptions, chatJudgeScorer } from "./http/chatJudge.js";
export { type EmbeddingsApiOptions, embeddingsApiScorer } from "./http/embeddings.js";
export { type RerankApiOptions, rerankApiScorer } from "./http/rerank.js";
export { isStopWord, stemOf } from "./lexical/english.js";
export type { Language } from "./lexical/languages/language.js";
export { loadLanguage, type SnowballStemmers } from "./lexical/languages/snowball.js";
export { atOnce, Slices, type Steps } from "./lexical/slices.js";
export { relationsOf } from "./lexical/thesaurus.js";
export { type LexicalOptions, lexicalScorer } from "./lexical.js";
export { recordedScorer, recordingScorer } from "./recorded.js";
export { scoreListed, textsIn } from "./scoreListed.js";
export type {
  BestTexts,
  ContextEvidence,
  FindOptions,
  FoundTexts,
  MatchKind,
  ScoreEvidence,
  ScoreOptions,
  Scorer,
  TermEvidence,
  TextContext,
  TextList,
} from "./scorer.js";
export type { CascadeTargets } from "./targetCascade.js";
