/** Text and values to trees, and schemas from trees. */
export { foldFields } from "./foldFields.js";
export { type InferOptions, inferSchema } from "./schema/inferSchema.js";
export { decodedJson, type JsonOptions, readJson } from "./json.js";
export type { JsonSink } from "./jsonEvents.js";
export { type ReadOptions, readTree } from "./readTree.js";
export { type ValidateOptions, validate } from "./schema/validate.js";
export { readXml, type XmlOptions } from "./xml.js";
