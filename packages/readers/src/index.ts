/** Text and values to trees, and schemas from trees. */

export { type Columns, columnsOf } from "./columnsOf.js";
export { type DataReading, shippedSchemaName, shippedSchemaUri } from "./dataReading.js";
export { documentIds, type FolderTreeOptions, folderTree } from "./folder/folderTree.js";
export type { FolderDocument } from "./folder/noteIndex.js";
export { foldFields } from "./foldFields.js";
export { FORMATS, type Format, formatOf } from "./formats.js";
export { type InferredReferences, inferReferences } from "./inferReferences.js";
export { decodedJson, type JsonOptions, readJson } from "./json.js";
export type { JsonSink } from "./jsonEvents.js";
export { readJsonLines } from "./jsonLines.js";
export { type Mapping, type ParsedMapping, parseMapping } from "./mapping/mapping.js";
export { MAPPINGS, SCHEMAS, type Shipped, type ShippedSchema } from "./mappings.js";
export { type ReadAsOptions, readAs } from "./readAs.js";
export type { ReaderOptions } from "./readerOptions.js";
export { type ReadOptions, readTree } from "./readTree.js";
export { type InferOptions, inferSchema, SchemaInference } from "./schema/inferSchema.js";
export { sampleValues } from "./schema/sampleValues.js";
export { type AttributeSummary, type TypeSummary, typeSummaries } from "./schema/typeSummaries.js";
export { type ValidateOptions, validate } from "./schema/validate.js";
export {
  isMappingPath,
  mappingNamed,
  mappingNotice,
  recogniseMapping,
  type ShippedMapping,
  schemaNamed,
  unknownMapping,
} from "./shipped.js";
export { subtree } from "./subtree.js";
export { readXml, type XmlOptions } from "./xml.js";
