import fc from "fast-check";

/** JSON Schemas of the kinds that people write, without open names: every value that fits one is described by it. */
export type JsonSchema = { readonly [word: string]: unknown };

const key = fc.constantFrom("a", "b", "c", "type", "children", "text", "constructor", "item");
const word = fc.constantFrom("x", "y", "Day", "1", "");
const definition = fc.constantFrom("A", "B", "C");

const scalar: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.record({ type: fc.constantFrom("string", "number", "integer", "boolean", "null") }),
  fc.record({ type: fc.constant("string"), format: fc.constantFrom("date", "date-time", "time", "duration", "email") }),
  fc.record({ enum: fc.uniqueArray(fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null)), { minLength: 1 }) }),
  fc.record({ const: fc.oneof(word, fc.integer()) }),
  fc.record({ type: fc.uniqueArray(fc.constantFrom("string", "number", "boolean", "null"), { minLength: 1 }) }),
);

const THEN = "then";
const conditional = (test: JsonSchema, [yes, no]: readonly JsonSchema[]): JsonSchema => ({
  if: test,
  [THEN]: yes,
  else: no,
});

/** A string under `type` names a type, so that it must be one of some words. */
const names = fc.record({ enum: fc.uniqueArray(fc.constantFrom("Day", "POI", "a"), { minLength: 1 }) });

const schema = fc.letrec<{ any: JsonSchema; object: JsonSchema; array: JsonSchema; mixed: JsonSchema }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, depthIdentifier: "schema" },
    scalar,
    definition.map((name) => ({ $ref: `#/$defs/${name}` })),
    tie("object"),
    tie("array"),
    tie("mixed"),
  ),
  object: fc
    .tuple(
      fc.uniqueArray(fc.tuple(key, tie("any")), { maxLength: 4, selector: ([name]) => name }),
      fc.array(key),
      names,
    )
    .map(([properties, required, types]) => {
      const named = properties.map(([name, value]) => [name, name === "type" ? types : value]);
      const own = Object.fromEntries(named) as JsonSchema;
      return {
        type: "object",
        properties: own,
        required: required.filter((name, at) => Object.hasOwn(own, name) && required.indexOf(name) === at),
        additionalProperties: false,
      };
    }),
  array: fc
    .record({ items: tie("any"), minItems: fc.nat(2), more: fc.nat(3), first: fc.array(tie("any"), { maxLength: 2 }) })
    .map(({ items, minItems, more, first }) => ({
      type: "array",
      items,
      ...(first.length > 0 && { prefixItems: first }),
      minItems,
      ...(more > 0 && { maxItems: minItems + more }),
    })),
  mixed: fc.oneof(
    fc.array(tie("any"), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc.array(tie("any"), { minLength: 1, maxLength: 2 }).map((allOf) => ({ allOf })),
    fc.tuple(tie("any"), tie("any")).map(([base, other]) => ({ ...base, oneOf: [other, { type: "null" }] })),
    fc.tuple(tie("any"), tie("any"), tie("any")).map(([test, ...branches]) => conditional(test, branches)),
  ),
}));

export const jsonSchemas: fc.Arbitrary<JsonSchema> = fc
  .tuple(schema.any, schema.object, schema.object, schema.array)
  .map(([root, A, B, C]) => ({ ...root, $defs: { A, B, C } }));

const DEEPEST = 6;

/** Some value that often fits a schema; whether it does is for others to say. `pick(n)` chooses a number below n. */
export function makeValue(root: JsonSchema, pick: (below: number) => number): unknown {
  const make = (schema: JsonSchema, depth: number): unknown => {
    const one = <T>(list: readonly T[]): T => list[pick(list.length)]!;
    if (depth > DEEPEST) return null;
    if (typeof schema.$ref === "string")
      return make((root.$defs as Record<string, JsonSchema>)[schema.$ref.slice("#/$defs/".length)]!, depth + 1);
    const choices = (schema.oneOf ?? schema.anyOf ?? schema.allOf) as readonly JsonSchema[] | undefined;
    if (choices && (schema.type === undefined || pick(2) === 0)) return make(one(choices), depth + 1);
    if (schema.then) return make(one([schema.if, schema.then, schema.else]) as JsonSchema, depth + 1);
    if (schema.enum) return one(schema.enum as unknown[]);
    if ("const" in schema) return schema.const;
    const type = Array.isArray(schema.type) ? one(schema.type) : schema.type;
    if (type === "object") {
      const required = schema.required as readonly string[];
      const members = Object.entries(schema.properties as Record<string, JsonSchema>).filter(
        ([name]) => required.includes(name) || pick(2) === 0,
      );
      return Object.fromEntries(members.map(([name, value]) => [name, make(value, depth + 1)]));
    }
    if (type === "array") {
      const least = schema.minItems as number;
      const length = least + pick(Math.min(2, ((schema.maxItems as number) ?? 9) - least) + 1);
      const first = (schema.prefixItems ?? []) as readonly JsonSchema[];
      return Array.from({ length }, (_, at) => make((first[at] ?? schema.items) as JsonSchema, depth + 1));
    }
    return scalarOf(type, schema.format, pick);
  };
  return make(root, 0);
}

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  date: ["2026-03-14"],
  "date-time": ["2026-03-14T09:30:00Z", "2026-03-14T09:30:00.5+02:00"],
  time: ["09:30:00Z", "21:00:00+02:00"],
  duration: ["P1DT12H", "P3W", "PT0.5S"],
};

/** What the judge takes for each format: the values that are made here. */
export const FORMATS = {
  email: true as const,
  ...Object.fromEntries(
    Object.entries(TEXTS).map(([format, texts]) => [format, (text: string) => texts.includes(text)]),
  ),
};

function scalarOf(type: unknown, format: unknown, pick: (below: number) => number): unknown {
  const texts = TEXTS[String(format)] ?? ["", "x", "a text", "12", "true"];
  if (type === "string") return texts[pick(texts.length)];
  if (type === "boolean") return pick(2) === 0;
  if (type === "integer") return pick(9) - 4;
  return type === "number" ? [0.5, -2e30, 7][pick(3)] : null;
}
