/** What needs Node: files, the cache on disk, the configuration, and scorers that are made from it. */

export { cacheDirectory } from "./cache/cacheDirectory.js";
export { type CacheStats, cacheStats, clearCache } from "./cache/cacheStats.js";
export { type DiskCache, type DiskCacheOptions, diskCache } from "./cache/diskCache.js";
export { CONFIG_FILE, type Config, type LoadedConfig, loadConfig } from "./config/config.js";
export { type ReadConfig, readConfig } from "./config/readConfig.js";
export { SCORER_FORMS, type ScorerConfig, type ScorerForm } from "./kinds.js";
export { type ModelPlace, withModelFolder, withModelFolders } from "./modelFolders.js";
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
export { configuredCacheDirectory, defaultOf, type ResolveOptions, resolveScorer } from "./resolveScorer.js";
