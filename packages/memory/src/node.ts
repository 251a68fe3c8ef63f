/** What of a memory needs Node: the folder that it is in. */

export { exportTask, importTask, isExported } from "./node/exportTask.js";
export type { FileSystem, Status } from "./node/fileSystem.js";
export { type FolderScoresOptions, folderScores } from "./node/folderScores.js";
export { type FolderOptions, folderStorage } from "./node/folderStorage.js";
export { createMemory, examineMemory, type FolderMemoryOptions, openMemory } from "./node/openMemory.js";
