/** Node-only parts: files, derived data, the configuration, and scorers made from it. */

export { fitCalibration, type JudgedCosine } from "../fitCalibration.js";
export type { EmbeddingScorer } from "../vectors/vectorScorer.js";
export { CONFIG_FILE, type Config, type DataConfig, type LoadedConfig, loadConfig } from "./config/config.js";
export { type DataSettings, dataReading, dataSettings } from "./config/dataSettings.js";
export { type ReadConfig, readConfig } from "./config/readConfig.js";
export { derivedScores } from "./derived/derivedScores.js";
export {
  DERIVED_TABLE,
  type DerivedKind,
  type DerivedSizes,
  DerivedTable,
  type DerivedTableOptions,
} from "./derived/derivedTable.js";
export {
  type CacheStats,
  cacheDirectory,
  cacheStats,
  clearCache,
  type UserDerived,
  type UserDerivedOptions,
  userDerived,
} from "./derived/userDerived.js";
export { SCORER_FORMS, type ScorerConfig, type ScorerForm } from "./kinds.js";
export { addModel } from "./models/add.js";
export { type Bench, type BenchRow, benchModel } from "./models/bench.js";
export { type Calibrated, calibrateModel, type JudgedPair } from "./models/calibrate.js";
export { ModelFailure } from "./models/failure.js";
export {
  findModel,
  type InstalledModel,
  listModels,
  type ModelManifest,
  type ModelSource,
  modelNamed,
  modelsHome,
  removeModel,
} from "./models/library.js";
export { kindOfModel, type ModelKind } from "./models/open.js";
export { type Pulled, type PullOptions, type PullProgress, pullModel } from "./models/pull.js";
export { type EmbeddingScorerOptions, embeddingScorer } from "./onnx/embeddingScorer.js";
export { type EntailmentScorer, type EntailmentScorerOptions, entailmentScorer } from "./onnx/entailmentScorer.js";
export type { Pooling } from "./onnx/modules.js";
export { type RerankScorer, type RerankScorerOptions, rerankScorer } from "./onnx/rerankScorer.js";
export { type StaticScorerOptions, staticScorer } from "./onnx/staticScorer.js";
export { comparesWords, defaultOf, type ResolveOptions, resolveScorer } from "./resolveScorer.js";
export {
  openSqlite,
  type SqliteDatabase,
  type SqliteOptions,
  type SqliteStatement,
  type SqliteValue,
  sqliteCode,
} from "./sqlite.js";
