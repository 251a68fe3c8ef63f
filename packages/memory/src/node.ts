/** Node-only parts of a memory: its folder. */

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
