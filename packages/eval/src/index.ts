/** Suites of cases with what is right, methods that answer them, metrics with intervals, and what a gate makes of them. */

export { type ConvertOptions, convertBeir, convertTrec } from "./convert/collections.js";
export type { Converted, SourceText } from "./convert/conversion.js";
export { convertLocomo } from "./convert/locomo.js";
export { convertLongMemEval } from "./convert/longMemEval.js";
export { convertPerLtqa } from "./convert/perLtqa.js";
export { convertPrecisionMemBench } from "./convert/precisionMemBench.js";
export { readTrecRun, trecRunMethod } from "./convert/trecRun.js";
export { dialogueSource } from "./format/dialogueCases.js";
export {
  type Answer,
  type Item,
  type Method,
  type Question,
  retriever,
  type Source,
  type TreeSource,
  type Usage,
} from "./format/method.js";
export { clockOf, dayOf, openSuite } from "./format/openSuite.js";
export { resultValue } from "./format/resultValue.js";
export { sameValue } from "./format/sameValue.js";
export {
  type Dialogue,
  type DialogueQuestion,
  FACT_OPERATIONS,
  type SuiteFile,
  suiteSchema,
  suiteShape,
} from "./format/shapes.js";
export type { Case, Expected, OpenedSuite, Suite, SuiteHost } from "./format/suite.js";
export { readSuiteText } from "./format/suiteText.js";
export { SAVED } from "./format/treeCase.js";
export { LIFECYCLE_WORDS, lifecycleSuite } from "./lifecycle/lifecycleSuite.js";
export { SCRIPTS, type Script } from "./lifecycle/scripts.js";
export type { Doing, Frames, Topic, Words } from "./lifecycle/words.js";
export { type Difference, difference, type Estimate, estimate, holm } from "./measure/bootstrap.js";
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
  structMemMethod,
  xmemoryMethod,
} from "./methods/memories.js";
export { ownText } from "./methods/nodes.js";
export {
  modelMethod,
  recordedMethod,
  recordedWriter,
  type WriterRecording,
  writerInstructions,
  writerRequest,
} from "./methods/queryWriter.js";
export { failureDetails } from "./report/details.js";
export { junitOf } from "./report/junit.js";
export { changeMarkdown, markdownOf } from "./report/markdown.js";
export { evalPage } from "./report/page.js";
export { runText } from "./report/runText.js";
export type { Table } from "./report/tables.js";
export { groupText } from "./report/words.js";
export { type Cause, compareEvalRuns } from "./run/compareRuns.js";
export { type Bar, type Gate, gateOf } from "./run/gates.js";
export { type Judged, judge, type Outcome } from "./run/judge.js";
export { type CaseResult, derivedResults, type EvalRun, memoryResults, RESULT_VERSION } from "./run/results.js";
export { readEvalRun, readWriterRecording } from "./run/runShape.js";
export { type RunOptions, type RunProgress, runSuite } from "./run/runSuite.js";
export { type Comparison, type MethodSummary, type Summary, summarise } from "./run/summary.js";
