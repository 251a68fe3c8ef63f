/** Conversations over structured memory: a request becomes a query or an update, and every change is a version. */

export { ChatError } from "./conversation/chatError.js";
export { Conversation, type TurnEvents } from "./conversation/conversation.js";
export type { ConversationOptions } from "./conversation/conversationOptions.js";
export { CHAT_LIMITS, type ChatLimits } from "./conversation/limits.js";
export type { ConversationEntry, ConversationRecord, Pending, Place, TurnRecord } from "./conversation/record.js";
export { type ConversationRows, rowConversations } from "./conversation/rowConversations.js";
export { type ConversationStore, type KeptConversation, memoryConversations } from "./conversation/store.js";
export type { ChatEvent, RetrievedNode, TurnCost, TurnState } from "./events.js";
export { handedOn } from "./handedOn.js";
export { type ModelReaderOptions, modelReader } from "./model/modelReader.js";
export { type ModelWriterOptions, modelWriter } from "./model/modelWriter.js";
export type { QueryForm } from "./model/plan.js";
export { spread } from "./model/spread.js";
export { type WrittenQuery, writeQuery } from "./model/writeQuery.js";
export { type Block, omittedText, present, spoken } from "./present.js";
export type { AnswerOptions, AnswerWriter, Asked, ReadOptions, RequestReader, WorkOptions } from "./readers.js";
