import {
  type AstNode,
  byStart,
  type Diagnostic,
  diagnose,
  type Parameter,
  type Primitive,
  type Query,
  type Update,
  type ValueQuery,
  walk,
} from "@semantic-xpath/parser";
import { check } from "../check/check.js";
import type { Checked } from "../check/checked.js";
import { reportUnusedIn } from "../check/rules/unusedParameter.js";
import type { Schema } from "../schema/schema.js";
import { nearestNames } from "../shapes/nearestNames.js";
import { conflicts } from "./conflicts.js";
import { checkContent } from "./content.js";
import { contentOf, partsOf, queryOfPath, queryOfValue, type UpdateContext, valuesOf } from "./context.js";
import { checkPlaces } from "./places.js";
import { checkTarget } from "./target.js";
import { checkValueOf, reportLooseValues } from "./value.js";

/** Result of the checks of an update: for each path and value in it, that of a query. */
export interface CheckedUpdate {
  readonly update: Update;
  /** By the path or value. */
  readonly parts: ReadonlyMap<AstNode, Checked>;
  /** In the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Checks an update against a schema: what its paths lead to, what its content is made of, whether what it leaves behind can be right, and
 * whether its primitives contradict each other. Schema null: only what holds for any data is reported. `parameters` null: a bare update, where
 * any `$name` is allowed. Never throws.
 *
 * @example checkUpdate(update, schema, null).diagnostics[0]?.message; // '"Day" can't contain "Hotel". …'
 */
export function checkUpdate(
  update: Update,
  schema: Schema | null,
  parameters: readonly Parameter[] | null,
): CheckedUpdate {
  const context: UpdateContext = { schema, parameters, parts: new Map(), diagnostics: [] };
  for (const primitive of update.primitives) if (primitive.kind !== "Missing") checkPrimitive(context, primitive);
  conflicts(context, update);
  reportUnused(context, update);
  const diagnostics = context.diagnostics.sort(byStart);
  return { update, parts: context.parts, diagnostics };
}

function checkPrimitive(context: UpdateContext, primitive: Primitive): void {
  for (const part of partsOf(primitive)) {
    if (part.kind === "ParameterReference") checkNodeParameter(context, part.name, part.span);
    else if (part.kind === "Path") {
      const checked = checkPart(context, part, queryOfPath(part));
      checkTarget(context, primitive, part, checked);
    }
  }
  for (const value of valuesOf(primitive)) {
    checkPart(context, value, queryOfValue(value));
    reportLooseValues(context, value, primitive);
  }
  const content = contentOf(primitive);
  if (content?.kind === "Element") checkContent(context, content);
  checkValueOf(context, primitive);
  checkPlaces(context, primitive);
}

function checkPart(context: UpdateContext, part: AstNode, query: Query | ValueQuery): Checked {
  const checked = check(query, context.schema, context.parameters);
  context.parts.set(part, checked);
  for (const diagnostic of checked.diagnostics) if (diagnostic.code !== "SXP3005") context.diagnostics.push(diagnostic);
  return checked;
}

function checkNodeParameter({ parameters, diagnostics }: UpdateContext, name: string, span: Diagnostic["span"]): void {
  if (parameters === null || name === "") return;
  const parameter = parameters.find((each) => each.name === name);
  const nodes = parameters.filter(({ type }) => type === null || type === "node").map((each) => each.name);
  if (parameter === undefined) {
    const suggestions = nearestNames(name, nodes).map((word) => `$${word}`);
    diagnostics.push(diagnose("SXP2007", span, { name, problem: "is not declared", suggestions }));
  } else if (parameter.type === "string" || parameter.type === "number") {
    const problem = `is a ${parameter.type}, but a node is needed here`;
    diagnostics.push(diagnose("SXP2007", span, { name, problem, suggestions: [] }));
  }
}

/** A parameter that nothing in the update has, and a node where a value is needed. */
function reportUnused({ parameters, parts, diagnostics }: UpdateContext, update: Update): void {
  if (parameters === null || parameters.length === 0) return;
  const nodes = new Set(parameters.filter(({ type }) => type === "node").map(({ name }) => name));
  for (const part of parts.keys()) {
    walk(part, (node) => {
      if (node.kind !== "ParameterReference" || !nodes.has(node.name)) return;
      const problem = "is a node, but a value is needed here";
      diagnostics.push(diagnose("SXP2007", node.span, { name: node.name, problem, suggestions: [] }));
    });
  }
  reportUnusedIn(diagnostics, parameters, update);
}
