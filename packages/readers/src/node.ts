/** What of reading needs Node: files, for every tool that is given paths by data, configurations or strangers' queries. */

export { textOf } from "./decode.js";
export { type FindOptions, type FoundData, type FoundFile, findData, isSeveral } from "./node/findData.js";
export {
  type DataProblem,
  type OpenedData,
  type OpenedTree,
  type OpenOptions,
  type OpenProgress,
  openData,
} from "./node/openData.js";
export { fileProblem, readRegularFile, readStream } from "./node/regularFile.js";
