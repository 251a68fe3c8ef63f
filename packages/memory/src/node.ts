/** What of a memory needs Node: the folder that it is in. */

export { exportTask, importTask, isExported } from "./node/exportTask.js";
export {
  backupMemory,
  createMemory,
  examineMemory,
  type FolderMemoryOptions,
  MEMORY_FILE,
  openMemory,
} from "./node/openMemory.js";
export {
  createSqliteJournal,
  openSqliteJournal,
  type SqliteJournalOptions,
  type StoredJournal,
} from "./node/sqliteJournal.js";
