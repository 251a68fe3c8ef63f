/** xMemory (arXiv 2602.02007): facts in themes, and retrieval that opens episodes and messages if they help. */

export { connectedClusters, principalClusters } from "./clusters.js";
export {
  DEFAULT_GATE,
  type GateResult,
  type GateSettings,
  gateEpisodes,
  type Uncertainty,
  XMEMORY_GATE,
} from "./gate.js";
export {
  type Files,
  readXMemory,
  writeXMemory,
  XMemoryFileError,
  type XMemoryFolder,
  xmemoryUsers,
} from "./interchange/folder.js";
export { MAX_GEXF_TEXT, writeGexf } from "./interchange/gexf.js";
export { type Matrix, matrixOf, readNpy, writeNpy } from "./interchange/npy.js";
export type {
  EpisodeRecord,
  FactNeighbourRecords,
  MessageRecord,
  SemanticRecord,
  ThemeFileRecord,
} from "./interchange/records.js";
export { type ThemeLayerOptions, type ThemeLayerReport, updateThemes } from "./layer.js";
export { levelsOf } from "./levels.js";
export { type Cluster, separationsOf, sparsity, themeObjective } from "./objective.js";
export { type Candidate, pickRepresentatives, type RepresentativeSettings } from "./representatives.js";
export {
  type AdaptiveResult,
  type AdaptiveSettings,
  DEFAULT_RETRIEVAL,
  type EpisodeLevel,
  type FactLevel,
  type Levels,
  retrieveAdaptively,
  type ThemeLevel,
  XMEMORY_RETRIEVAL,
} from "./retrieve.js";
export { DEFAULT_THEMES, HASHED_THEMES, type ThemeSettings, XMEMORY_THEMES } from "./themeSettings.js";
export {
  type NewFact,
  planThemes,
  type Theme,
  type ThemeOperation,
  type ThemePart,
  type ThemePlan,
  themeNeighbours,
} from "./themes.js";
export { modelUncertainty, scorerUncertainty } from "./uncertainty.js";
