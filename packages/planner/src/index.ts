export { compareValues, compute } from "@semantic-xpath/values";
export { attributeInfo, attributeOf, childOf } from "./check/attributes.js";
export { check } from "./check/check.js";
export { type CheckedQuery, checkDocument } from "./check/checkDocument.js";
export type { Checked, ExpressionKind, TypeSet, ValueFacts } from "./check/checked.js";
export { referredNodes } from "./check/references.js";
export { patternProblem } from "./check/rules/brokenPattern.js";
export { isNumber, isTest, isValue, valueTypeOf } from "./check/values.js";
export { comparesWith } from "./check/valueTypes.js";
export {
  describeBracket,
  describeCondition,
  describeExpression,
  describeIds,
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
export { combine } from "./plan/arithmetic.js";
export { eachChild, type PlanKind, type PlanNode, type PlanNodeOf } from "./plan/children.js";
export {
  type Cardinality,
  type Estimate,
  estimate,
  NO_STATISTICS,
  type Statistics,
  schemaStatistics,
} from "./plan/estimate.js";
export { asksScorer, canFail, dependsOnPlace } from "./plan/inspect.js";
export { plan } from "./plan/lower.js";
export {
  type Access,
  type AggregateScore,
  type Argument,
  type ArgumentUse,
  type ArithmeticValue,
  type AttributeOperator,
  type AttributeValue,
  type AxisOperator,
  type BindingPlan,
  type BooleanExpression,
  type BracketOperator,
  type Comparison,
  type ComparisonMode,
  type Complement,
  type Composite,
  type Conjunction,
  type ConstantScore,
  type ContextStart,
  type CountValue,
  type Disjunction,
  type DocumentStart,
  type Existence,
  type FieldValue,
  type FilterOperator,
  type FunctionTest,
  type FunctionValue,
  type GivenValue,
  type GroupPlan,
  type IdOperator,
  type IdSource,
  type Indicator,
  type LastValue,
  type Local,
  type MeetPlan,
  type NameValue,
  type Negation,
  type NegativeValue,
  type OperatorFacts,
  type Order,
  type OrderKey,
  type OrderOperator,
  type OwnText,
  type OwnTextOperator,
  type PathPlan,
  type PathValues,
  PLAN_VERSION,
  type PlaceEquals,
  type PlaceRange,
  type PlanParameter,
  type PlanTest,
  type PositionOperator,
  type PositionValue,
  type Presence,
  pathOfStep,
  type QuantifiedCondition,
  type QueryPlan,
  type RelevanceOperator,
  type ScoreExpression,
  type SequencePlan,
  type SiblingOperator,
  type Slot,
  type StepPlan,
  type StringValue,
  startSequence,
  type Target,
  type TextMatch,
  type Threshold,
  type Truth,
  type UnionPlan,
  type ValueComparison,
  type ValueExpression,
  type ValuePlan,
  type VariableStart,
} from "./plan/operators.js";
export { type Places, placeInterval } from "./plan/places.js";
export { declaresIds, ID_NAMES, idAttributes, idsUnder, referredTypes } from "./schema/ids.js";
export { nodesOfTypes, nodesOnAxis, typedNodes } from "./schema/nodesOnAxis.js";
export { parseSchema, topTypes } from "./schema/parseSchema.js";
export { printAttribute, printContext, printNodeType, printOccurrence, printSchema } from "./schema/printSchema.js";
export { type JsonCodes, type JsonNode, type JsonProperty, JsonReader } from "./schema/readJson.js";
export type { AttributeType, NodeType, Occurrence, ReadingContext, Schema } from "./schema/schema.js";
export { schemaBelow } from "./schema/schemaBelow.js";
export { type PossibleNodes, type SchemaTypes, schemaTypes } from "./schema/schemaTypes.js";
export {
  exampleOfType,
  isOpen,
  kindOfType,
  nounOfType,
  parsedType,
  readsAs,
  sampleOf,
  textOfType,
  typeWords,
  VALUE_TYPES,
  type ValueType,
  valueOfType,
} from "./schema/valueType.js";
export { type CheckedUpdate, checkUpdate } from "./update/checkUpdate.js";
export { contentOf, partsOf, queryOfPath, queryOfValue, valuesOf } from "./update/context.js";
export { isRoot } from "./update/places.js";
export { lastStep, leadsToValue } from "./update/target.js";
