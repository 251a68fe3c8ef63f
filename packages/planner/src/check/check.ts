import {
  type AstNode,
  type AxisStep,
  type Binding,
  type Bracket,
  bracketsOf,
  byStart,
  COMBINATIONS,
  type Comparison,
  type Evidence,
  type Expr,
  type Group,
  type GroupBy,
  type GroupKey,
  type IdStep,
  type Index,
  type Meet,
  type Missing,
  type Name,
  type OrderBy,
  type Parameter,
  type Path,
  type Quantified,
  type Query,
  type RecordStep,
  type Segment,
  type Value,
  type ValueQuery,
} from "@semantic-xpath/parser";
import { nodesOfTypes, siblingsOf, unionOfNodes } from "../schema/nodesOnAxis.js";
import type { Schema } from "../schema/schema.js";
import { type SchemaTypes, schemaTypes } from "../schema/schemaTypes.js";
import type { BoundNode, CheckContext, Checked, ExpressionKind, Nodes, Origin, StepPlace, TypeSet } from "./checked.js";
import { checksOn } from "./checks.js";
import { inferStepTypes, stepPlace } from "./inferStepTypes.js";
import {
  type Items,
  isGroups,
  itemsAfterBracket,
  itemsAfterStep,
  itemsAtStart,
  itemsBeforeBrackets,
  itemsInGroup,
  itemsOfEvidence,
  keyNamed,
  scopeOfCheck,
  specialOf,
} from "./items.js";
import { mostOfStep } from "./mostOfStep.js";
import { narrowed } from "./narrow.js";
import { attributeFacts, comparesValues, isValue as isValueNode, type ReadFacts, valueFacts } from "./values.js";

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
    keys: new Map(),
    bound: new Map(),
    item: null,
    members: null,
    origin: { nodes: null, items: "nodes" },
    contexts: new Map(),
    diagnostics: [],
  };
  context.origin = { nodes: context.schema?.start ?? null, items: "nodes" };
  if (query.asOf != null) report(context, query.asOf, query, null);
  if (query.kind === "Query") checkQuery(context, query, query);
  else checkValueQuery(context, query);
  const { types, kinds, values, keys, diagnostics } = context;
  if (diagnostics.length > 1) diagnostics.sort(byStart);
  return { query, types, kinds, values, keys, diagnostics };
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
  items: Items = "nodes",
): void {
  const checks = checksOn(node.kind);
  if (checks === undefined) return;
  const place = { parent, nodes, step, items };
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
  if (path.start?.kind === "ParameterReference") report(context, path.start, path, null);
  const start = startOf(context, path.start ?? path.head);
  const reach = checkSegments(context, path.segments, start);
  const { nodes, most } = reach;
  if (path.head !== null) report(context, path, path, nodes);
  context.values.set(path, { ...factsAtEnd(context, path, reach), most: path.head === null ? most : null });
  const last = path.segments.at(-1) ?? path.head;
  return last === null ? recordTypes(context, path, nodes) : knownAs(context, path, nodes, [last]);
}

/** Origin of a path: a group, the document node, the binding of a quantifier, or the origin of its surroundings. */
function startOf(context: CheckContext, start: Path["start"] | Path["head"]): Origin {
  const items = itemsAtStart(start, scopeOfCheck(context));
  if (start === null) return context.origin;
  if (start.kind === "Group") return { nodes: checkGroup(context, start), items };
  if (start.kind === "RootStart") return { nodes: context.schema?.start ?? null, items };
  return { nodes: context.bound.get(start.name)?.nodes ?? null, items };
}

function checkGroup(context: CheckContext, group: Group): Nodes {
  const nodes = checkQuery(context, group.query, group);
  if (group.brackets.length > 0) report(context, group, group, nodes);
  const items = itemsInGroup(group, scopeOfCheck(context));
  return recordTypes(context, group, checkBrackets(context, group, nodes, items), group.brackets);
}

/** Notes what a part of the query can reach. */
function recordTypes(context: CheckContext, node: AstNode, nodes: Nodes, brackets: readonly Bracket[] = []): Nodes {
  if (nodes !== null) {
    const remaining = nodes.document ? nodes.names : narrowed(context, brackets, nodes.names);
    context.types.set(node, remaining);
  }
  return nodes;
}

/** Notes what a bracket tests: what the one before it leaves; all nodes if there is none, or after an offset. */
function recordTested(context: CheckContext, bracket: Bracket, previous: Bracket | undefined, nodes: Nodes): void {
  if (nodes === null) return;
  const tested = previous === undefined || nodes.document ? null : context.types.get(previous);
  context.types.set(bracket, tested ? narrowed(context, [previous!], tested) : nodes.names);
}

/** A path reaches what its last part does, a union what its paths do. */
function knownAs(context: CheckContext, node: AstNode, nodes: Nodes, parts: readonly AstNode[]): Nodes {
  const types = parts.map((part) => context.types.get(part) ?? null);
  if (nodes === null || types.includes(null)) return recordTypes(context, node, nodes);
  const [only, ...others] = types as readonly (readonly string[])[];
  context.types.set(node, others.length === 0 ? only! : [...new Set(types.flatMap((each) => each ?? []))].sort());
  return nodes;
}

/** Nodes that the last segment can reach, and their maximum number from one node. */
interface Reach extends Origin {
  readonly most: number | null;
  /** The key that the last step leads to. */
  readonly key: GroupKey | undefined;
}

function checkSegments(context: CheckContext, segments: readonly Segment[], start: Origin): Reach {
  let { nodes, items } = start;
  let most: number | null = 1;
  let key: GroupKey | undefined;
  for (let index = 0; index < segments.length; index++) {
    const segment: Segment = segments[index]!;
    const place: StepPlace = { ...stepPlace(context.schema, segments, index, nodes, items), most };
    const fromGroups = isGroups(items);
    const name: Name | Missing | null = segment.step.kind === "AttributeStep" ? segment.step.name : null;
    key = isGroups(items) && name?.kind === "Name" ? keyNamed(items, name.text) : undefined;
    if (key !== undefined) context.keys.set(segment.step, key);
    if (isRepeated(context, place, index)) context.contexts.set(segment.step, segments[0]!.span.start);
    nodes = recordTypes(context, segment, checkStep(context, place, items), bracketsOf(segment.step));
    const stepMost: number | null =
      fromGroups && name === null ? null : mostOfStep(context.schema, place, nodes?.names ?? null);
    most = most === null || stepMost === null ? null : most === 0 ? 0 : most * stepMost;
    items = itemsAfterStep(items, segment);
  }
  return { nodes, items, most, key };
}

/** True if a step may start from several nodes; the root, which the first step from the document finds, is one. */
const isRepeated = ({ schema }: CheckContext, { previous, most }: StepPlace, index: number): boolean =>
  previous !== null && most !== 1 && !(schema === null && index === 1 && previous.separator === "/");

function checkStep(context: CheckContext, place: StepPlace, items: Items): Nodes {
  const { segment, onAxis } = place;
  const { step } = segment;
  const inferred = context.schema === null ? null : inferStepTypes(context.schema, step, onAxis);
  // A key says nothing about the nodes that groups are made of.
  const nodes = isGroups(items) && step.kind === "AttributeStep" ? null : inferred;
  if (step.kind === "AxisStep" && !isOfGroups(items)) report(context, step.test, step, nodes, place, items);
  if (step.kind === "IdStep") checkOptional(context, step.argument, place.from, step);
  report(context, step, segment, nodes, place, items);
  if (step.kind === "ComputedStep")
    inBracket(context, items, nodes, () => checkOptional(context, step.value, ofItems(items, nodes), step));
  if (step.kind === "RecordStep")
    inBracket(context, items, nodes, () => checkFields(context, step, ofItems(items, nodes)));
  return step.kind === "AxisStep" || step.kind === "IdStep"
    ? checkBrackets(context, step, nodes, itemsBeforeBrackets(items, segment))
    : nodes;
}

/** Members of groups of groups are of no node type. */
const isOfGroups = (items: Items): boolean => isGroups(items) && isGroups(items.of);

/** Node types of groups are unknown. */
const ofItems = (items: Items, nodes: Nodes): Nodes => (isGroups(items) ? null : nodes);

/** Does something where the context item is one of some items. */
function inBracket(context: CheckContext, items: Items, members: Nodes, check: () => void): void {
  const { item, members: outside } = context;
  context.item = specialOf(items);
  context.members = members;
  check();
  context.item = item;
  context.members = outside;
}

/** The fields of a record: values, conditions and scores alike. */
function checkFields(context: CheckContext, record: RecordStep, nodes: Nodes): void {
  for (const field of record.fields) {
    const { value } = field;
    if (value.kind === "Missing") report(context, value, field, nodes);
    else if (isValueNode(value)) checkValue(context, value, nodes, field);
    else checkExpression(context, value, nodes, field);
    report(context, field, record, nodes);
  }
  report(context, record, record, nodes);
}

/** The brackets from left to right. What they keep has the same types, unless an offset moves. */
function checkBrackets(context: CheckContext, owner: AxisStep | IdStep | Group, start: Nodes, first: Items): Nodes {
  let nodes = start;
  let items = first;
  let isMoved = false;
  for (const [index, bracket] of owner.brackets.entries()) {
    const [before, of] = [nodes, items];
    const previous = owner.brackets[index - 1];
    isMoved ||= previous?.content.kind === "SiblingOffset";
    recordTested(context, bracket, isMoved ? undefined : previous, before);
    inBracket(context, of, before, () => {
      const after = checkContent(context, bracket, ofItems(of, before));
      report(context, bracket, owner, ofItems(of, before), null, of);
      nodes = isGroups(of) ? before : after;
    });
    items = itemsAfterBracket(items, bracket);
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
    case "OrderBy":
    case "GroupBy":
      checkKeys(context, content, nodes);
      report(context, content, bracket, nodes);
      return nodes;
    default:
      checkExpression(context, content, nodes, bracket);
      return nodes;
  }
}

function checkKeys(context: CheckContext, { keys }: OrderBy | GroupBy, nodes: Nodes): void {
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
      let isGraded = expression.kind === "Combine" && COMBINATIONS[expression.function].ofConditions === null;
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
      noteKey(context, expression.target);
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
  const evidenceNodes = checkEvidence(context, binding.evidence, nodes);
  recordTypes(context, binding, evidenceNodes);
  report(context, binding.evidence, binding, evidenceNodes);
  report(context, binding, binding, evidenceNodes);
  const { type, attribute } = context.values.get(binding.evidence)!;
  return { nodes: evidenceNodes, type, attribute, most: 1, items: itemsOfEvidence(context, binding.evidence) };
}

/** A path from the nodes whose bracket it is in, from where absolute paths start, or from a node that a quantifier has bound. */
function checkEvidence(context: CheckContext, evidence: Evidence, nodes: Nodes): Nodes {
  const { start, segments } = evidence;
  if (start?.kind === "ParameterReference") report(context, start, evidence, nodes);
  const { origin } = context;
  context.origin = { nodes: isGroups(context.item) ? context.members : nodes, items: context.item ?? "nodes" };
  const from = startOf(context, start);
  context.origin = origin;
  const reach = checkSegments(context, segments, from);
  const most = start?.kind === "Group" && !endsInIndex(start) ? null : reach.most;
  context.values.set(evidence, { ...factsAtEnd(context, evidence, reach), most });
  return reach.nodes;
}

/** True if a group has at most one item. */
export const endsInIndex = ({ brackets }: Group): boolean => brackets.at(-1)?.content.kind === "IndexPosition";

/** Facts of the values that a path leads to, where they are the same for all of them. */
function factsAtEnd(
  context: CheckContext,
  { segments, ...path }: Pick<Path | Evidence, "segments" | "start"> & { readonly head?: Group | null },
  { nodes, key }: Reach,
): ReadFacts {
  const step = segments.at(-1)?.step;
  const { schema, values } = context;
  const factsOf = (part: AstNode): ReadFacts => {
    const { type, attribute } = values.get(part) ?? NO_FACTS;
    return { type, attribute };
  };
  if (key !== undefined) return factsOf(key.value);
  if (step?.kind === "ComputedStep") return factsOf(step.value);
  const group = path.head ?? path.start;
  if (step === undefined && group?.kind === "Group") {
    const [first = NO_FACTS, ...others] = group.query.paths.map(factsOf);
    if (others.length === 0) return first;
    return others.every(({ type }) => type === first.type) ? { type: first.type } : NO_FACTS;
  }
  if (step?.kind !== "AttributeStep" || step.name.kind === "Missing" || nodes === null) return NO_FACTS;
  return attributeFacts(nodes.names, step.name.text, schema?.schema ?? null);
}

const NO_FACTS: ReadFacts = { type: null };

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

/** Checks the parts of a value, and then its facts. */
function checkParts(context: CheckContext, value: Value, nodes: Nodes): void {
  switch (value.kind) {
    case "Arithmetic":
      checkOptional(context, value.left, nodes, value);
      checkOptional(context, value.right, nodes, value);
      break;
    case "Negative":
      checkOptional(context, value.operand, nodes, value);
      break;
    case "Concatenation":
      for (const operand of value.operands) checkOptional(context, operand, nodes, value);
      break;
    case "Call":
      for (const argument of value.arguments) checkOptional(context, argument, nodes, value);
      break;
    case "Evidence":
      checkEvidence(context, value, nodes);
      break;
    default:
      noteKey(context, value);
      break;
  }
  context.values.set(value, valueFacts(context, value, nodes));
}

/** Notes the key that a name means where brackets see groups. */
function noteKey({ item, keys }: CheckContext, node: AstNode): void {
  if (!isGroups(item) || (node.kind !== "AttributeReference" && node.kind !== "FieldReference")) return;
  const key = node.name.kind === "Name" ? keyNamed(item, node.name.text) : undefined;
  if (key !== undefined) keys.set(node, key);
}
