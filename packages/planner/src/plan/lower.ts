import type { Evidence, Group, Meet, Path, Query, ValueQuery } from "@semantic-xpath/parser";
import type { Checked } from "../check/checked.js";
import { itemsAtStart, itemsInGroup } from "../check/items.js";
import { isTest } from "../check/values.js";
import { idsUnder } from "../schema/ids.js";
import type { Schema } from "../schema/schema.js";
import { hasOffset, lowerBrackets } from "./lowerBrackets.js";
import { lowerCondition } from "./lowerExpression.js";
import { type Lowering, lowerArgument, present, scopeOf, typesOf } from "./lowering.js";
import { lowerRecord, recordOf } from "./lowerRecord.js";
import { lowerSegments } from "./lowerSegments.js";
import { lowerValue } from "./lowerValue.js";
import {
  type DocumentStart,
  type PathPlan,
  PLAN_VERSION,
  type QueryPlan,
  type SequencePlan,
  type ValidityPlan,
  type ValidityRole,
  type ValuePlan,
} from "./operators.js";
import { isRanked, orderAfter } from "./order.js";

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
  const types = typesOf(lowering, query);
  const inputs = paths.map((path) => lowerOperand(lowering, present(path)));
  return { kind: "Union", id, span, types, inputs, order: inputs.some(isRanked) ? "rank" : "document" };
}

/** `Meet ::= Path ( ( "intersect" | "except" ) Path )*` */
function lowerOperand(lowering: Lowering, operand: Path | Meet): SequencePlan {
  if (operand.kind === "Path") return lowerPath(lowering, operand);
  const { span, operator } = operand;
  const id = lowering.nextId++;
  const types = typesOf(lowering, operand);
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
  const types = typesOf(lowering, group);
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
