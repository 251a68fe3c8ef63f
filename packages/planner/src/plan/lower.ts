import {
  type OrderKey as AstKey,
  AXES,
  type Axis,
  type AxisStep,
  assertNever,
  type Bracket,
  type ComputedStep,
  type Evidence,
  type Field,
  type Group,
  type IdArgument,
  type IdStep,
  type Index,
  type IndexPosition,
  type Meet,
  type Missing,
  type NodeTest,
  nameOfEntry,
  type Path,
  type Query,
  type RangePosition,
  type RecordStep,
  type Segment,
  type Span,
  type Step,
  type ValueQuery,
} from "@semantic-xpath/parser";
import { attributeOf } from "../check/attributes.js";
import type { Checked, TypeSet } from "../check/checked.js";
import {
  FROM_DOCUMENT,
  type Items,
  isGroups,
  isPart,
  itemsAfterBracket,
  itemsAfterStep,
  itemsAtStart,
  itemsBeforeBrackets,
  itemsInGroup,
  specialOf,
} from "../check/items.js";
import { isOneValue, isTest, isValue } from "../check/values.js";
import { idsUnder } from "../schema/ids.js";
import type { Schema } from "../schema/schema.js";
import { parsedType } from "../schema/valueType.js";
import type { FieldPlan, RecordList, RecordPlan } from "./expressions.js";
import { lowerBracketExpression, lowerCondition, lowerGrade } from "./lowerExpression.js";
import { type Lowering, lowerArgument, present, scopeOf } from "./lowering.js";
import { lowerValue } from "./lowerValue.js";
import {
  type AxisOperator,
  type BracketOperator,
  type ComputedOperator,
  type DocumentStart,
  type GroupKey,
  type IdOperator,
  type IdSource,
  type MembersOperator,
  type Order,
  type OrderKey,
  type PathPlan,
  PLAN_VERSION,
  type PlaceRange,
  type PlanTest,
  type QueryPlan,
  type SequencePlan,
  type StepPlan,
  type ValidityPlan,
  type ValidityRole,
  type ValuePlan,
} from "./operators.js";
import { isRanked, listOrder, orderAfter, orderOfPath } from "./order.js";

/** A declared parameter: its type decides what an argument must be. */
interface DeclaredParameter {
  readonly name: string;
  /** A node is an argument of updates only, and never of a plan. */
  readonly type: "string" | "number" | "node" | null;
}

/**
 * Lowers a checked query to its operator plan, naively: every step looks at lists of candidates, every local relevance has
 * its own slot. The optimiser does the rest. The query must have no fatal diagnostics.
 */
export function plan(
  checked: Checked,
  text: string,
  schema: Schema | null = null,
  declared: readonly DeclaredParameter[] = [],
): QueryPlan {
  const lowering: Lowering = {
    checked,
    schema,
    nextId: 1,
    slots: [],
    parameters: new Map(),
    origin: "Document",
    bound: new Map(),
    item: null,
    lowerEvidence,
  };
  const { query } = checked;
  const recorded = query.kind === "Query" ? recordOf(query) : null;
  const nodes = recorded === null ? query : recorded.query;
  const result = nodes.kind === "Query" ? lowerQuery(lowering, nodes) : lowerValueQuery(lowering, nodes);
  const record = recorded === null ? null : lowerRecord(lowering, recorded.record, recorded.items);
  const validity = lowerValidity(lowering, query);
  const typeOf = (name: string) => {
    const type = declared.find((parameter) => parameter.name === name)?.type ?? null;
    return type === "node" ? null : type;
  };
  return {
    kind: "Query",
    version: PLAN_VERSION,
    text,
    span: query.span,
    parameters: Array.from(lowering.parameters.values(), (p) => ({ ...p, type: typeOf(p.name), uses: [...p.uses] })),
    slots: lowering.slots,
    result,
    validity,
    record,
    order: result.kind === "Value" ? "document" : result.order,
    strategy: "all",
    passes: [],
  };
}

const HIDDEN_STATUSES = ["retracted", "failed"];

/** When nodes hold, by the roles of the schema. */
function lowerValidity(lowering: Lowering, { asOf, span }: Query | ValueQuery): ValidityPlan | null {
  const { schema } = lowering;
  const roles = Object.entries(schema?.types ?? {}).flatMap(([type, { validity }]): ValidityRole[] => {
    if (validity === undefined) return [];
    const { from = null, to = null, by = null, status = null, hides = HIDDEN_STATUSES } = validity;
    return [{ type, from, to, by, status, hides }];
  });
  const at = asOf == null ? null : lowerArgument<string>(lowering, asOf, "value");
  if (roles.length === 0) return null;
  const id = lowering.nextId++;
  const types = roles.map(({ type }) => type);
  return { kind: "Validity", id, span: asOf?.span ?? span, types, at, roles, ids: idsUnder(schema) };
}

/** A record at the end of a query, and the query that gives what it is made of; null: there is none. */
function recordOf(query: Query): { readonly query: Query; readonly record: RecordStep; readonly items: Items } | null {
  const [path] = query.paths;
  const last = path?.kind === "Path" ? path.segments.at(-1)?.step : undefined;
  if (path?.kind !== "Path" || last?.kind !== "RecordStep") return null;
  const segments = path.segments.slice(0, -1);
  const items = segments.reduce(itemsAfterStep, itemsAtStart(path.start ?? path.head, FROM_DOCUMENT));
  return { query: { ...query, paths: [{ ...path, segments }] }, record: last, items };
}

/** `Record ::= "{" Field ( "," Field )* "}"` */
function lowerRecord(lowering: Lowering, { span, fields }: RecordStep, items: Items): RecordPlan {
  const id = lowering.nextId++;
  const { origin, item } = lowering;
  lowering.origin = "Context";
  lowering.item = specialOf(items);
  const lowered = fields.map((field) => lowerField(lowering, field));
  lowering.origin = origin;
  lowering.item = item;
  return { kind: "Record", id, span, fields: lowered };
}

function lowerField(lowering: Lowering, field: Field): FieldPlan {
  const { value, span } = field;
  const id = lowering.nextId++;
  const name = nameOfEntry(field)!.text;
  const common = { kind: "Field", id, span, name } as const;
  const list = value.kind === "Evidence" ? lowerRecordList(lowering, value) : null;
  if (list !== null) return { ...common, value: list, shape: "records" };
  if (!isValue(value) || isTest(value)) {
    const isGraded = lowering.checked.kinds.get(value) === "Relevance";
    return isGraded
      ? { ...common, value: lowerGrade(lowering, value), shape: "score" }
      : { ...common, value: lowerCondition(lowering, value), shape: "condition" };
  }
  return { ...common, value: lowerValue(lowering, value), shape: isOneValue(value) ? "value" : "list" };
}

/** `Evidence "/" Record` */
function lowerRecordList(lowering: Lowering, evidence: Evidence): RecordList | null {
  const last = evidence.segments.at(-1)?.step;
  if (last?.kind !== "RecordStep") return null;
  const { span } = evidence;
  const id = lowering.nextId++;
  const segments = evidence.segments.slice(0, -1);
  const items = segments.reduce(itemsAfterStep, itemsAtStart(evidence.start, scopeOf(lowering)));
  const path = lowerEvidence(lowering, { ...evidence, segments });
  return { kind: "RecordList", id, span, evidence: path, record: lowerRecord(lowering, last, items) };
}

/** `ValueQuery ::= Value ( CompOp Value )?`, of the document node. */
function lowerValueQuery(lowering: Lowering, { span, value }: ValueQuery): ValuePlan {
  const id = lowering.nextId++;
  const isCondition = value.kind === "Comparison" || isTest(value);
  const expression = isCondition ? lowerCondition(lowering, value) : lowerValue(lowering, value);
  return { kind: "Value", id, span, types: null, expression };
}

/** `Set ::= Meet ( "|" Meet )*` */
function lowerQuery(lowering: Lowering, query: Query): SequencePlan {
  const { paths, span } = query;
  if (paths.length === 1) return lowerOperand(lowering, present(paths[0]!));
  const id = lowering.nextId++;
  const types = lowering.checked.types.get(query) ?? null;
  const inputs = paths.map((path) => lowerOperand(lowering, present(path)));
  return { kind: "Union", id, span, types, inputs, order: inputs.some(isRanked) ? "rank" : "document" };
}

/** `Meet ::= Path ( ( "intersect" | "except" ) Path )*` */
function lowerOperand(lowering: Lowering, operand: Path | Meet): SequencePlan {
  if (operand.kind === "Path") return lowerPath(lowering, operand);
  const { span, operator } = operand;
  const id = lowering.nextId++;
  const types = lowering.checked.types.get(operand) ?? null;
  const left = lowerOperand(lowering, present(operand.left));
  const right = lowerOperand(lowering, present(operand.right));
  const order = isRanked(left) ? "rank" : "document";
  return { kind: "Meet", id, span, types, operator, left, right, order };
}

function lowerPath(lowering: Lowering, path: Path): SequencePlan {
  const { head, segments, span } = path;
  if (head !== null && segments.length === 0) return lowerGroup(lowering, head);
  const items = itemsAtStart(path.start ?? head, scopeOf(lowering));
  return lowerSegments(lowering, startOf(lowering, path.start ?? head), segments, span, items);
}

/** Start of a path; without a start of its own, that of its surroundings. */
function startOf(lowering: Lowering, start: Evidence["start"]): PathPlan["start"] {
  if (start === null) return { kind: lowering.origin };
  if (start.kind === "RootStart") return DOCUMENT_START;
  return start.kind === "Group" ? lowerGroup(lowering, start) : { kind: "Variable", name: start.name };
}

const DOCUMENT_START: DocumentStart = { kind: "Document" };

/** `Group ::= "(" Query ")" Bracket*` */
function lowerGroup(lowering: Lowering, group: Group): SequencePlan {
  const { span } = group;
  const id = lowering.nextId++;
  const types = lowering.checked.types.get(group) ?? null;
  const input = lowerQuery(lowering, group.query);
  if (group.brackets.length === 0) return input;
  const isMoved = hasOffset(group.brackets) || group.brackets.some(({ content }) => content.kind === "GroupBy");
  const inside = isMoved ? null : types;
  const items = itemsInGroup(group, scopeOf(lowering));
  const brackets = lowerBrackets(lowering, group.brackets, inside, "whole", input.order, items);
  const order = orderAfter(brackets, input.order, isRanked(input));
  return { kind: "Group", id, span, types: inside, input, brackets, order };
}

/** A path relative to the node being scored, to the document node, or to one that a quantifier has bound. */
function lowerEvidence(lowering: Lowering, { start, segments, span }: Evidence): PathPlan {
  const items = itemsAtStart(start, scopeOf(lowering));
  return lowerSegments(lowering, startOf(lowering, start), segments, span, items);
}

function lowerSegments(
  lowering: Lowering,
  start: PathPlan["start"],
  segments: readonly Segment[],
  span: Span,
  first: Items,
): PathPlan {
  const id = lowering.nextId++;
  // A value is read from the node that has it, where `/..` leads, but for one that a quantifier has bound.
  const isAtOwner = isPart(first) && start.kind !== "Variable";
  const leadsUp = (step: Step): boolean => step.kind === "ParentStep" && !(isAtOwner && step === segments[0]!.step);
  let items = first;
  const resultTypes = lowering.checked.types.get(segments.at(-1)!) ?? null;
  const steps: StepPlan[] = [];
  let attribute: PathPlan["attribute"] = null;
  for (const segment of segments) {
    const types = lowering.checked.types.get(segment) ?? null;
    const step = present(segment.step);
    const isDescendant = segment.separator === "//";
    const before = items;
    items = itemsAfterStep(items, segment);
    if (isGroups(before) && step.kind === "AxisStep") {
      steps.push(lowerMembers(lowering, segment, step, itemsBeforeBrackets(before, segment)));
      continue;
    }
    if (isDescendant && step.kind !== "IdStep" && (step.kind !== "AxisStep" || step.axis !== null))
      steps.push(simpleStep(lowering, segment, "descendant-or-self", ANY_NODE, null));
    switch (step.kind) {
      case "AttributeStep":
        attribute = {
          kind: isGroups(before) ? "KeyOf" : "Attribute",
          id: lowering.nextId++,
          span: step.span,
          types,
          name: present(step.name).text,
        };
        break;
      case "TextStep":
        attribute = { kind: "Text", id: lowering.nextId++, span: step.span, types };
        break;
      case "ComputedStep":
        attribute = lowerComputed(lowering, step, before);
        break;
      case "RecordStep":
        throw new Error("a record is lowered with what it is the end of");
      case "ParentStep":
      case "SelfStep":
        steps.push(simpleStep(lowering, segment, leadsUp(step) ? "parent" : "self", ANY_NODE, types));
        break;
      case "IdStep":
        steps.push(lowerIdStep(lowering, segment, step));
        break;
      case "AxisStep":
        steps.push(lowerStep(lowering, segment, step, step.axis ?? (isDescendant ? "descendant" : "child"), types));
        break;
      default:
        assertNever(step);
    }
  }
  const order = orderOfPath(start, steps);
  const types = resultTypes ?? steps.at(-1)?.types ?? null;
  return { kind: "Path", id, span, types, start, steps, attribute, order };
}

/** A step from groups to their members. */
function lowerMembers(lowering: Lowering, segment: Segment, step: AxisStep, items: Items): StepPlan {
  const id = lowering.nextId++;
  const { span, separator } = segment;
  const types = isGroups(items) ? null : (lowering.checked.types.get(segment) ?? null);
  const axis: MembersOperator = {
    kind: "Members",
    id: lowering.nextId++,
    span: { start: span.start, end: step.test.span.end },
    types,
    test: lowerTest(step.test),
    isDeep: separator === "//" || step.axis === "descendant",
    take: null,
  };
  const isMoved = hasOffset(step.brackets);
  const brackets = lowerBrackets(lowering, step.brackets, isMoved ? null : types, "context", "document", items);
  return { kind: "Step", id, span, types, axis, brackets, grouping: brackets.length === 0 ? "node" : "context" };
}

/** `"(" Value ")"`, of each node or group. */
function lowerComputed(lowering: Lowering, { span, value }: ComputedStep, items: Items): ComputedOperator {
  const id = lowering.nextId++;
  const { origin, item } = lowering;
  lowering.origin = "Context";
  lowering.item = specialOf(items);
  const lowered = lowerValue(lowering, value);
  lowering.origin = origin;
  lowering.item = item;
  return { kind: "Computed", id, span, types: null, value: lowered };
}

/** XPath's node(): the document node passes as well, so that `/./Day` and `/Plan/../Plan` work. */
const ANY_NODE: PlanTest = { names: null, document: true };

function simpleStep(lowering: Lowering, { span }: Segment, axis: Axis, test: PlanTest, types: TypeSet): StepPlan {
  const id = lowering.nextId++;
  const operator = axisOperator(lowering, span, types, axis, test);
  return { kind: "Step", id, span, types, axis: operator, brackets: [], grouping: "node" };
}

function lowerStep(lowering: Lowering, segment: Segment, step: AxisStep, axis: Axis, types: TypeSet): StepPlan {
  const test = lowerTest(step.test);
  // Without a schema a named test still says what comes out; a sibling offset leads anywhere.
  const named = types ?? (lowering.schema === null ? test.names : null);
  const moves = hasOffset(step.brackets);
  const id = lowering.nextId++;
  const { span } = segment;
  const ownSpan = { start: span.start, end: step.test.span.end };
  const operator = axisOperator(lowering, ownSpan, moves ? test.names : named, axis, test);
  const brackets = lowerBrackets(lowering, step.brackets, moves ? null : named, "context", "document");
  const grouping = brackets.length === 0 ? "node" : "context";
  return { kind: "Step", id, span, types: moves ? types : named, axis: operator, brackets, grouping };
}

function lowerIdStep(
  lowering: Lowering,
  segment: Segment,
  { argument, brackets: written, callSpan }: IdStep,
): StepPlan {
  const { checked, schema } = lowering;
  const types = hasOffset(written) ? null : (checked.types.get(segment) ?? null);
  const { span } = segment;
  const id = lowering.nextId++;
  const idArgument = present(argument);
  const operator: IdOperator = {
    kind: "Id",
    id: lowering.nextId++,
    span: { start: span.start, end: callSpan.end },
    types,
    source: lowerSource(lowering, idArgument),
    ids: idsUnder(schema),
    leadsTo: schema === null ? [] : restrictions(schema, idArgument),
    take: null,
  };
  const brackets = lowerBrackets(lowering, written, types, "context", "document");
  const grouping = brackets.length === 0 ? "node" : "context";
  return { kind: "Step", id, span, types, axis: operator, brackets, grouping };
}

function lowerSource(lowering: Lowering, argument: Exclude<IdArgument, Missing>): IdSource {
  switch (argument.kind) {
    case "AttributeReference":
      return { kind: "Attribute", name: present(argument.name).text };
    case "FieldReference":
      return { kind: "Field", name: argument.name.text };
    case "TextTarget":
      return { kind: "Text" };
    case "StringValue":
      return { kind: "String" };
    case "StringLiteral":
    case "ParameterReference":
      return lowerArgument<string>(lowering, argument, "value");
    default:
      return assertNever(argument);
  }
}

/** Only declared references are restricted; they need not be reached by the types that the checks know. */
function restrictions(schema: Schema, argument: IdArgument): IdOperator["leadsTo"] {
  if (argument.kind !== "AttributeReference" && argument.kind !== "FieldReference") return [];
  const { name } = argument;
  if (name.kind === "Missing") return [];
  return Object.keys(schema.types).flatMap((from) => {
    const attribute = attributeOf(schema, from, name.text);
    const type = attribute === null ? null : parsedType(attribute.type);
    return type?.kind === "ref" && type.types !== null ? [{ from, to: type.types }] : [];
  });
}

const hasOffset = (brackets: readonly Bracket[]): boolean =>
  brackets.some(({ content }) => content.kind === "SiblingOffset");

const axisOperator = (lowering: Lowering, span: Span, types: TypeSet, axis: Axis, test: PlanTest): AxisOperator => ({
  kind: "Axis",
  id: lowering.nextId++,
  span,
  types,
  axis,
  test,
  access: AXES[axis].access,
  take: null,
});

function lowerTest(test: NodeTest): PlanTest {
  if (test.kind === "WildcardTest") return { names: null, document: false };
  return { names: present(test).names.map((name) => present(name).text), document: false };
}

function lowerBrackets(
  lowering: Lowering,
  brackets: readonly Bracket[],
  types: TypeSet,
  scope: "context" | "whole",
  order: Order,
  first: Items = "nodes",
): BracketOperator[] {
  const lowered: BracketOperator[] = [];
  const { origin, item } = lowering;
  lowering.origin = "Context";
  let items = first;
  let current = order;
  for (const bracket of brackets) {
    lowering.item = specialOf(items);
    items = itemsAfterBracket(items, bracket);
    const operator = lowerBracket(lowering, bracket, types, scope, current);
    current = listOrder(operator, current);
    lowered.push(operator);
  }
  lowering.origin = origin;
  lowering.item = item;
  return lowered;
}

/** `Bracket ::= "[" ( Position | SiblingOffset | OrderBy | Expr ) "]"` */
function lowerBracket(
  lowering: Lowering,
  bracket: Bracket,
  types: TypeSet,
  scope: "context" | "whole",
  order: Order,
): BracketOperator {
  const { content, span } = bracket;
  switch (content.kind) {
    case "IndexPosition":
    case "RangePosition": {
      const range = lowerRange(lowering, content);
      return { kind: "Position", id: lowering.nextId++, span, types, range, order, scope };
    }
    case "SiblingOffset":
      return { kind: "Sibling", id: lowering.nextId++, span, types: null, offset: content.offset };
    case "OrderBy": {
      const id = lowering.nextId++;
      return { kind: "Order", id, span, types, keys: content.keys.map((key) => lowerKey(lowering, key)), scope };
    }
    case "GroupBy": {
      const id = lowering.nextId++;
      const keys = content.keys.map((key): GroupKey => {
        const keyId = lowering.nextId++;
        const name = nameOfEntry(key)!.text;
        return { kind: "GroupKey", id: keyId, span: key.span, name, value: lowerValue(lowering, key.value) };
      });
      return { kind: "GroupBy", id, span, types, keys, scope };
    }
    default:
      return lowerBracketExpression(lowering, content, { span, types, order, scope });
  }
}

function lowerRange(lowering: Lowering, position: IndexPosition | RangePosition): PlaceRange {
  const placeOf = (index: Index) => lowerArgument<number>(lowering, index, "position");
  if (position.kind === "IndexPosition") return { single: true, from: placeOf(position.index), to: null };
  const { from, to } = position;
  return { single: false, from: from === null ? null : placeOf(from), to: to === null ? null : placeOf(to) };
}

/** `Key ::= Value ( "ascending" | "descending" )?` */
function lowerKey(lowering: Lowering, { span, value, direction }: AstKey): OrderKey {
  const id = lowering.nextId++;
  return {
    kind: "Key",
    id,
    span,
    value: lowerValue(lowering, present(value)),
    isDescending: direction === "descending",
  };
}
