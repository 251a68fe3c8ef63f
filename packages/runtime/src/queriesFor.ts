import { errorsOf } from "@semantic-xpath/parser";
import { compile } from "./compile.js";
import type { ParametersOf, ResultOf } from "./inferTypes.js";
import { CompileError } from "./query.js";
import { readSchema, type TypedQuery, typedQuery } from "./typedQuery.js";

/** What a schema file holds, as far as types come from it. */
export interface SchemaFile {
  readonly version: number;
  readonly roots: readonly string[];
  readonly types: Readonly<Record<string, NodeTypeFile>>;
}

interface NodeTypeFile {
  readonly text?: boolean;
  readonly attributes?: Readonly<Record<string, AttributeFile>>;
  readonly children?: Readonly<Record<string, object>>;
}

interface AttributeFile {
  readonly type?: string;
  readonly required?: boolean;
  readonly values?: readonly string[];
}

/**
 * Queries over a schema whose types TypeScript works out from their texts, without a step that writes code: which nodes, attributes or
 * values a query gives, and which arguments it takes. A schema in the program (`as const` is not needed) gives all that it says; an
 * imported JSON file is read by TypeScript without its literals, so every attribute is an optional string there.
 *
 * Where a text is not a literal, is longer than types can follow or has a form that they do not, the result has the general type. The
 * text is compiled when the query is first used. A template with holes can't be read so, since TypeScript gives its tag no literal text:
 * write `$name` and pass the argument.
 *
 * @example
 * const query = queriesFor({ version: 1, roots: ["Plan"], types: { Plan: { children: { Day: {} } }, Day: { attributes: { n: { type: "number" } } } } });
 * const { matches } = await query("/Plan/Day[$n]").run(tree, { params: { n: 2 } });
 * matches[0]?.node.attributes.n; // `${number}` | undefined
 */
export function queriesFor<const S extends SchemaFile>(
  schema: S,
): <const Q extends string>(text: Q) => TypedQuery<ResultOf<S, Q>, ParametersOf<Q>> {
  let read: ReturnType<typeof readSchema> | undefined;
  return (text) =>
    typedQuery(null, () => {
      read ??= readSchema(JSON.stringify(schema));
      const { query, diagnostics } = compile(text, { schema: read });
      const errors = errorsOf(diagnostics);
      if (query === undefined || errors.length > 0) throw new CompileError(text, errors);
      return query;
    });
}
