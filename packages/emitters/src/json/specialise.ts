import { COMPARISON_OPERATORS } from "@semantic-xpath/parser";
import type { JsonSchema } from "./emitJsonSchema.js";
import type { SchemaNames, ValueVariant } from "./valueVariants.js";

const EQUALITIES = ["=", "!="];
const ORDERS = COMPARISON_OPERATORS.filter((operator) => !EQUALITIES.includes(operator));

/** A date as ISO 8601 writes it; that the day exists is left to the checks. */
const DATE =
  "^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01])(T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?Z?)?)?)?$";

/** Replaces names and values in the definitions by those that a schema allows. */
export function specialise(definitions: Record<string, JsonSchema>, { types, attributes, fields }: SchemaNames): void {
  const general = definitions.Comparison!;
  const nodes = nodeWriter(definitions.Span !== undefined);
  const rename = (kind: string, property: string, value: JsonSchema): void => {
    const known = definitions[kind];
    if (known !== undefined) definitions[kind] = withProperties(known, { [property]: value });
  };
  const name = (names: readonly string[]) => nodes("Name", "text", { enum: names });
  rename("NameTest", "names", { type: "array", items: name(types), minItems: 1 });
  const attributeName = name(attributes.flatMap(({ names }) => names));
  rename("AttributeStep", "name", attributeName);
  rename("AttributeReference", "name", attributeName);
  rename("FieldReference", "name", name(fields.flatMap(({ names }) => names)));
  delete definitions.Name;
  const sides = (kind: string) => (variant: ValueVariant) =>
    comparisons(nodes, definitions.NumberLiteral!, variant).map((each) => ({
      left: nodes(kind, "name", name(variant.names)),
      ...each,
    }));
  const place = nodes("NodeFunction", "name", { enum: ["position", "last"] });
  const options: Sides[] = [
    ...attributes.flatMap(sides("AttributeReference")),
    ...fields.flatMap(sides("FieldReference")),
    {
      left: nodes("NodeFunction", "name", { const: "name" }),
      operators: EQUALITIES,
      right: nodes("StringLiteral", "value", { enum: types }),
    },
    { left: { anyOf: [place, ref("Count")] }, operators: COMPARISON_OPERATORS, right: ref("NumberLiteral") },
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

const GRADED = ["Relevance", "Aggregate", "Combine", "Or", "And", "Not"];

const ref = (kind: string): JsonSchema => ({ $ref: `#/$defs/${kind}` });

/** A node of one kind with one property beside it, and its place where nodes have theirs. */
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

/** What may follow some attributes or fields: their allowed values where there are some, else literals of their type. */
function comparisons(
  nodes: NodeWriter,
  numbers: JsonSchema,
  { type, values }: ValueVariant,
): readonly Omit<Sides, "left">[] {
  const all = COMPARISON_OPERATORS;
  switch (type) {
    case "string":
      return values === null
        ? [{ operators: all, right: ref("StringLiteral") }]
        : [{ operators: EQUALITIES, right: nodes("StringLiteral", "value", { enum: values }) }];
    case "number": {
      const right = ref("NumberLiteral");
      if (values === null) return [{ operators: all, right }];
      const allowed = withProperties(numbers, { value: { enum: values.map(Number) } });
      return [
        { operators: EQUALITIES, right: allowed },
        { operators: ORDERS, right },
      ];
    }
    case "date": {
      const right = nodes("StringLiteral", "value", { type: "string", pattern: DATE });
      if (values === null) return [{ operators: all, right }];
      return [
        { operators: EQUALITIES, right: nodes("StringLiteral", "value", { enum: values }) },
        { operators: ORDERS, right },
      ];
    }
    case "boolean": {
      const allowed = (values ?? ["true", "false"]).map((value) => value === "true");
      return [{ operators: EQUALITIES, right: nodes("BooleanLiteral", "value", { enum: allowed }) }];
    }
    case null:
      return [{ operators: all, right: { anyOf: ["StringLiteral", "NumberLiteral", "BooleanLiteral"].map(ref) } }];
  }
}
