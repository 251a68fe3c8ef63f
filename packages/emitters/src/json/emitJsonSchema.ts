import { CALL_FUNCTIONS, COMPARISON_OPERATORS } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import { groupBy } from "@semantic-xpath/values";
import { attributesOf, type Comparable, fieldsOf } from "../states/state.js";
import { type JsonKind, rowOf } from "../valueTypes.js";
import { EQUALITIES, isWritable, ORDERS } from "../words.js";
import { type Field, propertiesOf, READ_VALUES, ROOTS, SHAPES, SPANS } from "./shapes.js";

/** A JSON Schema, as far as this one uses the language. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** Settings of `emitJsonSchema`. */
export interface JsonSchemaOptions {
  /** Allows `$name` in place of a value. Default: only without a schema, since a parameter needs an argument at run time. */
  readonly parameters?: boolean;
  /** Allows places of nodes, as the AST of `parse` has them. Default false. */
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
  // Nothing can be written with a kind of which the schema has no names.
  for (const [kind, { length }] of names === null ? [] : Object.entries(namedBy(names)))
    if (length === 0) kinds.delete(kind as JsonKind);
  const literalKinds = new Set([...kinds].filter((kind) => kind !== "ParameterReference"));
  const definitions: Record<string, JsonSchema> = {};
  for (const kind of kinds)
    definitions[kind] = nodeSchema(kind, parameters || !ONLY_PARAMETERS.includes(kind) ? kinds : literalKinds, spans);
  // A binding of a quantifier is written as a parameter; the checks verify that it is bound.
  if (!parameters)
    definitions.ParameterReference = withProperties(definitions.ParameterReference!, { name: { enum: BOUND_NAMES } });
  if (spans) definitions.Span = SPAN;
  if (names !== null) specialise(definitions, names);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Semantic XPath query",
    ...anyOf(ROOTS.map(ref)),
    $defs: definitions,
  };
}

/** Places of parameters of the query alone: a binding is a node, and neither a position nor a condition to score. */
const ONLY_PARAMETERS: readonly JsonKind[] = ["IndexPosition", "RangePosition", "Relevance"];
/** Enough names for bindings. */
const BOUND_NAMES = ["x", "y", "z"];

/** The kinds that have a name of the schema in them. */
const namedBy = ({ types, attributes, fields }: SchemaNames) =>
  ({ NameTest: types, AttributeStep: attributes, AttributeReference: attributes, FieldReference: fields }) as const;

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
    const spanProperty = SPANS[kind];
    if (spanProperty !== undefined)
      properties[spanProperty] = kind === "AxisStep" ? { anyOf: [ref("Span"), { type: "null" }] } : ref("Span");
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

const anyOf = (options: readonly JsonSchema[]): JsonSchema => (options.length === 1 ? options[0]! : { anyOf: options });

/** Attributes or fields that compare with the same literals. */
interface ValueVariant {
  readonly names: readonly string[];
  readonly type: Comparable["type"];
  readonly values: Comparable["values"];
}

/** All names of a schema by what they mean. */
interface SchemaNames {
  readonly types: readonly string[];
  readonly attributes: readonly ValueVariant[];
  readonly fields: readonly ValueVariant[];
}

/** A JSON tree does not know where in the tree of the data it is, so a name is what it is on all types together. */
function schemaNames(schema: Schema): SchemaNames {
  const types = Object.keys(schema.types);
  const fields = fieldsOf(schema, types).filter(({ name }) => name !== "node" && name !== "content");
  return {
    types: types.filter(isWritable),
    attributes: variants(attributesOf(schema, types)),
    fields: variants(fields),
  };
}

function variants(values: readonly Comparable[]): readonly ValueVariant[] {
  const groups = [...groupBy(values, ({ type, values: allowed }) => JSON.stringify([type, allowed]))];
  return groups.map(([, same]) => ({ ...same[0]!, names: same.flatMap(({ name }) => name ?? []) }));
}

/** Replaces names and values in the definitions by those that a schema allows. */
function specialise(definitions: Record<string, JsonSchema>, { types, attributes, fields }: SchemaNames): void {
  const general = definitions.Comparison!;
  const nodes = nodeWriter(definitions.Span !== undefined);
  const rename = (kind: string, property: string, value: JsonSchema): void => {
    const definition = definitions[kind];
    if (definition !== undefined) definitions[kind] = withProperties(definition, { [property]: value });
  };
  const name = (names: readonly string[]) => nodes("Name", "text", { enum: names });
  rename("NameTest", "names", { type: "array", items: name(types), minItems: 1 });
  const attributeName = name(attributes.flatMap(({ names }) => names));
  rename("AttributeStep", "name", attributeName);
  rename("AttributeReference", "name", attributeName);
  rename("FieldReference", "name", name(fields.flatMap(({ names }) => names)));
  // Keys and fields are named by the query, all else by the schema.
  if (!JSON.stringify(definitions).includes(JSON.stringify(ref("Name")))) delete definitions.Name;
  const sides = (kind: string) => (variant: ValueVariant) =>
    comparisons(nodes, definitions.NumberLiteral!, variant).map((each) => ({
      left: nodes(kind, "name", name(variant.names)),
      ...each,
    }));
  const call = (names: readonly string[]) => withProperties(definitions.Call!, { function: { enum: names } });
  const computed = [...READ_VALUES, "ParameterReference"]
    .filter((kind) => kind !== "Call" && definitions[kind] !== undefined)
    .map(ref);
  const otherCalls = call(CALL_FUNCTIONS.filter((each) => !KNOWN_CALLS.includes(each)));
  const options: Sides[] = [
    ...attributes.flatMap(sides("AttributeReference")),
    ...fields.flatMap(sides("FieldReference")),
    {
      left: call(["name"]),
      operators: EQUALITIES,
      right: nodes("StringLiteral", "value", { enum: types }),
    },
    { left: call(["position", "last", "count"]), operators: COMPARISON_OPERATORS, right: ref("NumberLiteral") },
    {
      left: { anyOf: [...computed, ref("Call"), ...LITERAL_KINDS.map(ref)] },
      operators: COMPARISON_OPERATORS,
      right: { anyOf: [...computed, ref("Call")] },
    },
    {
      left: { anyOf: [...computed.filter(isUnnamed), otherCalls] },
      operators: COMPARISON_OPERATORS,
      right: { anyOf: LITERAL_KINDS.map(ref) },
    },
    { left: { anyOf: GRADED.map(ref) }, operators: COMPARISON_OPERATORS, right: ref("NumberLiteral") },
  ];
  definitions.Comparison = {
    anyOf: options.map(({ left, operators, right }) =>
      withProperties(general, { left, operator: { enum: operators }, right }),
    ),
  };
}

/** The two sides of a comparison. */
interface Sides {
  readonly left: JsonSchema;
  readonly operators: readonly string[];
  readonly right: JsonSchema;
}

/** Calls whose literals are known. */
const KNOWN_CALLS: readonly string[] = ["name", "position", "last", "count"];
const LITERAL_KINDS = ["StringLiteral", "NumberLiteral", "BooleanLiteral"];
const NAMED = [ref("AttributeReference"), ref("FieldReference")].map(({ $ref }) => $ref);
const isUnnamed = ({ $ref }: JsonSchema): boolean => !NAMED.includes($ref);

const GRADED = ["Relevance", "Aggregate", "Combine", "Or", "And", "Not"];

/** A node of one kind with one property beside it, and its place if nodes have theirs. */
type NodeWriter = (kind: string, property: string, value: JsonSchema) => JsonSchema;

const nodeWriter =
  (hasSpans: boolean): NodeWriter =>
  (kind, property, value) => ({
    type: "object",
    properties: { kind: { const: kind }, [property]: value, ...(hasSpans && { span: ref("Span") }) },
    required: ["kind", property],
    additionalProperties: false,
  });

const withProperties = (schema: JsonSchema, properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  ...schema,
  properties: { ...(schema.properties as object), ...properties },
});

/** Comparisons of some attributes or fields: their allowed values if there are some, else literals of their type. */
function comparisons(
  nodes: NodeWriter,
  numbers: JsonSchema,
  { type, values }: ValueVariant,
): readonly Omit<Sides, "left">[] {
  const operators = COMPARISON_OPERATORS;
  if (type === null) return [{ operators, right: { anyOf: LITERAL_KINDS.map(ref) } }];
  const { json, values: all, isOrdered } = rowOf(type);
  const { kind, pattern, read } = json;
  const text = pattern === undefined ? ref(kind) : nodes(kind, "value", { type: "string", pattern });
  const any = /^(?:money|quantity)/.test(type) ? anyOf([text, ref("NumberLiteral")]) : text;
  const listed = values ?? all;
  if (listed === undefined) return [{ operators, right: any }];
  const value = { enum: listed.map(read) };
  const right = kind === "NumberLiteral" ? withProperties(numbers, { value }) : nodes(kind, "value", value);
  return [{ operators: EQUALITIES, right }, ...(isOrdered ? [{ operators: ORDERS, right: any }] : [])];
}
