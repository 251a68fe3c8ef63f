import {
  type AxisStep,
  assertNever,
  type Bracket,
  type Evidence,
  type Group,
  type Index,
  type NodeTest,
  type Path,
  type Query,
  type Segment,
  type Span,
} from "@semantic-xpath/parser";
import type { Checked, TypeSet } from "../check/checked.js";
import type { Schema } from "../schema/schema.js";
import { lowerBracketExpression } from "./lowerExpression.js";
import {
  type Argument,
  type AttributeOperator,
  type BracketOperator,
  type DocumentStart,
  type OperatorFacts,
  type Order,
  type PathPlan,
  PLAN_VERSION,
  type PlaceRange,
  type PlanParameter,
  type PlanTest,
  type QueryPlan,
  type SequencePlan,
  type Slot,
  type StepPlan,
} from "./operators.js";

/** What lowering carries along: the checked query, the next operator number, the slots and parameters met so far. */
export interface Lowering {
  readonly checked: Checked;
  readonly schema: Schema | null;
  nextId: number;
  readonly slots: Slot[];
  readonly parameters: Map<
    string,
    { name: string; type: "string" | "number" | null; uses: Set<PlanParameter["uses"][number]>; span: Span }
  >;
}

/** A declared parameter: its type decides what an argument must be. */
export interface DeclaredParameter {
  readonly name: string;
  readonly type: "string" | "number" | null;
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
  const lowering: Lowering = { checked, schema, nextId: 1, slots: [], parameters: new Map() };
  const result = lowerQuery(lowering, checked.query);
  const typeOf = (name: string) => declared.find((parameter) => parameter.name === name)?.type ?? null;
  return {
    kind: "Query",
    version: PLAN_VERSION,
    text,
    parameters: Array.from(lowering.parameters.values(), (p) => ({ ...p, type: typeOf(p.name), uses: [...p.uses] })),
    slots: lowering.slots,
    result,
    order: result.order,
    strategy: "all",
    passes: [],
  };
}

export function facts(lowering: Lowering, span: Span, types: TypeSet): OperatorFacts {
  return { id: lowering.nextId++, span, types };
}

/** `Query ::= Path ( "|" Path )*` */
function lowerQuery(lowering: Lowering, query: Query): SequencePlan {
  const types = lowering.checked.types.get(query) ?? null;
  if (query.paths.length === 1) return lowerPath(lowering, present(query.paths[0]!));
  const own = facts(lowering, query.span, types);
  const inputs = query.paths.map((path) => lowerPath(lowering, present(path)));
  return { kind: "Union", ...own, inputs, order: anyRanked(inputs) };
}

function lowerPath(lowering: Lowering, path: Path): SequencePlan {
  if (path.head === null) return lowerSegments(lowering, DOCUMENT_START, path.segments, path.span);
  if (path.segments.length === 0) return lowerGroup(lowering, path.head);
  return lowerSegments(lowering, lowerGroup(lowering, path.head), path.segments, path.span);
}

const DOCUMENT_START: DocumentStart = { kind: "Document" };

/** `Group ::= "(" Query ")" Bracket*` */
function lowerGroup(lowering: Lowering, group: Group): SequencePlan {
  const own = facts(lowering, group.span, lowering.checked.types.get(group) ?? null);
  const input = lowerQuery(lowering, group.query);
  if (group.brackets.length === 0) return input;
  const moves = group.brackets.some((bracket) => bracket.content.kind === "SiblingOffset");
  const brackets = lowerBrackets(lowering, group.brackets, moves ? null : own.types, "whole", input.order);
  return { kind: "Group", ...own, input, brackets, order: rankedBy(brackets, input.order) };
}

/** An evidence path: relative to the node being scored. */
export function lowerEvidence(lowering: Lowering, evidence: Evidence): PathPlan {
  return lowerSegments(lowering, { kind: "Context" }, evidence.segments, evidence.span);
}

function lowerSegments(
  lowering: Lowering,
  start: PathPlan["start"],
  segments: readonly Segment[],
  span: Span,
): PathPlan {
  const own = facts(lowering, span, lowering.checked.types.get(segments.at(-1)!) ?? null);
  const steps: StepPlan[] = [];
  let attribute: AttributeOperator | null = null;
  for (const segment of segments) {
    const types = lowering.checked.types.get(segment) ?? null;
    const step = present(segment.step);
    switch (step.kind) {
      case "AttributeStep":
        if (segment.separator === "//") steps.push(simpleStep(lowering, segment, "descendant-or-self", ANY_NODE, null));
        attribute = { kind: "Attribute", ...facts(lowering, step.span, types), name: present(step.name).text };
        break;
      case "ParentStep":
      case "SelfStep": {
        if (segment.separator === "//") steps.push(simpleStep(lowering, segment, "descendant-or-self", ANY_NODE, null));
        const axis = step.kind === "ParentStep" ? "parent" : "self";
        steps.push(simpleStep(lowering, segment, axis, ANY_NODE, types));
        break;
      }
      case "AxisStep": {
        const slashes = segment.separator === "//" && step.axis !== null;
        if (slashes) steps.push(simpleStep(lowering, segment, "descendant-or-self", ANY_NODE, null));
        const axis = step.axis ?? (segment.separator === "//" ? "descendant" : "child");
        steps.push(lowerStep(lowering, segment, step, axis, types));
        break;
      }
      default:
        assertNever(step);
    }
  }
  const ranked = start.kind === "Document" || start.kind === "Context" ? "document" : start.order;
  const order = steps.reduce<Order>((so, step) => rankedBy(step.brackets, so), ranked);
  return { kind: "Path", ...own, types: own.types ?? steps.at(-1)?.types ?? null, start, steps, attribute, order };
}

/** XPath's node(): the document node passes as well, so that `/./Day` and `/Plan/../Plan` work. */
const ANY_NODE: PlanTest = { names: null, document: true };

function simpleStep(
  lowering: Lowering,
  segment: Segment,
  axis: StepPlan["axis"]["axis"],
  test: PlanTest,
  types: TypeSet,
): StepPlan {
  const own = facts(lowering, segment.span, types);
  const operator = {
    kind: "Axis",
    ...facts(lowering, segment.span, types),
    axis,
    test,
    access: naiveAccess(axis),
    take: null,
  } as const;
  return { kind: "Step", ...own, axis: operator, brackets: [], grouping: "node" };
}

function lowerStep(
  lowering: Lowering,
  segment: Segment,
  step: AxisStep,
  axis: StepPlan["axis"]["axis"],
  types: TypeSet,
): StepPlan {
  const test = lowerTest(step.test);
  // Without a schema a named test still says what comes out; a sibling offset leads anywhere.
  const named = types ?? (lowering.schema === null ? test.names : null);
  const moves = step.brackets.some((bracket) => bracket.content.kind === "SiblingOffset");
  const own = facts(lowering, segment.span, moves ? types : named);
  const operator = {
    kind: "Axis",
    ...facts(lowering, { start: segment.span.start, end: step.test.span.end }, moves ? test.names : named),
    axis,
    test,
    access: naiveAccess(axis),
    take: null,
  } as const;
  const brackets = lowerBrackets(lowering, step.brackets, moves ? null : named, "context", "document");
  return { kind: "Step", ...own, axis: operator, brackets, grouping: brackets.length === 0 ? "node" : "context" };
}

function lowerTest(test: NodeTest): PlanTest {
  if (test.kind === "WildcardTest") return { names: null, document: false };
  return { names: present(test).names.map((name) => present(name).text), document: false };
}

function naiveAccess(axis: StepPlan["axis"]["axis"]): StepPlan["axis"]["access"] {
  switch (axis) {
    case "self":
      return "self";
    case "parent":
    case "ancestor":
    case "ancestor-or-self":
      return "parent-chain";
    case "child":
      return "children";
    case "following-sibling":
    case "preceding-sibling":
      return "siblings";
    case "descendant":
    case "descendant-or-self":
      return "subtree";
    case "following":
    case "preceding":
      return "document";
    default:
      return assertNever(axis);
  }
}

function lowerBrackets(
  lowering: Lowering,
  brackets: readonly Bracket[],
  types: TypeSet,
  scope: "context" | "whole",
  order: Order,
): BracketOperator[] {
  const lowered: BracketOperator[] = [];
  let current = order;
  for (const bracket of brackets) {
    const operator = lowerBracket(lowering, bracket, types, scope, current);
    if (operator.kind === "Relevance") current = "rank";
    lowered.push(operator);
  }
  return lowered;
}

/** `Bracket ::= "[" ( Position | SiblingOffset | Expr ) "]"` */
function lowerBracket(
  lowering: Lowering,
  bracket: Bracket,
  types: TypeSet,
  scope: "context" | "whole",
  order: Order,
): BracketOperator {
  const { content, span } = bracket;
  switch (content.kind) {
    case "IndexPosition": {
      const range: PlaceRange = { single: true, from: lowerIndex(lowering, content.index), to: null };
      return { kind: "Position", ...facts(lowering, span, types), range, order, scope };
    }
    case "RangePosition": {
      const from = content.from === null ? null : lowerIndex(lowering, content.from);
      const to = content.to === null ? null : lowerIndex(lowering, content.to);
      return { kind: "Position", ...facts(lowering, span, types), range: { single: false, from, to }, order, scope };
    }
    case "SiblingOffset":
      return { kind: "Sibling", ...facts(lowering, span, null), offset: content.offset };
    default:
      return lowerBracketExpression(lowering, content, span, types, scope, order);
  }
}

function lowerIndex(lowering: Lowering, index: Index): Argument<number> {
  const known = present(index);
  if (known.kind === "IndexLiteral") return { kind: "Literal", value: known.value };
  return parameterArgument(lowering, known.name, "position", known.span);
}

export function parameterArgument(
  lowering: Lowering,
  name: string,
  use: PlanParameter["uses"][number],
  span: Span,
): { kind: "Parameter"; name: string; span: Span } {
  const known = lowering.parameters.get(name);
  if (known === undefined) lowering.parameters.set(name, { name, type: null, uses: new Set([use]), span });
  else known.uses.add(use);
  return { kind: "Parameter", name, span };
}

export function present<T extends { readonly kind: string }>(node: T): Exclude<T, { readonly kind: "Missing" }> {
  if (node.kind === "Missing") throw new Error("a query with missing parts has fatal diagnostics and is never lowered");
  return node as Exclude<T, { readonly kind: "Missing" }>;
}

const anyRanked = (inputs: readonly SequencePlan[]): Order =>
  inputs.some((input) => input.order === "rank") ? "rank" : "document";

const rankedBy = (brackets: readonly BracketOperator[], before: Order): Order =>
  brackets.some((bracket) => bracket.kind === "Relevance") ? "rank" : before;
