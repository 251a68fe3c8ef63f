import {
  type AstNode,
  type Content,
  type Diagnostic,
  diagnose,
  type Element,
  type Missing,
  type Parameter,
  type Path,
  type Primitive,
  type Query,
  type Update,
  type UpdateTarget,
  type Value,
  type ValueQuery,
  walk,
} from "@semantic-xpath/parser";
import { check } from "../check/check.js";
import type { Checked, TypeSet } from "../check/checked.js";
import { freeNames } from "../check/freeNames.js";
import { nearestNames } from "../schema/nearestNames.js";
import type { Schema } from "../schema/schema.js";
import { conflicts } from "./conflicts.js";
import { checkContent } from "./content.js";
import { checkPlaces } from "./places.js";
import { checkTarget } from "./target.js";
import { checkValueOf, reportLooseValues } from "./value.js";

/** What the checks know of an update: of each path and value in it what they know of a query. */
export interface CheckedUpdate {
  readonly update: Update;
  /** By the path or value. */
  readonly parts: ReadonlyMap<AstNode, Checked>;
  /** In the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What the checks of one update share. */
export interface UpdateContext {
  readonly schema: Schema | null;
  readonly parameters: readonly Parameter[] | null;
  readonly parts: Map<AstNode, Checked>;
  readonly diagnostics: Diagnostic[];
}

/** A path as the query that it is. */
export const queryOfPath = (path: Path): Query => ({ kind: "Query", span: path.span, paths: [path] });

/** A value as the query that it is: a path alone is its nodes, which are read as their string values. */
export const queryOfValue = (value: Value): ValueQuery => ({ kind: "ValueQuery", span: value.span, value });

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
  const diagnostics = context.diagnostics.sort((a, b) => a.span.start - b.span.start);
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

/** What a primitive is about: paths, keys and parameters that stand for nodes. */
export const partsOf = (primitive: Primitive): readonly (UpdateTarget | Element)[] => {
  switch (primitive.kind) {
    case "Insert":
    case "Replace":
      return primitive.kind === "Insert"
        ? [primitive.content, primitive.target]
        : [primitive.target, primitive.content];
    case "Move":
      return [primitive.target, primitive.destination];
    default:
      return [primitive.target];
  }
};

/** What is put in place. */
export const contentOf = (primitive: Primitive): Content | null =>
  primitive.kind === "Insert" || primitive.kind === "Replace" ? primitive.content : null;

/** The values that a primitive computes, those in element constructors among them. */
export function valuesOf(primitive: Primitive): readonly Value[] {
  const values: Value[] = [];
  const add = (value: Value | Missing): void => {
    if (value.kind !== "Missing") values.push(value);
  };
  if (primitive.kind === "InsertAttribute" || primitive.kind === "ReplaceValue") add(primitive.value);
  const content = contentOf(primitive);
  if (content?.kind === "Element")
    walk(content, (node) => {
      if (node.kind !== "Enclosed") return true;
      add(node.value);
      return false;
    });
  return values;
}

/** The types of what a target leads to; null: nothing is known. */
export function typesOf({ parts }: UpdateContext, target: UpdateTarget | Element): TypeSet {
  const checked = target.kind === "Path" ? parts.get(target) : undefined;
  return checked === undefined ? null : (checked.types.get(checked.query) ?? null);
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
  const used = freeNames(update);
  if (used === null) return;
  for (const { name, span } of parameters)
    if (name !== "" && !used.has(name)) diagnostics.push(diagnose("SXP3005", span, { name }));
}
