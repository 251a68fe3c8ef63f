/** Memories in PostgreSQL. The engine is that of `@semantic-xpath/memory`; the server keeps the journal, and decides who was first. */

export { isPlace, type Place, type PoolOptions, placeOf, type SqlClient, withoutPassword } from "./client.js";
export { type ConversationOptions, type ConversationTable, openConversations } from "./conversations.js";
export { PostgresJournal, type PostgresJournalOptions } from "./postgresJournal.js";
export { rendezvous } from "./rendezvous.js";
export {
  createMemory,
  openMemory,
  openServer,
  type PostgresMemoryOptions,
  Server,
  type ServerOptions,
  type StoreOptions,
} from "./server.js";
