/** Conversations over a memory: a request in English becomes a query or an update. */

export * from "@semantic-xpath/chat";
export { type Intent, prepare, type Translation, translate } from "@semantic-xpath/chat/translate";
