export { attributeInfo, attributeOf, childOf, valueTypeOf } from "./check/attributes.js";
export { check } from "./check/check.js";
export type { Checked, ExpressionKind, TypeSet } from "./check/checked.js";

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
export { type Actual, explainText } from "./explain/text.js";
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
export { asksScorer, dependsOnPlace } from "./plan/inspect.js";
export { plan } from "./plan/lower.js";
export * from "./plan/operators.js";
export { type Places, placeInterval } from "./plan/places.js";
export { nodesOfTypes, nodesOnAxis, typedNodes } from "./schema/nodesOnAxis.js";
export { parseSchema } from "./schema/parseSchema.js";
export { printSchema } from "./schema/printSchema.js";
export { readsAs, readsAsDate, readsAsNumber } from "./schema/readsAs.js";
export * from "./schema/schema.js";
export { type PossibleNodes, type SchemaTypes, schemaTypes } from "./schema/schemaTypes.js";
