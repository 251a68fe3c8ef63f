/** Trees to texts, and edits of trees into the texts that they came from. */

export { type Conflict, type Merged, mergeOutside, rebase } from "./merge/mergeOutside.js";
export { type EditableSource, type EditedSource, editSource } from "./place/editSource.js";
export { firstDifference, isSameTree } from "./place/sameTree.js";
export type { TextEdit } from "./place/textEdits.js";
export { WriteError } from "./problems.js";
export { writeCsv } from "./whole/csv.js";
export { writeJson, writeJsonLines } from "./whole/json.js";
export type { WriteOptions } from "./whole/pieces.js";
export type { Shape } from "./whole/shapes.js";
export { writeAs } from "./whole/writeAs.js";
export { writeXml, xmlPieces } from "./whole/xml.js";
export { writeYaml } from "./whole/yaml.js";
