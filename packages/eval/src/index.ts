/** Suites of cases with what is right, methods that answer them, metrics with intervals, and what a gate makes of them. */

export {
  type BeirFiles,
  type ConvertOptions,
  convertBeir,
  convertTrec,
  type TrecFiles,
} from "./convert/collections.js";
export type { Converted, SourceText } from "./convert/conversion.js";
export { convertLocomo } from "./convert/locomo.js";
export { convertLongMemEval } from "./convert/longMemEval.js";
export { convertPerLtqa, type PerLtqaFiles } from "./convert/perLtqa.js";
export { convertPrecisionMemBench, type PrecisionMemBenchFiles } from "./convert/precisionMemBench.js";
export { readTrecRun, type TrecRun, trecRunMethod } from "./convert/trecRun.js";
export {
  type Answer,
  type AskOptions,
  type BuildFigures,
  type DialogueSource,
  type EarlierTurn,
  type Item,
  type Method,
  type Question,
  retriever,
  type Source,
  type TreeSource,
  type Usage,
} from "./format/method.js";
export { clockOf, dayOf, dialogueSource, openSuite, SAVED, type SuiteHost } from "./format/openSuite.js";
export { resultValue } from "./format/resultValue.js";
export { sameValue, saysValue } from "./format/sameValue.js";
export {
  type CaseFile,
  type Dialogue,
  type DialogueFact,
  type DialogueQuestion,
  type DialogueSession,
  type DialogueTurn,
  FACT_OPERATIONS,
  type GoldFile,
  type SuiteFile,
  suiteSchema,
  suiteShape,
} from "./format/shapes.js";
export type { Case, Expected, OpenedSuite, OpeningProblem, Suite, SuiteProblem } from "./format/suite.js";
export { readSuiteText, type SuiteText } from "./format/suiteText.js";
export { LIFECYCLE_WORDS, type LifecycleOptions, lifecycleSuite } from "./lifecycle/lifecycleSuite.js";
export { SCRIPTS, type Script } from "./lifecycle/scripts.js";
export type { Doing, Frames, Topic, Words } from "./lifecycle/words.js";
export {
  type BootstrapOptions,
  type Difference,
  difference,
  type Estimate,
  estimate,
  holm,
} from "./measure/bootstrap.js";
export { costOf, fitting } from "./measure/cut.js";
export { type Random, randomFrom } from "./measure/random.js";
export {
  areaOf,
  calibrationErrorOf,
  calibrationErrorOfBins,
  excludedOf,
  f1Of,
  type Gold,
  ndcgOf,
  precisionOf,
  type Ranking,
  recallOf,
  reciprocalRankOf,
  type WeightBins,
  weightBins,
} from "./measure/ranking.js";
export { CHARACTERS_PER_TOKEN, type Tokenizer } from "./measure/tokenizer.js";
export { BM25_SETTINGS, Bm25, stemsOf } from "./methods/bm25.js";
export { countedModel } from "./methods/countedModel.js";
export { englishMethod, readingAnswer } from "./methods/english.js";
export { bm25Method, flatMethod } from "./methods/flat.js";
export { answerOf, goldQueryMethod } from "./methods/goldQuery.js";
export { firstMethod, fusedMethod } from "./methods/hybrids.js";
export { inContextMethod } from "./methods/inContext.js";
export {
  ANNOTATED_MEMORY,
  type MemoryOptions,
  memoryMethod,
  RULES_MEMORY,
  type StructMemOptions,
  structMemMethod,
  type XMemoryOptions,
  xmemoryMethod,
} from "./methods/memories.js";
export { dialogueTree, ownText } from "./methods/nodes.js";
export {
  modelMethod,
  recordedMethod,
  recordedWriter,
  type WriterRecording,
  type WrittenAnswer,
  writerInstructions,
  writerRequest,
} from "./methods/queryWriter.js";
export { failureDetails } from "./report/details.js";
export { junitOf } from "./report/junit.js";
export { changeMarkdown, markdownOf } from "./report/markdown.js";
export { detailKey, evalPage, type FailureDetail } from "./report/page.js";
export { runText } from "./report/runText.js";
export { type Table, tablesOf } from "./report/tables.js";
export { groupText, verdictOf } from "./report/words.js";
export { type CaseChange, type Cause, compareEvalRuns, type RunChange } from "./run/compareRuns.js";
export { type Bar, type Gate, type GateLine, type GateOptions, gateOf } from "./run/gates.js";
export { type Judged, judge, type Metrics, type Outcome } from "./run/judge.js";
export {
  type CaseResult,
  derivedResults,
  type EvalRun,
  type MethodRun,
  type MethodTime,
  memoryResults,
  RESULT_VERSION,
  type ResultStore,
} from "./run/results.js";
export { readEvalRun, readWriterRecording } from "./run/runShape.js";
export { type RunOptions, type RunProgress, runSuite } from "./run/runSuite.js";
export { type Comparison, type MethodSummary, type Summary, summarise } from "./run/summary.js";
