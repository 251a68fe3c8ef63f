import type { Parameter, Query } from "@semantic-xpath/parser";
import { nodesOfTypes } from "../schema/nodesOnAxis.js";
import type { Schema } from "../schema/schema.js";
import { type SchemaTypes, schemaTypes } from "../schema/schemaTypes.js";
import type { Checked, TypeSet } from "./checked.js";
import { checkQuery } from "./checkPath.js";
import type { CheckContext } from "./context.js";

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
  checkQuery(context, query);
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
