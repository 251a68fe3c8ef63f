/** Requests in plain English to queries, updates and questions about history, without a model. */

export type { About, MemoryContext, TurnContext } from "./about.js";
export { LONGEST_REQUEST, prepare, translate } from "./translate.js";
export type {
  CreateReading,
  FactsReading,
  HistoryReading,
  Intent,
  QueryReading,
  Reading,
  ReadPart,
  Reason,
  ReasonOf,
  TalkReading,
  Translation,
  UpdateReading,
} from "./translation.js";
export { REASONS } from "./translation.js";
