/** Node-only parts of reading: files, for every tool that receives paths from data, configurations or untrusted queries. */

export { encodingName, textOf } from "./decode.js";
export { type FindOptions, type FoundData, type FoundFile, findData, isSeveral } from "./findData.js";
export { type FolderOptions, readFolder } from "./folder/readFolder.js";
export {
  type DataDiagnostic,
  type DataProblem,
  type KeptTrees,
  type OpenedData,
  type OpenedTree,
  type OpenOptions,
  type OpenProgress,
  openData,
} from "./openData.js";
export { type OpenedMapping, type OpenedSchema, openMapping, openSchema } from "./openMapping.js";
export { fileProblem, readRegularFile, readStream } from "./regularFile.js";
