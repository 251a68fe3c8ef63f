/** Suites of cases with what is right, methods that answer them, metrics with intervals, and what a gate makes of them. */

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
  excludedOf,
  type Gold,
  ndcgOf,
  precisionOf,
  type Ranking,
  recallOf,
  reciprocalRankOf,
} from "./measure/ranking.js";
export { CHARACTERS_PER_TOKEN, type Tokenizer } from "./measure/tokenizer.js";
export {
  type Answer,
  type AskOptions,
  type DialogueSource,
  type EarlierTurn,
  type Item,
  type Method,
  type Question,
  retriever,
  type Source,
  type TreeSource,
  type Usage,
} from "./method.js";
