/** Conversations over structured memory: a request becomes a query or an update, and every change is a version. */

export type { ChatEvent, RetrievedNode, TurnCost, TurnState } from "./events.js";
export type { Answer, AnswerWriter, Found, WriteAnswerOptions } from "./model/answerWriter.js";
export type { ReadRequestOptions, Repair, RequestReader } from "./model/requestReader.js";
