/** The older dialects of Semantic XPath, and what language models write, read and printed in today's language. */
export type { Note } from "./draft.js";
export { type MigratedQuery, type MigrateOptions, type Migration, migrate, migrateAll } from "./migrate.js";
export type { Reading } from "./readings.js";
export type { Operation } from "./rules/rule.js";
