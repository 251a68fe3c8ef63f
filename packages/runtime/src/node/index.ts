/** What needs Node: files, the cache on disk, the configuration, and scorers that are made from it. */

export { type CachedOptions, cachedScorer } from "../score/cache/cached.js";
export { type MemoryCacheOptions, memoryCache } from "../score/cache/memoryCache.js";
export type { ScoreCache } from "../score/cache/scoreCache.js";
export { type Calibration, calibrate } from "../score/calibration.js";
export type { CascadeCut, CascadeMeasure } from "../score/cascade/approximateCascade.js";
export { type CalibrateOptions, calibrateCascade } from "../score/cascade/calibrateCascade.js";
export { type CascadeOptions, type CascadeScorer, cascadeScorer } from "../score/cascade/cascade.js";
export { knownScorer } from "../score/cascade/knownScorer.js";
export { recallAt } from "../score/cascade/recall.js";
export { type FusedOptions, fusedScorer } from "../score/fused/fused.js";
export type { Population } from "../score/fused/population.js";
export { type ChatJudgeOptions, chatJudgeScorer } from "../score/http/chatJudge.js";
export { type EmbeddingsApiOptions, embeddingsApiScorer } from "../score/http/embeddings.js";
export { cacheDirectory } from "./cache/cacheDirectory.js";
export { type CacheStats, cacheStats, clearCache } from "./cache/cacheStats.js";
export { type DiskCache, type DiskCacheOptions, diskCache } from "./cache/diskCache.js";
export type { Config, LoadedConfig, ScorerConfig } from "./config/config.js";
export { SCORER_FORMS, type ScorerForm } from "./config/forms.js";
export { CONFIG_FILE, loadConfig } from "./config/loadConfig.js";
export { type ReadConfig, readConfig } from "./config/readConfig.js";
export {
  addModel,
  type Bench,
  type BenchRow,
  benchModel,
  type Calibrated,
  calibrateModel,
  findModel,
  type InstalledModel,
  type JudgedPair,
  kindOfModel,
  listModels,
  ModelFailure,
  type ModelKind,
  type ModelManifest,
  type ModelSource,
  modelNamed,
  modelsHome,
  type Pulled,
  type PullOptions,
  type PullProgress,
  pullModel,
  removeModel,
} from "./models/index.js";
export {
  type EmbeddingScorer,
  type EmbeddingScorerOptions,
  type EntailmentScorer,
  type EntailmentScorerOptions,
  embeddingScorer,
  entailmentScorer,
  fitCalibration,
  type JudgedCosine,
  type Pooling,
} from "./onnx/index.js";
export { type ModelPlace, withModelFolder, withModelFolders } from "./registry/modelFolders.js";
export { configuredCacheDirectory, defaultOf, type ResolveOptions, resolveScorer } from "./registry/resolveScorer.js";
