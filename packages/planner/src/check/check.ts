import {
  type AstNode,
  type AxisStep,
  type Binding,
  type Bracket,
  bracketsOf,
  byStart,
  type Comparison,
  type Evidence,
  type Expr,
  type Group,
  type IdStep,
  type Index,
  type Meet,
  type Missing,
  type OrderBy,
  type Parameter,
  type Path,
  type Quantified,
  type Query,
  type Segment,
  type Value,
  type ValueQuery,
} from "@semantic-xpath/parser";
import { nodesOfTypes, siblingsOf, unionOfNodes } from "../schema/nodesOnAxis.js";
import type { Schema } from "../schema/schema.js";
import { type SchemaTypes, schemaTypes } from "../schema/schemaTypes.js";
import { declaredType } from "./attributes.js";
import {
  type BoundNode,
  type CheckContext,
  type Checked,
  type ExpressionKind,
  type Nodes,
  OF_BOOLEANS,
  type StepPlace,
  type TypeSet,
} from "./checked.js";
import { checksOn } from "./checks.js";
import { inferStepTypes, stepPlace } from "./inferStepTypes.js";
import { itemsOfGroup } from "./items.js";
import { mostOfStep } from "./mostOfStep.js";
import { narrowed } from "./narrow.js";
import { comparesValues, valueFacts } from "./values.js";

/**
 * Infers the node types of every step and the kind of every expression, and reports what can't be right.
 *
 * `schema` null: nothing is known, and only what holds for any data is reported. `parameters` are those of the
 * declaration around the query; null for a bare query, where any `$name` is allowed.
 * `start`: the types of the nodes that absolute paths start from; null: the document node.
 * Never throws; an incomplete AST is checked as far as it goes, and what the parser reported is not reported again.
 *
 * @example
 * check(query, schema, null).diagnostics[0]?.message; // 'The schema has no node type "Itm". Did you mean "Item"?'
 */
export function check(
  query: Query | ValueQuery,
  schema: Schema | null,
  parameters: readonly Parameter[] | null,
  start: TypeSet = null,
): Checked {
  const context: CheckContext = {
    schema: schema === null ? null : startingFrom(schemaTypes(schema), start),
    parameters,
    types: new Map(),
    kinds: new Map(),
    values: new Map(),
    bound: new Map(),
    item: null,
    diagnostics: [],
  };
  if (query.kind === "Query") checkQuery(context, query, query);
  else checkValueQuery(context, query);
  const { types, kinds, values, diagnostics } = context;
  if (diagnostics.length > 1) diagnostics.sort(byStart);
  return { query, types, kinds, values, diagnostics };
}

/** A name that the schema does not have says nothing about where the paths lead. */
function startingFrom(types: SchemaTypes, start: TypeSet): SchemaTypes {
  if (start === null) return types;
  const ids = start.flatMap((name) => types.ids.get(name) ?? []);
  return { ...types, start: nodesOfTypes(types, ids) };
}

/** Calls the checks of a node. What is in it has been checked before. */
function report(
  context: CheckContext,
  node: AstNode,
  parent: AstNode,
  nodes: Nodes,
  step: StepPlace | null = null,
): void {
  const checks = checksOn(node.kind);
  if (checks === undefined) return;
  const place = { parent, nodes, step };
  for (const each of checks) each(context, node as never, place);
}

/** A union of paths: what any of them can reach. */
function checkQuery(context: CheckContext, query: Query, parent: AstNode): Nodes {
  let result: Nodes = null;
  for (const path of query.paths) {
    const nodes = checkOperand(context, path, query);
    if (path === query.paths[0]) result = nodes;
    else result = result === null || nodes === null ? null : unionOfNodes(context.schema!, result, nodes);
  }
  report(context, query, parent, result);
  return knownAs(context, query, result, query.paths);
}

/** `except` and `intersect` leave nodes of their left side. */
function checkOperand(context: CheckContext, operand: Path | Meet | Missing, parent: AstNode): Nodes {
  if (operand.kind === "Missing") return null;
  if (operand.kind === "Path") return checkPath(context, operand);
  const left = checkOperand(context, operand.left, operand);
  checkOperand(context, operand.right, operand);
  report(context, operand, parent, left);
  return knownAs(context, operand, left, [operand.left]);
}

/** The value of the document node. */
function checkValueQuery(context: CheckContext, query: ValueQuery): void {
  const start = context.schema?.start ?? null;
  if (query.value.kind === "Comparison") checkExpression(context, query.value, start, query);
  else checkValue(context, query.value, start, query);
  report(context, query, query, start);
}

function checkPath(context: CheckContext, path: Path): Nodes {
  const start = path.head === null ? (context.schema?.start ?? null) : checkGroup(context, path.head);
  const { nodes, most } = checkSegments(
    context,
    path.segments,
    start,
    path.head !== null && itemsOfGroup(path.head) !== "nodes",
  );
  if (path.head !== null) report(context, path, path, nodes);
  if (path.head === null) context.values.set(path, { type: null, most });
  const last = path.segments.at(-1) ?? path.head;
  return last === null ? known(context, path, nodes) : knownAs(context, path, nodes, [last]);
}

function checkGroup(context: CheckContext, group: Group): Nodes {
  const nodes = checkQuery(context, group.query, group);
  if (group.brackets.length > 0) report(context, group, group, nodes);
  return known(context, group, checkBrackets(context, group, nodes), group.brackets);
}

/** Notes what a part of the query can reach. */
function known(context: CheckContext, node: AstNode, nodes: Nodes, brackets: readonly Bracket[] = []): Nodes {
  if (nodes !== null) {
    const left = nodes.document ? nodes.names : narrowed(context, brackets, nodes.names);
    context.types.set(node, left);
  }
  return nodes;
}

/** A path reaches what its last part does, a union what its paths do. */
function knownAs(context: CheckContext, node: AstNode, nodes: Nodes, parts: readonly AstNode[]): Nodes {
  const types = parts.map((part) => context.types.get(part) ?? null);
  if (nodes === null || types.includes(null)) return known(context, node, nodes);
  const [only, ...others] = types as readonly (readonly string[])[];
  context.types.set(node, others.length === 0 ? only! : [...new Set(types.flatMap((each) => each ?? []))].sort());
  return nodes;
}

/** What the last segment can reach, and how many of it from one node. */
interface Reached {
  readonly nodes: Nodes;
  readonly most: number | null;
}

function checkSegments(context: CheckContext, segments: readonly Segment[], start: Nodes, isAtPart: boolean): Reached {
  let nodes = start;
  let most: number | null = 1;
  for (let index = 0; index < segments.length; index++) {
    const place = stepPlace(context.schema, segments, index, nodes, isAtPart && index === 0);
    nodes = known(context, place.segment, checkStep(context, place), bracketsOf(place.segment.step));
    const own = mostOfStep(context.schema, place, nodes?.names ?? null);
    most = most === null || own === null ? null : most === 0 ? 0 : most * own;
  }
  return { nodes, most };
}

function checkStep(context: CheckContext, place: StepPlace): Nodes {
  const { segment, onAxis } = place;
  const { step } = segment;
  const nodes = context.schema === null ? null : inferStepTypes(context.schema, step, onAxis);
  if (step.kind === "AxisStep") report(context, step.test, step, nodes, place);
  if (step.kind === "IdStep") checkOptional(context, step.argument, place.from, step);
  report(context, step, segment, nodes, place);
  return step.kind === "AxisStep" || step.kind === "IdStep" ? checkBrackets(context, step, nodes) : nodes;
}

/** The brackets from left to right. What they keep has the same types, unless an offset moves. */
function checkBrackets(context: CheckContext, owner: AxisStep | IdStep | Group, start: Nodes): Nodes {
  const { item } = context;
  const items = owner.kind === "Group" ? itemsOfGroup(owner) : "nodes";
  context.item = typeof items === "string" ? null : items;
  let nodes = start;
  for (const bracket of owner.brackets) {
    const after = checkContent(context, bracket, nodes);
    report(context, bracket, owner, nodes);
    nodes = after;
  }
  context.item = item;
  return nodes;
}

function checkContent(context: CheckContext, bracket: Bracket, nodes: Nodes): Nodes {
  const { content } = bracket;
  const checkIndex = (index: Index | null): void => {
    if (index !== null) report(context, index, content, nodes);
  };
  switch (content.kind) {
    case "IndexPosition":
      checkIndex(content.index);
      return nodes;
    case "RangePosition":
      checkIndex(content.from);
      checkIndex(content.to);
      return nodes;
    case "SiblingOffset": {
      report(context, content, bracket, nodes);
      if (content.offset === 0) return nodes;
      const siblings = nodes === null ? null : siblingsOf(context.schema!, nodes, content.offset);
      return siblings !== null && siblings.names.length > 0 ? siblings : null;
    }
    case "OrderBy":
      checkKeys(context, content, nodes);
      report(context, content, bracket, nodes);
      return nodes;
    default:
      checkExpression(context, content, nodes, bracket);
      return nodes;
  }
}

function checkKeys(context: CheckContext, { keys }: OrderBy, nodes: Nodes): void {
  for (const key of keys) {
    if (key.value.kind !== "Missing") checkValue(context, key.value, nodes, key);
    report(context, key, key, nodes);
  }
}

/**
 * The kind of an expression that is a condition: directly in a bracket, or an operand.
 * `nodes` are the nodes whose bracket it is. Records the kind of the expression and of everything in it.
 */
function checkExpression(context: CheckContext, expression: Expr, nodes: Nodes, parent: AstNode): ExpressionKind {
  const kind = kindOf(context, expression, nodes);
  context.kinds.set(expression, kind);
  report(context, expression, parent, nodes);
  return kind;
}

function kindOf(context: CheckContext, expression: Expr, nodes: Nodes): ExpressionKind {
  switch (expression.kind) {
    case "Or":
    case "And":
    case "Combine": {
      let isGraded = expression.kind === "Combine" && OF_BOOLEANS[expression.function] === null;
      for (const operand of expression.operands) {
        if (checkExpression(context, operand, nodes, expression) === "Relevance") isGraded = true;
      }
      return isGraded ? "Relevance" : "Boolean";
    }
    case "Not":
      return checkExpression(context, expression.operand, nodes, expression);
    case "Comparison":
      checkComparison(context, expression, nodes);
      return "Boolean";
    case "Relevance":
      report(context, expression.target, expression, nodes);
      report(context, expression.condition, expression, nodes);
      return "Relevance";
    case "Aggregate":
      report(context, expression.evidence, expression, checkEvidence(context, expression.evidence, nodes));
      return "Relevance";
    case "Quantified":
      checkQuantified(context, expression, nodes);
      return "Boolean";
    case "Missing":
      return "Boolean";
    default:
      checkParts(context, expression, nodes);
      return "Boolean";
  }
}

function checkComparison(context: CheckContext, expression: Comparison, nodes: Nodes): void {
  const { left, right } = expression;
  if (comparesValues(expression, context.bound)) checkValue(context, left as Value, nodes, expression);
  else checkExpression(context, left, nodes, expression);
  checkOptional(context, right, nodes, expression);
}

/** The names of a quantifier are known to the bindings after them and to its condition. */
function checkQuantified(context: CheckContext, expression: Quantified, nodes: Nodes): void {
  const { bound } = context;
  const outside = [...bound];
  for (const binding of expression.bindings) {
    const node = checkBinding(context, binding, nodes);
    if (binding.parameter.kind !== "Missing" && binding.parameter.name !== "") bound.set(binding.parameter.name, node);
  }
  checkExpression(context, expression.condition, nodes, expression);
  bound.clear();
  for (const [name, node] of outside) bound.set(name, node);
}

function checkBinding(context: CheckContext, binding: Binding, nodes: Nodes): BoundNode {
  const reached = checkEvidence(context, binding.evidence, nodes);
  known(context, binding, reached);
  report(context, binding.evidence, binding, reached);
  report(context, binding, binding, reached);
  const { type } = context.values.get(binding.evidence)!;
  const last = binding.evidence.segments.at(-1)?.step.kind;
  return { nodes: reached, type, most: 1, isPart: last === "AttributeStep" || last === "TextStep" };
}

/** A path from the nodes whose bracket it is in, from where absolute paths start, or from a node that a quantifier has bound. */
function checkEvidence(context: CheckContext, evidence: Evidence, nodes: Nodes): Nodes {
  const { start, segments } = evidence;
  if (start?.kind === "ParameterReference") report(context, start, evidence, nodes);
  let from = nodes;
  if (start?.kind === "RootStart") from = context.schema?.start ?? null;
  else if (start !== null) from = context.bound.get(start.name)?.nodes ?? null;
  const isAtPart =
    start === null
      ? context.item !== null
      : start.kind !== "RootStart" && context.bound.get(start.name)?.isPart === true;
  const reached = checkSegments(context, segments, from, isAtPart);
  context.values.set(evidence, { type: typeAtEnd(context, evidence, reached.nodes), most: reached.most });
  return reached.nodes;
}

function typeAtEnd({ schema }: CheckContext, { segments }: Evidence, nodes: Nodes): BoundNode["type"] {
  const step = segments.at(-1)?.step;
  if (step?.kind !== "AttributeStep" || step.name.kind === "Missing" || nodes === null) return null;
  return declaredType(nodes.names, step.name.text, schema?.schema ?? null, false);
}

/** A value that is compared, searched or computed with, not a condition: its kind is Value, and some types may lack the attribute. */
function checkValue(context: CheckContext, value: Value, nodes: Nodes, parent: AstNode): void {
  if (!isWritten(value)) context.kinds.set(value, "Value");
  checkParts(context, value, nodes);
  report(context, value, parent, nodes);
}

const isWritten = ({ kind }: Value): boolean =>
  kind === "StringLiteral" || kind === "NumberLiteral" || kind === "BooleanLiteral" || kind === "ParameterReference";

function checkOptional(context: CheckContext, value: Value | Missing, nodes: Nodes, parent: AstNode): void {
  if (value.kind === "Missing") report(context, value, parent, nodes);
  else checkValue(context, value, nodes, parent);
}

/** What a value is made of, and then what is known of it. */
function checkParts(context: CheckContext, value: Value, nodes: Nodes): void {
  switch (value.kind) {
    case "Arithmetic":
      checkOptional(context, value.left, nodes, value);
      checkOptional(context, value.right, nodes, value);
      break;
    case "Negative":
      checkOptional(context, value.operand, nodes, value);
      break;
    case "Call":
      for (const argument of value.arguments) checkOptional(context, argument, nodes, value);
      break;
    case "Evidence":
      checkEvidence(context, value, nodes);
      break;
    default:
      break;
  }
  context.values.set(value, valueFacts(context, value, nodes));
}
