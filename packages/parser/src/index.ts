/** The text side of Semantic XPath: from query text to AST and diagnostics, and back. */
export { assertNever } from "./assertNever.js";
export { CHILD_KEYS, type ChildKey, children, type NodeOf, someChild } from "./ast/childKeys.js";
export { endsInValues } from "./ast/expressions.js";
export { nodeAt, pathAt } from "./ast/find.js";
export { nameOfEntry } from "./ast/nameOfEntry.js";
export type {
  Aggregate,
  And,
  Arithmetic,
  AstKind,
  AstNode,
  AttributeReference,
  AttributeStep,
  AxisStep,
  Binding,
  BooleanLiteral,
  Bracket,
  BracketContent,
  Call,
  Combine,
  Comment,
  Comparison,
  ComputedStep,
  Concatenation,
  Declaration,
  Document,
  Evidence,
  Expr,
  Field,
  FieldReference,
  Group,
  GroupBy,
  GroupKey,
  IdArgument,
  IdStep,
  Import,
  Index,
  IndexLiteral,
  IndexPosition,
  Literal,
  Meet,
  Missing,
  Name,
  NameTest,
  Negative,
  NodeTarget,
  NodeTest,
  Not,
  NumberLiteral,
  Or,
  OrderBy,
  OrderKey,
  Parameter,
  ParameterReference,
  ParentStep,
  Path,
  Primary,
  Quantified,
  Query,
  RangePosition,
  RecordStep,
  Relevance,
  RootStart,
  Segment,
  SelfStep,
  SetOperator,
  SiblingOffset,
  Step,
  StringLiteral,
  Target,
  TextStep,
  TextTarget,
  Value,
  ValueQuery,
  WildcardTest,
} from "./ast/nodes.js";
export { byStart, type Span } from "./ast/span.js";
export { bracketsOf, endOfTest } from "./ast/steps.js";
export type {
  Content,
  Delete,
  Element,
  ElementAttribute,
  ElementText,
  Enclosed,
  Insert,
  InsertAttribute,
  Move,
  NodeKey,
  Placing,
  Primitive,
  Rename,
  Replace,
  ReplaceValue,
  Update,
  UpdateDeclaration,
  UpdateKind,
  UpdateTarget,
} from "./ast/updateNodes.js";
export { type Visit, walk } from "./ast/walk.js";
export {
  DIAGNOSTICS,
  type DiagnosticCode,
  type DiagnosticParameters,
  diagnose,
  diagnosticAnchor,
} from "./diagnostics/diagnose.js";
export { type Diagnostic, errorsOf, type Fix, type Severity, type TextEdit } from "./diagnostics/diagnostic.js";
export { enclosure, fix, insertion, offer, replacement, replacements } from "./diagnostics/fix.js";
export { type Entry, quote, quoteList } from "./diagnostics/registry/entry.js";
export { type Location, locate, type RenderOptions, renderDiagnostic } from "./diagnostics/render.js";
export { applyEdits, chooseEdits } from "./diagnostics/repair.js";
export { editDistance, suggest } from "./diagnostics/suggest.js";
export { type Parsed, parse } from "./parse.js";
export type { ParseOptions } from "./parseOptions.js";
export { type Piece, parsePieces } from "./pieces.js";
export { isOpen } from "./place/isOpen.js";
export type { Place, PlaceAt, PlacedCall, PlacedList, PlacedOperand } from "./place/place.js";
export { type PlaceOptions, placeAt } from "./place/placeAt.js";
export { format, print } from "./print/print.js";
export { type Token, type TokenKind, tokenize } from "./tokens/tokenize.js";
export { AXES, AXIS_NAMES, type Axis, isAxis } from "./words/axes.js";
export {
  AGGREGATE_FUNCTIONS,
  type AggregateFunction,
  CALL_FUNCTIONS,
  type CallFunction,
  COMBINATIONS,
  COMBINE_FUNCTIONS,
  type CombineFunction,
  callRow,
  FUNCTION_NAMES,
  FUNCTIONS,
  type FunctionForm,
  type FunctionName,
  type FunctionResult,
  type FunctionRow,
  functionOf,
  ID_STEP,
  isSearch,
  PARAMETERS,
  type ParameterKind,
  READINGS,
  signatureOf,
  valueRowOf,
  WRAPPERS,
} from "./words/functions.js";
export {
  ARITHMETIC_OPERATORS,
  type ArithmeticOperator,
  COMPARISON_OPERATORS,
  type ComparisonOperator,
  KEYWORDS,
  OPERATORS,
  type Operator,
  operatorOf,
  TARGETS,
} from "./words/operators.js";
export { PLACES, PRIMITIVES } from "./words/updates.js";
