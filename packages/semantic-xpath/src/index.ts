/** Compile a query, read data, run, and explain: the engine, for Node and for browsers. */

export { type MigrateOptions, type Migration, migrate } from "@semantic-xpath/migrate";
export {
  applyEdits,
  DIAGNOSTICS,
  type Diagnostic,
  type DiagnosticCode,
  type Document,
  errorsOf,
  type Fix,
  format,
  locate,
  nodeAt,
  type Parsed,
  type ParseOptions,
  parse,
  pathAt,
  print,
  type RenderOptions,
  renderDiagnostic,
  type Severity,
  type Span,
  type TextEdit,
  type Token,
  tokenize,
  walk,
} from "@semantic-xpath/parser";
export {
  type AttributeType,
  explainJson,
  explainText,
  type NodeType,
  type Occurrence,
  parseSchema,
  printSchema,
  type Schema,
} from "@semantic-xpath/planner";
export * from "@semantic-xpath/runtime";
export {
  type EditableSource,
  type EditedSource,
  editSource,
  WriteError,
  writeAs,
  writeCsv,
  writeJson,
  writeJsonLines,
  writeXml,
  writeYaml,
} from "@semantic-xpath/writers";
