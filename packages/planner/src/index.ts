export { attributeInfo } from "./check/attributeInfo.js";
export { check } from "./check/check.js";
export type { Checked, ExpressionKind, TypeSet } from "./check/checked.js";
export { emitGbnf } from "./emit/emitGbnf.js";
export type { EmittedGrammar, GrammarOptions, Specialisation } from "./emit/emitGrammar.js";
export { emitLark } from "./emit/emitLark.js";
export { type AstProblem, astToQuery, type ReadAst } from "./emit/json/astToQuery.js";
export { emitJsonSchema, type JsonSchema, type JsonSchemaOptions } from "./emit/json/emitJsonSchema.js";
export {
  emitPromptCard,
  estimateTokens,
  type PromptCard,
  type PromptCardOptions,
} from "./emit/prompt/emitPromptCard.js";
export type { PromptExample } from "./emit/prompt/examples.js";
export { emitTypes } from "./emit/types/emitTypes.js";
export {
  describeBracket,
  describeCondition,
  describeRange,
  describeScore,
  describeSequence,
  describeValue,
} from "./explain/describe.js";
export { type ExplainedPlan, explainJson } from "./explain/json.js";
export { explainMermaid, type MermaidRun } from "./explain/mermaid.js";
export { type PlanRow, planRows } from "./explain/rows.js";
export { type Actual, explainText, type PlanTable, planTable } from "./explain/text.js";
export { optimise, PASS_NAMES, type PassName } from "./optimise/optimise.js";
export { combine, compareValues } from "./plan/arithmetic.js";
export {
  type Cardinality,
  type Estimate,
  estimate,
  NO_STATISTICS,
  type Statistics,
  schemaStatistics,
} from "./plan/estimate.js";
export {
  bracketDependsOnPlace,
  bracketScores,
  conditionScores,
  dependsOnPlace,
  pathScores,
  scoreScores,
  sequenceScores,
} from "./plan/inspect.js";
export { plan } from "./plan/lower.js";
export * from "./plan/operators.js";
export { type Places, placeInterval } from "./plan/places.js";
export { parseSchema } from "./schema/parseSchema.js";
export { printSchema } from "./schema/printSchema.js";
export { readsAs, readsAsDate, readsAsNumber } from "./schema/readsAs.js";
export * from "./schema/schema.js";
