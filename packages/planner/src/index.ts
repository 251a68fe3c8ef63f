export { compareValues, compute } from "@semantic-xpath/values";
export { attributeInfo, attributeOf, childOf } from "./check/attributes.js";
export { check } from "./check/check.js";
export { type CheckedQuery, checkDocument } from "./check/checkDocument.js";
export type { Checked, ExpressionKind, TypeSet, ValueFacts } from "./check/checked.js";
export { type ContextItems, contextItems } from "./check/items.js";
export { referredNodes } from "./check/references.js";
export { patternProblem } from "./check/rules/brokenPattern.js";
export { DAYS_OF_WEEK } from "./check/rules/incompatibleComparison.js";
export { isNumber, isOneValue, isTest, isValue, valueTypeOf } from "./check/values.js";
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
export { explainMermaid, type MermaidRun } from "./explain/mermaid.js";
export { type ExplainedPlan, explainJson, type PlanRow, planRows } from "./explain/rows.js";
export { type Actual, explainText, type PlanTable, planTable } from "./explain/text.js";
export { optimise, PASS_NAMES, type PassName } from "./optimise/optimise.js";
export { combine } from "./plan/arithmetic.js";
export {
  asksScorer,
  CHILD_KEYS,
  canFail,
  childAt,
  dependsOnPlace,
  eachChild,
  isList,
  type PlanKind,
  type PlanNode,
  type PlanNodeOf,
} from "./plan/children.js";
export {
  type Cardinality,
  type Estimate,
  estimate,
  NO_STATISTICS,
  type Statistics,
  schemaStatistics,
} from "./plan/estimate.js";
export type {
  AggregateScore,
  ArithmeticValue,
  AttributeValue,
  BindingPlan,
  BooleanExpression,
  Comparison,
  ComparisonMode,
  Complement,
  Composite,
  Conjunction,
  ConstantScore,
  CountValue,
  Disjunction,
  Existence,
  Expression,
  FieldPlan,
  FieldValue,
  FunctionTest,
  FunctionValue,
  GivenValue,
  Indicator,
  KeyValue,
  LastValue,
  Local,
  NameValue,
  Negation,
  NegativeValue,
  OwnText,
  PathValues,
  PlaceEquals,
  PositionValue,
  Presence,
  QuantifiedCondition,
  RecordList,
  RecordPlan,
  ScoreExpression,
  StringValue,
  Target,
  TextMatch,
  Threshold,
  Truth,
  ValueComparison,
  ValueExpression,
} from "./plan/expressions.js";
export { plan } from "./plan/lower.js";
export {
  type Access,
  type Argument,
  type ArgumentUse,
  type AttributeOperator,
  type AxisOperator,
  type BracketOperator,
  type ComputedOperator,
  type ContextStart,
  type DocumentStart,
  type FilterOperator,
  type GroupByOperator,
  type GroupKey,
  type GroupPlan,
  type IdOperator,
  type IdSource,
  type KeyOperator,
  type MeetPlan,
  type MembersOperator,
  type OperatorFacts,
  type Order,
  type OrderKey,
  type OrderOperator,
  type OwnTextOperator,
  type PathPlan,
  PLAN_VERSION,
  type PlaceRange,
  type PlanParameter,
  type PlanTest,
  type PositionOperator,
  pathOfStep,
  type QueryPlan,
  type RelevanceOperator,
  type SequencePlan,
  type SiblingOperator,
  type Slot,
  type StepPlan,
  startSequence,
  type UnionPlan,
  type ValidityPlan,
  type ValidityRole,
  type ValuePlan,
  type VariableStart,
} from "./plan/operators.js";
export { orderAfter } from "./plan/order.js";
export { type Places, placeInterval } from "./plan/places.js";
export { declaresIds, hasReferences, ID_NAMES, idAttributes, idsUnder, referredTypes } from "./schema/ids.js";
export { nodesOfTypes, nodesOnAxis, typedNodes } from "./schema/nodesOnAxis.js";
export { parseSchema, topTypes } from "./schema/parseSchema.js";
export { printAttribute, printContext, printNodeType, printOccurrence, printSchema } from "./schema/printSchema.js";
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
export { type JsonPath, type JsonSource, writtenName } from "./shapes/jsonSource.js";
export { named, type TextProblem, textRead, titled } from "./shapes/members.js";
export { nearestNames } from "./shapes/nearestNames.js";
export {
  diagnosticOf,
  faultSentence,
  faultsOfValue,
  MAX_SHAPED_LENGTH,
  problemOfValue,
  type ReadShapedOptions,
  readShaped,
  replacements,
  type ShapeCodes,
  type ShapedText,
  type ShapeFault,
  type ValueFault,
  wordsOf,
} from "./shapes/readShaped.js";
export { type CheckedUpdate, checkUpdate } from "./update/checkUpdate.js";
export { contentOf, partsOf, queryOfPath, queryOfValue, valuesOf } from "./update/context.js";
export { isRoot } from "./update/places.js";
export { lastStep, leadsToValue } from "./update/target.js";
