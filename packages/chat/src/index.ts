/** Conversations over structured memory: a request becomes a query or an update, and every change is a version. */

export type { ChatEvent, RetrievedNode, TurnCost, TurnState } from "./events.js";
export type { AnswerOptions, AnswerWriter, Asked, ReadOptions, RequestReader, WorkOptions } from "./readers.js";
