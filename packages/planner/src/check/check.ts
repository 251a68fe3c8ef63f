import type {
  AstNode,
  AxisStep,
  Bracket,
  Evidence,
  Expr,
  Group,
  Index,
  Parameter,
  Path,
  Query,
  Segment,
  Step,
  Value,
} from "@semantic-xpath/parser";
import { nodesOfTypes, siblingsOf, unionOfNodes } from "../schema/nodesOnAxis.js";
import type { Schema } from "../schema/schema.js";
import { type SchemaTypes, schemaTypes } from "../schema/schemaTypes.js";
import { isValue } from "./attributes.js";
import {
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
import { narrowed } from "./narrow.js";

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
  query: Query,
  schema: Schema | null,
  parameters: readonly Parameter[] | null,
  start: TypeSet = null,
): Checked {
  const context: CheckContext = {
    schema: schema === null ? null : startingFrom(schemaTypes(schema), start),
    parameters,
    types: new Map(),
    kinds: new Map(),
    diagnostics: [],
  };
  checkQuery(context, query, query);
  const { types, kinds, diagnostics } = context;
  if (diagnostics.length > 1) diagnostics.sort((a, b) => a.span.start - b.span.start);
  return { query, types, kinds, diagnostics };
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
    const nodes = path.kind === "Missing" ? null : checkPath(context, path);
    if (path === query.paths[0]) result = nodes;
    else result = result === null || nodes === null ? null : unionOfNodes(context.schema!, result, nodes);
  }
  report(context, query, parent, result);
  return knownAs(context, query, result, query.paths);
}

function checkPath(context: CheckContext, path: Path): Nodes {
  const start = path.head === null ? (context.schema?.start ?? null) : checkGroup(context, path.head);
  const nodes = checkSegments(context, path.segments, start);
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

const bracketsOf = (step: Step): readonly Bracket[] => (step.kind === "AxisStep" ? step.brackets : []);

function checkSegments(context: CheckContext, segments: readonly Segment[], start: Nodes): Nodes {
  let nodes = start;
  for (let index = 0; index < segments.length; index++) {
    const place = stepPlace(context.schema, segments, index, nodes);
    nodes = known(context, place.segment, checkStep(context, place), bracketsOf(place.segment.step));
  }
  return nodes;
}

function checkStep(context: CheckContext, place: StepPlace): Nodes {
  const { segment, onAxis } = place;
  const { step } = segment;
  const nodes = context.schema === null ? null : inferStepTypes(context.schema, step, onAxis);
  if (step.kind === "AxisStep") report(context, step.test, step, nodes, place);
  report(context, step, segment, nodes, place);
  return step.kind === "AxisStep" ? checkBrackets(context, step, nodes) : nodes;
}

/** The brackets from left to right. What they keep has the same types, unless an offset moves. */
function checkBrackets(context: CheckContext, owner: AxisStep | Group, start: Nodes): Nodes {
  let nodes = start;
  for (const bracket of owner.brackets) {
    const after = checkContent(context, bracket, nodes);
    report(context, bracket, owner, nodes);
    nodes = after;
  }
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
    default:
      checkExpression(context, content, nodes, bracket);
      return nodes;
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
      if (isValue(expression.left)) checkValue(context, expression.left, nodes, expression);
      else checkExpression(context, expression.left, nodes, expression);
      report(context, expression.right, expression, nodes);
      return "Boolean";
    case "Relevance":
      report(context, expression.target, expression, nodes);
      report(context, expression.condition, expression, nodes);
      return "Relevance";
    case "Aggregate":
      checkEvidence(context, expression.evidence, nodes);
      return "Relevance";
    case "Count":
    case "Exists":
      checkEvidence(context, expression.evidence, nodes);
      return "Boolean";
    case "Call":
      if (expression.value.kind !== "Missing") checkValue(context, expression.value, nodes, expression);
      report(context, expression.argument, expression, nodes);
      return "Boolean";
    case "AttributeReference":
    case "FieldReference":
    case "StringValue":
    case "TextTarget":
    case "NodeFunction":
    case "Missing":
      return "Boolean";
  }
}

/** A path after an aggregate, `count` or `exists`, from the nodes whose bracket it is in. */
const checkEvidence = (context: CheckContext, { segments }: Evidence, nodes: Nodes): Nodes =>
  checkSegments(context, segments, nodes);

/** A value that is compared or searched, not a condition: its kind is Value, and some types may lack the attribute. */
function checkValue(context: CheckContext, value: Value, nodes: Nodes, parent: AstNode): void {
  context.kinds.set(value, "Value");
  if (value.kind === "Count") checkEvidence(context, value.evidence, nodes);
  report(context, value, parent, nodes);
}
