import type { Parameter, Query } from "@semantic-xpath/parser";
import type { Schema } from "../schema/schema.js";
import { schemaTypes } from "../schema/schemaTypes.js";
import type { Checked } from "./checked.js";
import { checkQuery } from "./checkPath.js";
import type { CheckContext } from "./context.js";

/**
 * Infers the node types of every step and the kind of every expression, and reports what can't be right.
 *
 * `schema` null: nothing is known, and only what holds for any data is reported. `parameters` are those of the
 * declaration around the query; null for a bare query, where any `$name` is allowed.
 * Never throws; an incomplete AST is checked as far as it goes, and what the parser reported is not reported again.
 *
 * @example
 * check(query, schema, null).diagnostics[0]?.message; // 'The schema has no node type "Itm". Did you mean "Item"?'
 */
export function check(query: Query, schema: Schema | null, parameters: readonly Parameter[] | null): Checked {
  const context: CheckContext = {
    schema: schema === null ? null : schemaTypes(schema),
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
