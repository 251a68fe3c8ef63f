import {
  type AstNode,
  type Content,
  type Diagnostic,
  type Element,
  type Missing,
  type Parameter,
  type Path,
  type Primitive,
  type Query,
  type UpdateTarget,
  type Value,
  type ValueQuery,
  walk,
} from "@semantic-xpath/parser";
import type { Checked, TypeSet } from "../check/checked.js";
import type { Schema } from "../schema/schema.js";

/** State of the checks of one update. */
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

/** Parts of a primitive that stand for nodes: paths, keys and parameters. */
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

/** Content that a primitive inserts. */
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
