/** StructMem (arXiv 2604.21748): events in two voices, windows over time, and consolidations whose details are checked. */

export {
  asEntry,
  type Consolidation,
  consolidate,
  consolidationId,
  extractiveSynthesis,
  isStale,
  type Synthesis,
  type SynthesisInput,
  sourceDigest,
} from "./consolidate.js";
export { type Entry, eventsOf, UTTERANCE_STEP, type Utterance, utteranceTimes } from "./entries.js";
export { detailsOf, type Fidelity, fidelityOf, survival } from "./fidelity.js";
export { type ConsolidationOptions, type ConsolidationReport, consolidateMemory, entriesOf } from "./layer.js";
export {
  type EntryPointRecord,
  LightMemLineError,
  readEntries,
  readSummaries,
  type SummaryPointRecord,
  type VectorOf,
  writeEntries,
  writeSummaries,
} from "./lightmem.js";
export { modelSynthesis, promptOf, type SynthesisMode } from "./prompts.js";
export { PAPER_ENTRIES, PAPER_SUMMARIES, retrieveEvents, type StructMemResult } from "./retrieve.js";
export { fineCuts, type Segmentation, segmentTurns } from "./segments.js";
export { DEFAULT_SEEDS, type SeedSettings, type Supplement, supplementOf } from "./supplement.js";
export { type Citation, citationsOf, type Evidence, unsupportedCitations } from "./support.js";
export {
  DEFAULT_UPDATE_SCORE,
  type QueuedUpdate,
  reconsidered,
  type TimedVector,
  updateQueues,
} from "./updateQueue.js";
export { DEFAULT_WINDOW, planWindows, type Window, type WindowMode } from "./windows.js";
