import type { Schema } from "@semantic-xpath/planner";
import { type Field, type JsonKind, propertiesOf, SHAPES } from "./shapes.js";
import { specialise } from "./specialise.js";
import { type SchemaNames, schemaNames } from "./valueVariants.js";

/** A JSON Schema, as far as this one uses the language. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** Settings of `emitJsonSchema`. */
export interface JsonSchemaOptions {
  /** Whether `$name` may stand for a value. Default: only without a schema, since a parameter needs an argument at run time. */
  readonly parameters?: boolean;
  /** Whether nodes may have their places, as the AST of `parse` has them. Default false. */
  readonly spans?: boolean;
}

/**
 * A JSON Schema (2020-12) of the AST, for models with structured output: what it accepts, `astToQuery` makes a query of. With a schema, names are
 * those that it has, and comparisons take values that the attribute can have; which type can follow which is left to the checks.
 * Only `type`, `const`, `enum`, `anyOf`, `$ref`, `properties`, `required`, `additionalProperties`, `items`, `minItems` and
 * `pattern` are used.
 *
 * @example emitJsonSchema(schema).$defs // { Query: …, Path: …, … }
 */
export function emitJsonSchema(schema: Schema | null, options: JsonSchemaOptions = {}): JsonSchema {
  const { parameters = schema === null, spans = false } = options;
  const names = schema === null ? null : schemaNames(schema);
  const kinds = new Set(Object.keys(SHAPES) as JsonKind[]);
  if (!parameters) kinds.delete("ParameterReference");
  if (names !== null) for (const kind of unusedKinds(names)) kinds.delete(kind);
  const definitions: Record<string, JsonSchema> = {};
  for (const kind of kinds) definitions[kind] = nodeSchema(kind, kinds, spans);
  if (spans) definitions.Span = SPAN;
  if (names !== null) specialise(definitions, names);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Semantic XPath query",
    ...ref("Query"),
    $defs: definitions,
  };
}

/** What nothing can be written with, since the schema has no such names. */
function unusedKinds({ types, attributes, fields }: SchemaNames): readonly JsonKind[] {
  return [
    ...(types.length === 0 ? (["NameTest"] as const) : []),
    ...(attributes.length === 0 ? (["AttributeStep", "AttributeReference"] as const) : []),
    ...(fields.length === 0 ? (["FieldReference"] as const) : []),
  ];
}

const ref = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });

/** A name of the language, with one prefix at most. */
const NAME =
  "^[\\p{L}\\p{Nl}_][\\p{L}\\p{Nl}\\p{M}\\p{Nd}·_.\\-]*(:[\\p{L}\\p{Nl}_][\\p{L}\\p{Nl}\\p{M}\\p{Nd}·_.\\-]*)?$";

const INTEGER = { type: "integer" };
const SPAN = {
  type: "object",
  properties: { start: INTEGER, end: INTEGER },
  required: ["start", "end"],
  additionalProperties: false,
};

function nodeSchema(kind: JsonKind, kinds: ReadonlySet<JsonKind>, spans: boolean): JsonSchema {
  const properties: Record<string, JsonSchema> = { kind: { const: kind } };
  const required = ["kind"];
  for (const [name, { field, fallback }] of propertiesOf(kind)) {
    properties[name] = fieldSchema(field, kinds);
    if (fallback === undefined) required.push(name);
  }
  if (spans) {
    properties.span = ref("Span");
    if (kind === "Segment") properties.separatorSpan = ref("Span");
    if (kind === "Comparison") properties.operatorSpan = ref("Span");
    if (kind === "AxisStep") properties.axisSpan = { anyOf: [ref("Span"), { type: "null" }] };
  }
  return { type: "object", properties, required, additionalProperties: false };
}

function fieldSchema(field: Field, kinds: ReadonlySet<JsonKind>): JsonSchema {
  switch (field.is) {
    case "node": {
      const options = field.kinds.filter((kind) => kinds.has(kind)).map(ref);
      return anyOf(field.isNullable ? [...options, { type: "null" }] : options);
    }
    case "nodes":
      return {
        type: "array",
        items: anyOf(field.kinds.filter((kind) => kinds.has(kind)).map(ref)),
        ...(field.least > 0 && { minItems: field.least }),
      };
    case "choice":
      return { enum: field.choices };
    case "name":
      return { type: "string", pattern: NAME };
    case "text":
      return { type: "string" };
    case "number":
    case "integer":
    case "boolean":
      return { type: field.is };
  }
}

export const anyOf = (options: readonly JsonSchema[]): JsonSchema =>
  options.length === 1 ? options[0]! : { anyOf: options };
