/** Memory built from conversations: facts with sources and validity, and their recall. */

export {
  type BuildReport,
  Conversation,
  type ConversationOptions,
  type CorrectionBy,
  conversationTasks,
  openConversation,
} from "./build/conversation.js";
export { draftProblem, MAX_SLOT_NAME_LENGTH, MAX_VALUE_LENGTH } from "./checkDraft.js";
export type { Session, SessionInput, TextSpan, Turn, TurnInput } from "./dialogue.js";
export { type FactsView, factsView } from "./factsView.js";
export {
  type Days,
  type Dropped,
  type DropReason,
  FACT_KINDS,
  FACT_OPERATIONS,
  type FactDraft,
  type FactKind,
  type FactOperation,
  type Formation,
  type FormationOptions,
  type Formed,
  type Known,
  type KnownSlot,
  type RelationDraft,
  type Replacement,
  type SlotRef,
  type SlotType,
  type SubjectRef,
} from "./formation.js";
export { type AnnotatedFact, type AnnotatedFaults, annotatedFormation } from "./formations/annotated.js";
export { type ModelFormationOptions, modelFormation } from "./formations/model/modelFormation.js";
export { rulesFormation } from "./formations/rules/rulesFormation.js";
export type { ConversationState } from "./lifecycle/conversationState.js";
export type { Correction, Episode, Slot, Subject } from "./lifecycle/records.js";
export { settle } from "./lifecycle/settle.js";
export type { Closing, Fact, FactStatus, Source, Statement } from "./lifecycle/statement.js";
export {
  type LevelCounts,
  levelCounts,
  type Opened,
  type OpenedEpisode,
  type OpenedFact,
  type OpenedTheme,
  type OpenedTurn,
  openedBy,
} from "./recall/opened.js";
export { type RankOptions, turnsQuery } from "./recall/rankTurns.js";
export { emptyReason, recallLines } from "./recall/reasons.js";
export {
  type HiddenFact,
  type Recall,
  type RecallItem,
  type RecallOptions,
  type RecallReason,
  tokensOf,
} from "./recall/recall.js";
export { holdsFacts, type TreeFacts, treeFacts } from "./recall/treeFacts.js";
export { type WhyNot, whyNot } from "./recall/whyNot.js";
export { isAssistant, type ReadSessionsOptions, readSessions } from "./sessions.js";
export { ENGLISH_SPACE, hashedSpace, modelSpace, type VectorSpace } from "./space.js";
export {
  type NotKept,
  notKept,
  type SlotEntry,
  type SlotTimeline,
  slotTimelines,
  timelinesWith,
} from "./timeline.js";
export { readState } from "./tree/readState.js";
export { CONVERSATION_SCHEMA, SCHEMA_TEXT } from "./tree/schema.js";
export { cosine, type Neighbour, nearest, type Vector } from "./vectors.js";
