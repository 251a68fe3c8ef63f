/** Schemas from data and from other languages, merged and compared. */
export { type DiffOptions, describeChange, diffSchemas, type SchemaChange } from "./diffSchemas.js";
export { editSchemaText } from "./editSchemaText.js";
export type { ImportedSchema } from "./import/importing.js";
export { importJsonSchema, type JsonSchemaOptions } from "./import/json/importJsonSchema.js";
export { type InferOptions, inferSchema, SchemaInference } from "./inferSchema.js";
export { joinNodeTypes } from "./join.js";
export { type MergeChange, type MergedSchema, mergeSchema } from "./mergeSchema.js";
export type { BrokenBound } from "./nodeChecks.js";
export { type ValidateOptions, validate } from "./validate.js";
export { type EditProblem, validateEdits } from "./validateEdits.js";
